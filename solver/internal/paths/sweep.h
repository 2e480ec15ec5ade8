#include <stdint.h>

// gwscope_arc is Arc.
typedef struct {
	double length;
	int32_t to;
} gwscope_arc;

// gwscope_sweep is Bundle.Sweep over order[first], order[first + step], ...
int gwscope_sweep(const int32_t *order, int64_t count, int64_t first, int64_t step, const int32_t *start, const gwscope_arc *arcs, double *distances, uint8_t *changed);
