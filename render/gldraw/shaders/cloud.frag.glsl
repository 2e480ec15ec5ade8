flat in vec4 ball;
flat in float sure;
in vec2 at;
#ifdef HATCH
uniform float pixel; // drawn pixels per unit of width
#endif
out vec4 color;
void main() {
	float r2 = dot(at, at);
	if (r2 > 1.0) discard;
	// The picture's y runs down, the light's up.
	vec3 n = vec3(at.x, -at.y, sqrt(1.0 - r2));
	vec3 albedo = ball.rgb;
#ifdef HATCH
	float doubtful;
	albedo = hatched(albedo, sure, pixel, doubtful);
#endif
	color = vec4(shade(albedo, n, vec3(0.0, 0.0, 1.0)), 1.0);
}
