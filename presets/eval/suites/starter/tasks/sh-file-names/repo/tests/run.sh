#!/bin/sh
set -eu
work=$(mktemp -d)
mkdir -p "$work/from/below"
echo one >"$work/from/one"
echo two >"$work/from/below/two"
[ "$(sh ./backup.sh "$work/from" "$work/to")" = "2 files" ]
cmp "$work/from/below/two" "$work/to/below/two"
rm -r "$work"
