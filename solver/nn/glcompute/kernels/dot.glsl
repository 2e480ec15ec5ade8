// Σ a∘b in double precision and a fixed order: a partial sum for each workgroup, and
// with LAST the sum of those.

layout(std430, binding = 0) buffer Sums { double sums[]; };
#ifndef LAST
TENSOR(1, A, a);
TENSOR(2, B, b);
#endif

void main() {
	uint size = P[0], t = gl_LocalInvocationID.x;
	double sum = 0.0LF;
#ifdef LAST
	for (uint i = t; i < size; i += 256u) sum += sums[1u + i];
#else
	for (uint i = gl_GlobalInvocationID.x; i < size; i += gl_NumWorkGroups.x * 256u) sum += double(a[P[1] + i]) * double(b[P[2] + i]);
#endif
	sum = total(sum);
#ifdef LAST
	if (t == 0u) sums[0] = sum;
#else
	if (t == 0u) sums[1u + gl_WorkGroupID.x] = sum;
#endif
}
