// The end of column sums: adds up the lines of partial sums, from first to last. With
// RATIO there are two sums a column and their ratio is wanted, 0 where the second is 0.

layout(local_size_x = 64) in;

TENSOR(0, Sums, sums);
TENSOR(1, Parts, parts);

void main() {
	uint cols = P[0], chunks = P[1], atSums = P[2], stride = P[3], atParts = P[4];
	uint col = gl_GlobalInvocationID.x;
	if (col >= cols) return;
	float sum = 0.0;
	for (uint k = 0u; k < chunks; k++) sum += parts[atParts + k * stride + col];
#ifdef RATIO
	float weight = 0.0;
	for (uint k = 0u; k < chunks; k++) weight += parts[atParts + k * stride + cols + col];
	sum = weight > 0.0 ? sum / weight : 0.0;
#endif
	sums[atSums + col] = sum;
}
