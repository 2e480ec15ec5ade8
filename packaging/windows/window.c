// gwscope-window.exe opens the window without a console beside it. It starts the program
// beside it, gwscope.exe, with its own arguments. If the program fails, a message shows the end of its
// output, because there is no console.
#include <windows.h>
#include <shellapi.h>
#include <wchar.h>

#define LONGEST 32768 // of a command line on Windows
#define SAID 4000     // bytes of the end of what the program said

static wchar_t command[LONGEST], program[LONGEST];

static void tell(const wchar_t *text) { MessageBoxW(NULL, text, L"GWScope", MB_OK | MB_ICONERROR); }

// arguments is the command line without the name of the program.
static const wchar_t *arguments(const wchar_t *line) {
	wchar_t end = L' ';
	if (*line == L'"') {
		end = L'"';
		line++;
	}
	while (*line && *line != end && !(end == L' ' && *line == L'\t')) line++;
	if (*line == L'"') line++;
	return line;
}

int WINAPI wWinMain(HINSTANCE self, HINSTANCE before, PWSTR rest, int show) {
	DWORD n = GetModuleFileNameW(NULL, program, LONGEST);
	while (n > 0 && program[n - 1] != L'\\') n--;
	if (n == 0 || n + 12 > LONGEST) return 1;
	wcscpy(program + n, L"gwscope.exe");
	const wchar_t *given = arguments(GetCommandLineW());
	if (wcslen(program) + wcslen(given) + 4 > LONGEST) return 1;
	command[0] = L'"';
	wcscpy(command + 1, program);
	wcscat(command, L"\"");
	wcscat(command, given);

	SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
	HANDLE read, write, nothing = CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
	if (!CreatePipe(&read, &write, &inherited, 0)) return 1;
	SetHandleInformation(read, HANDLE_FLAG_INHERIT, 0);
	STARTUPINFOW how = {sizeof how};
	how.dwFlags = STARTF_USESTDHANDLES;
	how.hStdInput = nothing;
	how.hStdOutput = nothing;
	how.hStdError = write;
	PROCESS_INFORMATION started;
	if (!CreateProcessW(program, command, NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, NULL, &how, &started)) {
		tell(L"gwscope.exe is missing beside this program, or cannot be started.");
		return 1;
	}
	CloseHandle(write);
	// Read on until the program ends, so that it never waits for a reader; the end is kept.
	static char said[2 * SAID + 1];
	DWORD kept = 0, got;
	while (ReadFile(read, said + kept, SAID, &got, NULL) && got > 0) {
		kept += got;
		if (kept > SAID) {
			memmove(said, said + kept - SAID, SAID);
			kept = SAID;
		}
	}
	WaitForSingleObject(started.hProcess, INFINITE);
	DWORD code = 1;
	GetExitCodeProcess(started.hProcess, &code);
	if (code != 0) {
		static wchar_t text[SAID + 1];
		said[kept] = 0;
		int letters = MultiByteToWideChar(CP_UTF8, 0, said, (int)kept, text, SAID);
		text[letters > 0 ? letters : 0] = 0;
		tell(letters > 0 ? text : L"GWScope ended, and did not say why.");
	}
	return (int)code;
}
