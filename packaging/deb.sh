#!/bin/bash
# Puts a built program into a Debian package: deb.sh PROGRAM VERSION FOLDER
# dpkg-deb is on every Debian, so that no other packager is needed.
set -euo pipefail
program=$1 version=$2 folder=$3
here=$(dirname "$0")
arch=$(dpkg --print-architecture)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
put() { install -D -m "$1" "$2" "$root$3"; }

put 755 "$program" /usr/bin/gwscope
put 644 "$here/org.gwscope.GWScope.desktop" /usr/share/applications/org.gwscope.GWScope.desktop
put 644 "$here/org.gwscope.GWScope.mime.xml" /usr/share/mime/packages/org.gwscope.GWScope.xml
put 644 "$here/../assets/icon.png" /usr/share/icons/hicolor/512x512/apps/org.gwscope.GWScope.png
put 644 "$here/../LICENSE" /usr/share/doc/gwscope/copyright
put 644 "$here/../README.md" /usr/share/doc/gwscope/README.md
mkdir -p "$root/usr/share/man/man1"
gzip -9nc "$here/../CHANGELOG.md" > "$root/usr/share/doc/gwscope/changelog.gz"
"$program" man | gzip -9n > "$root/usr/share/man/man1/gwscope.1.gz"
completion() { mkdir -p "$(dirname "$root$2")"; "$program" completion "$1" > "$root$2"; }
completion bash /usr/share/bash-completion/completions/gwscope
completion zsh /usr/share/zsh/vendor-completions/_gwscope
completion fish /usr/share/fish/vendor_completions.d/gwscope.fish
for f in $(cd "$here/../docs/recipes" && ls); do put 644 "$here/../docs/recipes/$f" "/usr/share/doc/gwscope/recipes/$f"; done

# The window loads the libraries of X extensions when it opens, so that no tool finds them.
mkdir -p "$root/DEBIAN"
cat > "$root/DEBIAN/control" <<END
Package: gwscope
Version: $version
Architecture: $arch
Maintainer: GWScope
Section: science
Priority: optional
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: libc6, libopenblas0, libgl1, libx11-6, libxcursor1, libxrandr2, libxinerama1, libxi6
Recommends: libegl1, libgl1-mesa-dri, shared-mime-info
Description: see whether a correspondence between shapes can be trusted
 GWScope matches two shapes, meshes or clouds of points, by their geodesic
 distances (Gromov-Wasserstein), carries colours and landmarks from one to the
 other, marks what does not fit, and morphs between them. It has a window and a
 command line, and becomes modules of 3D Slicer.
END
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums)
find "$root" -type d -exec chmod 755 {} +
find "$root/usr/share" -type f -exec chmod 644 {} +
mkdir -p "$folder"
dpkg-deb --build --root-owner-group "$root" "$folder/gwscope_${version}_$arch.deb" > /dev/null
echo "$folder/gwscope_${version}_$arch.deb"
