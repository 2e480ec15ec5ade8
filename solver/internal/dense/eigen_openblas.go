//go:build linux && cgo

package dense

/*
void dsyevr_(const char *jobz, const char *range, const char *uplo, const int *n, double *a, const int *lda,
	const double *vl, const double *vu, const int *il, const int *iu, const double *abstol, int *m, double *w,
	double *z, const int *ldz, int *isuppz, double *work, const int *lwork, int *iwork, const int *liwork, int *info,
	long jobzLen, long rangeLen, long uploLen);

static int topEigen(int n, int k, double *a, double *w, double *z, int *isuppz,
	double *work, int lwork, int *iwork, int liwork) {
	int il = n - k + 1, found = 0, info = 0;
	double none = 0;
	dsyevr_("V", "I", "L", &n, a, &n, &none, &none, &il, &n, &none, &found, w, z, &n, isuppz,
		work, &lwork, iwork, &liwork, &info, 1, 1, 1);
	return info == 0 && found == k ? 0 : 1;
}
*/
import "C"

import "gonum.org/v1/gonum/mat"

// symTop calls LAPACK's dsyevr (multiple relatively robust representations) for
// the k largest eigenpairs only. A row-major upper triangle is LAPACK's
// column-major lower one. upper is overwritten.
func symTop(n, k int, upper []float64) ([]float64, *mat.Dense, bool) {
	values := make([]float64, n)
	columns := make([]float64, n*k)
	support := make([]C.int, 2*max(k, 1))
	// dsyevr asks for at least 26 n and 10 n; n * (block size + 6) lets it reduce
	// the matrix in blocks of up to 64 columns.
	work := make([]float64, 70*n)
	ints := make([]C.int, 10*n)
	rc := C.topEigen(C.int(n), C.int(k), (*C.double)(&upper[0]), (*C.double)(&values[0]), (*C.double)(&columns[0]), &support[0],
		(*C.double)(&work[0]), C.int(len(work)), &ints[0], C.int(len(ints)))
	if rc != 0 {
		return nil, nil, false
	}
	top := make([]float64, k)
	vectors := mat.NewDense(n, k, nil)
	raw := vectors.RawMatrix()
	for j := range k {
		from := k - 1 - j // LAPACK ascends
		top[j] = values[from]
		for i := range n {
			raw.Data[i*raw.Stride+j] = columns[from*n+i]
		}
	}
	return top, vectors, true
}
