// Sums of type SUM over the WIDTH threads of a workgroup, in a fixed order.

layout(local_size_x = WIDTH) in;

shared SUM partial[WIDTH];

SUM total(SUM v) {
	uint t = gl_LocalInvocationID.x;
	barrier();
	partial[t] = v;
	barrier();
	for (uint half_ = uint(WIDTH) / 2u; half_ > 0u; half_ >>= 1) {
		if (t < half_) partial[t] += partial[t + half_];
		barrier();
	}
	return partial[0];
}

