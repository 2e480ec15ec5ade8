#!/bin/bash
# Tests the program for Windows under Wine: test-windows.sh VERSION FOLDER PROGRAM. FOLDER has the zip and the
# installer, PROGRAM is the program for this machine, to compare with. Without Wine it says
# that nothing is tested. WINE_TESTS=none leaves out the Go tests, the longest part; WINDOW_PICTURE names a
# file for a picture of the window.
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
# Ends the processes that were started here, by their numbers or by the folder of this Wine.
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
# Old versions of Wine lack a library from which Go takes random numbers; Windows has it.
[ -e "$system/bcryptprimitives.dll" ] || x86_64-w64-mingw32-gcc -O2 -shared -s -o "$system/bcryptprimitives.dll" "$here/prng.c" -ladvapi32

# --- The installer: into a folder with blanks and letters of other alphabets, then once more into the same folder.
home=$WINEPREFIX/drive_c/Geräte\ дом/GW\ Scope
cp "$folder/gwscope-$version-setup.exe" "$WINEPREFIX/drive_c/setup.exe"
wine cmd /c 'C:\setup.exe /S /D=C:\Geräte дом\GW Scope' # by cmd, because Wine would put /D= into quotes
wineserver -w
program=$home/gwscope.exe
for f in gwscope.exe gwscope-window.exe command-line.bat README.txt LICENSE.txt recipes/match.py gwscope-completion.ps1 uninstall.exe; do
  [ -s "$home/$f" ] || fail "the installer lacks $f"
done
rm "$home/README.txt"
wine "$folder/gwscope-$version-setup.exe" /S
[ -s "$home/README.txt" ] || fail "the installer does not find where it installed before"
registry() { wine reg query "$@" 2> /dev/null | tr -d '\r'; }
registry 'HKCU\Software\Classes\GWScope.Session\shell\open\command' /ve | grep -qF 'GW Scope\gwscope-window.exe" "%1"' || fail "sessions are not opened with the program"
registry 'HKCU\Software\Classes\GWScope.Session\DefaultIcon' /ve | grep -qF 'gwscope-window.exe,0' || fail "sessions have no icon"
registry 'HKCU\Software\Classes\.gwscope' /ve | grep -q GWScope.Session || fail "the ending .gwscope is not known"
registry 'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\GWScope' /v DisplayVersion | grep -qF "$version" || fail "the list of programs lacks the version"
# Letters in a shortcut have two bytes each.
for link in GWScope 'GWScope command line'; do
  file=$(find "$WINEPREFIX/drive_c" -name "$link.lnk")
  [ -n "$file" ] && tr -d '\0' < "$file" | LC_ALL=C grep -a 'GW Scope.*\(gwscope-window.exe\|command-line.bat\)' > /dev/null || fail "the start menu lacks $link"
done
ok "installed twice: files, start menu, kinds of files, list of programs"
# Windows shows the resources of a program: type 3 is an icon, 14 a group of icons, 16 the version, 24 the manifest.
for f in gwscope.exe gwscope-window.exe; do
  x86_64-w64-mingw32-objdump -p "$home/$f" > resources.txt
  for kind in 3 e 10 18; do
    grep -qiE "Entry: ID: 0x0*$kind, Value: 0x8" resources.txt || fail "$f has no resource of the kind 0x$kind"
  done
  tr -d '\0' < "$home/$f" | LC_ALL=C grep -aE "ProductVersion.?$version" > /dev/null || fail "$f does not tell its version"
done
ok "icon, version and manifest"
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
code=0; gws info '猫 größer.ply' > out.txt 2> err.txt || code=$?
grep -q '猫 größer.ply' err.txt || fail "letters of other alphabets do not come out: $(cat err.txt)"
ok "version, exit codes, messages in UTF-8"

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
(cd "$WINEPREFIX/drive_c" && cp "$work/want.off" here.off && gws convert 'C:/here.off' 'C:there.off' > /dev/null && cmp here.off there.off) || fail "paths with a drive"
for f in want.vert want.tri; do "$native" convert sample:cat/1 want.vert > /dev/null; sed -i 's/$/\r/' $f; done
gws convert want.vert again.off > /dev/null && cmp again.off want.off || fail "TOSCA's two files"
ok "Windows' ends of lines, names in many alphabets, drive letters, a path of ${#long} letters"

# --- The same match on both systems: losses, maps, and the losses of other methods.
"$native" convert sample:horse/1 a.ply > /dev/null; "$native" convert sample:horse/2 b.ply > /dev/null
seconds() { awk '{print $1 + $2}' "$1"; }
TIMEFORMAT='%U %S'
{ time "$native" match a.ply b.ply --export result,maps --out here > match.txt 2>&1; } 2> here.time
{ time gws match a.ply b.ply --export result,maps --out there > match.txt 2>&1; } 2> there.time
value() { sed -n "s/^ *\"$2\": *\([-0-9.e+]*\),*\r*$/\1/p" "$1/result.json" | head -1; }
near() { # NAME HERE THERE
  [ -n "$2" ] && [ -n "$3" ] || fail "there is no $1"
  awk -v a="$2" -v b="$3" 'BEGIN {d = a - b; exit !(d < 1e-9 && d > -1e-9)}' || fail "$1 is $2 here and $3 there"
}
for what in gw2 gw2_slicer; do near $what "$(value here $what)" "$(value there $what)"; done
for map in map_a_to_b.csv map_b_to_a.csv; do
  # Registering continues sums that differ in their last digits: the surfaces may differ by a thousandth of a unit.
  paste -d, "here/$map" <(tr -d '\r' < "there/$map") | awk -F, -v map=$map '
    NR == 1 {n = NF / 2; for (k = 1; k <= n; k++) if ($k == "x") x = k; next}
    {for (k = x; k < x + 3; k++) {d = $k - $(k + n); if (d > 1e-3 || d < -1e-3) {off++; break}}}
    END {printf "%d of %d places of %s differ\n", off, NR - 1, map; exit !(NR > 1000 && x > 0 && off <= 0.001 * NR)}' || fail "the maps differ"
done
ok "GW² is $(value here gw2) here and $(value there gw2) under Wine; processor seconds: $(seconds here.time) here, $(seconds there.time) under Wine"
# SaGroW is not among them: it draws pairs at random from its plan, and a difference in a last digit changes the draws.
methods=hierarchical,cg,entropic:0.05,lowrank,cnt,sgw
"$native" race a.ply b.ply --samples 60 --methods $methods --out race-here > match.txt 2>&1
gws race a.ply b.ply --samples 60 --methods $methods --out race-there > match.txt 2>&1
losses() { tr -d '\r' < "$1/race.csv" | sed 's/"[^"]*"/quoted/g' | awk -F, 'NR == 1 {for (k = 1; k <= NF; k++) if ($k == "gw2") g = k; next} {print $1, $g}'; }
[ "$(losses race-here | wc -l)" = 6 ] || fail "the race has $(losses race-here | wc -l) rows"
paste -d' ' <(losses race-here) <(losses race-there) > losses.txt
while read -r name a _ b; do near "GW² of $name" "$a" "$b"; done < losses.txt
ok "GW² of six methods differs by less than 1e-9"

# --- Pictures without a window.
gws render sample:cat/1 --out cat.png --size 320x240 > /dev/null 2> err.txt || fail "a picture: $(cat err.txt)"
[ "$(identify -format %k cat.png)" -gt 50 ] || fail "the picture is blank"
ok "a picture is drawn by a hidden window"

# --- Modules of 3D Slicer, of a program in a folder with plain letters: Wine 8 reads .bat files in an old code page,
# also where they set another (chcp); TestBatchFiles tests other letters.
mkdir plain; cp "$home/gwscope.exe" plain/
wine plain/gwscope.exe slicer install modules > /dev/null
wine cmd /c 'modules\GWScopeMatch.bat --xml' 2> err.txt | grep -q '<executable>' || fail "the module does not describe itself: $(cat err.txt)"
[ ! -s err.txt ] || fail "the module says: $(cat err.txt)"
wine cmd /c 'modules\GWScopeMatch.bat --samples 60 --effort fast --registered onb.vtp a.ply b.ply' > out.txt 2> err.txt || fail "the module: $(cat err.txt)"
grep -q '<filter-progress>1</filter-progress>' out.txt && [ -s onb.vtp ] || fail "the module has written nothing"
code=0; wine cmd /c 'modules\GWScopeMatch.bat none.ply b.ply' > out.txt 2> err.txt || code=$?
[ $code = 1 ] || fail "a module without its file ends with $code"
ok "modules of 3D Slicer: description, run, exit code"

# --- The window.
appeared() { # NAME SECONDS
  rm -f ids
  for _ in $(seq "$2"); do xdotool search --onlyvisible --name "$1" > ids 2> /dev/null && return; sleep 1; done
  fail "no window $1 appears: $(cat window.txt)"
}
wine "$home/gwscope-window.exe" a.ply b.ply > window.txt 2>&1 & window=$!
appeared GWScope 300
sleep "${WINDOW_WAIT:-60}"
import -window root "${WINDOW_PICTURE:-window.png}"
[ "$(identify -format %k "${WINDOW_PICTURE:-window.png}")" -gt 500 ] || fail "the window is blank"
[ -d "$(echo "$WINEPREFIX"/drive_c/users/*/AppData/Local/gwscope)" ] || fail "nothing is kept below a person's AppData"
ok "the window opens, shows the shapes, and keeps a person's files below AppData"
wineserver -k; wait $window || true
# A message on the screen tells the failure, because there is no console.
wine "$home/gwscope-window.exe" nonsense > window.txt 2>&1 & window=$!
appeared '^GWScope$' 60
xdotool key --window "$(head -1 ids)" Return
code=0; wait $window || code=$?
[ $code = 2 ] || fail "the window's program ends with $code, not with the program's 2"
ok "what fails without a console is told in a message"

# --- The tests: files, sessions, kernels, and all scripts of the command line.
# Wine 8 answers "not implemented" when Go deletes a file in the way of Windows 10. Go turns to the older way only after
# other answers: the tests use a Go that does so after this answer, too.
deletes=$(go env GOROOT)/src/internal/syscall/windows/at_windows.go
sed 's/case STATUS_INVALID_INFO_CLASS,/case NTStatus(0xC0000002), STATUS_INVALID_INFO_CLASS,/' "$deletes" > at_windows.go
printf '{"Replace": {"%s": "%s"}}' "$deletes" "$work/at_windows.go" > overlay.json
go_tests() { # NAMES PACKAGES...
  (cd "$root" && CGO_ENABLED=1 GOOS=windows GOARCH=amd64 CC=x86_64-w64-mingw32-gcc CGO_CFLAGS="-O2 -DGWSCOPE_UNALIGNED -Wa,-muse-unaligned-vector-move" \
    go test -overlay "$work/overlay.json" -trimpath -short -count=1 -timeout 60m -exec wine -run "$1" -skip "${skip:-^$}" "${@:2}" ${args:+-args $args}) > tests.txt 2>&1 || { cat tests.txt; fail "tests of ${*:2}"; }
  grep '^ok' tests.txt
}
if [ "${WINE_TESTS-all}" != none ]; then
  skip=Killed go_tests . ./meshio/... ./app/session ./app/slicer ./app/transfer ./solver/internal/... ./solver/gw
  go_tests 'TestScripts|Slicer|Completion|Transfer' ./app/cli
  args='-kills 5' go_tests Killed ./app/session ./app/cli
  ok "the tests of files, sessions, the solver's kernels and the command line"
fi

# --- The uninstaller, which leaves a person's own files.
echo mine > "$home/mine.txt"
wine "$home/uninstall.exe" /S # it starts a copy of itself and ends
wineserver -w
left=$(find "$home" -mindepth 1 ! -name mine.txt 2> /dev/null)
[ -z "$left" ] || fail "left behind: $left"
[ -s "$home/mine.txt" ] || fail "a file that nobody installed is gone"
for key in 'Classes\GWScope.Session' 'Classes\.gwscope' 'Classes\Applications\gwscope-window.exe' GWScope 'Microsoft\Windows\CurrentVersion\Uninstall\GWScope'; do
  ! registry "HKCU\\Software\\$key" > out.txt || fail "the registry keeps $key"
done
[ -z "$(find "$WINEPREFIX/drive_c" -name 'GWScope*.lnk')" ] || fail "the start menu keeps the program"
ok "taken away again"
