// Lines of a grid, smooth by the derivatives, fading towards the rim and where they
// would run together.
in vec2 at;
in vec2 beside;
uniform float spacing;
uniform float pixel;
uniform vec4 ink;
out vec4 color;

float lines(vec2 p, float width) {
	vec2 w = max(fwidth(p), vec2(1e-6));
	vec2 off = abs(fract(p - 0.5) - 0.5) / w;
	vec2 c = clamp(0.5 * width + 0.5 - off, 0.0, 1.0) * (1.0 - smoothstep(0.12, 0.4, w));
	return max(c.x, c.y);
}

void main() {
	float rim = length(beside);
	float a = max(0.13 * lines(at / spacing, pixel), 0.26 * lines(at / (5.0 * spacing), pixel)) * (1.0 - smoothstep(0.35, 1.0, rim));
	if (a <= 0.002) discard;
	color = vec4(ink.rgb, a);
}
