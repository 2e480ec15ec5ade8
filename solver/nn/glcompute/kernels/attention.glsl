// Softmax attention of one head (Vaswani et al. 2017), in one pass over the keys: the
// largest logit and the sum so far are corrected as larger ones turn up (Milakov and
// Gimelshein 2018), so that of the weights only a tile exists.
//
// A workgroup takes ROWS queries of a head; a thread takes two of them (y and y + PAIRS, half of ROWS)
// and every eighth key of a tile of ROWS keys, then every eighth column of the result.
// HEAD is the width of a head rounded up; what is beyond the real one is zero.

#pragma optionNV(unroll all)

#define STRIDE (HEAD + 1)

layout(local_size_x = 8, local_size_y = PAIRS) in;

TENSOR(0, Out, result);
TENSOR(1, Q, q);
TENSOR(2, K, k);
TENSOR(3, V, v);
TENSOR(4, Mass, mass);

shared float tileQ[ROWS * STRIDE];
shared float tileK[ROWS * STRIDE];
shared float tileV[ROWS * STRIDE];
shared float weight[ROWS * (ROWS + 1)];

const float LOWEST = -3.0e38;

void main() {
	uint queries = P[0], keys = P[1], width = P[2], head = P[3];
	uint column = gl_WorkGroupID.y * head;
	uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y, thread = gl_LocalInvocationIndex;
	uint row0 = gl_WorkGroupID.x * ROWS;
	float scale = arg(9);

	for (uint i = thread; i < ROWS * HEAD; i += 8u * uint(PAIRS)) {
		uint r = i / HEAD, c = i % HEAD;
		float value = 0.0;
		if (row0 + r < queries && c < head) value = scale * q[P[5] + (row0 + r) * width + column + c];
		tileQ[r * STRIDE + c] = value;
	}
	float sum[2][HEAD / 8];
	for (int i = 0; i < 2; i++) for (int j = 0; j < HEAD / 8; j++) sum[i][j] = 0.0;
	float most[2], total[2];
	for (int i = 0; i < 2; i++) {
		most[i] = LOWEST;
		total[i] = 0.0;
	}

	for (uint key0 = 0u; key0 < keys; key0 += ROWS) {
		barrier(); // the tiles before have been used
		for (uint i = thread; i < ROWS * HEAD; i += 8u * uint(PAIRS)) {
			uint r = i / HEAD, c = i % HEAD;
			float a = 0.0, b = 0.0;
			if (key0 + r < keys && c < head) {
				a = k[P[6] + (key0 + r) * width + column + c];
				b = v[P[7] + (key0 + r) * width + column + c];
			}
			tileK[r * STRIDE + c] = a;
			tileV[r * STRIDE + c] = b;
		}
		barrier();
		float logit[2][ROWS / 8];
		for (int i = 0; i < 2; i++) for (int j = 0; j < ROWS / 8; j++) logit[i][j] = 0.0;
		for (uint c = 0u; c < HEAD; c++) {
			float a = tileQ[y * STRIDE + c], b = tileQ[(y + uint(PAIRS)) * STRIDE + c];
			for (int j = 0; j < ROWS / 8; j++) {
				float other = tileK[(x + 8u * uint(j)) * STRIDE + c];
				logit[0][j] += a * other;
				logit[1][j] += b * other;
			}
		}
		for (int j = 0; j < ROWS / 8; j++) {
			bool inside = key0 + x + 8u * uint(j) < keys;
			weight[y * (ROWS + 1) + x + 8u * uint(j)] = inside ? logit[0][j] : LOWEST;
			weight[(y + uint(PAIRS)) * (ROWS + 1) + x + 8u * uint(j)] = inside ? logit[1][j] : LOWEST;
		}
		barrier();
		float before[2];
		for (int i = 0; i < 2; i++) {
			before[i] = most[i];
			for (uint j = 0u; j < ROWS; j++) most[i] = max(most[i], weight[(y + uint(i) * uint(PAIRS)) * (ROWS + 1) + j]);
		}
		barrier(); // everybody has read the logits
		for (int j = 0; j < ROWS / 8; j++) {
			uint key = key0 + x + 8u * uint(j);
			float a = key < keys ? (P[10] != 0u ? mass[P[8] + key] : 1.0) : 0.0;
			for (int i = 0; i < 2; i++)
				weight[(y + uint(i) * uint(PAIRS)) * (ROWS + 1) + x + 8u * uint(j)] = key < keys ? a * expo(logit[i][j] - most[i]) : 0.0;
		}
		barrier();
		for (int i = 0; i < 2; i++) {
			float shrink = expo(before[i] - most[i]);
			total[i] *= shrink;
			for (int j = 0; j < HEAD / 8; j++) sum[i][j] *= shrink;
		}
		for (uint r = 0u; r < ROWS; r++) {
			float a = weight[y * (ROWS + 1) + r], b = weight[(y + uint(PAIRS)) * (ROWS + 1) + r];
			total[0] += a;
			total[1] += b;
			for (int j = 0; j < HEAD / 8; j++) {
				float value = tileV[r * STRIDE + x + 8u * uint(j)];
				sum[0][j] += a * value;
				sum[1][j] += b * value;
			}
		}
	}
	for (int i = 0; i < 2; i++) {
		uint row = row0 + y + uint(i) * uint(PAIRS);
		if (row >= queries) continue;
		for (int j = 0; j < HEAD / 8; j++) {
			uint c = x + 8u * uint(j);
			if (c < head) result[P[4] + row * width + column + c] = sum[i][j] / total[i];
		}
	}
}
