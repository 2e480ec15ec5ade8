//go:build (linux || windows) && cgo

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "vector.h"

// Eight numbers at once, by the compiler's own vectors: one source for every width of
// instructions. Sums are kept in eight lanes and added in a fixed order.
typedef float vec __attribute__((vector_size(32)));
typedef int32_t ivec __attribute__((vector_size(32)));
#define LANES 8
#define INLINE static inline __attribute__((always_inline))

INLINE vec load(const float *p) {
	vec v;
	memcpy(&v, p, sizeof v);
	return v;
}

INLINE void store(float *p, vec v) { memcpy(p, &v, sizeof v); }

// part loads n < LANES numbers and fills up with rest.
INLINE vec part(const float *p, int n, float rest) {
	float v[LANES];
	for (int k = 0; k < LANES; k++) v[k] = k < n ? p[k] : rest;
	return load(v);
}

INLINE void store_part(float *p, vec v, int n) {
	for (int k = 0; k < n; k++) p[k] = v[k];
}

INLINE vec choose(ivec which, vec a, vec b) { return (vec)(((ivec)a & which) | ((ivec)b & ~which)); }
INLINE vec larger(vec a, vec b) { return choose(a > b, a, b); }
INLINE vec all(float v) { return (vec){v, v, v, v, v, v, v, v}; }

INLINE float sum_of(vec v) { return ((v[0] + v[4]) + (v[1] + v[5])) + ((v[2] + v[6]) + (v[3] + v[7])); }

// exponential of x <= 0, as in package fastmath; NaN stays NaN.
INLINE vec exponential(vec x) {
	const float shifter = 12582912.0f; // 1.5 2^23: adding it rounds to integers
	ivec tiny = x < all(-87.0f);
	vec u = choose(tiny, all(-87.0f), x);
	vec shifted = u * 1.44269504f + shifter;
	vec k = shifted - shifter;
	vec r = (u - k * 0.693359375f) + k * 2.12194440e-4f;
	vec p = r * (1.0f / 5040) + 1.0f / 720;
	p = p * r + 1.0f / 120;
	p = p * r + 1.0f / 24;
	p = p * r + 1.0f / 6;
	p = p * r + 0.5f;
	p = p * r + 1.0f;
	p = p * r + 1.0f;
	vec power = (vec)(((ivec)shifted + 127) << 23);
	return choose(tiny, all(0.0f), p * power);
}

// error function: x times a ratio of polynomials in x² within ±4, beyond which it is ±1
// in single precision; good to some last places (the coefficients are Eigen's).
INLINE vec error_function(vec x) {
	x = choose(x > all(4.0f), all(4.0f), x);
	x = choose(x < all(-4.0f), all(-4.0f), x);
	vec z = x * x;
	vec p = z * -2.72614225801306e-10f + 2.77068142495902e-08f;
	p = p * z - 2.10102402082508e-06f;
	p = p * z - 5.69250639462346e-05f;
	p = p * z - 7.34990630326855e-04f;
	p = p * z - 2.95459980854025e-03f;
	p = p * z - 1.60960333262415e-02f;
	vec q = z * -1.45660718464996e-05f - 2.13374055278905e-04f;
	q = q * z - 1.68282697438203e-03f;
	q = q * z - 7.37332916720468e-03f;
	q = q * z - 1.42647390514189e-02f;
	x = x * p / q;
	x = choose(x > all(1.0f), all(1.0f), x);
	return choose(x < all(-1.0f), all(-1.0f), x);
}

INLINE vec unit(vec x) { return 0.5f * x * (1.0f + error_function(x * 0.70710678f)); }

INLINE void exp_rows(float *block, int rows, int cols, const float *mass, float *sums) {
	int whole = cols / LANES * LANES, rest = cols - whole;
	for (int r = 0; r < rows; r++) {
		float *row = block + (int64_t)r * cols;
		// Two chains, or each step would wait for the one before.
		vec most = all(-INFINITY), other = most;
		int c = 0;
		for (; c + 2 * LANES <= whole; c += 2 * LANES) {
			most = larger(load(row + c), most);
			other = larger(load(row + c + LANES), other);
		}
		if (c < whole) most = larger(load(row + c), most);
		if (rest) other = larger(part(row + whole, rest, -INFINITY), other);
		most = larger(most, other);
		float largest = most[0];
		for (int k = 1; k < LANES; k++) largest = most[k] > largest ? most[k] : largest;
		vec sum = all(0.0f), second = sum;
		for (c = 0; c + 2 * LANES <= whole; c += 2 * LANES) {
			vec e = exponential(load(row + c) - largest), f = exponential(load(row + c + LANES) - largest);
			if (mass) {
				e *= load(mass + c);
				f *= load(mass + c + LANES);
			}
			store(row + c, e);
			store(row + c + LANES, f);
			sum += e;
			second += f;
		}
		if (c < whole) {
			vec e = exponential(load(row + c) - largest);
			if (mass) e *= load(mass + c);
			store(row + c, e);
			sum += e;
		}
		if (rest) {
			vec e = exponential(part(row + whole, rest, -INFINITY) - largest);
			if (mass) e *= part(mass + whole, rest, 0.0f);
			store_part(row + whole, e, rest);
			second += e;
		}
		sums[r] = sum_of(sum + second);
	}
}

INLINE void gelu(float *out, const float *in, int64_t n) {
	int64_t k = 0;
	for (; k + LANES <= n; k += LANES) store(out + k, unit(load(in + k)));
	if (k < n) store_part(out + k, unit(part(in + k, (int)(n - k), 0.0f)), (int)(n - k));
}

INLINE vec slope(vec x) { return 0.5f * (1.0f + error_function(x * 0.70710678f)) + 0.39894228f * x * exponential(-0.5f * x * x); }

INLINE void gelu_backward(float *grad, const float *in, int64_t n) {
	int64_t k = 0;
	for (; k + LANES <= n; k += LANES) store(grad + k, load(grad + k) * slope(load(in + k)));
	if (k < n) store_part(grad + k, part(grad + k, (int)(n - k), 0.0f) * slope(part(in + k, (int)(n - k), 0.0f)), (int)(n - k));
}

INLINE void norm_rows(float *out, float *stats, const float *in, const float *gain, const float *bias, int rows, int width, float epsilon) {
	int whole = width / LANES * LANES, rest = width - whole;
	for (int r = 0; r < rows; r++) {
		const float *x = in + (int64_t)r * width;
		float *y = out + (int64_t)r * width;
		vec sum = all(0.0f);
		for (int c = 0; c < whole; c += LANES) sum += load(x + c);
		if (rest) sum += part(x + whole, rest, 0.0f);
		float mean = sum_of(sum) / (float)width;
		vec squares = all(0.0f);
		for (int c = 0; c < whole; c += LANES) {
			vec d = load(x + c) - mean;
			squares += d * d;
		}
		if (rest) {
			vec d = part(x + whole, rest, mean) - mean;
			squares += d * d;
		}
		float inverse = 1.0f / sqrtf(sum_of(squares) / (float)width + epsilon);
		for (int c = 0; c < whole; c += LANES) store(y + c, (load(x + c) - mean) * inverse * load(gain + c) + load(bias + c));
		for (int c = whole; c < width; c++) y[c] = (x[c] - mean) * inverse * gain[c] + bias[c];
		stats[2 * r] = mean;
		stats[2 * r + 1] = inverse;
	}
}

INLINE void add_bias(float *block, const float *bias, int rows, int cols) {
	for (int r = 0; r < rows; r++, block += cols) {
		int c = 0;
		for (; c + LANES <= cols; c += LANES) store(block + c, load(block + c) + load(bias + c));
		for (; c < cols; c++) block[c] += bias[c];
	}
}

INLINE void add(float *to, const float *what, int64_t n) {
	int64_t c = 0;
	for (; c + LANES <= n; c += LANES) store(to + c, load(to + c) + load(what + c));
	for (; c < n; c++) to[c] += what[c];
}

INLINE void softmax_backward(float *e, float *g, int64_t n, float inverse) {
	int64_t whole = n / LANES * LANES;
	vec sum = all(0.0f);
	for (int64_t c = 0; c < whole; c += LANES) {
		vec p = load(e + c) * inverse;
		store(e + c, p);
		sum += p * load(g + c);
	}
	float dot = sum_of(sum);
	for (int64_t c = whole; c < n; c++) {
		e[c] *= inverse;
		dot += e[c] * g[c];
	}
	for (int64_t c = 0; c < whole; c += LANES) store(g + c, load(e + c) * (load(g + c) - dot));
	for (int64_t c = whole; c < n; c++) g[c] = e[c] * (g[c] - dot);
}

// Each function twice where the processor may have more than the compiler assumes.
// On Windows the stack keeps 16 bytes, and the compiler spills wide registers as if it kept 32:
// there wide code is safe only with the assembler's -muse-unaligned-vector-move, which the
// Makefile gives together with GWSCOPE_UNALIGNED.
#if defined(__x86_64__) && (!defined(_WIN32) || defined(GWSCOPE_UNALIGNED))
#define DISPATCH(name, parameters, arguments) \
	__attribute__((target("avx2,fma"))) static void name##_avx2 parameters { name arguments; } \
	static void name##_plain parameters { name arguments; } \
	void gwscope_##name parameters { \
		if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) name##_avx2 arguments; \
		else name##_plain arguments; \
	}
#else
#define DISPATCH(name, parameters, arguments) \
	void gwscope_##name parameters { name arguments; }
#endif

DISPATCH(exp_rows, (float *block, int rows, int cols, const float *mass, float *sums), (block, rows, cols, mass, sums))
DISPATCH(gelu, (float *out, const float *in, int64_t n), (out, in, n))
DISPATCH(gelu_backward, (float *grad, const float *in, int64_t n), (grad, in, n))
DISPATCH(norm_rows, (float *out, float *stats, const float *in, const float *gain, const float *bias, int rows, int width, float epsilon),
	(out, stats, in, gain, bias, rows, width, epsilon))
DISPATCH(add_bias, (float *block, const float *bias, int rows, int cols), (block, bias, rows, cols))
DISPATCH(add, (float *to, const float *what, int64_t n), (to, what, n))
DISPATCH(softmax_backward, (float *e, float *g, int64_t n, float inverse), (e, g, n, inverse))
