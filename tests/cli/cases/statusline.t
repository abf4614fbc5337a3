`forge statusline` prints one line about the current run, or nothing.

  $ forge statusline
  $ . "$DATA/setup.sh"
  $ forge run "write two files" > /dev/null
  [3]
  $ forge statusline | sed 's/| [0-9.]*m*s/| TIME/'
  forge 1 waiting | approve v1 | ░░░░░░░░░░ 0/2 | TIME | 1.2k tokens, $0.01 | waits: forge questions
  $ forge statusline --format notepad
  [FORGE] APPROVE v1          | — | 0/2 steps
  $ forge statusline --format ralph
  ralph:1/5
  $ forge statusline --format forge | sed 's/| [0-9.]*m*s/| TIME/'
  [forge] ░░░░░░░░░░ 0/2 | approve | TIME
  $ forge statusline --format short
  forge:1 approve 0/2 $0.01 asks
  $ echo "{\"workspace\":{\"current_dir\":\"$PWD\"},\"context_window\":{\"used_percentage\":41.2}}" | (cd / && forge statusline) | sed 's/| [0-9.]*m*s/| TIME/'
  forge 1 waiting | approve v1 | ░░░░░░░░░░ 0/2 | TIME | 1.2k tokens, $0.01 | context 41% | waits: forge questions
  $ echo garbage | forge statusline --format ralph
  ralph:1/5
  $ forge statusline --format loud
  forge: statusline: --format: invalid value `loud`
    hint: one of: auto, forge, notepad, ralph, short
  [2]
  $ forge statusline 99

How full the windows of a login are: of the account in use, else what the host program says of its own.

  $ line() { forge statusline | sed 's/| [0-9.ms]* |/| TIME |/'; }
  $ echo '{"rate_limits":{"five_hour":{"used_percentage":12},"seven_day":{"used_percentage":62.4}}}' | line
  forge 1 waiting | approve v1 | ░░░░░░░░░░ 0/2 | TIME | 1.2k tokens, $0.01 | seven day 62% | waits: forge questions
  $ printf '[accounts.work]\nruntime = "command"\nenv = { K = "$K" }\n' > .forge/accounts.toml
  $ mkdir -p "$HOME/.local/share/forge"; cat > "$HOME/.local/share/forge/accounts.json" <<EOF
  > {"current":{"command":"$PWD:work"},"accounts":{"$PWD:work":{"seen":1,"limits":[{"window":"five_hour","used":0.71,"resets_at":99999999999999}]}}}
  > EOF
  $ echo '{"rate_limits":{"five_hour":{"used_percentage":12}}}' | line
  forge 1 waiting | approve v1 | ░░░░░░░░░░ 0/2 | TIME | 1.2k tokens, $0.01 | work 71% | waits: forge questions

The budget of the run, if it has one.

  $ forge cancel 1 > /dev/null; forge run "write two files" --budget-usd 2 > /dev/null
  [3]
  $ line < /dev/null
  forge 2 waiting | approve v1 | ░░░░░░░░░░ 0/2 | TIME | $0.01 of $2.00 | work 71% | waits: forge questions
