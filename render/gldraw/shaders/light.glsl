// The light, fixed to the viewer: a key from the upper left, a weak fill from
// the right, a sky brighter than the ground, a small highlight. Eye space.

const vec3 KEY = vec3(-0.512, 0.652, 0.559);
const vec3 FILL = vec3(0.912, 0.098, 0.398);

// shade returns the sRGB colour of a surface with linear colour albedo, unit
// normal n and unit direction v to the viewer.
vec3 shade(vec3 albedo, vec3 n, vec3 v) {
	// The key wraps a little around the body, as a large lamp does, so that the
	// terminator is soft and colours in shadow stay readable.
	float key = max(0.0, (dot(n, KEY) + 0.22) / 1.22);
	float fill = max(0.0, dot(n, FILL));
	float sky = 0.5 + 0.5 * n.y;
	vec3 light = vec3(0.98 * key + 0.22 * fill + mix(0.09, 0.24, sky));
	float h = max(0.0, dot(n, normalize(KEY + v)));
	float h2 = h * h, h4 = h2 * h2, h8 = h4 * h4, h16 = h8 * h8;
	vec3 c = albedo * light + 0.09 * h16 * h16;
	return sqrt(min(c, 1.0));
}
