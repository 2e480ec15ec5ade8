// What a unit of mass that crosses threshold k changes the loss by, Σ_i H_ik E_ik over
// Σ_i a_i E_ik with H_ik = G_ik - G_i,k+1: partial column sums, as in linearback.glsl.

layout(local_size_x = 32, local_size_y = 8) in;

TENSOR(0, Gradient, gradient);
TENSOR(1, Kernel, kernel);
TENSOR(2, Mass, mass);
TENSOR(3, Parts, parts);

shared vec2 sums[8][32];

void main() {
	uint n = P[0], bins = P[1];
	uint k = gl_GlobalInvocationID.x, lane = gl_LocalInvocationID.y;
	uint first = gl_WorkGroupID.y * CHUNK, last = min(first + CHUNK, n);
	vec2 sum = vec2(0.0);
	if (k + 1u < bins) {
		for (uint i = first + lane; i < last; i += 8u) {
			uint at = P[2] + i * bins + k;
			sum += kernel[P[3] + i * bins + k] * vec2(gradient[at] - gradient[at + 1u], mass[P[4] + i]);
		}
	}
	sums[lane][gl_LocalInvocationID.x] = sum;
	barrier();
	if (lane == 0u && k < bins) {
		for (uint l = 1u; l < 8u; l++) sum += sums[l][gl_LocalInvocationID.x];
		uint at = gl_WorkGroupID.y * 2u * bins + k;
		parts[at] = sum.x;
		parts[at + bins] = sum.y;
	}
}
