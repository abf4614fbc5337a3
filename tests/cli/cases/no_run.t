Every command that takes a run or a plan says so when there is none: exit 2 and one message, no more. The list is the help's own.

  $ forge help --markdown | grep -v statusline | sed -n 's/^\(forge .*\(RUN\|PLAN\).*\) \[options\]$/\1/p' |
  >   sed 's/RUN_OR_ANSWER \[ANSWER\]/1 yes/; s/\[*RUN\]*/1/; s/\[*PLAN\]*/1/; s/\[*STEP\]*/s1/; s/\[*STAGE\]*/unit/; s/ \[.*//' >../commands
  $ test "$(wc -l <../commands)" -gt 30 && grep -c 'cost 1$' ../commands
  1
  $ try() {
  >   while read -r line; do
  >     $line >../said 2>&1 </dev/null
  >     echo "exit $?: $(head -1 ../said)$(sed -n '2,$p' ../said | grep -v '^  hint:')"
  >   done <../commands | sort -u
  > }

A status line shows nothing where there is nothing to show. The others, in a project without a store:

  $ try
  exit 2: forge: no plan `1`
  exit 2: forge: no runs in REPO yet
  $ forge statusline 1

In one whose store holds no run:

  $ mkdir -p .forge && forge run x --agent nosuch --auto 2>/dev/null
  [2]
  $ ls .forge/state
  forge.db
  $ try
  exit 2: forge: no plan `1`
  exit 2: forge: no run `1`
  $ forge cost 1 --json
  forge: no run `1`
    hint: forge list
  {"error":{"code":"not-found","message":"no run `1`","hint":"forge list"}}
  [2]
  $ forge cost current
  forge: there are no runs yet
    hint: start one: forge run "what you want done"
  [2]
