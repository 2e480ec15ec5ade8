//go:build (linux || windows) && cgo

#include <math.h>
#include <string.h>

#include "search.h"

#define LANES GWSCOPE_LANES
#define MOST_OPEN (3 * 16 + LANES)
#define SLACK 4e-6
#define SLIVER 1e-12
#define TINY 1.401298464324817e-45

typedef gwscope_vec point;

#if defined(__SSE2__)
#include <emmintrin.h>

// near_lanes writes the squared distances from (x, y, z) to the boxes of all lanes, and returns a bit for each lane
// whose distance is not beyond most.
static inline int near_lanes(const gwscope_node *n, const float *at, float most, float *gaps) {
	__m128 sum = _mm_setzero_ps();
	for (int axis = 0; axis < 3; axis++) {
		__m128 x = _mm_set1_ps(at[axis]);
		__m128 d = _mm_max_ps(_mm_max_ps(_mm_sub_ps(_mm_loadu_ps(n->lo[axis]), x), _mm_sub_ps(x, _mm_loadu_ps(n->hi[axis]))), _mm_setzero_ps());
		sum = _mm_add_ps(sum, _mm_mul_ps(d, d));
	}
	_mm_storeu_ps(gaps, sum);
	return _mm_movemask_ps(_mm_cmple_ps(sum, _mm_set1_ps(most)));
}
#else
static inline int near_lanes(const gwscope_node *n, const float *at, float most, float *gaps) {
	int near = 0;
	for (int lane = 0; lane < LANES; lane++) {
		gaps[lane] = 0;
		for (int axis = 0; axis < 3; axis++) {
			float below = n->lo[axis][lane] - at[axis], above = at[axis] - n->hi[axis][lane];
			float d = below > above ? below : above;
			gaps[lane] += d > 0 ? d * d : 0;
		}
		near |= (gaps[lane] <= most) << lane;
	}
	return near;
}
#endif

static inline float bounding(double limit) { return (float)(limit * (1 + SLACK) + TINY); }

// The following are those of triangle.go, operation by operation.

static inline point sub(point a, point b) { return (point){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline point add(point a, point b) { return (point){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline point scale(double f, point a) { return (point){f * a.x, f * a.y, f * a.z}; }
static inline double dot(point a, point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline point cross(point a, point b) {
	return (point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static void on_sides(point p, const point *corners, double *bary) {
	double least = INFINITY;
	for (int k = 0; k < 3; k++) {
		int next = (k + 1) % 3;
		point a = corners[k], along = sub(corners[next], a);
		double t = 0, l = dot(along, along);
		if (l > 0) t = dot(sub(p, a), along) / l;
		t = t < 0 ? 0 : t > 1 ? 1 : t;
		point away = sub(p, add(a, scale(t, along)));
		double d = dot(away, away);
		if (d < least) {
			least = d;
			bary[0] = bary[1] = bary[2] = 0;
			bary[k] = 1 - t;
			bary[next] = t;
		}
	}
}

static inline void set(double *bary, double a, double b, double c) {
	bary[0] = a;
	bary[1] = b;
	bary[2] = c;
}

static inline void on_triangle(point p, const point *corners, double *bary) {
	point a = corners[0], b = corners[1], c = corners[2];
	point ab = sub(b, a), ac = sub(c, a), ap = sub(p, a), across = cross(ab, ac);
	if (dot(across, across) <= SLIVER * dot(ab, ab) * dot(ac, ac)) {
		on_sides(p, corners, bary);
		return;
	}
	double d1 = dot(ab, ap), d2 = dot(ac, ap);
	if (d1 <= 0 && d2 <= 0) return set(bary, 1, 0, 0);
	point bp = sub(p, b);
	double d3 = dot(ab, bp), d4 = dot(ac, bp);
	if (d3 >= 0 && d4 <= d3) return set(bary, 0, 1, 0);
	double vc = d1 * d4 - d3 * d2;
	if (vc <= 0 && d1 >= 0 && d3 <= 0) {
		double v = d1 / (d1 - d3);
		return set(bary, 1 - v, v, 0);
	}
	point cp = sub(p, c);
	double d5 = dot(ab, cp), d6 = dot(ac, cp);
	if (d6 >= 0 && d5 <= d6) return set(bary, 0, 0, 1);
	double vb = d5 * d2 - d1 * d6;
	if (vb <= 0 && d2 >= 0 && d6 <= 0) {
		double w = d2 / (d2 - d6);
		return set(bary, 1 - w, 0, w);
	}
	double va = d3 * d6 - d5 * d4;
	if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
		double w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
		return set(bary, 0, 1 - w, w);
	}
	double v = vb / (va + vb + vc), w = vc / (va + vb + vc);
	set(bary, 1 - v - w, v, w);
}

int gwscope_closest(const gwscope_node *nodes, const int *triangles, const gwscope_vec *points, const gwscope_vec *facing, gwscope_query *query) {
	const point p = query->p;
	const float x[3] = {(float)p.x, (float)p.y, (float)p.z};
	double limit = query->limit;
	float most = bounding(limit);
	int face = -1, depth = 1;
	struct {
		float gap;
		int child;
	} stack[MOST_OPEN];
	stack[0].gap = 0; // the root
	stack[0].child = 0;
	while (depth > 0) {
		depth--;
		if (stack[depth].gap > most) continue;
		int child = stack[depth].child;
		if (child < 0) {
			int k = -1 - child;
			if (facing && !(dot(facing[k], query->n) >= query->least)) continue;
			const int *f = triangles + 3 * (size_t)k;
			point corners[3] = {points[f[0]], points[f[1]], points[f[2]]};
			double bary[3];
			on_triangle(p, corners, bary);
			point at = add(scale(bary[0], corners[0]), add(scale(bary[1], corners[1]), scale(bary[2], corners[2])));
			point away = sub(p, at);
			double d = dot(away, away);
			if (d < limit || (d == limit && face >= 0 && k < face)) {
				limit = d;
				face = k;
				most = bounding(limit);
				memcpy(query->bary, bary, sizeof bary);
				query->at = at;
			}
			continue;
		}
		const gwscope_node *n = nodes + child;
		float gaps[LANES];
		int begin = depth;
		for (int near = near_lanes(n, x, most, gaps); near; near &= near - 1) {
			int lane = __builtin_ctz(near), k = depth;
			if (!n->child[lane]) break; // empty, as all behind it are
			for (; k > begin && stack[k - 1].gap < gaps[lane]; k--) stack[k] = stack[k - 1]; // the nearest comes last
			stack[k].gap = gaps[lane];
			stack[k].child = n->child[lane];
			depth++;
		}
	}
	return face;
}
