// Stripes over places that are not to be trusted. They are fixed to the screen, lie across the
// lines of a cut, and have no hue, so that no light, colour map or checker looks like them.
#ifdef HATCH
uniform vec4 hatch;  // colour of the ground between the stripes
uniform float doubt; // places with less trust are hatched
uniform vec2 tile;   // place of the drawn tile in the picture, so that stripes continue from tile to tile

// hatched is the linear colour of a surface with linear colour albedo: striped where
// trust, at this pixel, is less than doubt. The border is as sharp as the screen allows,
// with a line of ink along it; share is how much of the pixel is hatched.
vec3 hatched(vec3 albedo, float trust, float pixel, out float share) {
	const float PERIOD = 9.0, STRIPE = 3.5; // pixels, across and down
	float off = (doubt - trust) / max(fwidth(trust), 1e-6); // pixels into the hatched part
	share = clamp(off + 0.5, 0.0, 1.0);
	if (share <= 0.0) return albedo;
	vec2 here = gl_FragCoord.xy + tile;
	float at = abs(fract((here.x - here.y) / (PERIOD * pixel)) - 0.5) * PERIOD * pixel;
	vec3 ground = hatch.rgb * hatch.rgb;
	vec3 stripe = dot(hatch.rgb, vec3(0.299, 0.587, 0.114)) < 0.5 ? mix(ground, vec3(1.0), 0.36) : ground * 0.28;
	vec3 c = mix(ground, stripe, clamp(0.5 * STRIPE * pixel - at + 0.5, 0.0, 1.0));
	c = mix(c, ground * 0.12, clamp(1.3 * pixel + 0.5 - off, 0.0, 1.0));
	return mix(albedo, c, share);
}
#endif
