// A square around each point, large enough for its ball.
layout(location = 0) in vec3 position;
layout(location = 2) in vec4 color;
layout(location = 5) in float trust;

uniform mat4 view;
uniform mat4 projection;
uniform vec2 viewport;    // drawn pixels
uniform float radius;     // scene units
uniform vec4 hide;        // normal and offset of the clip plane; zero for none
uniform float leastPixels; // a ball is never smaller on the screen

flat out vec4 ball;
flat out float sure;
out vec2 at;

void main() {
	vec4 eye = view * vec4(position, 1.0);
	vec4 clip = projection * eye;
	vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
	vec2 r = abs(vec2(projection[0][0], projection[1][1])) * radius / clip.w;
	r = max(r, leastPixels * 2.0 / viewport);
	at = corner;
	sure = trust;
	ball = vec4(color.rgb * color.rgb, color.a);
	clip.xy += corner * r * clip.w;
	// Behind the viewer, or not a number: nowhere.
	gl_Position = clip.w > 0.0 && dot(hide.xyz, position) <= hide.w ? clip : vec4(2.0, 2.0, 2.0, 1.0);
}
