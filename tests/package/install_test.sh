#!/bin/sh
# install_test.sh BUILD: what `./dev install PREFIX` leaves below a prefix is whole and works.
set -eu
here=$(dirname "$(readlink -f "$0")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. "$here/look.sh"

cmake --install "$1" --prefix "$scratch/prefix" >/dev/null || die "the installation"
mkdir "$scratch/home"
export HOME="$scratch/home"
installed "$scratch/prefix" site-functions
echo "$version, installed below a prefix, works"
