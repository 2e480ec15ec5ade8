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
	float trust;
} i[];

out Surface {
	vec3 eye;
	vec3 normal;
	vec4 color;
	float value;
	vec3 coord;
	float trust;
	vec3 bary;
} o;

#ifdef INNER
uniform usamplerBuffer inner; // for each triangle, bit k: its edge from corner k is not drawn
#endif

void main() {
	vec3 never = vec3(0.0); // added to the distances from the edges opposite to the corners
#ifdef INNER
	uint marks = texelFetch(inner, gl_PrimitiveIDIn).r;
	never = vec3((marks >> 1u) & 1u, (marks >> 2u) & 1u, marks & 1u);
#endif
	for (int k = 0; k < 3; k++) {
		o.eye = i[k].eye;
		o.normal = i[k].normal;
		o.color = i[k].color;
		o.value = i[k].value;
		o.coord = i[k].coord;
		o.trust = i[k].trust;
		o.bary = max(vec3(k == 0, k == 1, k == 2), never);
		gl_Position = gl_in[k].gl_Position;
#ifdef CLIP
		gl_ClipDistance[0] = gl_in[k].gl_ClipDistance[0];
#endif
		EmitVertex();
	}
	EndPrimitive();
}
