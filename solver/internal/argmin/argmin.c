//go:build (linux || windows) && cgo

#include <float.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "argmin.h"

// Eight numbers at once, by the compiler's own vectors. Nothing is multiplied, so that
// nothing can be fused: the bits are those of the plain loops in Go.
typedef float vec __attribute__((vector_size(32)));
typedef int32_t ivec __attribute__((vector_size(32)));
#define LANES 8
#define CHAINS 4
#define smaller(a, b) ((b) < (a) ? (b) : (a))
#define INLINE static inline __attribute__((always_inline))

// rowmin is the least of a row so far, by lane, with its columns. A row has several, CHAINS,
// or each step would wait for the one before.
typedef struct {
	vec low;
	ivec at;
} rowmin;

// The passes are compiled twice, wholly, where the processor may have more than the
// compiler assumes: what a function of few instructions hands to one of more is taken
// apart number by number.
// On Windows the stack keeps 16 bytes, and the compiler spills wide registers as if it kept 32:
// there wide code is safe only with the assembler's -muse-unaligned-vector-move, which the
// Makefile gives together with GWSCOPE_UNALIGNED.
#define NAME(name) name##_base
#include "passes.h"
#undef NAME

#if defined(__x86_64__) && (!defined(_WIN32) || defined(GWSCOPE_UNALIGNED))
#pragma GCC push_options
#pragma GCC target("avx2")
#define NAME(name) name##_avx2
#include "passes.h"
#undef NAME
#pragma GCC pop_options
#define CALL(name, arguments) (__builtin_cpu_supports("avx2") ? name##_avx2 arguments : name##_base arguments)
#else
#define CALL(name, arguments) name##_base arguments
#endif

void gwscope_least(const float *a, const float *b, const float *u, const float *v, int rows, int cols,
	int *row_at, int *col_at, float *row_least, float *col_least) {
	CALL(least, (a, b, u, v, rows, cols, row_at, col_at, row_least, col_least));
}

void gwscope_least_row(const float *a, const float *v, int rows, int cols, int *row_at) {
	CALL(least_row, (a, v, rows, cols, row_at));
}

double gwscope_pair_costs(float *distance, const float *angles, const float *du, const float *dv, const float *au, const float *av,
	float limit, int rows, int cols) {
	return CALL(pair_costs, (distance, angles, du, dv, au, av, limit, rows, cols));
}

void gwscope_pair_least(const float *distance, const float *angles, const float *du, const float *dv, const float *au, const float *av,
	float limit, int rows, int cols, float *row_least, float *col_least) {
	CALL(pair_least, (distance, angles, du, dv, au, av, limit, rows, cols, row_least, col_least));
}

#if defined(__SSE2__)
#include <emmintrin.h>

// cut is |a - b|, at most limit, of four columns.
INLINE __m128 cut(const float *a, const float *b, __m128 limit) {
	__m128 d = _mm_sub_ps(_mm_loadu_ps(a), _mm_loadu_ps(b));
	return _mm_min_ps(_mm_andnot_ps(_mm_set1_ps(-0.0f), d), limit);
}

// first_columns adds up columns in steps of 16 while the sum is not beyond most, and says how many it has looked at.
INLINE float first_columns(const float *a, const float *b, float limit, float most, int cols, int *seen) {
	__m128 top = _mm_set1_ps(limit), even = _mm_setzero_ps(), odd = even;
	float sum = 0;
	int j = 0;
	for (; j + 16 <= cols && sum <= most; j += 16) {
		even = _mm_add_ps(even, _mm_add_ps(cut(a + j, b + j, top), cut(a + j + 4, b + j + 4, top)));
		odd = _mm_add_ps(odd, _mm_add_ps(cut(a + j + 8, b + j + 8, top), cut(a + j + 12, b + j + 12, top)));
		__m128 s = _mm_add_ps(even, odd);
		s = _mm_add_ps(s, _mm_movehl_ps(s, s));
		sum = _mm_cvtss_f32(_mm_add_ss(s, _mm_shuffle_ps(s, s, 1)));
	}
	*seen = j;
	return sum;
}
#else
INLINE float first_columns(const float *a, const float *b, float limit, float most, int cols, int *seen) {
	*seen = 0;
	return 0;
}
#endif

int gwscope_within(const float *a, const float *table, float limit, float most, int rows, int cols, int *out) {
	int count = 0;
	for (int i = 0; i < rows; i++) {
		const float *b = table + (size_t)i * cols;
		int j;
		float sum = first_columns(a, b, limit, most, cols, &j);
		for (; j < cols && sum <= most; j++) {
			float d = a[j] < b[j] ? b[j] - a[j] : a[j] - b[j];
			sum += d < limit ? d : limit;
		}
		if (sum <= most) out[count++] = i;
	}
	return count;
}
