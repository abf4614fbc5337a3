#!/bin/sh
# A step starts at most 5 git processes (10 beside others), from the lease of its worktree to its merge, and looks over its
# files at most three times. Counted, not timed: the same run with ten steps more, so that the start of a run does not count.
. "$(dirname "$0")/lib.sh"
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_SANDBOX=off
git_binary=$(command -v git)

# steps N AT_ONCE: a run of N steps that each write a line. What it starts is in $work/started: one line for each process.
steps() {
  mkdir -p .forge/pipelines "$work/counted"
  printf '.forge/\n*.o\n' >.gitignore && git add .gitignore && git commit -q -m ignore
  printf 'name = "line"\nabout = "steps"\n[[stage]]\nname = "all"\nkind = "each"\npipeline = "line-step"\nmax_concurrent = %s\n' "$2" >.forge/pipelines/line.toml
  printf 'name = "line-step"\nabout = "a step"\n[[stage]]\nname = "unit"\nrole = "engineer"\n[[stage]]\nname = "verify"\nkind = "check"\ncommands = ["step"]\n[[stage]]\nname = "commit"\nkind = "integrate"\nhow = "commit"\n' >.forge/pipelines/line-step.toml
  awk -v n="$1" 'BEGIN { print "# Plan: lines\n\n## Steps\n"; for (i = 1; i <= n; i++) printf "### Step s%d: line\n- Do: a line\n- Verify: `true`\n\n", i }' >../plan.md
  # The settings before the command are Forge's own, the same each time.
  cat >"$work/counted/git" <<END
#!/bin/sh
for word; do
  case \$skip\$word in
    -c) skip=1 ;;
    1*) skip= ;;
    *) break ;;
  esac
done
echo "\$word \$*" >>"$work/started"
exec "$git_binary" "\$@"
END
  chmod +x "$work/counted/git"
  PATH="$work/counted:$PATH" expect 0 forge run lines --pipeline line --plan ../plan.md --auto --agent "$3"
  is "commits" "$(git rev-list --count main..forge/run-001)" "$1"
}

# per_step FEW MANY: of the processes whose command is one of $words, how many the ten steps more have started.
per_step() {
  for file; do grep -cE "^($words) " "$file"; done | awk 'NR == 1 { few = $1 } NR == 2 { print $1 - few }'
}

# at_most WHAT WORDS MOST FEW MANY
at_most() {
  words=$2
  started=$(per_step "$4" "$5")
  [ "$started" -le $(($3 * 10)) ] || {
    out=$(cut -d' ' -f1 "$5" | sort | uniq -c | sort -rn | sed "s/^/in all: /")
    fail "10 steps more start $started $1, more than $3 each"
  }
}

# shellcheck disable=SC2016  # for the shell of the agent
writes_a_line='command:echo x >"line-$FORGE_UNIT"; echo done'
# shellcheck disable=SC2016
writes_ignored='command:echo x >"line-$FORGE_UNIT"; echo o >made.o; echo done'
looks='add|clean|status|read-tree|diff-files|checkout-index|look'

# compare WHAT AT_ONCE AGENT MOST LOOKS
compare() {
  scenario "4 steps, $1"
  steps 4 "$2" "$3"
  few=$work/started
  scenario "14 steps, $1"
  steps 14 "$2" "$3"
  at_most "git processes" ".*" "$4" "$few" "$work/started"
  # `ls-files -o` walks over the files, other lists come from the index; `read-tree -m` looks only at what differs.
  for file in "$few" "$work/started"; do
    sed 's/^ls-files .* -o .*/look /; s/^read-tree .* -m .*/merge /' "$file" >"$file.looks"
  done
  at_most "looks over all files" "$looks" "$5" "$few.looks" "$work/started.looks"
}

compare "one after the other" 1 "$writes_a_line" 5 3
compare "with ignored files that each leaves" 1 "$writes_ignored" 6 4
compare "four at a time" 4 "$writes_a_line" 10 6

# status_starts: the git processes of `forge status` of the completed run
status_starts() {
  : >"$work/started"
  PATH="$work/counted:$PATH" expect 0 forge status
  says "$1"
  wc -l <"$work/started"
}

scenario "the status of a completed run starts two git processes, which look at nothing older than the run"
i=0
while [ $((i += 1)) -le 20 ]; do git commit -q --allow-empty -m "old $i" && git branch "old-$i"; done
steps 1 1 "$writes_a_line"
is "git processes" "$(status_starts 'forge land 1')" 2
lacks "$work/started" --contains
expect 0 forge land 1
is "git processes" "$(status_starts 'forge report 1')" 2
finish
