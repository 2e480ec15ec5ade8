#!/bin/bash
# Tests the program for Windows under Wine: test-windows.sh VERSION FOLDER PROGRAM. FOLDER has the zip and the
# installer, PROGRAM is the program for this machine, to compare with. Without Wine nothing is
# tested, and it says so. WINE_TESTS=none leaves the Go tests out, the longest part.
set -euo pipefail
version=$1 folder=$(realpath "$2") native=$(realpath "$3")
root=$(realpath "$(dirname "$0")/..")
here=$root/packaging/windows
for need in wine Xvfb xdotool import; do
  command -v $need > /dev/null || { echo "$need is missing: the program for Windows is not tested" >&2; exit 0; }
done
work=$(mktemp -d)
export WINEPREFIX=$work/prefix WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml="
server=
# Ends what was started here, by its number or by the folder of this Wine.
finish() { wineserver -k 2> /dev/null || true; [ -z "$server" ] || kill "$server"; rm -rf "$work"; }
trap finish EXIT
fail() { echo "FAIL: $*" >&2; exit 1; }
ok() { echo "ok   $*"; }
cd "$work"

# A screen of our own, on the first free number.
exec 3> number
Xvfb -displayfd 3 -screen 0 1440x900x24 > xvfb.log 2>&1 & server=$!
for _ in $(seq 100); do [ -s number ] && break; sleep 0.1; done
export DISPLAY=:$(cat number)

wineboot -i > wineboot.log 2>&1 || { echo "Wine does not start here: the program for Windows is not tested" >&2; exit 0; }
system=$WINEPREFIX/drive_c/windows/system32
# Old versions of Wine lack a library that Go asks for random numbers; Windows has it.
[ -e "$system/bcryptprimitives.dll" ] || x86_64-w64-mingw32-gcc -O2 -shared -s -o "$system/bcryptprimitives.dll" "$here/prng.c" -ladvapi32

# --- The installer.
wine "$folder/gwscope-$version-setup.exe" /S
home=$(echo "$WINEPREFIX"/drive_c/users/*/AppData/Local/Programs/GWScope)
program=$home/gwscope.exe
for f in gwscope.exe gwscope-window.exe command-line.bat README.txt LICENSE.txt recipes/match.py gwscope-completion.ps1 uninstall.exe; do
  [ -s "$home/$f" ] || fail "the installer lacks $f"
done
registry() { wine reg query "$@" 2> /dev/null | tr -d '\r'; }
registry 'HKCU\Software\Classes\GWScope.Session\shell\open\command' /ve | grep -qF 'gwscope-window.exe" "%1"' || fail "sessions are not opened with the program"
registry 'HKCU\Software\Classes\.gwscope' /ve | grep -q GWScope.Session || fail "the ending .gwscope is not known"
registry 'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\GWScope' /v DisplayVersion | grep -qF "$version" || fail "the list of programs lacks the version"
find "$WINEPREFIX/drive_c" -name 'GWScope.lnk' | grep -q . || fail "the start menu lacks the program"
ok "installed: files, start menu, kinds of files, list of programs"
unzip -q "$folder/gwscope-windows.zip"
cmp gwscope/gwscope.exe "$program" || fail "zip and installer differ"
ok "the zip holds the same program"

# --- The command line.
gws() { wine "$program" "$@"; }
gws version | tr -d '\r' | grep -q "$version" || fail "gwscope version"
code=0; gws match 'no such file.ply' b.ply > out.txt 2> err.txt || code=$?
[ $code = 1 ] && grep -q 'no such file' err.txt || fail "a missing file: exit code $code, $(cat err.txt)"
code=0; gws nonsense > out.txt 2> err.txt || code=$?
[ $code = 2 ] || fail "a wrong command: exit code $code"
ok "version, exit codes, messages"

# --- Names, endings of lines, long paths, drive letters.
mkdir -p 'Schädel ö/дом'
"$native" convert sample:cat/1 'Schädel ö/дом/猫.obj' > /dev/null
sed -i 's/$/\r/' 'Schädel ö/дом/猫.obj'
gws convert 'Schädel ö/дом/猫.obj' 'Schädel ö/zurück.ply' > /dev/null
"$native" convert 'Schädel ö/zurück.ply' back.off > /dev/null && "$native" convert sample:cat/1 want.off > /dev/null
cmp back.off want.off || fail "a file with Windows' ends of lines and a name of many alphabets does not come back"
long=$work; for k in $(seq 12); do long=$long/a-folder-with-a-name-of-thirty-letters-$k; done
mkdir -p "$long"
gws convert sample:cat/1 "Z:${long//\//\\}\\cat.ply" > /dev/null || fail "a path of ${#long} letters cannot be written"
[ -s "$long/cat.ply" ] || fail "a path of ${#long} letters was not written"
gws info "Z:${long//\//\\}\\cat.ply" > /dev/null || fail "a path of ${#long} letters cannot be read"
for f in want.vert want.tri; do "$native" convert sample:cat/1 want.vert > /dev/null; sed -i 's/$/\r/' $f; done
gws convert want.vert again.off > /dev/null && cmp again.off want.off || fail "TOSCA's two files"
ok "Windows' ends of lines, names in many alphabets, drive letters, a path of ${#long} letters"

# --- The same match here and there.
"$native" convert sample:horse/1 a.ply > /dev/null; "$native" convert sample:horse/2 b.ply > /dev/null
here_s=$( { TIMEFORMAT='%U %S'; time "$native" match a.ply b.ply --export result,maps --out here > match.txt 2>&1; } 2>&1 | tail -1 | awk '{print $1 + $2}')
there_s=$( { TIMEFORMAT='%U %S'; time gws match a.ply b.ply --export result,maps --out there > match.txt 2>&1; } 2>&1 | tail -1 | awk '{print $1 + $2}')
value() { sed -n "s/^ *\"$2\": *\([-0-9.e+]*\),*\r*$/\1/p" "$1/result.json" | head -1; }
for what in gw2 gw2_slicer; do
  a=$(value here $what) b=$(value there $what)
  [ -n "$a" ] && [ -n "$b" ] || fail "result.json has no $what"
  awk -v a="$a" -v b="$b" 'BEGIN {d = a - b; exit !(d < 1e-9 && d > -1e-9)}' || fail "$what is $a here and $b there"
done
ok "GW² is $a here and $b under Wine; processor seconds: $here_s here, $there_s under Wine"

# --- Pictures without a window.
gws render sample:cat/1 --out cat.png --size 320x240 > /dev/null 2> err.txt || fail "a picture: $(cat err.txt)"
[ "$(identify -format %k cat.png)" -gt 50 ] || fail "the picture is blank"
ok "a picture is drawn by a hidden window"

# --- Modules of 3D Slicer.
gws slicer install modules > /dev/null
wine cmd /c 'modules\GWScopeMatch.bat --xml' 2> err.txt | grep -q '<executable>' || fail "the module does not describe itself: $(cat err.txt)"
[ ! -s err.txt ] || fail "the module says: $(cat err.txt)"
ok "modules of 3D Slicer"

# --- The window.
wine "$home/gwscope-window.exe" a.ply b.ply > window.txt 2>&1 & window=$!
for _ in $(seq 180); do xdotool search --onlyvisible --name '^GWScope|GWScope$' > ids 2> /dev/null && break; kill -0 $window 2> /dev/null || break; sleep 1; done
[ -s ids ] || fail "no window appears: $(cat window.txt)"
sleep "${WINDOW_WAIT:-60}"
import -window root "${WINDOW_PICTURE:-window.png}"
[ "$(identify -format %k "${WINDOW_PICTURE:-window.png}")" -gt 500 ] || fail "the window is blank"
ok "the window opens and shows the shapes"
wineserver -k; wait $window || true
# What fails there is told in a message, for nobody reads a console.
wine "$home/gwscope-window.exe" nonsense > window.txt 2>&1 & window=$!
rm -f ids
for _ in $(seq 60); do xdotool search --onlyvisible --name '^GWScope$' > ids 2> /dev/null && break; sleep 1; done
[ -s ids ] || fail "the window's program does not tell what is wrong"
xdotool key --window "$(head -1 ids)" Return
code=0; wait $window || code=$?
[ $code = 2 ] || fail "the window's program ends with $code, not with the program's 2"
ok "what fails without a console is told in a message"

# --- The tests, of the command line the main scripts.
# Wine 8 cannot take away a folder with what is in it, as Go does: what is only that is no failure.
# Left out: what kills processes with signals, and what takes a path without a drive for a whole one.
go_tests() { # NAMES PACKAGES...
  (cd "$root" && CGO_ENABLED=1 GOOS=windows GOARCH=amd64 CC=x86_64-w64-mingw32-gcc CGO_CFLAGS="-O2 -DGWSCOPE_UNALIGNED -Wa,-muse-unaligned-vector-move" \
    go test -trimpath -short -count=1 -timeout 60m -exec wine -run "$1" -skip 'Killed|RecentFiles|FuzzDecode' "${@:2}") > tests.txt 2>&1 || true
  grep -E '^(ok|FAIL)[[:space:]]' tests.txt || { cat tests.txt; fail "no tests ran in ${*:2}"; }
  ! grep -E '^ +[A-Za-z0-9_]+_test\.go:[0-9]+:|^panic:|panic: |build failed|setup failed|cannot find|^FAIL:' tests.txt || { cat tests.txt; fail "tests of ${*:2}"; }
}
if [ "${WINE_TESTS-all}" != none ]; then
  go_tests . ./meshio/... ./app/session ./solver/internal/... ./solver/gw
  go_tests 'TestScripts/(convert|files|usage|help|landmarks|transfer|badfiles|session|match|render)$|Slicer|Completion' ./app/cli
  ok "the tests of files, sessions, the solver's kernels and the command line"
fi

# --- Away with it.
wine "$home/uninstall.exe" /S "_?=$(winepath -w "$home")"
rm -f "$home/uninstall.exe" # it cannot take itself away while it runs from its own folder
[ -z "$(find "$home" -type f 2> /dev/null)" ] || fail "left behind: $(find "$home" -type f)"
registry 'HKCU\Software\Classes\GWScope.Session' > out.txt && fail "the kind of file is left behind"
registry 'HKCU\Software\GWScope' > out.txt && fail "the registry keeps the folder"
[ -z "$(find "$WINEPREFIX/drive_c" -name 'GWScope*.lnk')" ] || fail "the start menu keeps the program"
ok "taken away again"
