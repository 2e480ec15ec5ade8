// A square on the ground.
uniform mat4 matrix;
uniform vec3 center;
uniform vec3 u;
uniform vec3 v;
uniform float radius;

out vec2 at;     // in the plane, from the world's origin, so that lines lie at whole steps
out vec2 beside; // from the centre, in radii

void main() {
	beside = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
	vec3 p = center + radius * (beside.x * u + beside.y * v);
	at = vec2(dot(p, u), dot(p, v));
	gl_Position = matrix * vec4(p, 1.0);
}
