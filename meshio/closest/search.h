#define GWSCOPE_LANES 4

typedef struct {
	double x, y, z;
} gwscope_vec;

// gwscope_node is node in Go.
typedef struct {
	float lo[3][GWSCOPE_LANES], hi[3][GWSCOPE_LANES];
	int child[GWSCOPE_LANES];
} gwscope_node;

typedef struct {
	gwscope_vec p, n;
	double least, limit; // limit squared
	double bary[3];      // the outcome, with at
	gwscope_vec at;
} gwscope_query;

// gwscope_closest is plainSearch in Go; it returns the triangle, -1 where there is none. facing may be null.
int gwscope_closest(const gwscope_node *nodes, const int *triangles, const gwscope_vec *points, const gwscope_vec *facing, gwscope_query *query);
