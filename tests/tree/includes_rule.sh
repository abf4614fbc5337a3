#!/bin/sh
# includes_rule.sh [ROOT]: an include goes down the arrow of docs/architecture.md, never up or sideways.
# Prints every one that does not, and fails.
set -eu
cd "${1:-.}"
# shellcheck disable=SC2046  # file names of ours, without spaces
set -- $(find src \( -name '*.h' -o -name '*.cc' \) | sort)

awk '
function allow(folder, others,    list, n, i) {
  n = split(others, list, " ")
  for (i = 1; i <= n; i++) allowed[folder, list[i]] = 1
  allowed[folder, folder] = 1
  known[folder] = 1
}
function complain(why) {
  printf "%s:%d: %s\n", FILENAME, FNR, why
  bad = 1
}
function reach(file, source) {
  if (!(file in sees) || file in from) return
  queue[++last] = file
  from[file] = source
}
BEGIN {
  # Which folder may include which. CMakeLists.txt repeats it as link edges.
  below = "base model text graph pipeline"
  allow("base", "")
  allow("os", "base")
  allow("model", "base")
  allow("text", "base model")
  allow("graph", "base model")
  allow("pipeline", "base model text")
  allow("engine", below)
  allow("memory", "base model text")
  allow("store", below " engine memory os")
  allow("agent", below " engine os")
  allow("workspace", below " engine os")
  allow("verify", below " engine os")
  allow("service", below " engine os store agent workspace verify memory")
  allow("surface", below " engine store agent workspace verify memory service")
  posix = "^(unistd|fcntl|signal|poll|spawn|pthread|dirent|termios|pwd|grp|dlfcn|netdb|ftw|glob|sched|syslog|utime|wordexp)\\.h$|^(sys|linux|arpa|net|netinet|asm)/"
}

# The link edges are checked by the same table.
FILENAME == "CMakeLists.txt" {
  if (/^forge_folder\(/) {
    sub(/^forge_folder\(/, ""); sub(/\).*/, "")
    n = split($0, word, " ")
    for (i = 2; i <= n; i++)
      if (!((word[1], word[i]) in allowed)) complain("links " word[i] " into " word[1] ", against the arrow")
  }
  next
}

FNR == 1 {
  raw = ""
  split(FILENAME, part, "/")
  folder = part[2]
  is_test = FILENAME ~ /_test\.cc$|\/testing\//
  own = folder == "engine" && !is_test
  if (!(folder in known)) complain("src/" folder " is not in the table of " RULE)
}
# What stands in a raw string is data: sources of a sample, say.
raw != "" { if (index($0, raw)) raw = ""; next }
match($0, /R"[A-Za-z_]*\(/) {
  raw = ")" substr($0, RSTART + 2, RLENGTH - 3) "\""
  if (index(substr($0, RSTART + RLENGTH), raw)) raw = ""
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
  split($0, quoted, "\"")
  path = quoted[2]
  if (path !~ /\//) { complain("\"" path "\" is not written from src/"); next }
  split(path, target, "/")
  to = target[1]
  if (own) sees[FILENAME] = sees[FILENAME] " " path
  if (path ~ /\/testing\// && !is_test) complain(path " is a twin for tests")
  if (folder == "surface" && to == "os" && FILENAME ~ /\/main\.cc$/) next
  # Within surface: the CLI starts the others, and all of them share the view.
  if (folder == "surface" && to == "surface" && target[2] != part[3] && target[2] != "view" && part[3] != "cli")
    complain("surface/" part[3] " must not include " path)
  if (!((folder, to) in allowed)) complain(folder " must not include " path)
}
/^[ \t]*#[ \t]*include[ \t]*</ {
  path = $0; sub(/^[^<]*</, "", path); sub(/>.*/, "", path)
  if (folder != "os" && path ~ posix) complain("<" path "> belongs to src/os")
}

# The core (core.*, whatever is written against engine/turn.h, and all of engine that these see, headers with their
# sources) sees base, model, graph and pipeline and nothing else.
END {
  for (file in sees) if (file ~ /^src\/engine\/core\.[a-z]*$/ || sees[file] " " ~ / engine\/turn\.h /) reach(file, file)
  for (next_one = 1; next_one <= last; next_one++) {
    file = queue[next_one]
    n = split(sees[file], seen, " ")
    for (i = 1; i <= n; i++) {
      split(seen[i], target, "/")
      if (target[1] == "engine") {
        reach("src/" seen[i], from[file])
        sub(/\.h$/, ".cc", seen[i])
        reach("src/" seen[i], from[file])
      } else if (target[1] !~ /^(base|model|graph|pipeline)$/) {
        printf "%s: includes %s, and %s must not see it\n", file, seen[i], from[file]
        bad = 1
      }
    }
  }
  exit bad
}' RULE="$0" CMakeLists.txt "$@"
