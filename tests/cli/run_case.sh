#!/bin/sh
# run_case.sh CASE FORGE: plays a transcript through the binary and compares. With FORGE_ACCEPT=1 the transcript is
# rewritten to what was said instead.
#
# A case is prose with indented transcripts:    $ command    (and "> " for its further lines)
#                                               what it prints, on either stream
#                                               [2]          its exit code, unless 0
# All commands of a case run in one shell, in a fresh git repository with one commit, and a HOME of its own. Times, paths,
# hashes and process ids are replaced by words, so that the same transcript comes out everywhere. What cases share is in
# data/, which they find at $DATA: setup.sh and pipelines.sh are sourced.
set -u
case_file=$(readlink -f "$1")
forge=$(readlink -f "$2")
data=$(cd "$(dirname "$0")" && pwd)/data

work=$(mktemp -d)
work=$(readlink -f "$work")
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/home" "$work/repo"
ln -s "$forge" "$work/bin/forge"
actual=$work/actual
said_file=$work/said
: >"$actual"

# Nothing of the caller's surroundings may show in a transcript.
# shellcheck disable=SC2046  # a list of names
unset $(env | sed -n 's/^\(FORGE_[A-Z_]*\|XDG_[A-Z_]*\|GIT_[A-Z_]*\|LC_[A-Z_]*\)=.*/\1/p' | grep -v '^FORGE_ACCEPT$')
export PATH="$work/bin:$PATH" HOME="$work/home" LANG=C TERM=dumb TZ=UTC USER=ada DATA="$data"
# Nor where file systems begin: git would name the one that ended its search for a repository.
export GIT_DISCOVERY_ACROSS_FILESYSTEM=1
# Nor how full its disk and memory are, nor how slow it is; the table of settings shows what is built in.
[ "$(basename "$1" .t)" = config ] || export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_PROGRESS_THROTTLE_MS=3600000
export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.org GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@example.org
cd "$work/repo" || exit 2
git init -q -b main . && echo "a sample" >README.md && git add README.md && git commit -q -m "first" || exit 2

normalise() {
  sed -E \
    -e "s|$work/repo|REPO|g; s|$work/home|HOME|g; s|$work|WORK|g; s|$data|DATA|g; s| on $(uname -n)| on HOST|g" \
    -e 's/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/TIME/g; s/[0-9]{2}:[0-9]{2}:[0-9]{2}/hh:mm:ss/g; s/20[0-9]{2}-[01][0-9]-[0-3][0-9]/DATE/g' \
    -e 's/[0-9a-f]{64}|[0-9a-f]{40}/HASH/g; s/process [0-9]+/process PID/g; s/"pid(_start)?":[0-9]+/"pid\1":PID/g' \
    -e 's/ in [0-9.]+m?s/ in TIME/g; s/median of [0-9.]+m?s/median of TIME/; s/[0-9.]+m?s, started [0-9]+s ago/TIME, started TIME ago/; s/"elapsed_ms":[0-9]+/"elapsed_ms":MS/' \
    -e 's/(active_ms"(:| value="))[0-9]+/\1MS/; s/active for [0-9.]+m?s/active for TIME/; s/(answered .* after) [0-9.]+m?s/\1 TIME/' \
    -e 's/units, [0-9.]+m?s$/units, TIME/; s/  [0-9]+s +([a-z(])/  0s   \1/; s/commit [0-9a-f]{12}/commit HASH/g' \
    -e 's/ +$//; s/^([$>] |\[[0-9])/\\\1/; s/^/  /; s/^ +$//'
}

# perform COMMAND: what a `$` line asks for.
perform() {
  eval "$1" >"$said_file" 2>&1 </dev/null
  status=$?
  # The shell drops the empty lines at the end; and one is put back where the last line had no end.
  said=$(normalise <"$said_file")
  [ -z "$said" ] || printf '%s\n' "$said" >>"$actual"
  [ $status = 0 ] || echo "  [$status]" >>"$actual"
}

command=
blank=  # empty lines not yet known to be ours (between paragraphs) or the output's, which comes out again by itself
# The transcript comes in on another descriptor: commands must not read it.
while IFS= read -r line <&3 || [ -n "$line" ]; do
  case $line in
    "  > "*)
      command="$command
${line#  > }"
      printf '%s\n' "$line" >>"$actual"
      continue
      ;;
  esac
  [ -z "$command" ] || { perform "$command"; command=; }
  case $line in
    "") blank="$blank
" ;;
    "  \$ "*)
      command=${line#  \$ }
      printf '%s%s\n' "$blank" "$line" >>"$actual"
      blank=
      ;;
    "  "*) blank= ;;
    *)
      printf '%s%s\n' "$blank" "$line" >>"$actual"
      blank=
      ;;
  esac
done 3<"$case_file"
[ -z "$command" ] || perform "$command"

if [ -n "${FORGE_ACCEPT:-}" ]; then
  cat "$actual" >"$case_file"
elif ! diff -u "$case_file" "$actual"; then
  echo "the transcript differs; FORGE_ACCEPT=1 takes the new one"
  exit 1
fi
