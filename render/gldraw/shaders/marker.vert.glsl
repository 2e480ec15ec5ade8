layout(location = 0) in vec3 position;
layout(location = 1) in float radius; // drawn pixels
layout(location = 2) in vec4 color;
layout(location = 3) in float filled; // 1 for a disc

uniform mat4 matrix;
uniform vec2 viewport;
uniform float pixel;

flat out vec4 ink;
flat out float ring;
flat out float disc;
out vec2 at; // pixels from the centre

void main() {
	vec4 clip = matrix * vec4(position, 1.0);
	float reach = radius + 3.0 * pixel + 1.0;
	at = (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0) * reach;
	ink = color;
	ring = radius;
	disc = filled;
	bool seen = clip.w > 0.0 && abs(clip.z) <= clip.w;
	gl_Position = seen ? vec4(clip.xy / clip.w + at * 2.0 / viewport, 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
