Agents and commands get the variables that tools need, and no keys. Names only, of what this shell passes on:

  $ run() { env -i PATH="$PATH" HOME="$HOME" LANG=C FORGE_MIN_FREE_MEMORY=0 FORGE_WORKSPACE_MIN_FREE=0 JAVA_HOME=/jdk npm_config_registry=r ANTHROPIC_API_KEY=a-key-of-ada OPENAI_API_KEY=o-key-of-ada GITHUB_TOKEN=g-token-of-ada AWS_PROFILE=p MY_URL=u MY_PORT=80 "$@"; }
  $ run forge doctor | grep variables
  ok        variables agents and commands get 7 of 13 variables; withheld, unless pass_env names them: ANTHROPIC_API_KEY, AWS_PROFILE, GITHUB_TOKEN, MY_PORT, MY_URL, OPENAI_API_KEY
  $ run env FORGE_AGENT=claude:/bin/true forge doctor | grep -o 'claude itself.*'
  claude itself gets ANTHROPIC_API_KEY
  $ mkdir -p .forge; printf 'pass_env = ["MY_*", "GITHUB_TOKEN"]\n' >.forge/config.toml; run forge doctor | grep -o 'withheld.*'; rm .forge/config.toml
  withheld, unless pass_env names them: ANTHROPIC_API_KEY, AWS_PROFILE, OPENAI_API_KEY
  $ forge config set pass_env 'A=b'
  forge: pass_env: `A=b` is not the name of a variable
    hint: write NAME, or PREFIX_* for all that begin so
  [2]
  $ FORGE_PASS_ENV='A b' forge doctor | grep settings
  wrong     settings  FORGE_PASS_ENV: `pass_env`: `A b` is not the name of a variable

A test command that missed one is told how to pass it on:

  $ cat >show <<'SH'
  > env | cut -d= -f1 | grep -E '^(JAVA_HOME|npm_config_registry|[A-Z]*_(KEY|TOKEN|PROFILE|URL|PORT)|ANTHROPIC_API_KEY)$' | sort | tr '\n' ' '; echo
  > SH
  $ run forge verify -c 'sh ./show'
  ok sh ./show in TIME
  1 of 1 command passed on tree e60a6aa7880c
  $ run forge verify -c 'sh ./show; : "${MY_URL?}"'
  failed sh ./show; : "${MY_URL?}" in TIME, exit 2
     JAVA_HOME npm_config_registry
     /bin/sh: 1: MY_URL: parameter not set

     forge: commands do not get MY_URL; to pass a variable on, add its name to the setting pass_env
  0 of 1 command passed on tree e60a6aa7880c
  [1]
  $ forge config set pass_env 'MY_*'; run forge verify -c 'sh ./show; : "${MY_URL?}"'
  pass_env = MY_*
  ok sh ./show; : "${MY_URL?}" in TIME
  1 of 1 command passed on tree d4cdda8763b5

An agent, its commands and the checks of a run:

  $ mkdir -p .forge/pipelines; cat >.forge/pipelines/one.toml <<'END'
  > name  = "one"
  > about = "one question"
  > [[stage]]
  > name   = "ask"
  > role   = "engineer"
  > prompt = "Say something."
  > [[stage]]
  > name = "check"
  > kind = "check"
  > commands = ["sh ./show"]
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > END
  $ git add show; git commit -qm show
  $ run env FORGE_PIPELINE=one FORGE_AGENT='command:sh ./show' forge run x >/dev/null; cat .forge/state/runs/001/units/1/answer.md; grep -ho '"output": "[^"]*' .forge/state/runs/001/units/*/verify.json
  JAVA_HOME MY_PORT MY_URL npm_config_registry
  "output": "JAVA_HOME MY_PORT MY_URL npm_config_registry \n
  $ mkdir bin; cat >bin/claude <<'SH'
  > #!/bin/sh
  > test "$1" != --version || exit 0
  > printf '{"type":"result","subtype":"success","is_error":false,"result":"%s","session_id":"s","usage":{"input_tokens":1,"output_tokens":1}}\n' "$(sh ./show)"
  > SH
  $ chmod +x bin/claude; PATH="$PWD/bin:$PATH"; run env FORGE_PIPELINE=one FORGE_AGENT=claude forge run x >/dev/null; cat .forge/state/runs/002/units/1/answer.md
  ANTHROPIC_API_KEY JAVA_HOME MY_PORT MY_URL npm_config_registry

What the settings of the program name and it does not get is said, in the first unit and by `forge doctor`:

  $ mkdir -p "$HOME/.claude"; echo '{"apiKeyHelper": "printenv OPENAI_API_KEY"}' >"$HOME/.claude/settings.json"
  $ run env FORGE_AGENT=claude forge doctor | grep -A1 variables | grep -o 'the settings.*'
  the settings of claude name OPENAI_API_KEY, which its units do not get; to pass a variable on, add its name to the setting pass_env
  $ run env FORGE_PIPELINE=one FORGE_AGENT=claude forge run x >/dev/null; grep -ho 'the settings of claude name [A-Z_]*' .forge/state/runs/003/units/*/events.jsonl
  the settings of claude name OPENAI_API_KEY
