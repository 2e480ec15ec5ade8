//go:build (linux || windows) && cgo

#include <string.h>

#include "sweep.h"

// Four numbers at once, by the compiler's own vectors. Nothing is multiplied, so that nothing
// can be fused: the bits are those of the plain loops in Go.
typedef double vec __attribute__((vector_size(32)));
typedef int64_t mask __attribute__((vector_size(32)));
#define LANES 16
#define WIDTH 4
#define GROUPS (LANES / WIDTH)
#define INLINE static inline __attribute__((always_inline))

INLINE int pass(const int32_t *order, int64_t count, int64_t first, int64_t step, const int32_t *start, const gwscope_arc *arcs, double *distances, uint8_t *changed) {
	int taken = 0;
	for (int64_t k = first; count-- > 0; k += step) {
		int32_t node = order[k];
		if (!changed[node]) continue;
		changed[node] = 0;
		vec from[GROUPS];
		memcpy(from, distances + (int64_t)node * LANES, sizeof from);
		for (int32_t a = start[node]; a < start[node + 1]; a++) {
			double length = arcs[a].length, *to = distances + (int64_t)arcs[a].to * LANES;
			mask any = {0, 0, 0, 0};
			for (int g = 0; g < GROUPS; g++) {
				vec was, way = from[g] + length;
				memcpy(&was, to + g * WIDTH, sizeof was);
				mask less = way < was;
				any |= less;
				vec now = (vec)(((mask)way & less) | ((mask)was & ~less));
				memcpy(to + g * WIDTH, &now, sizeof now);
			}
			if (any[0] | any[1] | any[2] | any[3]) {
				changed[arcs[a].to] = 1;
				taken = 1;
			}
		}
	}
	return taken;
}

// The pass is compiled twice where the processor may have more than the compiler assumes.
// On Windows the stack keeps 16 bytes, and the compiler spills wide registers as if it kept 32:
// there wide code is safe only with the assembler's -muse-unaligned-vector-move, which the
// Makefile gives together with GWSCOPE_UNALIGNED.
#define PARAMETERS (const int32_t *order, int64_t count, int64_t first, int64_t step, const int32_t *start, const gwscope_arc *arcs, double *distances, uint8_t *changed)
#define ARGUMENTS (order, count, first, step, start, arcs, distances, changed)
#if defined(__x86_64__) && (!defined(_WIN32) || defined(GWSCOPE_UNALIGNED))
__attribute__((target("avx2"))) static int sweep_avx2 PARAMETERS { return pass ARGUMENTS; }
static int sweep_base PARAMETERS { return pass ARGUMENTS; }
int gwscope_sweep PARAMETERS { return __builtin_cpu_supports("avx2") ? sweep_avx2 ARGUMENTS : sweep_base ARGUMENTS; }
#else
int gwscope_sweep PARAMETERS { return pass ARGUMENTS; }
#endif
