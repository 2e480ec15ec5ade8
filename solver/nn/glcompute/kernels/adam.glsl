// One step of Adam or AdamW; the host has folded the step's number into rate, shrink and
// rootBias.

layout(local_size_x = 256) in;

TENSOR(0, Param, param);
TENSOR(1, Grad, grad);
TENSOR(2, Moment, moment);
TENSOR(3, Square, square);

void main() {
	uint size = P[0];
	float beta1 = arg(5), beta2 = arg(6), scale = arg(7), rate = arg(8), shrink = arg(9), rootBias = arg(10), epsilon = arg(11);
	for (uint i = gl_GlobalInvocationID.x; i < size; i += gl_NumWorkGroups.x * 256u) {
		float g = scale * grad[P[2] + i];
		float m = beta1 * moment[P[3] + i] + arg(12) * g;
		float v = beta2 * square[P[4] + i] + arg(13) * g * g;
		moment[P[3] + i] = m;
		square[P[4] + i] = v;
		param[P[1] + i] = shrink * param[P[1] + i] - rate * m / (sqrt(v) * rootBias + epsilon);
	}
}
