#!/bin/bash
# Installs a package and its dependencies into a fresh Debian, runs the program there, and removes the
# package again: test-deb.sh FILE.deb. It needs the rights of root. If no Debian can be made (debootstrap
# is missing, or finds no packages), the package is installed into an empty root with this machine's libraries.
set -euo pipefail
deb=$(realpath "$1")
root=$(mktemp -d)
chmod 755 "$root" # apt gives up its rights there, but must read the folder
mounted=
# /proc must go before the root does.
finish() { [ -z "$mounted" ] || umount "$root/proc"; rm -rf --one-file-system "$root" "$root.log" "$root.before"; }
trap finish EXIT
fail() { echo "FAIL: $*" >&2; exit 1; }

# There may be other sources beside Debian's own.
mirror() { apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | sed -n 1p; }
release=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")
fresh=no
if command -v debootstrap > /dev/null && debootstrap --variant=minbase "$release" "$root" "$(mirror)" > "$root.log" 2>&1; then
  fresh=yes
  in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
  mount -t proc proc "$root/proc" && mounted=yes
  for f in /etc/apt/apt.conf.d/*proxy* /etc/resolv.conf; do [ ! -e "$f" ] || cp "$f" "$root$f"; done
  cp "$deb" "$root/tmp/gwscope.deb"
  in_root apt-get update -qq
  find "$root/usr" -type f -o -type l | sort > "$root.before"
  in_root apt-get install -y -qq /tmp/gwscope.deb > "$root.log" 2>&1 || { cat "$root.log"; fail "it cannot be installed"; }
else
  [ ! -e "$root.log" ] || tail -n 1 "$root.log" >&2
  echo "no fresh Debian can be had here: an empty root takes its place" >&2
  in_root() { (cd "$root/tmp" && "$root/usr/bin/$1" "${@:2}"); }
  mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers} "$root/tmp"
  touch "$root/var/lib/dpkg/status"
  # The dependencies are not there: the libraries are those of this machine.
  dpkg --root="$root" --force-depends --install "$deb" > "$root.log" 2>&1 || { cat "$root.log"; fail "it cannot be installed"; }
fi
rm -f "$root.log"

for f in usr/bin/gwscope usr/share/applications/org.gwscope.GWScope.desktop usr/share/mime/packages/org.gwscope.GWScope.xml \
         usr/share/icons/hicolor/512x512/apps/org.gwscope.GWScope.png usr/share/bash-completion/completions/gwscope \
         usr/share/zsh/vendor-completions/_gwscope usr/share/fish/vendor_completions.d/gwscope.fish; do
  test -s "$root/$f" || fail "the package lacks $f"
done
in_root gwscope version
if [ $fresh = yes ]; then
  # All libraries that the program loads are installed, those of the window too.
  ! in_root ldd /usr/bin/gwscope | grep 'not found' || fail "a library is missing"
  in_root sh -c 'cd /tmp && gwscope match sample:cat/1 sample:cat/2 --samples 100 --effort fast --out out' > /dev/null || fail "a match"
  test -s "$root/tmp/out/matches.png" || fail "no picture was drawn"
  grep -q 'application/x-gwscope:\*.gwscope' "$root/usr/share/mime/globs" 2> /dev/null || fail "the kind of file is not known"
else
  in_root gwscope convert sample:cat/1 cat.vtp
  test -s "$root/tmp/cat.vtp" || fail "nothing was converted"
fi
# Small systems keep no manual pages, so the page is checked in the package.
dpkg-deb --fsys-tarfile "$deb" | tar -xO ./usr/share/man/man1/gwscope.1.gz > "$root/tmp/gwscope.1.gz"
if command -v man > /dev/null; then
  man --warnings -E UTF-8 -l "$root/tmp/gwscope.1.gz" > "$root/tmp/page" 2> "$root/tmp/warnings"
  grep -q "transfer FROM TO" "$root/tmp/page" || fail "the manual page lacks a command"
  test ! -s "$root/tmp/warnings" || { cat "$root/tmp/warnings"; fail "the manual page"; }
fi
! command -v desktop-file-validate > /dev/null || desktop-file-validate "$root/usr/share/applications/org.gwscope.GWScope.desktop"

if [ $fresh = yes ]; then
  in_root apt-get purge -y -qq --autoremove gwscope > /dev/null 2>&1 || fail "it cannot be removed"
  left=$(find "$root/usr" -type f -o -type l | sort | comm -13 "$root.before" - | grep -i gwscope || true)
  rm -f "$root.before"
else
  dpkg --root="$root" --remove gwscope > /dev/null 2>&1 || fail "it cannot be removed"
  left=$(find "$root/usr" -type f 2> /dev/null || true)
fi
test -z "$left" || fail "left behind: $left"
echo "installed, run and removed, in a fresh Debian: $fresh"
