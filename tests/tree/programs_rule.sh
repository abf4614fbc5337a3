#!/bin/sh
# programs_rule.sh [ROOT]: every program that a script of this tree starts is part of every Debian, or its package stands
# in packages.txt, in a section that is installed before that script runs. Prints the others, and fails.
#
# Reads dev, .ci, bench/run, the scripts below tests and the transcripts in tests/cli/cases. It sees the words where a
# command can stand, also in `sh -c '...'` and in a script that stands in a here-document. Of C++ tests it sees what they
# name in argv and ShellCommand, and the scripts of Sh(...). A test that writes a Makefile starts make.
set -eu
cd "${1:-.}"

# What debootstrap's minbase has: the essential packages and those of priority `required`.
essential='apt-config apt-get awk base64 basename bash cat chmod chown chroot cksum cmp comm cp cut date dd df diff dirname dpkg
  dpkg-deb dpkg-query du echo env expr find flock getconf getent grep gzip head hostname id install kill ln ls mkdir mkfifo
  mknod mktemp more mount mountpoint mv nice nohup nproc od paste perl printf pwd readlink realpath rm rmdir runuser script
  sed seq setpriv setsid sh sha256sum shuf sleep sort split stat stty sync tac tail tar taskset tee test timeout touch tput
  tr true truncate tsort tty umount uname uniq unshare wc xargs yes zcat'

# "PROGRAM PACKAGE"
packages='
c++ g++
ccache ccache
chromium chromium
clang++-19 clang-19
clang-format-19 clang-format-19
clang-tidy-19 clang-tidy-19
cmake cmake
cpack cmake
ctest cmake
debootstrap debootstrap
dpkg-shlibdeps dpkg-dev
file file
g++ g++
git git
make make
ninja ninja-build
node nodejs
pgrep procps
pkill procps
ps procps
python3 python3
strace strace
tmux tmux
fish fish
zsh zsh
'

# The scripts do without them, and say so.
optional='chromium-browser google-chrome npm npx'

# "PREFIX SECTION...": the sections that are installed before a file with this prefix runs.
sections='
./dev build test clang lint bench package fresh
./src/ build test clang
./.ci/ build test clang fresh
./bench/ build bench
./tests/package/ build test package fresh
./tests/ build test clang
'

[ -f packages.txt ] || { echo "no packages.txt"; exit 1; }
# shellcheck disable=SC2046  # file names of ours, without spaces
set -- $(find ./dev ./.ci ./bench/run ./tests \( -name testdata -o -name build \) -prune -o -type f \
  \( -path './.ci/*' ! -name '*.awk' -o -name '*.sh' -o -path './tests/cli/cases/*.t' -o -path ./dev -o -path ./bench/run \) \
  -print 2>/dev/null | sort) $(find ./src ./tests -name '*_test.cc' 2>/dev/null | sort)
[ $# -gt 0 ] || exit 0

ESSENTIAL=$essential PACKAGES=$packages OPTIONAL=$optional SECTIONS=$sections awk '
function words_into(text, set,    list, n, i) {
  n = split(text, list, /[ \t\n]+/)
  for (i = 1; i <= n; i++) if (list[i] != "") set[list[i]] = 1
}
BEGIN {
  words_into(ENVIRON["ESSENTIAL"] " " ENVIRON["OPTIONAL"], free)
  words_into("if then elif else while until do ! { time", opens)
  words_into("} fi done esac in", closes)
  words_into(". : [ alias break cd command continue eval exec exit export false for getopts hash jobs local printf pwd read return set shift source test times trap true type ulimit umask unset wait", builtin)
  words_into("command env exec nice nohup setsid time timeout xargs unshare runuser setpriv flock", carries)
  n = split(ENVIRON["PACKAGES"], row, "\n")
  for (i = 1; i <= n; i++) if (split(row[i], part, " ") == 2) package[part[1]] = part[2]
  section_rows = split(ENVIRON["SECTIONS"], section_row, "\n")
}

# ---- the text of each file, and what packages.txt lists
FILENAME == "packages.txt" {
  if (/^\[/) section = substr($0, 2, length($0) - 2)
  else if (/^[a-z]/) listed[$1] = listed[$1] " " section " "
  next
}
FILENAME ~ /^\.\/tests\// && FILENAME !~ /\/tree\// && /Makefile/ { file_was = file; file = FILENAME; met("make", FNR); file = file_was }
FILENAME ~ /\.cc$/ {
  if (file != "") scan(text, 1)
  file = FILENAME; text = ""
  line = $0
  while (match(line, /(argv = \{|ShellCommand\()"[a-z][^" ]*/)) {
    part_of_line = substr(line, RSTART, RLENGTH); line = substr(line, RSTART + RLENGTH)
    sub(/^[^"]*"/, "", part_of_line)
    met(part_of_line, FNR)
  }
  if (script_depth) take_script($0)
  for (line = $0; !script_depth && match(line, /(^|[^A-Za-z_])Sh\(/);) {
    line = substr(line, RSTART + RLENGTH)
    script = ""; script_line = FNR; script_depth = 1; is_value = 0
    take_script(line)
  }
  next
}
FNR == 1 { if (file != "") scan(text, 1); file = FILENAME; text = "" }
FILENAME ~ /\.t$/ { line = /^  [$>] / ? substr($0, 5) : ""; text = text line "\n"; next }
{ text = text $0 "\n" }

# The script of one call of Sh(DIRECTORY, SCRIPT), which may go over several lines: its literals, without those of DIRECTORY and
# of the values that fmt::format puts in.
function take_script(line,    i, c) {
  for (i = 1; i <= length(line) && script_depth; i++) {
    c = substr(line, i, 1)
    if (c == "(") script_depth++
    if (c == ")") script_depth--
    if (script_depth == 1) is_value = 0
    if (c == "," && script_depth == 1) script = ""
    if (c == "," && script_depth == 2) is_value = 1
    if (c != "\"") continue
    while ((c = substr(line, ++i, 1)) != "\"" && c != "") {
      if (c == "\\" && (c = substr(line, ++i, 1)) == "n") c = "\n"
      if (!is_value) script = script c
    }
  }
  if (!script_depth) queue[++queued] = FILENAME SUBSEP script_line SUBSEP script
}

function met(word, line) {
  if (word ~ /^[a-zA-Z0-9_.+-]+$/ && word !~ /^[0-9.+-]*$/ && !((file, word) in seen)) {
    seen[file, word] = 1
    found[++count] = file ":" line "\t" word
  }
}

# One word of a simple command is complete; `bare`: nothing in it was quoted or a variable.
function end_word(line) {
  if (!in_word) return
  in_word = 0
  if (target) { target = 0; word = ""; return }
  if (heredoc_next) { heredoc_next = 0; heredoc = word; word = ""; return }
  if (pattern) { if (word == "esac") { pattern = 0; cases--; can_start = 0 } word = ""; return }
  if (expects_in && word == "in" && bare) { expects_in = 0; pattern = 1; word = ""; return }
  if (shell_text && !bare) { shell_text = 0; nested[++nested_count] = (line - lines_in(raw)) SUBSEP raw }
  else if (word ~ /^-[a-z]*c$/ && runs_shell) shell_text = 1
  if (word == "-exec" || word == "-execdir") { can_start = 1; carried = 0; word = ""; return }
  if (can_start) {
    if (bare && word in opens) { word = ""; return }
    if (word ~ /^[A-Za-z_][A-Za-z0-9_]*\+?=/ ) { word = ""; return }
    if (carried && (word ~ /^-/ || word ~ /^[0-9.]+[smh]?$/ || !bare && option)) { option = word ~ /^-.$/; word = ""; return }
    can_start = 0
    if (bare && (word == "case")) { cases++; expects_in = 1 }
    else if (bare && (word == "for" || word in closes)) { }
    else if (bare) {
      met(word, line)
      if (word == "sh" || word == "bash" || word == "script") runs_shell = 1
      if (word in carries) { can_start = 1; carried = 1 }
    }
  }
  word = ""
}
function end_command() { can_start = 1; carried = option = runs_shell = shell_text = target = 0 }
function lines_in(some,    copy) { copy = some; return gsub(/\n/, "", copy) }

# Walks over shell text once; a stack of `)` remembers what is open: s(ubshell or substitution), q (one in double quotes).
function scan(text, line,    i, n, c, two, quote, depth, open, own, k, body, head, part) {
  n = length(text); in_word = 0; word = ""; raw = ""; pattern = cases = expects_in = heredoc_next = 0; heredoc = ""
  nested_count = 0; depth = 0; quote = ""; end_command()
  for (i = 1; i <= n; i++) {
    c = substr(text, i, 1)
    if (c == "\n") line++
    if (quote == "\047") { if (c == "\047") quote = ""; else { raw = raw c; word = word c } continue }
    if (c == "\\") {
      if (substr(text, i + 1, 1) == "\n") line++
      else { if (!in_word) { in_word = 1; bare = 1; raw = "" } bare = 0; word = word substr(text, i, 2) }
      i++; continue
    }
    two = substr(text, i, 2)
    if (two == "$(") {
      if (substr(text, i, 3) == "$((") { i = skip_arithmetic(text, i + 3); if (!in_word) in_word = 1; bare = 0; continue }
      if (!in_word) { in_word = 1; raw = "" }
      bare = 0; open[++depth] = quote; own[depth] = pattern SUBSEP cases SUBSEP can_start SUBSEP carried SUBSEP runs_shell SUBSEP target SUBSEP expects_in SUBSEP word SUBSEP raw
      quote = ""; in_word = 0; word = ""; pattern = cases = expects_in = 0; end_command(); i++; continue
    }
    if (two == "${") {
      if (!in_word) { in_word = 1; raw = "" }
      bare = 0; k = 1
      for (i += 2; i <= n && k > 0; i++) { c = substr(text, i, 1); if (c == "{") k++; if (c == "}") k-- }
      i--; word = word "$"; continue
    }
    if (quote == "\"") { if (c == "\"") quote = ""; else { raw = raw c; word = word c } continue }
    if (c == "\047" || c == "\"") { if (!in_word) { in_word = 1; raw = "" } bare = 0; quote = c; continue }
    if (c == "#" && !in_word) { while (i < n && substr(text, i + 1, 1) != "\n") i++; continue }
    if (c == "$") { if (!in_word) { in_word = 1; raw = "" } bare = 0; word = word c; continue }
    if (c == " " || c == "\t") { end_word(line); continue }
    if (c == "\n") {
      end_word(line - 1)
      if (heredoc != "") {
        # Its body; a script in it is read as one.
        body = ""; head = line
        while (i < n) {
          k = index(substr(text, i + 1), "\n"); part = substr(text, i + 1, k - 1); i += k; line++
          sub(/^\t+/, "", part)
          if (part == heredoc || k == 0) break
          body = body part "\n"
        }
        if (body ~ /^#!\/bin\/sh/) nested[++nested_count] = head SUBSEP body
        heredoc = ""
      }
      if (!pattern) end_command(); continue
    }
    if (c == "(") {
      if (in_word && substr(text, i, 2) == "()") { ours[word] = 1; in_word = 0; word = ""; i++; end_command(); continue }
      if (pattern) continue
      end_word(line); open[++depth] = "("; own[depth] = pattern SUBSEP cases; end_command(); continue
    }
    if (c == ")") {
      end_word(line)
      if (pattern) { pattern = 0; end_command(); continue }
      if (depth > 0) {
        k = split(own[depth], part_of, SUBSEP)
        pattern = part_of[1]; cases = part_of[2]
        if (open[depth] != "(") {
          quote = open[depth]; can_start = part_of[3]; carried = part_of[4]; runs_shell = part_of[5]; target = part_of[6]
          expects_in = part_of[7]; word = part_of[8] "$"; raw = part_of[9]; in_word = 1; bare = 0; shell_text = 0
        } else can_start = 0
        depth--
      }
      continue
    }
    if (two == ";;") { end_word(line); i++; end_command(); if (cases > 0) pattern = 1; continue }
    if (c == "<" || c == ">") {
      if (in_word && word ~ /^[0-9]+$/) { in_word = 0; word = "" }
      end_word(line)
      if (two == "<<") { i++; if (substr(text, i + 1, 1) == "-") i++; heredoc_next = 1; continue }
      if (two == ">>" || two == "<>") i++
      if (substr(text, i + 1, 1) == "&" || substr(text, i + 1, 1) == "|") i++
      target = 1; continue
    }
    if (c == "|" && pattern) continue
    if (c == "&" || c == "|" || c == ";") { end_word(line); end_command(); continue }
    if (!in_word) { in_word = 1; bare = 1; word = ""; raw = "" }
    word = word c
  }
  end_word(line)
  for (k = 1; k <= nested_count; k++) queue[++queued] = file SUBSEP nested[k]
}
function skip_arithmetic(text, i,    deep, c) {
  for (deep = 2; deep > 0; i++) {
    c = substr(text, i, 1)
    if (c == "(") deep++
    if (c == ")") deep--
    if (c == "") break
  }
  return i - 1
}

# Whether the package is in a section that is installed before this file runs.
function is_installed(name, path,    i, n, part, k) {
  for (i = 1; i <= section_rows; i++) {
    n = split(section_row[i], part, " ")
    if (n == 0 || index(path, part[1]) != 1) continue
    for (k = 2; k <= n; k++) if (index(listed[name], " " part[k] " ")) return 1
    return 0
  }
  return 0
}
END {
  if (file != "") scan(text, 1)
  for (done = 1; done <= queued; done++) {
    split(queue[done], item, SUBSEP)
    file = item[1]
    scan(item[3] "\n", item[2])
  }
  for (i = 1; i <= count; i++) {
    split(found[i], item, "\t")
    where = item[1]; name = item[2]
    path = where; sub(/:[0-9]+$/, "", path)
    if (ENVIRON["LIST"]) { print name "\t" where; continue }
    if (name in ours || name in builtin || name in free || name == "forge") continue
    if (!(name in package)) {
      print where ": starts `" name "`, which is in no list: name its package in " RULE " and packages.txt"
      bad = 1
    } else if (!is_installed(package[name], path)) {
      print where ": starts `" name "`, and no section of packages.txt that is installed before it runs has `" package[name] "`"
      bad = 1
    }
  }
  exit bad
}' RULE="${0##*/}" packages.txt "$@"
