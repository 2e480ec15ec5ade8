void gwscope_least(const float *a, const float *b, const float *u, const float *v, int rows, int cols,
	int *row_at, int *col_at, float *row_least, float *col_least);
void gwscope_least_row(const float *a, const float *v, int rows, int cols, int *row_at);
double gwscope_pair_costs(float *distance, const float *angles, const float *du, const float *dv, const float *au, const float *av,
	float limit, int rows, int cols);
void gwscope_pair_least(const float *distance, const float *angles, const float *du, const float *dv, const float *au, const float *av,
	float limit, int rows, int cols, float *row_least, float *col_least);

// gwscope_smallest is Smallest in Go.
int gwscope_smallest(const float *row, const double *v, int n, double bound, int width, int *cols, double *keys);

// gwscope_within is Within in Go.
int gwscope_within(const float *a, const float *table, float limit, float most, int rows, int cols, int *out);
