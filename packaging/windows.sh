#!/bin/bash
# Makes the program for Windows, as a zip and as an installer: windows.sh VERSION FOLDER [PROGRAM]
# PROGRAM is the program for this machine, which prints the completions. Needs the compiler for
# Windows (mingw-w64), makensis, zip and ImageMagick.
set -euo pipefail
version=$1 folder=$(realpath -m "$2") native=$(realpath "$3")
root=$(realpath "$(dirname "$0")/..")
here=$root/packaging/windows
tools=x86_64-w64-mingw32
work=$(mktemp -d)
syso=$root/rsrc_windows_amd64.syso # the linker finds it by its name, beside main.go
trap 'rm -rf "$work" "$syso"' EXIT
cd "$root"
mkdir -p "$folder" "$work/gwscope"

convert assets/icon.png -background none -define icon:auto-resize=256,64,48,32,24,16 "$work/gwscope.ico"
cp "$here/gwscope.rc" "$here/gwscope.manifest" "$work"
number=${version//./,},0
resource() { # NAME OUTPUT
  (cd "$work" && $tools-windres -DNUMBER="$number" -DNAME="\\\"$1\\\"" -DVERSION="\\\"$version\\\"" -O coff -o "$2" gwscope.rc)
}
resource gwscope.exe "$syso"
resource gwscope-window.exe "$work/window.o"

# Windows aligns the stack to 16 bytes, but the compiler stores wide registers as if it were 32. An option of the
# assembler makes these stores harmless; GWSCOPE_UNALIGNED says that it is set.
CGO_ENABLED=1 GOOS=windows GOARCH=amd64 CC=$tools-gcc CGO_CFLAGS="-O2 -DGWSCOPE_UNALIGNED -Wa,-muse-unaligned-vector-move" \
  go build -trimpath -ldflags "-s -w" -o "$work/gwscope/gwscope.exe" .
$tools-gcc -O2 -s -Wall -municode -mwindows -o "$work/gwscope/gwscope-window.exe" "$here/window.c" "$work/window.o"

for f in README.md CHANGELOG.md LICENSE; do sed 's/$/\r/' "$f" > "$work/gwscope/${f%.md}.txt"; done
cp "$here/command-line.bat" "$work/gwscope"
cp -r docs/recipes "$work/gwscope/recipes"
"$native" completion powershell > "$work/gwscope/gwscope-completion.ps1"

(cd "$work" && rm -f "$folder/gwscope-windows.zip" && zip -qr9 "$folder/gwscope-windows.zip" gwscope)

# The uninstaller removes every file, then the folders that are empty.
(cd "$work/gwscope" && find . -type f -printf 'Delete "$INSTDIR\\%P"\n' | tr / '\\'
 cd "$work/gwscope" && find . -mindepth 1 -depth -type d -printf 'RMDir "$INSTDIR\\%P"\n' | tr / '\\') > "$work/removals.nsh"
makensis -V2 -DVERSION="$version" -DFROM="$work/gwscope" -DICON="$work/gwscope.ico" -DREMOVALS="$work/removals.nsh" \
  -DKILOBYTES="$(du -sk "$work/gwscope" | cut -f1)" -DTO="$folder/gwscope-$version-setup.exe" "$here/installer.nsi"
ls -l "$folder/gwscope-windows.zip" "$folder/gwscope-$version-setup.exe"
