// The gradients of a layer normalisation's gain and bias: partial column sums, as in
// linearback.glsl, the gain's line before the bias's.

layout(local_size_x = 32, local_size_y = 8) in;

TENSOR(0, DOut, dOut);
TENSOR(1, Stats, stats);
TENSOR(2, In, source);
TENSOR(3, Parts, parts);

shared vec2 sums[8][32];

void main() {
	uint rows = P[0], cols = P[1];
	uint col = gl_GlobalInvocationID.x, lane = gl_LocalInvocationID.y;
	uint first = gl_WorkGroupID.y * CHUNK, last = min(first + CHUNK, rows);
	vec2 sum = vec2(0.0);
	if (col < cols) {
		for (uint r = first + lane; r < last; r += 8u) {
			float g = dOut[P[2] + r * cols + col];
			sum += vec2(g * (source[P[4] + r * cols + col] - stats[P[3] + 2u * r]) * stats[P[3] + 2u * r + 1u], g);
		}
	}
	sums[lane][gl_LocalInvocationID.x] = sum;
	barrier();
	if (lane == 0u && col < cols) {
		for (uint l = 1u; l < 8u; l++) sum += sums[l][gl_LocalInvocationID.x];
		uint at = gl_WorkGroupID.y * 2u * cols + col;
		parts[at] = sum.x;
		parts[at + cols] = sum.y;
	}
}
