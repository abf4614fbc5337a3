#!/bin/sh
# docs_current.sh FORGE PAGE: the page of all commands is what the binary says. FORGE_ACCEPT=1 writes it.
set -eu
if [ -n "${FORGE_ACCEPT:-}" ]; then
  "$1" help --markdown >"$2"
elif ! "$1" help --markdown | diff -u "$2" -; then
  echo "docs/commands.md is not current; FORGE_ACCEPT=1 writes it"
  exit 1
fi
