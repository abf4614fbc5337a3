#!/bin/sh
# links_rule.sh [ROOT]: every relative link of every Markdown file leads to a file, and its #anchor to a heading; a page
# that a source cites is there, and so is a source that a page names in `code`. Prints the dead ones, and fails.
set -eu
cd "${1:-.}"
bad=0

pages() { find . \( -name '.?*' -o -name 'build*' -o -name corpus -o -name testdata -o -path ./tests/naive/prompts \) -prune -o -name '*.md' -print | sort; }

# cited PATTERN FILE...: what the files name so must exist; the pattern's `, if any, are dropped.
cited() {
  pattern=$1
  shift
  dead=$(grep -noE -- "$pattern" /dev/null "$@" | tr -d '`' | while IFS=: read -r file line target; do
    [ -e "$target" ] || echo "$file:$line: no such file: $target"
  done)
  [ -z "$dead" ] || { printf '%s\n' "$dead"; bad=1; }
}
# shellcheck disable=SC2046  # file names of ours, without spaces
cited 'docs/[a-z_/-]+\.md' $(find src bench fuzz cmake \( -name '*.h' -o -name '*.cc' \) ! -name '*_test.cc' 2>/dev/null)
# shellcheck disable=SC2046,SC2016
cited '`(src|tests|docs|fuzz|bench|presets|cmake)/[a-z_/-]+\.[a-z]+`' $(pages)

# A first awk prints "A page#anchor" for each heading and "L file:line target" for each link, resolved from the root.
# shellcheck disable=SC2046  # file names of ours, without spaces
awk '
function slug(text) {
  gsub(/`|\*|\[|\]\([^)]*\)/, "", text)
  text = tolower(text)
  gsub(/[^a-z0-9 _\200-\377-]/, "", text)
  gsub(/ /, "-", text)
  return text
}
function resolve(dir, path,    part, n, i, out, depth) {
  if (path ~ /^\//) dir = "."
  n = split(dir "/" path, part, "/")
  depth = 0
  for (i = 1; i <= n; i++) {
    if (part[i] == "" || part[i] == ".") continue
    if (part[i] == ".." && depth > 0) depth--
    else out[++depth] = part[i]
  }
  path = ""
  for (i = 1; i <= depth; i++) path = path (i > 1 ? "/" : "") out[i]
  return path
}
FNR == 1 {
  fenced = 0
  dir = FILENAME; sub(/\/[^\/]*$/, "", dir)
  split("", used)
}
/^ *(```|~~~)/ { fenced = !fenced; next }
fenced { next }
/^#+ / {
  text = $0; sub(/^#+ +/, "", text); sub(/ +#* *$/, "", text)
  name = slug(text)
  print "A " resolve(".", FILENAME) "#" name (used[name]++ ? "-" used[name] - 1 : "")
}
{
  line = $0
  gsub(/`[^`]*`/, "", line)
  while (match(line, /\]\([^()]*(\([^()]*\)[^()]*)*\)/)) {
    target = substr(line, RSTART + 2, RLENGTH - 3)
    line = substr(line, RSTART + RLENGTH)
    sub(/[ \t]+".*"$/, "", target)
    if (target ~ /^[a-zA-Z][a-zA-Z0-9+.-]*:/ || target == "") continue
    anchor = ""
    if (match(target, /#.*/)) { anchor = substr(target, RSTART); target = substr(target, 1, RSTART - 1) }
    print "L " FILENAME ":" FNR " " (target == "" ? resolve(".", FILENAME) : resolve(dir, target)) anchor
  }
}' $(pages) |
  awk '
$1 == "A" { anchors[$2] = 1; next }
{ link[++n] = $0 }
END {
  for (i = 1; i <= n; i++) {
    split(link[i], word, " ")
    file = word[3]; sub(/#.*/, "", file)
    if (system("test -e \"./" file "\"") != 0) why = "no such file: " file
    else if (word[3] ~ /#/ && file ~ /\.md$/ && !(word[3] in anchors)) why = "no such heading: " word[3]
    else continue
    print word[2] ": " why
    bad = 1
  }
  exit bad
}' || bad=1
exit $bad
