in Surface {
	vec3 eye;
	vec3 normal;
	vec4 color;
	float value;
	vec3 coord;
	float trust;
	vec3 bary;
} i;

uniform float alpha;
uniform float orthographic; // 1: the viewer is at infinity
uniform float pixel;        // drawn pixels per unit of width
#ifdef ISOLINES
uniform float isoStep;
#endif
#ifdef CHECKER
uniform float checker; // side of a cube

// odd is how much of the pixel lies in odd cubes, 0 to 1: the box filter of a
// checker is exact along each axis (Quilez 2017), and cubes of a pixel turn grey.
float odd(vec3 p) {
	vec3 w = max(abs(dFdx(p)), abs(dFdy(p))) + 1e-4;
	vec3 s = 2.0 * (abs(fract((p - 0.5 * w) * 0.5) - 0.5) - abs(fract((p + 0.5 * w) * 0.5) - 0.5)) / w;
	return 0.5 - 0.5 * s.x * s.y * s.z;
}
#endif
#ifdef CLIP
uniform float inward; // 1: triangles face inwards
uniform float solid;  // 1: the surface is closed, so that its cut is filled
#ifndef HATCH
uniform vec2 tile;    // place of the drawn tile in the picture
#endif

// CUT is the linear colour of the face of a cut.
const vec3 CUT = vec3(0.24, 0.21, 0.19);
#endif
#ifdef PEEL
uniform sampler2D opaqueDepth;
uniform sampler2D peeledDepth;
#endif

out vec4 color;

void main() {
#ifdef PEEL
	ivec2 at = ivec2(gl_FragCoord.xy);
	// Only fragments behind the layer peeled before, and in front of all opaque things.
	// The margins are two steps of a 24-bit depth buffer: a layer is not peeled
	// twice, and one that coincides with an opaque surface covers it evenly.
	const float MARGIN = 1.2e-7;
	if (gl_FragCoord.z <= texelFetch(peeledDepth, at, 0).r + MARGIN) discard;
	if (gl_FragCoord.z > texelFetch(opaqueDepth, at, 0).r + MARGIN) discard;
#endif
	vec3 v = orthographic > 0.5 ? vec3(0.0, 0.0, 1.0) : normalize(-i.eye);
	// The facet's own normal, turned to the viewer, decides which side is seen:
	// right for any winding, and steady at silhouettes where smooth normals tip over.
	vec3 facet = cross(dFdx(i.eye), dFdy(i.eye));
	facet *= sign(dot(facet, v));
	float area = dot(facet, facet);
	facet = area > 0.0 ? facet * inversesqrt(area) : v;
#ifdef FLAT
	vec3 n = facet;
#else
	float len = dot(i.normal, i.normal);
	vec3 n = len > 1e-12 ? i.normal * inversesqrt(len) : facet;
#ifdef COARSE
	// The facets of a stand-in may fold over, so only the normals are used, which are those of the
	// whole surface. Normals that turn a little away from the viewer are mirrored back.
	float t = dot(n, v);
	if (t < 0.0) n = t < -0.35 ? -n : normalize(n - 2.0 * t * v);
#else
	if (dot(n, facet) < 0.0) n = -n;
#endif
#endif
	vec3 albedo = i.color.rgb;
#ifdef CHECKER
	albedo *= mix(1.0, 0.22, odd(i.coord / checker));
#endif
	float doubtful = 0.0;
#ifdef HATCH
	albedo = hatched(albedo, i.trust, pixel, doubtful);
#endif
	vec3 c = shade(albedo, n, v);
#ifdef ISOLINES
	// Level set distance in pixels; lines fade out where they would run together.
	float level = i.value / isoStep;
	float slope = fwidth(level);
	float off = abs(fract(level + 0.5) - 0.5) / max(slope, 1e-6);
	float line = clamp(0.6 * pixel + 0.5 - off, 0.0, 1.0) * (1.0 - smoothstep(0.15, 0.4, slope * pixel));
	line *= 1.0 - doubtful; // a value that is not trusted has no level
	if (line > 0.0) c = mix(c, c * 0.25, line);
#endif
#ifdef CLIP
	// The picture's y runs down, so an outward face seen from outside turns clockwise.
	bool inside = gl_FrontFacing == (inward < 0.5);
	if (inside) {
		// Where a solid is cut, its far wall stands in for the cut: flat and hatched.
		// An open surface just shows its other side.
		vec2 here = gl_FragCoord.xy + tile;
		float hatch = abs(fract((here.x + here.y) / (9.0 * pixel)) - 0.5) * 9.0 * pixel;
		vec3 cut = sqrt(CUT) * (1.0 - 0.22 * clamp(pixel - hatch + 0.5, 0.0, 1.0));
		c = solid > 0.5 ? cut : shade(mix(albedo, CUT, 0.6), n, v);
	}
	bool filled = inside && solid > 0.5;
#else
	const bool filled = false;
#endif
#ifdef EDGES
	vec3 slopes = fwidth(i.bary);
	vec3 away = i.bary / max(slopes, vec3(1e-6));
	float nearest = min(away.x, min(away.y, away.z));
	// Edges of triangles of a few pixels are paler: they would cover everything.
	float height = 1.0 / max(slopes.x, max(slopes.y, slopes.z));
	float edge = clamp(0.5 * pixel + 0.5 - nearest, 0.0, 1.0) * mix(0.35, 1.0, smoothstep(2.0, 7.0, height / pixel));
#ifdef BARE
	// An edge has the surface's own colour; pixels with less than half an edge show the things behind.
	if (!filled && nearest > 0.5 * pixel + 0.35) discard;
#else
	if (!filled) c = mix(c, c * 0.3, 0.85 * edge);
#endif
#endif
	color = vec4(c, alpha * i.color.a);
#ifndef PEEL
	color.a = 1.0;
#endif
}
