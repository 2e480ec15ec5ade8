uniform vec4 top;
uniform vec4 bottom;
uniform vec2 span; // row of the pane's upper edge, height; drawn pixels
out vec4 color;
void main() {
	color = vec4(mix(top.rgb, bottom.rgb, clamp((gl_FragCoord.y - span.x) / span.y, 0.0, 1.0)), 1.0);
}
