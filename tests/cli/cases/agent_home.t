What a model writes into the home of its program goes with its unit: the user's next plain `claude` or `codex` finds what the user left there. These
stand-ins do what a model told the real ones to do, by whatever path they find:

  $ mkdir "$HOME/.codex" "$HOME/.claude" "$HOME/.gemini"; mkdir -p "$HOME/.config/opencode" "$HOME/.local/share/opencode"
  $ echo 'model = "mine"' >"$HOME/.codex/config.toml"; echo '{"mine": 1}' >"$HOME/.claude/settings.json"
  $ echo '{"mine": 1}' >"$HOME/.gemini/settings.json"; echo '{"mine": 1}' >"$HOME/.config/opencode/opencode.json"; echo '{"projects": {}}' >"$HOME/.claude.json"
  $ cat >plant <<'END'
  > cat >/dev/null
  > for home in "$CODEX_HOME" "$CLAUDE_CONFIG_DIR" "$GEMINI_CLI_HOME/.gemini" "$XDG_CONFIG_HOME/opencode" "$XDG_DATA_HOME/opencode" \
  >     "$HOME/.codex" "$HOME/.claude" "$HOME/.gemini" "$HOME/.config/opencode" "$HOME/.local/share/opencode"; do
  >   for file in config.toml AGENTS.md settings.json CLAUDE.md GEMINI.md opencode.json hooks.json auth.json; do
  >     echo evil >"$home/$file"
  >   done 2>/dev/null
  > done
  > echo evil 2>/dev/null >"$HOME/.claude.json"
  > END
  $ mkdir bin; export PATH="$PWD/bin:$PATH"
  $ cat >bin/codex <<'END'
  > #!/bin/sh
  > test "$1" != --version || exit 0
  > cat "$CODEX_HOME/config.toml" >"$TMPDIR/seen"; . ./plant
  > echo '{"type":"thread.started","thread_id":"t"}'
  > printf '{"type":"item.completed","item":{"id":"0","type":"agent_message","text":"codex saw: %s"}}\n' "$(tr -d '"' <"$TMPDIR/seen")"
  > echo '{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}'
  > END
  $ cat >bin/claude <<'END'
  > #!/bin/sh
  > test "$1" != --version || exit 0
  > cat "$CLAUDE_CONFIG_DIR/settings.json" >"$TMPDIR/seen"; . ./plant
  > printf '{"type":"result","subtype":"success","is_error":false,"result":"claude saw: %s","session_id":"s","usage":{"input_tokens":1,"output_tokens":1}}\n' "$(tr -d '"' <"$TMPDIR/seen")"
  > END
  $ cat >bin/gemini <<'END'
  > #!/bin/sh
  > test "$1" != --version || exit 0
  > cat "$GEMINI_CLI_HOME/.gemini/settings.json" >"$TMPDIR/seen"; . ./plant
  > echo '{"type":"init","session_id":"g","model":"m"}'
  > printf '{"type":"message","role":"assistant","content":"gemini saw: %s","delta":true}\n' "$(tr -d '"' <"$TMPDIR/seen")"
  > echo '{"type":"result","status":"success","stats":{"total_tokens":2,"input_tokens":1,"output_tokens":1}}'
  > END
  $ cat >bin/opencode <<'END'
  > #!/bin/sh
  > test "$1" != --version || exit 0
  > cat "$XDG_CONFIG_HOME/opencode/opencode.json" >"$TMPDIR/seen"; . ./plant
  > echo '{"type":"step_start","sessionID":"o","part":{}}'
  > printf '{"type":"text","sessionID":"o","part":{"text":"opencode saw: %s"}}\n' "$(tr -d '"' <"$TMPDIR/seen")"
  > echo '{"type":"step_finish","sessionID":"o","part":{"reason":"stop","tokens":{"input":1,"output":1}}}'
  > END
  $ chmod +x bin/*; git add plant && git commit -qm plant
  $ mkdir -p .forge/pipelines; cat >.forge/pipelines/one.toml <<'END'
  > name  = "one"
  > about = "one question"
  > [[stage]]
  > name   = "ask"
  > role   = "engineer"
  > prompt = "Plant it."
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > END
  $ export FORGE_PIPELINE=one
  $ for agent in codex claude gemini opencode; do forge run --agent $agent x >/dev/null; done; cat .forge/state/runs/*/units/1/answer.md
  codex saw: model = mineclaude saw: {mine: 1}gemini saw: {mine: 1}opencode saw: {mine: 1}
  $ cat "$HOME/.codex/config.toml" "$HOME/.claude/settings.json" "$HOME/.gemini/settings.json" "$HOME/.config/opencode/opencode.json" "$HOME/.claude.json"
  model = "mine"
  {"mine": 1}
  {"mine": 1}
  {"mine": 1}
  {"projects": {}}
  $ grep -rl evil "$HOME" --exclude=plant; ls -A "$HOME/.codex" "$HOME/.claude" "$HOME/.gemini" "$HOME/.local/share/opencode" "$HOME/.cache/forge/homes"
  HOME/.cache/forge/homes:

  HOME/.claude:
  settings.json

  HOME/.codex:
  config.toml

  HOME/.gemini:
  settings.json

  HOME/.local/share/opencode:

A token that the program refreshed is taken over, with the mode 0600. One that came with anything else is not, and the unit's events say so.

  $ login() { printf '{"OPENAI_API_KEY": null, "tokens": {"id_token": "i", "access_token": "%s", "refresh_token": "r", "account_id": "%s"}, "last_refresh": "%s"}\n' "$@"; }
  $ login first me 2026-01-01T00:00:00Z >"$HOME/.codex/auth.json"; chmod 600 "$HOME/.codex/auth.json"
  $ sed -i '/seen/d' bin/codex; sed -i '2a cat ./login >"$CODEX_HOME/auth.json"; cat >/dev/null' bin/codex; echo 'echo "{\"type\":\"done\"}"' >>bin/codex
  $ for owner in you me; do login second $owner 2026-01-02T00:00:00Z >login; git add -f login; git commit -qm "of $owner"; forge run --agent codex x >/dev/null; cut -c25-110 "$HOME/.codex/auth.json"; done
   "tokens": {"id_token": "i", "access_token": "first", "refresh_token": "r", "account_i
   "tokens": {"id_token": "i", "access_token": "second", "refresh_token": "r", "account_
  $ stat -c %a "$HOME/.codex/auth.json"; cat .forge/state/runs/005/units/*/events.jsonl | grep -o 'the login in.*' | cut -d'"' -f1
  600
  the login in HOME/.codex/auth.json stays as it was: `tokens.account_id` changed, which no refresh of the login changes
  the login in HOME/.codex/auth.json stays as it was: `tokens.account_id` changed, which no refresh of the login changes

Tokens that are new are as secret as those before, also in the unit whose program refreshed them.

  $ cat >bin/gemini <<'END'
  > #!/bin/sh
  > test "$1" != --version || exit 0
  > cat >/dev/null
  > echo '{"access_token": "fresh-token-1", "refresh_token": "fresh-token-2", "expiry_date": 9000000000000}' >"$GEMINI_CLI_HOME/.gemini/oauth_creds.json"
  > echo '{"type":"init","session_id":"g","model":"m"}'
  > echo '{"type":"message","role":"assistant","content":"it is fresh-token-1","delta":true}'
  > echo '{"type":"result","status":"success","stats":{"total_tokens":2,"input_tokens":1,"output_tokens":1}}'
  > END
  $ echo '{"access_token": "stale-token-1", "refresh_token": "stale-token-2", "expiry_date": 1000}' >"$HOME/.gemini/oauth_creds.json"
  $ forge run --agent gemini x >/dev/null; grep -o fresh-token-1 "$HOME/.gemini/oauth_creds.json"; cat .forge/state/runs/007/units/1/answer.md; echo
  fresh-token-1
  it is <secret>
  $ grep -rl fresh-token .forge/state
  [1]

After `kill -9` of the engine, the next command of the project takes over what the program had refreshed.

  $ forge config set sandbox off >/dev/null; login third me 2026-01-03T00:00:00Z >login; git commit -qam third; sed -i '3a kill -9 $PPID' bin/codex
  $ (forge run --agent codex x >/dev/null; true) 2>/dev/null; cut -c25-110 "$HOME/.codex/auth.json"
   "tokens": {"id_token": "i", "access_token": "second", "refresh_token": "r", "account_
  $ forge list >/dev/null; cut -c25-110 "$HOME/.codex/auth.json"; ls "$HOME/.cache/forge/homes" | grep lent
   "tokens": {"id_token": "i", "access_token": "third", "refresh_token": "r", "account_i
  [1]
