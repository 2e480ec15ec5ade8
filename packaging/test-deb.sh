#!/bin/bash
# Installs a package into an empty root, runs the program from there, and removes it again:
# test-deb.sh FILE.deb. Needs the rights of root, as dpkg does.
set -euo pipefail
deb=$(realpath "$1")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers} "$root/tmp"
touch "$root/var/lib/dpkg/status"
# The root is empty, so that what the package depends on is not there: the libraries are the host's.
dpkg --root="$root" --force-depends --install "$deb" > "$root/tmp/log" 2>&1 || { cat "$root/tmp/log"; exit 1; }
for f in usr/bin/gwscope usr/share/man/man1/gwscope.1.gz usr/share/applications/org.gwscope.GWScope.desktop \
         usr/share/mime/packages/org.gwscope.GWScope.xml usr/share/bash-completion/completions/gwscope \
         usr/share/zsh/vendor-completions/_gwscope usr/share/fish/vendor_completions.d/gwscope.fish; do
  test -s "$root/$f" || { echo "the package lacks $f"; exit 1; }
done
for field in $(dpkg-deb --field "$deb" Depends | tr -d ,); do
  dpkg-query -W "$field" > /dev/null 2>&1 || echo "note: $field is not installed here"
done
"$root/usr/bin/gwscope" version
cd "$root/tmp"
"$root/usr/bin/gwscope" convert sample:cat/1 cat.vtp
test -s cat.vtp
command -v man > /dev/null && man --warnings -E UTF-8 -l "$root/usr/share/man/man1/gwscope.1.gz" > page 2> warnings && grep -q "transfer FROM TO" page
test ! -s warnings || { cat warnings; exit 1; }
command -v desktop-file-validate > /dev/null && desktop-file-validate "$root/usr/share/applications/org.gwscope.GWScope.desktop"
dpkg --root="$root" --remove gwscope > "$root/tmp/log" 2>&1 || { cat "$root/tmp/log"; exit 1; }
left=$(find "$root/usr" -type f 2>/dev/null || true)
test -z "$left" || { echo "left behind: $left"; exit 1; }
echo "installed, run and removed"
