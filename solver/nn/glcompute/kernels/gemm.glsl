// C = alpha op(A) op(B) + beta C, or a dense layer (EPILOGUE), C = act(Z) + residual
// with Z = A B' + bias.
//
// A workgroup of 16 x 16 computes a BM x BN tile of C from tiles of A and B that are
// BK deep and lie in shared memory with the depth outermost; a thread holds TM x TN
// of it in registers, in groups of four so that shared memory is read without
// conflicts. The next tiles come from memory while the present ones are multiplied.
//
// TRANS_A and TRANS_B say how the matrices lie. ALIGNED promises rows and offsets in
// multiples of four, so that memory is read by vec4. SPLIT shares the depth out
// among workgroups, whose parts gemmsum.glsl adds up in a fixed order.

#pragma optionNV(unroll all) // NVIDIA keeps arrays in registers only then

layout(local_size_x = 256) in;

#define BK 16
#define PAD 4
#define LOADS_A (BM * BK / 1024)
#define LOADS_B (BN * BK / 1024)

TENSOR(0, C, c);
#ifdef ALIGNED
layout(std430, binding = 1) readonly buffer A { vec4 a[]; };
layout(std430, binding = 2) readonly buffer B { vec4 b[]; };
#else
layout(std430, binding = 1) readonly buffer A { float a[]; };
layout(std430, binding = 2) readonly buffer B { float b[]; };
#endif
#ifdef EPILOGUE
TENSOR(3, Bias, bias);
TENSOR(4, Residual, residual);
TENSOR(5, Pre, pre);
#endif

shared float tileA[BK * (BM + PAD)];
shared float tileB[BK * (BN + PAD)];

// fetch reads four neighbours of row r (of rows), from column q on (of cols), zero outside.
#ifdef ALIGNED
#define FETCH(name, data) \
vec4 name(uint at, uint r, uint rows, uint q, uint cols) { \
	return r < rows && q < cols ? data[(at + r * cols + q) >> 2] : vec4(0.0); \
}
#else
#define FETCH(name, data) \
vec4 name(uint at, uint r, uint rows, uint q, uint cols) { \
	vec4 v = vec4(0.0); \
	if (r >= rows) return v; \
	uint first = at + r * cols + q; \
	if (q < cols) v.x = data[first]; \
	if (q + 1u < cols) v.y = data[first + 1u]; \
	if (q + 2u < cols) v.z = data[first + 2u]; \
	if (q + 3u < cols) v.w = data[first + 3u]; \
	return v; \
}
#endif
FETCH(fetchA, a)
FETCH(fetchB, b)

void main() {
	uint M = P[0], N = P[1], K = P[2];
	uint atC = P[3], atA = P[4], atB = P[5];
	uint thread = gl_LocalInvocationID.x, tx = thread & 15u, ty = thread >> 4;
	uint row0 = gl_WorkGroupID.y * BM, col0 = gl_WorkGroupID.x * BN;
	uint depth0 = 0u, depth1 = K;
#ifdef SPLIT
	depth0 = gl_WorkGroupID.z * P[6];
	depth1 = min(depth0 + P[6], K);
#endif

	float sum[TM][TN];
	for (int i = 0; i < TM; i++) for (int j = 0; j < TN; j++) sum[i][j] = 0.0;
	vec4 nextA[LOADS_A], nextB[LOADS_B];

	// One more round than tiles: the first only fetches, the last only multiplies.
	for (uint k0 = depth0; k0 < depth1 + BK; k0 += BK) {
		if (k0 > depth0) {
			barrier(); // the tiles before have been used
			for (uint l = 0u; l < LOADS_A; l++) {
				uint v = thread + 256u * l;
#ifdef TRANS_A
				uint k = v / (BM / 4), at = k * (BM + PAD) + v % (BM / 4) * 4u, step = 1u;
#else
				uint k = v % (BK / 4) * 4u, at = k * (BM + PAD) + v / (BK / 4), step = BM + PAD;
#endif
				tileA[at] = nextA[l].x;
				tileA[at + step] = nextA[l].y;
				tileA[at + 2u * step] = nextA[l].z;
				tileA[at + 3u * step] = nextA[l].w;
			}
			for (uint l = 0u; l < LOADS_B; l++) {
				uint v = thread + 256u * l;
#ifdef TRANS_B
				uint k = v % (BK / 4) * 4u, at = k * (BN + PAD) + v / (BK / 4), step = BN + PAD;
#else
				uint k = v / (BN / 4), at = k * (BN + PAD) + v % (BN / 4) * 4u, step = 1u;
#endif
				tileB[at] = nextB[l].x;
				tileB[at + step] = nextB[l].y;
				tileB[at + 2u * step] = nextB[l].z;
				tileB[at + 3u * step] = nextB[l].w;
			}
			barrier();
		}
		if (k0 < depth1) {
			for (uint l = 0u; l < LOADS_A; l++) {
				uint v = thread + 256u * l;
#ifdef TRANS_A
				nextA[l] = fetchA(atA, k0 + v / (BM / 4), depth1, row0 + v % (BM / 4) * 4u, M);
#else
				nextA[l] = fetchA(atA, row0 + v / (BK / 4), M, k0 + v % (BK / 4) * 4u, K);
#endif
			}
			for (uint l = 0u; l < LOADS_B; l++) {
				uint v = thread + 256u * l;
#ifdef TRANS_B
				nextB[l] = fetchB(atB, col0 + v / (BK / 4), N, k0 + v % (BK / 4) * 4u, K);
#else
				nextB[l] = fetchB(atB, k0 + v / (BN / 4), depth1, col0 + v % (BN / 4) * 4u, N);
#endif
			}
		}
		if (k0 > depth0) {
			for (uint k = 0u; k < BK; k++) {
				float x[TM], y[TN];
				for (int i = 0; i < TM; i++) x[i] = tileA[k * (BM + PAD) + uint(i / 4) * 64u + ty * 4u + uint(i % 4)];
				for (int j = 0; j < TN; j++) y[j] = tileB[k * (BN + PAD) + uint(j / 4) * 64u + tx * 4u + uint(j % 4)];
				for (int i = 0; i < TM; i++) for (int j = 0; j < TN; j++) sum[i][j] += x[i] * y[j];
			}
		}
	}

	for (int i = 0; i < TM; i++) {
		uint row = row0 + uint(i / 4) * 64u + ty * 4u + uint(i % 4);
		if (row >= M) continue;
		for (int j = 0; j < TN; j++) {
			uint col = col0 + uint(j / 4) * 64u + tx * 4u + uint(j % 4);
			if (col >= N) continue;
			uint at = row * N + col;
#if defined(EPILOGUE)
			float z = sum[i][j];
			if ((P[8] & 1u) != 0u) z += bias[P[9] + col];
			if ((P[8] & 4u) != 0u) pre[P[11] + at] = z;
			float v = activate(P[7], z);
			if ((P[8] & 2u) != 0u) v += residual[P[10] + at];
			c[atC + at] = v;
#elif defined(SPLIT)
			c[gl_WorkGroupID.z * M * N + at] = sum[i][j];
#else
			float v = arg(7) * sum[i][j];
			if (arg(8) != 0.0) v += arg(8) * c[atC + at];
			c[atC + at] = v;
#endif
		}
	}
}
