#!/bin/sh
# show.sh FILE KEY: the value of a key (HOST, PORT, NAME); exits with 1 when the file does not have it.
grep -q "^$2=" "$1" || exit 1
sed -n "s/^$2=//p" "$1"
