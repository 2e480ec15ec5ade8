// Shares S_ik and kernel values E_ik = e^{-|b_k - s_i|/τ}/2 of the soft sort. Below the
// point shares are differences of E, above it differences the other way round: small
// shares keep their digits.

layout(local_size_x = 32, local_size_y = 8) in;

TENSOR(0, Soft, soft);
TENSOR(1, Kernel, kernel);
TENSOR(2, Scores, scores);
TENSOR(3, Thresholds, thresholds);

shared vec2 values[8][33]; // (u, E) of the columns and of the one before

vec2 value(uint k, uint bins, float s, float inverse) {
	float u = (thresholds[k] - s) * inverse + thresholds[bins + k];
	return vec2(u, 0.5 * expo(-abs(u)));
}

void main() {
	uint n = P[0], bins = P[1], i = gl_GlobalInvocationID.y, k = gl_GlobalInvocationID.x;
	uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
	float inverse = arg(5);
	bool inside = i < n && k < bins;
	vec2 here = vec2(0.0), before = vec2(-1.0, 0.0); // b_0 lies below all points
	if (inside) {
		float s = scores[P[4] + i];
		if (k + 1u < bins) here = value(k, bins, s, inverse);
		values[y][x + 1u] = here;
		if (x == 0u && k > 0u) before = value(k - 1u, bins, s, inverse);
	}
	barrier();
	if (!inside) return;
	if (x > 0u) before = values[y][x];
	float share;
	if (k + 1u == bins) {
		share = before.x > 0.0 ? before.y : 1.0 - before.y;
		here.y = 0.0;
	} else if (here.x <= 0.0) {
		share = max(here.y - before.y, 0.0);
	} else if (before.x > 0.0) {
		share = max(before.y - here.y, 0.0);
	} else {
		share = 1.0 - here.y - before.y;
	}
	if (!finite(thresholds[2u * bins - 1u])) share = NOT_A_NUMBER;
	soft[P[2] + i * bins + k] = share;
	kernel[P[3] + i * bins + k] = here.y;
}
