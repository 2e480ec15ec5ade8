//go:build linux && cgo

package dense

/*
void dsytrd_(const char *uplo, const int *n, double *a, const int *lda, double *d, double *e, double *tau,
	double *work, const int *lwork, int *info, long uploLen);
void dstemr_(const char *jobz, const char *range, const int *n, double *d, double *e, const double *vl, const double *vu,
	const int *il, const int *iu, int *m, double *w, double *z, const int *ldz, const int *nzc, int *isuppz, int *tryrac,
	double *work, const int *lwork, int *iwork, const int *liwork, int *info, long jobzLen, long rangeLen);
void dormtr_(const char *side, const char *uplo, const char *trans, const int *m, const int *n, const double *a, const int *lda,
	const double *tau, double *c, const int *ldc, double *work, const int *lwork, int *info, long sideLen, long uploLen, long transLen);

// d, e, tau: n each; work: lwork >= 64 n.
static int positiveEigen(int n, double above, double *a, double *w, double *z, int *isuppz,
	double *d, double *e, double *tau, double *work, int lwork, int *iwork, int liwork) {
	int none = 0, found = 0, info = 0, tryrac = 1;
	double from = 0;
	dsytrd_("L", &n, a, &n, d, e, tau, work, &lwork, &info, 1);
	if (info != 0) return -1;
	dstemr_("V", "V", &n, d, e, &from, &above, &none, &none, &found, w, z, &n, &n, isuppz, &tryrac,
		work, &lwork, iwork, &liwork, &info, 1, 1);
	if (info != 0) return -1;
	if (found > 0) dormtr_("L", "L", "N", &n, &found, a, &n, tau, z, &n, work, &lwork, &info, 1, 1, 1);
	return info == 0 ? found : -1;
}
*/
import "C"

import "math"

// symPositive calls LAPACK for the eigenvalues in (0, ∞) only and returns them in
// ascending order, their eigenvectors one after another: reduction to a tridiagonal
// matrix, relatively robust representations of the wanted part, and back. (dsyevr
// would bisect wherever not all eigenvalues are wanted.) Where the representations
// fail, as they can on many equal eigenvalues, the QL iteration takes over. upper is
// overwritten.
func symPositive(n int, upper []float64) (values, columns []float64, ok bool) {
	// No eigenvalue lies above the largest sum of the sizes of a row.
	sums := make([]float64, n)
	for i := range n {
		sums[i] += math.Abs(upper[i*n+i])
		for j, v := range upper[i*n+i+1 : (i+1)*n] {
			sums[i] += math.Abs(v)
			sums[i+1+j] += math.Abs(v)
		}
	}
	above := 1.0
	for _, s := range sums {
		above = max(above, 2*s)
	}
	kept := append([]float64(nil), upper...)
	values, columns = make([]float64, n), make([]float64, n*n)
	support := make([]C.int, 2*n)
	ints := make([]C.int, 10*n)
	// dsytrd and dormtr work in blocks of up to 64 columns; dstemr asks for 18 n.
	work := make([]float64, 3*n+64*n)
	d, e, tau, work := work[:n], work[n:2*n], work[2*n:3*n], work[3*n:]
	found := C.positiveEigen(C.int(n), C.double(above), (*C.double)(&upper[0]), (*C.double)(&values[0]), (*C.double)(&columns[0]), &support[0],
		(*C.double)(&d[0]), (*C.double)(&e[0]), (*C.double)(&tau[0]), (*C.double)(&work[0]), C.int(len(work)), &ints[0], C.int(len(ints)))
	if found < 0 {
		return symPositiveQL(n, kept)
	}
	values, columns = values[:found], columns[:int(found)*n]
	// With some processors' kernels dstemr says that all is well where it is not: among
	// nearly equal eigenvalues it leaves NaN, or values below those asked for.
	for _, v := range values {
		if !(v > 0) {
			return symPositiveQL(n, kept)
		}
	}
	for _, v := range columns {
		if v-v != 0 {
			return symPositiveQL(n, kept)
		}
	}
	return values, columns, true
}
