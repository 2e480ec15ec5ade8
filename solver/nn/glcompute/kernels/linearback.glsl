// dOut = dOut∘act'(pre), and its column sums for the bias: a workgroup takes 32 columns
// of CHUNK rows and leaves a line of partial sums for columns.glsl.

layout(local_size_x = 32, local_size_y = 8) in;

TENSOR(0, Gradient, gradient);
TENSOR(1, Pre, pre);
TENSOR(2, Parts, parts);

shared float sums[8][32];

void main() {
	uint rows = P[0], cols = P[1], atGradient = P[2], atPre = P[3], act = P[4];
	uint col = gl_GlobalInvocationID.x, lane = gl_LocalInvocationID.y;
	uint first = gl_WorkGroupID.y * CHUNK, last = min(first + CHUNK, rows);
	float sum = 0.0;
	if (col < cols) {
		for (uint r = first + lane; r < last; r += 8u) {
			uint at = r * cols + col;
			float g = gradient[atGradient + at];
			if (act != 0u) {
				g *= derivative(act, pre[atPre + at]);
				gradient[atGradient + at] = g;
			}
			sum += g;
		}
	}
	sums[lane][gl_LocalInvocationID.x] = sum;
	barrier();
	if (lane == 0u && col < cols) {
		for (uint l = 1u; l < 8u; l++) sum += sums[l][gl_LocalInvocationID.x];
		parts[gl_WorkGroupID.y * cols + col] = sum;
	}
}
