flat in vec4 ends;
flat in float halfWidth;
in vec2 at;
in vec4 ink;
out vec4 color;
void main() {
	vec2 d = ends.zw - ends.xy, p = at - ends.xy;
	float t = clamp(dot(p, d) / max(dot(d, d), 1e-8), 0.0, 1.0);
	// A line thinner than a pixel covers part of it, no less than a hair.
	float cover = clamp(halfWidth + 0.5 - length(p - t * d), 0.0, 1.0) * min(1.0, 2.0 * halfWidth);
	if (cover <= 0.0) discard;
	color = vec4(ink.rgb, ink.a * cover);
}
