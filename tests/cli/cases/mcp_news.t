A client of `forge mcp` hears what its runs do, and which resources change.

  $ . "$DATA/setup.sh"
  $ talk() { python3 "$DATA/mcp_talk.py" "$@"; }

Before there is a store, there are no runs. A subscription needs a resource that there is.

  $ read() { printf '{"id":1,"method":"resources/read","params":{"uri":"%s"}}' "$1"; }
  $ subscribe() { printf '{"id":"%s","method":"resources/subscribe","params":{"uri":"%s"}}' "$1" "$2"; }
  $ talk greet '{}' send "$(read forge://runs)" wait 1 send "$(subscribe s forge://runs/7)" wait s
  $ ls -A .forge/state 2>/dev/null

Facts and plans that change are told of, the list and the single one.

  $ mkdir -p .forge/plans; echo '# Plan: one' > .forge/plans/plan-001-one.md
  $ talk greet '{}' send "$(subscribe a forge://facts)" wait a call 1 memory_save '{"pattern":"Tests need a fixed clock","category":"gotcha"}' wait 1 until notifications/resources/updated send "$(subscribe b forge://facts/p1)" wait b sh 'forge memory add "Tests need a fixed clock" >/dev/null' until notifications/resources/updated '*p1"'
  $ talk greet '{}' send "$(subscribe a forge://plans)" wait a send "$(subscribe b forge://plans/plan-001)" wait b sh "echo '# Plan: two' > .forge/plans/plan-001-one.md" until notifications/resources/updated '*plan-001' until notifications/resources/updated '*plans"'

A person who is asked sees the plan, as at the terminal. The progress token hears what the run is doing, until the call ends.

  $ talk greet '{"elicitation":{}}' call p1 run_start '{"objective":"write two files","wait":true}' answer elicitation/create '{"action":"decline"}' wait p1 | sed '/^{/d'
  $ talk greet '{"elicitation":{}}' call 1 question_answer '{"run":"2","answer":"no"}' wait 1 >/dev/null
  $ talk greet '{"elicitation":{}}' call p1 run_start '{"objective":"write two files","wait":true}' answer elicitation/create '{"action":"accept","content":{"answer":"yes"}}' wait p1 progress | grep -v '^  \|^$\|^{' | tail -n 4

After `logging/setLevel` the server tells what its runs do, and which calls failed.

  $ level='{"id":9,"method":"logging/setLevel","params":{"level":"info"}}'
  $ talk greet '{}' send "$level" wait 9 call 1 run_start '{"objective":"write two files"}' until notifications/message '*"question"' call 2 validate '{"moduleId":"m1","commands":["false"]}' until notifications/message '*forge.tools' | cut -c 1-150
