// The gradient of a layer normalisation's input, a workgroup for a row.

TENSOR(0, DIn, dIn);
TENSOR(1, DOut, dOut);
TENSOR(2, Stats, stats);
TENSOR(3, In, source);
TENSOR(4, Gain, gain);

void main() {
	uint rows = P[0], width = P[1];
	float beta = arg(7);
	for (uint r = gl_WorkGroupID.x; r < rows; r += gl_NumWorkGroups.x) {
		uint at = r * width;
		float mean = stats[P[4] + 2u * r], inverse = stats[P[4] + 2u * r + 1u];
		vec2 sum = vec2(0.0); // of the gradient, and of it along the output
		for (uint c = gl_LocalInvocationID.x; c < width; c += 128u) {
			float g = dOut[P[3] + at + c] * gain[P[6] + c];
			sum += vec2(g, g * (source[P[5] + at + c] - mean) * inverse);
		}
		sum = total(sum) / float(width);
		for (uint c = gl_LocalInvocationID.x; c < width; c += 128u) {
			float along = (source[P[5] + at + c] - mean) * inverse * sum.y;
			float v = inverse * (dOut[P[3] + at + c] * gain[P[6] + c] - sum.x - along);
			if (beta != 0.0) v += beta * dIn[P[2] + at + c];
			dIn[P[2] + at + c] = v;
		}
	}
}
