When every login is at its limit, the run waits for the one that is back first, and says until when.

  $ mkdir -p .forge/pipelines; cat >.forge/accounts.toml <<'END'
  > [accounts.work]
  > runtime = "command"
  > token_command = "echo 3"
  > token_variable = "KEY"
  > [accounts.home]
  > runtime = "command"
  > token_command = "echo 1"
  > token_variable = "KEY"
  > END
  $ cat >agent.sh <<'END'
  > cat >/dev/null; echo "You've hit your usage limit; try again in $KEY hours" >&2; exit 1
  > END
  $ cat >.forge/pipelines/one.toml <<'END'
  > name  = "one"
  > about = "one question"
  > [[stage]]
  > name   = "ask"
  > role   = "researcher"
  > prompt = "Say something."
  > END
  $ FORGE_CRASH=record-after:3 forge run "say something" --pipeline one --agent "command:sh $PWD/agent.sh" >../out 2>&1; echo "exit $?"
  exit 137
  $ forge log | grep -o 'quota.*' | sed 's/[0-9]*d[0-9]*h*/TIME/g'
  quota: account `work`: exit 1: You've hit your usage limit; try again in 3 hours; continuing with account `home`
  quota: account `work`: exit 1: You've hit your usage limit; try again in 3 hours; continuing with account `home`
  quota: exit 1: You've hit your usage limit; try again in 1 hours; every account is at its limit, `home` is back first
  quota: exit 1: You've hit your usage limit; try again in 1 hours; every account is at its limit, `home` is back first
  $ forge status | grep waiting | sed 's/retries in [^:]*:/retries in TIME:/'
    waiting    ask retries in TIME: quota: exit 1: You've hit your usage limit; try again in 1 hours; every account is at its limit, `home` is back first
  $ forge accounts | tail -2
  every account of command is at its limit; `home` is back first, at TIME
  last change: command work -> home: `work` is exhausted: usage limit
  $ forge accounts list --json | grep -o '"next":\[[^]]*\]'
  "next":[{"runtime":"command","account":null,"waits_for":"home","waits_until":"TIME","reason":""}]

A person names one: the next unit takes it.

  $ forge accounts use work
  command now uses account `work`
  $ forge accounts list --json | grep -o '"next":\[[^]]*\]'
  "next":[{"runtime":"command","account":"work","waits_for":null,"waits_until":null,"reason":""}]

A run that waits tries again when a person has named an account, here as the next engine takes it up.

  $ echo 'cat >/dev/null; echo "said with $KEY"' >agent.sh
  $ forge resume 1 >../out 2>&1; echo "exit $?"
  exit 0
  $ grep -o 'run 1 has completed' ../out
  run 1 has completed

A choice from before the wait wakes nothing, also where another engine takes the run up.

  $ cat >agent.sh <<'END'
  > cat >/dev/null; echo "You've hit your usage limit; try again in $KEY hours" >&2; exit 1
  > END
  $ FORGE_CRASH=record-after:2 forge run "say more" --pipeline one --agent "command:sh $PWD/agent.sh" >../out 2>&1; echo "exit $?"
  exit 137
  $ forge resume 2 --detach >/dev/null; until [ "$(forge log 2 | grep -c 'running in process')" = 2 ]; do :; done; forge pause 2 | head -1
  run 2 is paused
  $ forge log 2 | grep -c 'the wait is over'
  0
  [1]
