#include <stdint.h>

void gwscope_exp_rows(float *block, int rows, int cols, const float *mass, float *sums);
void gwscope_gelu(float *out, const float *in, int64_t n);
void gwscope_gelu_backward(float *grad, const float *in, int64_t n);
void gwscope_norm_rows(float *out, float *stats, const float *in, const float *gain, const float *bias, int rows, int width, float epsilon);
void gwscope_add_bias(float *block, const float *bias, int rows, int cols);
void gwscope_add(float *to, const float *what, int64_t n);
void gwscope_softmax_backward(float *e, float *g, int64_t n, float inverse);
