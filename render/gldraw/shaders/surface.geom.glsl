// Gives each corner of a triangle its barycentric coordinates, from which the
// fragment shader measures the distance to the edges.

layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;

in Corner {
	vec3 eye;
	vec3 normal;
	vec4 color;
	float value;
	vec3 coord;
} i[];

out Surface {
	vec3 eye;
	vec3 normal;
	vec4 color;
	float value;
	vec3 coord;
	vec3 bary;
} o;

void main() {
	for (int k = 0; k < 3; k++) {
		o.eye = i[k].eye;
		o.normal = i[k].normal;
		o.color = i[k].color;
		o.value = i[k].value;
		o.coord = i[k].coord;
		o.bary = vec3(k == 0, k == 1, k == 2);
		gl_Position = gl_in[k].gl_Position;
#ifdef CLIP
		gl_ClipDistance[0] = gl_in[k].gl_ClipDistance[0];
#endif
		EmitVertex();
	}
	EndPrimitive();
}
