#!/bin/sh
# deb_test.sh DEB: what the package holds is whole and works, unpacked beside this machine's own files.
# deb_test.sh DEB clean [ROOT]: the package is installed by apt in a new Debian 12 (below ROOT, or build/clean) and works
# there. As root; some minutes.
set -eu
here=$(dirname "$(readlink -f "$0")")
deb=$(readlink -f "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. "$here/look.sh"

unpacked() {
  dpkg-deb -x "$deb" "$scratch/root"
  mkdir "$scratch/home"
  export HOME="$scratch/home"
  installed "$scratch/root/usr" vendor-completions
  for wanted in git libc6 'libstdc++6' libsqlite3-0; do
    dpkg-deb -f "$deb" Depends | tr ',' '\n' | grep -qE "^ *$(printf %s "$wanted" | sed 's/+/[+]/g')( |\$)" ||
      die "it does not depend on $wanted"
  done
  dpkg-deb -f "$deb" Recommends | grep -q libcurl4 || die "it does not recommend libcurl4"
  [ "$(dpkg-deb -f "$deb" Version)" = "${version#forge }" ] || die "the package is of another version than the program"
  [ -z "$(dpkg-deb -c "$deb" | awk '$2 != "root/root" || $1 ~ /^-.......w/')" ] || die "its files are not root's alone"
}

clean() {
  root=${1:-$PWD/build/clean}
  "$here/../../.ci/debian12" "$root"
  cp "$deb" "$root/root/forge.deb"
  "$here/../../.ci/inside" "$root" /root sh -euc '
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -qq -y --no-install-recommends ./forge.deb >/dev/null
    forge --version
    forge demo --pace 0 | grep -E "^Run 1|^Cost|failed|repair|commit  "
    git init -q work && cd work && forge init && forge doctor
    apt-get remove -qq -y forge >/dev/null
    [ ! -e /usr/bin/forge ]'
}

case ${2:-} in
  "") unpacked ;;
  clean) clean "${3:-}" ;;
  *) die "only 'clean', not '$2'" ;;
esac
echo "$(basename "$deb") works"
