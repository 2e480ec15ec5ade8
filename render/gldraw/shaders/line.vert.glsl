// A rectangle around each segment, with room for round ends and soft borders.
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 fromColor;
layout(location = 3) in vec4 toColor;
layout(location = 4) in vec4 link; // LINKS: depth of each end, opacity where hidden, width

uniform mat4 matrix;   // to clip space
uniform vec2 viewport; // drawn pixels
uniform float width;   // drawn pixels
uniform float opacity;
uniform vec4 hide;     // normal and offset of the clip plane; zero for none
uniform float bias;    // towards the viewer, so that lines on a surface show
#ifdef LINKS
uniform sampler2D depth;
uniform vec4 toDepth; // scale and shift from frame pixels to texels of depth
#endif

flat out vec4 ends;  // pixels
flat out float halfWidth;
out vec2 at;         // pixels
out vec4 ink;

#ifdef LINKS
float visibility(vec3 p, float d) {
	ivec2 texel = ivec2(floor(p.xy * toDepth.xy + toDepth.zw));
	ivec2 size = textureSize(depth, 0);
	if (any(lessThan(texel, ivec2(0))) || any(greaterThanEqual(texel, size))) return 1.0;
	return texelFetch(depth, texel, 0).r >= d ? 1.0 : link.z;
}
#endif

void main() {
	vec4 a = matrix * vec4(from, 1.0), b = matrix * vec4(to, 1.0);
	// Cut at the near plane: points behind the viewer have no place on the screen.
	const float NEAR = 1e-5;
	float da = a.z + a.w, db = b.z + b.w;
	bool nowhere = !(da > NEAR || db > NEAR);
	vec4 ca = fromColor, cb = toColor;
	float ha = hide.w - dot(hide.xyz, from), hb = hide.w - dot(hide.xyz, to);
	if (ha < 0.0 && hb < 0.0) nowhere = true;
	else if (ha < 0.0) { float t = ha / (ha - hb); a = mix(a, b, t); ca = mix(ca, cb, t); da = mix(da, db, t); }
	else if (hb < 0.0) { float t = hb / (hb - ha); b = mix(b, a, t); cb = mix(cb, ca, t); db = mix(db, da, t); }
	if (!nowhere && da <= NEAR) { float t = (NEAR - da) / (db - da); a = mix(a, b, t); ca = mix(ca, cb, t); }
	else if (!nowhere && db <= NEAR) { float t = (NEAR - db) / (da - db); b = mix(b, a, t); cb = mix(cb, ca, t); }
	vec2 pa = (a.xy / a.w * 0.5 + 0.5) * viewport, pb = (b.xy / b.w * 0.5 + 0.5) * viewport;
#ifdef LINKS
	ca.a *= visibility(from, link.x);
	cb.a *= visibility(to, link.y);
	halfWidth = 0.5 * width * link.w;
#else
	halfWidth = 0.5 * width;
#endif
	vec2 along = pb - pa;
	float len = length(along);
	along = len > 1e-4 ? along / len : vec2(1.0, 0.0);
	vec2 across = vec2(-along.y, along.x);
	float reach = halfWidth + 0.6; // the soft border is half a pixel
	bool second = (gl_VertexID & 1) == 1;
	float side = (gl_VertexID >> 1) == 1 ? 1.0 : -1.0;
	at = (second ? pb + along * reach : pa - along * reach) + across * side * reach;
	ends = vec4(pa, pb);
	ink = second ? cb : ca;
	ink.a *= opacity;
	float z = second ? b.z / b.w : a.z / a.w;
	gl_Position = nowhere ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(at / viewport * 2.0 - 1.0, z - bias, 1.0);
}
