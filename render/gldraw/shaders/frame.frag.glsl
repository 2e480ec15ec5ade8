// The frame of a pane: rounds its corners and draws a hairline along it.
uniform vec4 box;    // centre and half size, drawn pixels
uniform float radius;
uniform float pixel;
uniform vec4 fill;   // premultiplied
uniform vec4 border;
out vec4 color;
void main() {
	vec2 d = abs(gl_FragCoord.xy - box.xy) - box.zw + radius;
	float outside = length(max(d, 0.0)) + min(max(d.x, d.y), 0.0) - radius;
	float beyond = clamp(outside + 0.5, 0.0, 1.0);
	float line = border.a * clamp(0.5 * pixel + 0.5 - abs(outside + 0.5 * pixel), 0.0, 1.0);
	// Blended as dst * (1 - a) + rgb: the corner replaces, the hairline covers.
	vec4 c = vec4(border.rgb * line, line);
	color = mix(c, vec4(fill.rgb, 1.0), beyond);
}
