//go:build linux && cgo

package dense

/*
char *openblas_get_corename(void);

// Builds of OpenBLAS for one kind of processor lack both.
extern void gotoblas_dynamic_init(void) __attribute__((weak));
extern void gotoblas_dynamic_quit(void) __attribute__((weak));

static int has_avx2(void) {
#if defined(__x86_64__)
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
	return 0;
#endif
}

static int has_avx512(void) {
#if defined(__x86_64__)
	return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
	return 0;
#endif
}

// choose_again makes OpenBLAS take its kernels again, those that the environment asks for.
static void choose_again(void) {
	if (!gotoblas_dynamic_init || !gotoblas_dynamic_quit) return;
	gotoblas_dynamic_quit();
	gotoblas_dynamic_init();
}
*/
import "C"

import "os"

// chooseKernels mends the choice of OpenBLAS, and returns the name of the kernels.
// OpenBLAS before 0.3.25 (Debian 12 has 0.3.21) takes those of the Prescott, of 2004, on
// every Intel processor that is newer than itself
// (github.com/OpenMathLib/OpenBLAS/issues/4267): products take four to six times as long there. Programs that this one starts inherit the
// choice, so that POT is compared with the same kernels.
func chooseKernels() string {
	core := func() string { return C.GoString(C.openblas_get_corename()) }
	better := newerKernels(core(), C.has_avx2() != 0, C.has_avx512() != 0)
	if better != "" && os.Getenv("OPENBLAS_CORETYPE") == "" && os.Setenv("OPENBLAS_CORETYPE", better) == nil {
		C.choose_again()
	}
	return core()
}

// newerKernels returns the name of the kernels that serve a processor better than those
// of the core that OpenBLAS took for it, or "" where OpenBLAS knew the processor.
func newerKernels(core string, avx2, avx512 bool) string {
	unknown := core == "Prescott" || core == "Barcelona" || core == "Nehalem" // what it takes for Intel's, AMD's, others
	switch {
	case !unknown || !avx2:
		return ""
	case avx512:
		return "SkylakeX"
	}
	return "Haswell"
}
