// Scores with mean 0 and variance 1, or with BACKWARD their gradient
// dIn_i = (g_i - a_i (Σ g + y_i Σ g y))/deviation. One workgroup; sums in double precision.

TENSOR(0, To, to);
TENSOR(1, Stats, stats);
TENSOR(2, From, from);
TENSOR(3, Mass, mass);
#ifdef BACKWARD
TENSOR(4, Y, y);
#endif

void main() {
	uint n = P[0], t = gl_LocalInvocationID.x;
	double first = 0.0LF, second = 0.0LF;
#ifdef BACKWARD
	for (uint i = t; i < n; i += 256u) {
		double g = double(from[P[3] + i]);
		first += g;
		second += g * double(y[P[5] + i]);
	}
	float sum = float(total(first)), along = float(total(second)), inverse = 1.0 / stats[P[2] + 1u];
	for (uint i = t; i < n; i += 256u)
		to[P[1] + i] = inverse * (from[P[3] + i] - mass[P[4] + i] * (sum + y[P[5] + i] * along));
#else
	for (uint i = t; i < n; i += 256u) first += double(mass[P[4] + i]) * double(from[P[3] + i]);
	double mean = total(first);
	for (uint i = t; i < n; i += 256u) {
		double d = double(from[P[3] + i]) - mean;
		second += double(mass[P[4] + i]) * d * d;
	}
	double deviation = sqrt(total(second) + 1e-12LF);
	for (uint i = t; i < n; i += 256u) to[P[1] + i] = float((double(from[P[3] + i]) - mean) / deviation);
	if (t == 0u) {
		stats[P[2]] = float(mean);
		stats[P[2] + 1u] = float(deviation);
	}
#endif
}
