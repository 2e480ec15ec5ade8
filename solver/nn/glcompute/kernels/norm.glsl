// Layer normalisation, a workgroup for a row.

TENSOR(0, Out, result);
TENSOR(1, Stats, stats);
TENSOR(2, In, source);
TENSOR(3, Gain, gain);
TENSOR(4, Bias, bias);

void main() {
	uint rows = P[0], width = P[1];
	for (uint r = gl_WorkGroupID.x; r < rows; r += gl_NumWorkGroups.x) {
		uint at = r * width;
		float sum = 0.0, squares = 0.0;
		for (uint c = gl_LocalInvocationID.x; c < width; c += 128u) sum += source[P[4] + at + c];
		float mean = total(sum) / float(width);
		for (uint c = gl_LocalInvocationID.x; c < width; c += 128u) {
			float d = source[P[4] + at + c] - mean;
			squares += d * d;
		}
		float inverse = 1.0 / sqrt(total(squares) / float(width) + 1e-5);
		for (uint c = gl_LocalInvocationID.x; c < width; c += 128u)
			result[P[2] + at + c] = (source[P[4] + at + c] - mean) * inverse * gain[P[5] + c] + bias[P[6] + c];
		if (gl_LocalInvocationID.x == 0u) {
			stats[P[3] + 2u * r] = mean;
			stats[P[3] + 2u * r + 1u] = inverse;
		}
	}
}
