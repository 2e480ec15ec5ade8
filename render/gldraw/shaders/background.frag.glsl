uniform vec4 top;
uniform vec4 bottom;
uniform vec2 span; // row of the pane's upper edge, height; drawn pixels
uniform vec2 corner;   // left and upper edge, drawn pixels
uniform float squares; // side of squares instead of a gradient, drawn pixels; 0 for none
out vec4 color;
void main() {
	if (squares > 0.0) {
		vec2 s = floor((gl_FragCoord.xy - corner) / squares);
		color = vec4(mod(s.x + s.y, 2.0) < 0.5 ? top.rgb : bottom.rgb, 1.0);
		return;
	}
	color = vec4(mix(top.rgb, bottom.rgb, clamp((gl_FragCoord.y - span.x) / span.y, 0.0, 1.0)), 1.0);
}
