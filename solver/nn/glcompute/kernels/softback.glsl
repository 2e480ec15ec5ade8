// dL/ds_i = Σ_k E_ik (a_i mean_k - H_ik)/τ, a workgroup for a point.

TENSOR(0, DScores, dScores);
TENSOR(1, Gradient, gradient);
TENSOR(2, Kernel, kernel);
TENSOR(3, Mean, mean);
TENSOR(4, Mass, mass);

void main() {
	uint n = P[0], bins = P[1], t = gl_LocalInvocationID.x;
	for (uint i = gl_WorkGroupID.x; i < n; i += gl_NumWorkGroups.x) {
		float a = mass[P[5] + i], sum = 0.0;
		for (uint k = t; k + 1u < bins; k += 128u) {
			uint at = P[3] + i * bins + k;
			sum += kernel[P[4] + i * bins + k] * (a * mean[k] - gradient[at] + gradient[at + 1u]);
		}
		sum = total(sum);
		if (t == 0u) dScores[P[2] + i] = arg(6) * sum;
	}
}
