A plan that is edited while a client of `forge mcp` shows it: the person is asked again, and nothing is built before.

  $ . "$DATA/setup.sh"
  $ talk() { python3 "$DATA/mcp_talk.py" greet '{"elicitation":{}}' "$@" | sed 's/^{"run.*/{}/'; }
  $ yes='{"action":"accept","content":{"answer":"yes"}}'

  $ edit='sed -i "s/write one/write one well/" .forge/plans/plan-001*.md'
  $ talk call 1 run_start '{"objective":"write two files","wait":true}' edited "$edit" elicitation/create "$yes" edited true elicitation/create "$yes" wait 1
  run 1 asks: Build this plan?
  run 1 asks: Build this plan?
  {}
  $ grep -c 'write one well' .forge/plans/plan-001*.md
  2

The same through `question_answer`, for a run that waits already. The number names the question that is shown first.

  $ talk call 1 run_start '{"objective":"write two files","wait":true}' answer elicitation/create '{"action":"decline"}' wait 1 >/dev/null
  $ edit='sed -i "s/write one/write one well/" .forge/plans/plan-002*.md'
  $ talk call 1 question_answer '{"run":"2","question":1}' edited "$edit" elicitation/create "$yes" edited true elicitation/create "$yes" wait 1
  run 2 asks: Build this plan?
  run 2 asks: Build this plan?
  {}
  $ forge questions
  no open questions
