#version 430 core

// Arguments of a kernel: sizes, offsets in elements, and floats as their bits.
layout(location = 0) uniform uint P[24];

float arg(uint k) { return uintBitsToFloat(P[k]); }

#define TENSOR(at, block, name) layout(std430, binding = at) buffer block { float name[]; }

bool finite(float v) { return (floatBitsToUint(v) & 0x7f800000u) != 0x7f800000u; }

#define NOT_A_NUMBER uintBitsToFloat(0x7fc00000u)

// The language leaves its own functions so much room (exp loses 2|x| last places,
// cos may be off by 2^-11) that drivers would not agree on a soft sort or on random
// Fourier features. These are Moshier's approximations (Cephes), good to 2 last places.

// expo is e^x for x <= 0; not a number stays so.
float expo(float x) {
	if (x < -87.0) return 0.0;
	if (!finite(x)) return x;
	float k = round(x * 1.44269504);
	precise float r = x - k * 0.693359375; // exact: the constant has few bits
	r = r + k * 2.12194440e-4;
	float p = 1.9875691500e-4;
	p = p * r + 1.3981999507e-3;
	p = p * r + 8.3334519073e-3;
	p = p * r + 4.1665795894e-2;
	p = p * r + 1.6666665459e-1;
	p = p * r + 5.0000001201e-1;
	p = p * r * r + r + 1.0;
	return p * uintBitsToFloat(uint(int(k) + 127) << 23);
}

// cosSin is cosine and sine; the reduction holds for |x| up to some thousands.
vec2 cosSin(float x) {
	float k = round(x * 0.636619772);
	precise float r = x - k * 1.5703125; // π/2 in three parts
	r = r - k * 4.837512969970703e-4;
	r = r - k * 7.549789948768648e-8;
	float z = r * r;
	float s = r + r * z * ((-1.9515295891e-4 * z + 8.3321608736e-3) * z - 1.6666654611e-1);
	float c = 1.0 - 0.5 * z + z * z * ((2.443315711809948e-5 * z - 1.388731625493765e-3) * z + 4.166664568298827e-2);
	switch (int(k) & 3) {
	case 0: return vec2(c, s);
	case 1: return vec2(-s, c);
	case 2: return vec2(-c, -s);
	}
	return vec2(s, -c);
}

float sigmoid(float v) {
	float e = expo(-abs(v));
	return v >= 0.0 ? 1.0 / (1.0 + e) : e / (1.0 + e);
}

float hyperbolic(float v) {
	float e = expo(-2.0 * abs(v));
	float t = (1.0 - e) / (1.0 + e);
	return v < 0.0 ? -t : t;
}

// gaussian is Φ, by the error function: x times a ratio of polynomials in x² within ±4,
// beyond which it is ±1 in single precision (the coefficients are Eigen's).
float gaussian(float v) {
	float x = clamp(v * 0.70710678, -4.0, 4.0);
	float z = x * x;
	float p = z * -2.72614225801306e-10 + 2.77068142495902e-08;
	p = p * z - 2.10102402082508e-06;
	p = p * z - 5.69250639462346e-05;
	p = p * z - 7.34990630326855e-04;
	p = p * z - 2.95459980854025e-03;
	p = p * z - 1.60960333262415e-02;
	float q = z * -1.45660718464996e-05 - 2.13374055278905e-04;
	q = q * z - 1.68282697438203e-03;
	q = q * z - 7.37332916720468e-03;
	q = q * z - 1.42647390514189e-02;
	return 0.5 * (1.0 + clamp(x * p / q, -1.0, 1.0));
}

// Activations by their number in package nn.
float activate(uint act, float v) {
	if (act == 1u) return v > 0.0 || (floatBitsToUint(v) & 0x7fffffffu) > 0x7f800000u ? v : 0.0;
	if (act == 2u) return v * sigmoid(v);
	if (act == 3u) return hyperbolic(v);
	if (act == 4u) return cosSin(v).x;
	if (act == 5u) return v * gaussian(v);
	return v;
}

float derivative(uint act, float v) {
	if (act == 1u) return v > 0.0 ? 1.0 : 0.0;
	if (act == 2u) {
		float s = sigmoid(v);
		return s * (1.0 + v * (1.0 - s));
	}
	if (act == 3u) {
		float t = hyperbolic(v);
		return 1.0 - t * t;
	}
	if (act == 4u) return -cosSin(v).y;
	if (act == 5u) return gaussian(v) + v * 0.39894228 * expo(-0.5 * v * v);
	return 1.0;
}
