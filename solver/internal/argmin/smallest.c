//go:build (linux || windows) && cgo

#include "argmin.h"

// list has the least entries so far, in order; whatever is not below bound cannot join.
typedef struct {
	double bound;
	int count, width, *cols;
	double *keys;
} list;

static inline void offer(list *l, double d, int column) {
	int k = l->count < l->width ? l->count++ : l->width - 1;
	for (; k > 0 && l->keys[k - 1] > d; k--) {
		l->keys[k] = l->keys[k - 1];
		l->cols[k] = l->cols[k - 1];
	}
	l->keys[k] = d;
	l->cols[k] = column;
	if (l->count == l->width && l->keys[l->width - 1] < l->bound) l->bound = l->keys[l->width - 1];
}

#if defined(__x86_64__) && (!defined(_WIN32) || defined(GWSCOPE_UNALIGNED))
#include <immintrin.h>

#define BLOCK 16

// whole_blocks looks through the columns by blocks, of which few have any to offer, and says where it stopped.
__attribute__((target("avx2"))) static int whole_blocks(const float *row, const double *v, int n, list *l) {
	int j = 0;
	__m256d most = _mm256_set1_pd(l->bound);
	for (; j + BLOCK <= n; j += BLOCK) {
		unsigned hits = 0;
		for (int k = 0; k < BLOCK; k += 4) {
			__m256d d = _mm256_sub_pd(_mm256_cvtps_pd(_mm_loadu_ps(row + j + k)), _mm256_loadu_pd(v + j + k));
			hits |= (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(d, most, _CMP_LT_OQ)) << k;
		}
		if (!hits) continue;
		for (; hits; hits &= hits - 1) {
			int at = j + __builtin_ctz(hits);
			double d = (double)row[at] - v[at];
			if (d < l->bound) offer(l, d, at);
		}
		most = _mm256_set1_pd(l->bound);
	}
	return j;
}
#endif

int gwscope_smallest(const float *row, const double *v, int n, double bound, int width, int *cols, double *keys) {
	list l = {bound, 0, width, cols, keys};
	int j = 0;
#if defined(__x86_64__) && (!defined(_WIN32) || defined(GWSCOPE_UNALIGNED))
	if (__builtin_cpu_supports("avx2")) j = whole_blocks(row, v, n, &l);
#endif
	for (; j < n; j++) {
		double d = (double)row[j] - v[j];
		if (d < l.bound) offer(&l, d, j);
	}
	return l.count;
}
