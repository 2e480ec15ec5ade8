// Σ a∘b in double precision and a fixed order: a partial sum for each workgroup, and
// with LAST the sum of those.

layout(local_size_x = 256) in;

layout(std430, binding = 0) buffer Sums { double sums[]; };
#ifndef LAST
TENSOR(1, A, a);
TENSOR(2, B, b);
#endif

shared double partial[256];

void main() {
	uint size = P[0], t = gl_LocalInvocationID.x;
	double sum = 0.0LF;
#ifdef LAST
	for (uint i = t; i < size; i += 256u) sum += sums[1u + i];
#else
	for (uint i = gl_GlobalInvocationID.x; i < size; i += gl_NumWorkGroups.x * 256u) sum += double(a[P[1] + i]) * double(b[P[2] + i]);
#endif
	partial[t] = sum;
	barrier();
	for (uint half_ = 128u; half_ > 0u; half_ >>= 1) {
		if (t < half_) partial[t] += partial[t + half_];
		barrier();
	}
#ifdef LAST
	if (t == 0u) sums[0] = partial[0];
#else
	if (t == 0u) sums[1u + gl_WorkGroupID.x] = partial[0];
#endif
}
