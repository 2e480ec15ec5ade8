// Dropout, with the masks of package cpu: SplitMix64's finaliser of a counter, in
// pairs of 32 bits (low, high).

layout(local_size_x = 256) in;

TENSOR(0, T, t);

uvec2 plus(uvec2 a, uvec2 b) {
	uint carry;
	uint low = uaddCarry(a.x, b.x, carry);
	return uvec2(low, a.y + b.y + carry);
}

uvec2 times(uvec2 a, uvec2 b) {
	uint high, low;
	umulExtended(a.x, b.x, high, low);
	return uvec2(low, high + a.x * b.y + a.y * b.x);
}

uvec2 shifted(uvec2 a, int s) { return uvec2(a.x >> s | a.y << (32 - s), a.y >> s); }

uvec2 mixed(uvec2 z) {
	z = times(z ^ shifted(z, 30), uvec2(0x1ce4e5b9u, 0xbf58476du));
	z = times(z ^ shifted(z, 27), uvec2(0x133111ebu, 0x94d049bbu));
	return z ^ shifted(z, 31);
}

void main() {
	uint size = P[0], at = P[1];
	float keep = arg(2);
	uvec2 limit = uvec2(P[3], P[4]), seed = uvec2(P[5], P[6]);
	for (uint i = gl_GlobalInvocationID.x; i < size; i += gl_NumWorkGroups.x * 256u) {
		uvec2 z = mixed(plus(seed, times(uvec2(i, 0u), uvec2(0x7f4a7c15u, 0x9e3779b9u))));
		bool drop = z.y < limit.y || z.y == limit.y && z.x < limit.x;
		t[at + i] = drop ? 0.0 : t[at + i] * keep;
	}
}
