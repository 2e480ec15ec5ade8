// C = alpha Σ parts + beta C: the end of a matrix product whose depth was split.

layout(local_size_x = 256) in;

TENSOR(0, C, c);
TENSOR(1, Parts, parts);

void main() {
	uint size = P[0], splits = P[1], atC = P[2];
	for (uint i = gl_GlobalInvocationID.x; i < size; i += gl_NumWorkGroups.x * 256u) {
		float sum = 0.0;
		for (uint s = 0u; s < splits; s++) sum += parts[s * size + i];
		float v = arg(3) * sum;
		if (arg(4) != 0.0) v += arg(4) * c[atC + i];
		c[atC + i] = v;
	}
}
