Several logins of one agent. None to begin with:

  $ forge accounts
  no accounts: agents use their default login; docs/accounts.md shows how to declare several
  $ forge accounts use work
  forge: no account `work`
    hint: add one to accounts.toml; see docs/accounts.md
  [2]

The file says where a login is kept, not the login itself. A value that looks like a secret is refused and not repeated.

  $ mkdir .forge; cat >.forge/accounts.toml <<'END'
  > [accounts.work]
  > runtime = "command"
  > env = { KEY = "sk-ant-api03-abcdefghijklmnop" }
  > END
  $ forge accounts
  forge: REPO/.forge/accounts.toml:3: account `work`: env.KEY must name an environment variable, as "$NAME"; secrets themselves are not kept here
    hint: docs/accounts.md has examples
  [2]
  $ printf '[accounts.work]\nruntime = "claude"\napi_key = "x"\n' >.forge/accounts.toml; forge accounts
  forge: REPO/.forge/accounts.toml:3: account `work`: unknown key; known are runtime, env, token_command, token_variable and config_dir. Secrets themselves are kept elsewhere
    hint: docs/accounts.md has examples
  [2]
  $ printf '[accounts.work]\nruntime = "nobody"\nenv = { K = "$K" }\n' >.forge/accounts.toml; forge accounts
  forge: REPO/.forge/accounts.toml:1: account `work`: runtime must be one of claude, codex, gemini, opencode, anthropic, openai, openai-responses, command, replay
    hint: docs/accounts.md has examples
  [2]
  $ printf '[accounts.work]\nruntime = "claude"\n' >.forge/accounts.toml; forge accounts
  forge: REPO/.forge/accounts.toml:1: account `work`: give one of env, token_command and config_dir
    hint: docs/accounts.md has examples
  [2]
  $ printf '[accounts.work\n' >.forge/accounts.toml; forge accounts
  forge: REPO/.forge/accounts.toml:1: not valid TOML
    hint: docs/accounts.md has examples
  [2]

An agent that is at its limit with one key, and not with the other:

  $ cat >.forge/accounts.toml <<'END'
  > [accounts.work]
  > runtime = "command"
  > env = { KEY = "$WORK_KEY" }
  > [accounts.home]
  > runtime = "command"
  > token_command = "echo home-key"
  > token_variable = "KEY"
  > END
  $ cat >agent.sh <<'END'
  > cat >/dev/null
  > case $KEY in
  >   work-key) echo "You've hit your usage limit" >&2; exit 1;;
  >   *) echo "pong, says ${KEY%-key}";;
  > esac
  > END
  $ mkdir .forge/pipelines; cat >.forge/pipelines/one.toml <<'END'
  > name  = "one"
  > about = "one question"
  > [[stage]]
  > name   = "ask"
  > role   = "engineer"
  > prompt = "Say something."
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > END
  $ export FORGE_AGENT="command:sh $PWD/agent.sh" FORGE_PIPELINE=one WORK_KEY=work-key
  $ forge accounts
  ACCOUNT  RUNTIME  CURRENT  LIMIT  BY             FROM
  work     command           -      env            .forge/accounts.toml:1
  home     command           -      token_command  .forge/accounts.toml:4
  $ forge accounts test home
  ok  home (command) answered: pong, says home
  $ forge accounts use nobody
  forge: no account `nobody`
    hint: known accounts: work, home
  [2]
  $ forge accounts use work
  command now uses account `work`
  $ (unset WORK_KEY; forge accounts test work)
  forge: account `work`: the environment variable WORK_KEY is not set
    hint: it is named in REPO/.forge/accounts.toml:1
  [2]

The run does not stop: it continues with the other account at once.

  $ forge run "say something" >run.out; echo $?
  0
  $ forge log | grep -o 'account `work`.*with account `home`' | sort -u
  account `work`: exit 1: You've hit your usage limit; continuing with account `home`
  $ forge status --json | grep -o '"status":"[a-z]*"' | head -1
  "status":"completed"
  $ forge accounts
  ACCOUNT  RUNTIME  CURRENT  LIMIT                                                  BY             FROM
  work     command           exhausted until TIME: usage limit  env            .forge/accounts.toml:1
  home     command  yes      -                                                      token_command  .forge/accounts.toml:4
  last change: command work -> home: `work` is exhausted: usage limit
  $ forge accounts list --json | grep -o '"account":"home","runtime":"command","by":"token_command","current":true'
  "account":"home","runtime":"command","by":"token_command","current":true
  $ grep -rl 'work-key\|home-key' .forge "$HOME/.local" | sort
  .forge/accounts.toml

Forge also switches when a login is refused or cannot be read; each switch is an event of the unit.

  $ cat >refused.sh <<'END'
  > cat >/dev/null
  > case $KEY in
  >   work-key) echo "401 Unauthorized: invalid API key" >&2; exit 1;;
  >   *) echo "pong, says ${KEY%-key}";;
  > esac
  > END
  $ forge accounts use work
  command now uses account `work`
  $ forge run --agent "command:sh $PWD/refused.sh" "say it again" >run.out; echo $?
  0
  $ forge log | grep -o 'account `work`.*with account `home`' | sort -u
  account `work`: exit 1: 401 Unauthorized: invalid API key; continuing with account `home`
  $ cat .forge/state/runs/002/units/*/events.jsonl | sed 's/"at":[0-9]*,//'
  {"kind":"limit","text":"continuing with account `home`","data":{"from":"work","to":"home","why":"account `work`: exit 1: 401 Unauthorized: invalid API key; continuing with account `home`"}}
  $ forge accounts
  ACCOUNT  RUNTIME  CURRENT  LIMIT                   BY             FROM
  work     command           the login was rejected  env            .forge/accounts.toml:1
  home     command  yes      -                       token_command  .forge/accounts.toml:4
  last change: command work -> home: `work` was refused: its login does not work
  $ forge accounts use work >/dev/null; (unset WORK_KEY; forge run "without a key" >run.out; echo $?)
  0
  $ cat .forge/state/runs/003/units/*/events.jsonl | sed 's/"at":[0-9]*,//'
  {"kind":"limit","text":"continuing with account `home`","data":{"from":"","to":"home","why":"`work` was refused: its login does not work"}}

When no login works the run stops and says so; it does not wait for a login that time cannot repair.

  $ sed -i 's/  work-key)/  *-key)/' refused.sh; forge accounts use work >/dev/null
  $ forge run --agent "command:sh $PWD/refused.sh" "nobody is let in" >run.out; echo $?
  4
  $ forge log | grep -c 'failed.*401 Unauthorized'
  3

`accounts use` overrides what Forge recorded; the next real request shows whether it was right.

  $ forge accounts use work --json
  {"account":"work","runtime":"command"}
  $ forge accounts test work --json
  {"account":"work","ok":false,"text":"","error_class":"quota","reason":"exit 1: You've hit your usage limit"}
  [1]

The audit of a plan is a request like any other: its model is resolved, and a refused login leads to another account.

  $ cat >auditor.sh <<'END'
  > cat >/dev/null
  > [ "$KEY" = home-key ] || { echo "401 Unauthorized" >&2; exit 1; }
  > echo "**Severity: low** nothing"; echo "as $KEY: $FORGE_TIER, $FORGE_EFFORT, ${FORGE_MODEL:+a model}"
  > END
  $ for name in home work; do forge accounts use $name; done >/dev/null; forge plan import "$DATA/two_steps.md" | head -1
  plan-005 Two files (2 steps from markdown)
  $ forge plan audit "$(ls .forge/plans | tail -1)" --agent "command:sh $PWD/auditor.sh"
  plan-005: review 1, verdict low (ready to approve)
  $ grep -h 'as home-key' .forge/plans/*.md
  as home-key: heavy, high, a model
