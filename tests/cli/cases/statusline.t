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
