#!/bin/sh
# docs_commands.sh FORGE ROOT: every `forge X --option` that README.md and the pages show, in a code span or a block, is a
# command of the program with that option, and every `./dev X` one of ./dev. Prints the others, and fails.
set -eu
forge=$(readlink -f "$1")
cd "$2"
commands=$(mktemp)
trap 'rm -f "$commands"' EXIT
"$forge" help --markdown >"$commands"
[ ! -x dev ] || ./dev help | sed -n 's/^  \([a-z-]*\)  .*/DEV \1/p; s/^  \([a-z-]*\) \[.*/DEV \1/p' >>"$commands"

# shellcheck disable=SC2046  # file names of ours, without spaces
awk '
function complain(what) { print FILENAME ":" FNR ": " what; bad = 1 }

# One command line, without what stands before and behind it.
function look(line,    word, n, name, i, option) {
  sub(/^ *(\$ )?/, "", line)
  sub(/ +# .*/, "", line)
  if (has_dev && line ~ /^\.\/dev [a-z]/) {
    split(line, word, / +/)
    if (!(word[2] in dev)) complain("no command `./dev " word[2] "`")
  }
  if (line !~ /^forge [a-z][a-z-]*( |$)/) return
  n = split(line, word, / +/)
  name = word[2]
  if (n > 2 && (name " " word[3]) in known) name = name " " word[3]
  else if (name in family && word[3] ~ /^[a-z][a-z-]+$/ && !(name in known)) return complain("no command `forge " name " " word[3] "`")
  else if (!(name in known) && !(name in family)) return complain("no command `forge " name "`")
  if (!(name in known)) name = name " list"
  for (i = 3; i <= n; i++) {
    option = word[i]
    if (option !~ /^--[a-z]/) continue
    sub(/[^a-z-].*/, "", option)
    if (!((name, option) in options)) complain("`forge " name "` has no option " option)
  }
}

# Several in one line: after a pipe, a semicolon, && or $(. Not inside of quotes, where these are text.
function look_all(line,    part, n, i) {
  gsub(/"[^"]*"/, "\"\"", line)
  gsub(/\047[^\047]*\047/, "\"\"", line)
  n = split(line, part, /\\?\||;|&&|\$\(/)
  for (i = 1; i <= n; i++) look(part[i])
}

FNR == 1 { fenced = 0; file++ }
file == 1 && /^DEV / { dev[$2] = dev["help"] = has_dev = 1; next }
file == 1 {
  if (/^### forge /) {
    name = substr($0, 11)
    known[name] = 1
    if (split(name, part, " ") == 2) family[part[1]] = 1
  }
  if (match($0, /^\| `--?[a-z-]+/)) options[name, substr($0, 4, RLENGTH - 3)] = 1
  next
}
/^ *```/ { shell = !fenced && ($0 ~ /^ *```(sh|console|bash)? *$/); fenced = !fenced; next }
fenced { if (shell) look_all($0); next }
{
  line = $0
  while (match(line, /`[^`]+`/)) {
    look_all(substr(line, RSTART + 1, RLENGTH - 2))
    line = substr(line, RSTART + RLENGTH)
  }
}
END { exit bad }' "$commands" README.md CONTRIBUTING.md $(find docs -name '*.md' ! -name commands.md | sort)
