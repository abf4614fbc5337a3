#!/bin/sh
# run.sh FORGE PAGE: types every ```sh block of the page, in order, in a directory of its own. A line whose remark says
# `exit N` must end with N, every other one with 0.
set -eu
forge=$(readlink -f "$1")
page=$(readlink -f "$2")
here=$(dirname "$(readlink -f "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/home"
ln -s "$forge" "$work/bin/forge"

# shellcheck disable=SC2046  # a list of names
unset $(env | sed -n 's/^\(FORGE_[A-Z_]*\|XDG_[A-Z_]*\|GIT_[A-Z_]*\)=.*/\1/p')
export PATH="$work/bin:$PATH" HOME="$work/home" LANG=C.UTF-8 USER=ada FORGE_AGENT="replay:$here/agent.toml"
export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.org GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@example.org

awk '
!inside && /^### / { gsub(/[`"$]/, ""); print "echo \"== " substr($0, 5) "\"" }
/^```sh$/ { inside = 1; next }
/^```$/ { inside = 0; next }
!inside { next }
/# exit [0-9]+$/ {
  code = $NF
  sub(/ *# exit [0-9]+$/, "")
  print "code=0; " $0 " || code=$?; [ $code = " code " ] || { echo \"exit $code, not " code "\"; exit 1; }"
  next
}
{ print }' "$page" >"$work/script"

cd "$work"
# COOKBOOK_LOG=FILE keeps what was said.
if ! sh -eux "$work/script" >"$work/log" 2>&1; then
  cat "$work/log"
  echo "the cookbook does not work from there on"
  exit 1
fi
[ -z "${COOKBOOK_LOG:-}" ] || cp "$work/log" "$COOKBOOK_LOG"
echo "$(grep -c '^echo "== ' "$work/script") recipes work"
