// bcryptprimitives.dll for old versions of Wine, which lack it. Go takes random numbers from it.
// Windows has its own: this library is for tests under Wine and is in no package.
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
	while (size > 0) {
		ULONG now = size > 1 << 20 ? 1 << 20 : (ULONG)size;
		if (!RtlGenRandom(data, now)) return FALSE;
		data += now;
		size -= now;
	}
	return TRUE;
}
