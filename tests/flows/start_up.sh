#!/bin/sh
# What a start costs before the first line of Forge's own code: the libraries that are loaded and what the loader looks up
# in them. Counted, not timed. libcrypto alone once cost as much as all the others together.
. "$(dirname "$0")/lib.sh"
! grep -qE '__(a|t)san_init' "$forge_binary" || { echo "skipped: a sanitizer brings libraries of its own"; exit 77; }

scenario "forge --version"
out=$(LD_DEBUG=statistics LD_DEBUG_OUTPUT="$root/loader" forge --version)
# of NAME: the number that the loader gives for it before main
of() { sed -nE "s/^.* number of $1: *([0-9]+).*/\1/p" "$root"/loader.* | head -n 1; }
looked_up=$(of relocations)
[ -n "$looked_up" ] || { echo "skipped: this loader keeps no statistics"; exit 77; }
echo "$looked_up symbols looked up, $(of 'relative relocations') relocations of its own"
[ "$looked_up" -le 4500 ] || fail "a start looks up $looked_up symbols, more than 4500"

out=$(LD_TRACE_LOADED_OBJECTS=1 "$forge_binary" | sed 's/ .*//')
for library in libcrypto libssl libcurl; do silent "$library"; done
count_of_libraries=$(printf '%s\n' "$out" | grep -c '\.so')
[ "$count_of_libraries" -le 13 ] || fail "a start loads $count_of_libraries libraries, more than 13"
finish
