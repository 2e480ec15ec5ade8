// Vertices of a surface, to eye space. Colours become linear (gamma 2) here, so
// that light adds up as light does.

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 color;
layout(location = 3) in float value;
layout(location = 4) in vec3 coord;
layout(location = 5) in float trust;

uniform mat4 view;
uniform mat4 projection;
#ifdef CLIP
uniform vec4 clip; // normal, offset; scene space
#endif

#ifdef EDGES
out Corner {
#else
out Surface {
#endif
	vec3 eye;
	vec3 normal;
	vec4 color;
	float value;
	vec3 coord;
	float trust;
#ifdef EDGES
} o;
#else
	vec3 bary;
} o;
#endif

void main() {
	vec4 eye = view * vec4(position, 1.0);
	o.eye = eye.xyz;
	// The view scales too; a zero normal must stay one, so no normalize.
	o.normal = mat3(view) * normal / length(view[0].xyz);
	o.color = vec4(color.rgb * color.rgb, color.a);
	o.value = value;
	o.coord = coord;
	o.trust = trust;
#ifndef EDGES
	o.bary = vec3(1.0);
#endif
	gl_Position = projection * eye;
#ifdef CLIP
	gl_ClipDistance[0] = clip.w - dot(clip.xyz, position);
#endif
}
