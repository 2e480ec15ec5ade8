// Sorts scores and sums their masses: 32 threads compare a point with all others, which
// gives its rank (equal scores by index) and all sums at once. That is n² work, but so
// is the matrix of shares that follows, and there are no passes to wait between.

layout(local_size_x = 32, local_size_y = 8) in;

TENSOR(1, Scores, scores);
TENSOR(2, Mass, mass);

shared dvec4 sums[8][32]; // mass before, all mass, L and U without the point itself
shared uvec2 counts[8][32]; // points before, scores that are not finite

void main() {
	uint n = P[0], i = gl_GlobalInvocationID.y;
	uint lane = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
	float inverse = arg(3);
	float s = i < n ? scores[P[1] + i] : 0.0;
	double before = 0.0LF, all = 0.0LF, left = 0.0LF, right = 0.0LF;
	uvec2 count = uvec2(0u);
	for (uint j = lane; j < n; j += 32u) {
		float other = scores[P[1] + j];
		double a = double(mass[P[2] + j]);
		all += a;
		if (!finite(other)) count.y++;
		if (j == i) continue;
		double spread = a * double(expo(-abs(other - s) * inverse));
		if (other < s || other == s && j < i) {
			before += a;
			left += spread;
			count.x++;
		} else {
			right += spread;
		}
	}
	sums[y][lane] = dvec4(before, all, left, right);
	counts[y][lane] = count;
	barrier();
	for (uint half_ = 16u; half_ > 0u; half_ >>= 1) {
		if (lane < half_) {
			sums[y][lane] += sums[y][lane + half_];
			counts[y][lane] += counts[y][lane + half_];
		}
		barrier();
	}
	if (lane != 0u || i >= n) return;
	// Masses in single precision do not quite sum to 1.
	dvec4 sum = sums[y][0];
	double scale = 1.0LF / sum.y, a = scale * double(mass[P[2] + i]);
	sum *= scale;
	bool bad = counts[y][0].y > 0u;
	Entry e;
	e.cumulated = sum.x + a;
	e.node = sum.x + 0.5LF * (a - sum.z + sum.w);
	e.score = s;
	e.left = float(sum.z + a);
	e.right = float(sum.w + a);
	e.bad = bad ? 1u : 0u;
	table[bad ? i : counts[y][0].x] = e;
}
