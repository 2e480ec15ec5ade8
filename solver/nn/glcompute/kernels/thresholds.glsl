// Thresholds of the soft sort, a thread for each: the interval by bisection, the place
// in it in closed form (package lapsum, Sort). Line K is a flag: not a number where
// the scores were not.

layout(local_size_x = 64) in;

TENSOR(1, Thresholds, thresholds); // K bases, then K offsets

// logarithm of a positive number (Cephes).
float logarithm(float x) {
	int power = 0;
	if (x < 1.17549435e-38) {
		x *= 16777216.0;
		power = -24;
	}
	uint bits = floatBitsToUint(x);
	power += int(bits >> 23) - 126;
	float m = uintBitsToFloat((bits & 0x007fffffu) | 0x3f000000u);
	if (m < 0.707106781) {
		power--;
		m = m + m - 1.0;
	} else {
		m = m - 1.0;
	}
	float z = m * m;
	float p = 7.0376836292e-2;
	p = p * m - 1.1514610310e-1;
	p = p * m + 1.1676998740e-1;
	p = p * m - 1.2420140846e-1;
	p = p * m + 1.4249322787e-1;
	p = p * m - 1.6668057665e-1;
	p = p * m + 2.0000714765e-1;
	p = p * m - 2.4999993993e-1;
	p = p * m + 3.3333331174e-1;
	p = p * m * z;
	float k = float(power);
	return (p - 2.12194440e-4 * k - 0.5 * z) + m + 0.693359375 * k;
}

void main() {
	uint n = P[0], bins = P[1], k = gl_GlobalInvocationID.x;
	float inverse = arg(2);
	if (k >= bins) return;
	if (table[0].bad != 0u || k == bins - 1u) {
		thresholds[k] = 0.0;
		thresholds[bins + k] = table[0].bad != 0u ? NOT_A_NUMBER : 0.0;
		return;
	}
	double w = double(k + 1u) / double(bins);
	uint lo = 0u, hi = n; // the first point whose node reaches w
	while (lo < hi) {
		uint middle = (lo + hi) / 2u;
		if (table[middle].node < w) lo = middle + 1u; else hi = middle;
	}
	float base, offset;
	if (lo == 0u) {
		base = table[0].score;
		offset = min(0.0, logarithm(float(2.0LF * w) / table[0].right));
	} else if (lo == n) {
		base = table[n - 1u].score;
		offset = max(0.0, -logarithm(float(2.0LF * (1.0LF - w)) / table[n - 1u].left));
	} else {
		Entry before = table[lo - 1u], after = table[lo];
		float gap = (after.score - before.score) * inverse;
		float d = float(w - before.cumulated), size = abs(d);
		float r = sqrt(before.left * after.right) * expo(-0.5 * gap);
		float larger = max(size, r), root = size;
		if (larger > 0.0) root += larger * sqrt((size / larger) * (size / larger) + (r / larger) * (r / larger));
		if (root == 0.0) { // a gap so wide that all its inner places are alike
			base = before.score;
			offset = 0.5 * gap;
		} else if (d >= 0.0) {
			base = after.score;
			offset = max(-gap, min(0.0, logarithm(root / after.right)));
		} else {
			base = before.score;
			offset = min(gap, max(0.0, -logarithm(root / before.left)));
		}
	}
	thresholds[k] = base;
	thresholds[bins + k] = offset;
}
