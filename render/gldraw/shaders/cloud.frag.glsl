flat in vec4 ball;
in vec2 at;
out vec4 color;
void main() {
	float r2 = dot(at, at);
	if (r2 > 1.0) discard;
	// The picture's y runs down, the light's up.
	vec3 n = vec3(at.x, -at.y, sqrt(1.0 - r2));
	color = vec4(shade(ball.rgb, n, vec3(0.0, 0.0, 1.0)), 1.0);
}
