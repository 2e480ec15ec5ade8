// The passes, for the instructions that NAME stands for; least.c takes them in once for each.

#define load NAME(load)
#define load_int NAME(load_int)
#define store NAME(store)
#define store_int NAME(store_int)
#define choose NAME(choose)
#define choose_int NAME(choose_int)
#define all_of NAME(all_of)
#define all_int NAME(all_int)
#define begin NAME(begin)
#define offer NAME(offer)
#define offer_columns NAME(offer_columns)
#define smallest NAME(smallest)
#define smallest_int NAME(smallest_int)
#define join NAME(join)
#define settle NAME(settle)
#define cost_at NAME(cost_at)
#define pair NAME(pair)
#define pair_one NAME(pair_one)
#define passes NAME(passes)

INLINE vec load(const float *p) {
	vec v;
	memcpy(&v, p, sizeof v);
	return v;
}

INLINE ivec load_int(const int *p) {
	ivec v;
	memcpy(&v, p, sizeof v);
	return v;
}

INLINE void store(float *p, vec v) { memcpy(p, &v, sizeof v); }
INLINE void store_int(int *p, ivec v) { memcpy(p, &v, sizeof v); }
INLINE vec choose(ivec which, vec a, vec b) { return (vec)(((ivec)a & which) | ((ivec)b & ~which)); }
INLINE ivec choose_int(ivec which, ivec a, ivec b) { return (a & which) | (b & ~which); }
INLINE vec all_of(float v) { return (vec){v, v, v, v, v, v, v, v}; }
INLINE ivec all_int(int v) { return (ivec){v, v, v, v, v, v, v, v}; }

// begin empties the chains of a row.
INLINE void begin(rowmin *r) {
	for (int k = 0; k < CHAINS; k++) r[k] = (rowmin){all_of(FLT_MAX), all_int(0)};
}

INLINE void offer(rowmin *r, vec c, ivec column) {
	ivec less = c < r->low;
	r->low = choose(less, c, r->low);
	r->at = choose_int(less, column, r->at);
}

INLINE void offer_columns(vec c, int row, int *col_at, float *col_least) {
	vec best = load(col_least);
	ivec less = c < best;
	store(col_least, choose(less, c, best));
	store_int(col_at, choose_int(less, all_int(row), load_int(col_at)));
}

INLINE float smallest(vec v) {
	float a = smaller(v[0], v[4]), b = smaller(v[1], v[5]), c = smaller(v[2], v[6]), d = smaller(v[3], v[7]);
	a = smaller(a, b);
	c = smaller(c, d);
	return smaller(a, c);
}

INLINE int smallest_int(ivec v) {
	int a = smaller(v[0], v[4]), b = smaller(v[1], v[5]), c = smaller(v[2], v[6]), d = smaller(v[3], v[7]);
	a = smaller(a, b);
	c = smaller(c, d);
	return smaller(a, c);
}

// join puts two chains together: the first column among equals.
INLINE rowmin join(rowmin a, rowmin b) {
	ivec other = (b.low < a.low) | ((b.low == a.low) & (b.at < a.at));
	return (rowmin){choose(other, b.low, a.low), choose_int(other, b.at, a.at)};
}

// settle puts all chains together, and their lanes.
INLINE void settle(rowmin *r, float *low, int *at) {
	rowmin all = join(join(r[0], r[1]), join(r[2], r[3]));
	*low = smallest(all.low);
	*at = smallest_int(choose_int(all.low == all_of(*low), all.at, all_int(INT_MAX)));
}

// cost_at is a_ij + v_j + u_i + b_ij, or a_ij alone.
INLINE vec cost_at(const float *a, const float *b, const float *v, vec u, int summed) {
	return summed ? load(a) + load(v) + u + load(b) : load(a);
}

INLINE void passes(const float *a, const float *b, const float *us, const float *v, int rows, int cols,
	int *row_at, int *col_at, float *row_least, float *col_least, int summed) {
	const ivec lanes = {0, 1, 2, 3, 4, 5, 6, 7};
	for (int j = 0; j < cols; j++) {
		col_least[j] = FLT_MAX;
		col_at[j] = 0;
	}
	for (int i = 0; i < rows; i++) {
		float one = summed ? us[i] : 0.0f;
		vec u = all_of(one);
		rowmin r[CHAINS];
		begin(r);
		int j = 0;
		ivec column = lanes;
		for (; j + CHAINS * LANES <= cols; j += CHAINS * LANES)
			for (int k = 0; k < CHAINS; k++, column += LANES) {
				int at = j + k * LANES;
				vec c = cost_at(a + at, b + at, v + at, u, summed);
				offer(&r[k], c, column);
				offer_columns(c, i, col_at + at, col_least + at);
			}
		for (; j + LANES <= cols; j += LANES, column += LANES) {
			vec c = cost_at(a + j, b + j, v + j, u, summed);
			offer(&r[0], c, column);
			offer_columns(c, i, col_at + j, col_least + j);
		}
		float low;
		int at;
		settle(r, &low, &at);
		for (; j < cols; j++) {
			float c = summed ? a[j] + v[j] + one + b[j] : a[j];
			if (c < low) {
				low = c;
				at = j;
			}
			if (c < col_least[j]) {
				col_least[j] = c;
				col_at[j] = i;
			}
		}
		row_least[i] = low;
		row_at[i] = at;
		a += cols;
		b += summed ? cols : 0;
	}
}

static void NAME(least)(const float *a, const float *b, const float *u, const float *v, int rows, int cols,
	int *row_at, int *col_at, float *row_least, float *col_least) {
	if (b) passes(a, b, u, v, rows, cols, row_at, col_at, row_least, col_least, 1);
	else passes(a, a, a, a, rows, cols, row_at, col_at, row_least, col_least, 0);
}

static void NAME(least_row)(const float *a, const float *v, int rows, int cols, int *row_at) {
	const ivec lanes = {0, 1, 2, 3, 4, 5, 6, 7};
	for (int i = 0; i < rows; i++, a += cols) {
		rowmin r[CHAINS];
		begin(r);
		int j = 0;
		ivec column = lanes;
		for (; j + CHAINS * LANES <= cols; j += CHAINS * LANES)
			for (int k = 0; k < CHAINS; k++, column += LANES) offer(&r[k], load(a + j + k * LANES) + load(v + j + k * LANES), column);
		for (; j + LANES <= cols; j += LANES, column += LANES) offer(&r[0], load(a + j) + load(v + j), column);
		float low;
		int at;
		settle(r, &low, &at);
		for (; j < cols; j++) {
			float c = a[j] + v[j];
			if (c < low) {
				low = c;
				at = j;
			}
		}
		row_at[i] = at;
	}
}

// pair is min(d + du + dv, limit) + (a + au + av).
INLINE vec pair(vec d, vec du, vec dv, vec limit, vec a, vec au, vec av) {
	d = d + du + dv;
	return choose(limit < d, limit, d) + (a + au + av);
}

INLINE float pair_one(float d, float du, float dv, float limit, float a, float au, float av) {
	d = d + du + dv;
	return (limit < d ? limit : d) + (a + au + av);
}

// pair_costs returns the sum: of every row in sixteen parts, by column.
static double NAME(pair_costs)(float *distance, const float *angles, const float *dus, const float *dv, const float *aus, const float *av,
	float limit, int rows, int cols) {
	double total = 0;
	for (int i = 0; i < rows; i++, distance += cols, angles += cols) {
		float du = dus[i], au = aus[i];
		vec sums[2] = {all_of(0), all_of(0)};
		int j = 0;
		for (; j + 2 * LANES <= cols; j += 2 * LANES)
			for (int k = 0; k < 2; k++) {
				int at = j + k * LANES;
				vec c = pair(load(distance + at), all_of(du), load(dv + at), all_of(limit), load(angles + at), all_of(au), load(av + at));
				store(distance + at, c);
				sums[k] += c;
			}
		float parts[2 * LANES];
		store(parts, sums[0]);
		store(parts + LANES, sums[1]);
		for (; j < cols; j++) {
			distance[j] = pair_one(distance[j], du, dv[j], limit, angles[j], au, av[j]);
			parts[j % (2 * LANES)] += distance[j];
		}
		double sum = 0;
		for (int k = 0; k < 2 * LANES; k++) sum += parts[k];
		total += sum;
	}
	return total;
}

static void NAME(pair_least)(const float *distance, const float *angles, const float *dus, const float *dv, const float *aus, const float *av,
	float limit, int rows, int cols, float *row_least, float *col_least) {
	for (int j = 0; j < cols; j++) col_least[j] = FLT_MAX;
	for (int i = 0; i < rows; i++, distance += cols, angles += cols) {
		float du = dus[i], au = aus[i];
		vec low[CHAINS];
		for (int k = 0; k < CHAINS; k++) low[k] = all_of(FLT_MAX);
		int j = 0;
		for (; j + CHAINS * LANES <= cols; j += CHAINS * LANES)
			for (int k = 0; k < CHAINS; k++) {
				int at = j + k * LANES;
				vec c = pair(load(distance + at), all_of(du), load(dv + at), all_of(limit), load(angles + at), all_of(au), load(av + at));
				vec best = load(col_least + at);
				low[k] = choose(c < low[k], c, low[k]);
				store(col_least + at, choose(c < best, c, best));
			}
		for (; j + LANES <= cols; j += LANES) {
			vec c = pair(load(distance + j), all_of(du), load(dv + j), all_of(limit), load(angles + j), all_of(au), load(av + j));
			vec best = load(col_least + j);
			low[0] = choose(c < low[0], c, low[0]);
			store(col_least + j, choose(c < best, c, best));
		}
		for (int k = 1; k < CHAINS; k++) low[0] = choose(low[k] < low[0], low[k], low[0]);
		float least = smallest(low[0]);
		for (; j < cols; j++) {
			float c = pair_one(distance[j], du, dv[j], limit, angles[j], au, av[j]);
			if (c < least) least = c;
			if (c < col_least[j]) col_least[j] = c;
		}
		row_least[i] = least;
	}
}

#undef load
#undef load_int
#undef store
#undef store_int
#undef choose
#undef choose_int
#undef all_of
#undef all_int
#undef begin
#undef offer
#undef offer_columns
#undef smallest
#undef smallest_int
#undef join
#undef settle
#undef cost_at
#undef pair
#undef pair_one
#undef passes
