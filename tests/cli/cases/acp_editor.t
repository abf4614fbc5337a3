`forge acp`, as an editor starts it. Nothing is written before a prompt; a directory that can have no runs says what to do.

  $ talk() { python3 "$DATA/acp_talk.py" "$@"; }
  $ mkdir ../plain && talk greet open "$PWD/../plain" open relative open /no/such/directory; ls -A ../plain
  {"loadSession": true, "promptCapabilities": {"image": false, "audio": false, "embeddedContext": true}}
  error -32602: WORK/plain is not in a git repository, so a run cannot work apart from your files
    hint: make it one: git init && git add -A && git commit -m "first commit"; or let runs change the files: `isolation = "shared"` in .forge/config.toml
  error -32602: a session needs `cwd`, an absolute path
  error -32602: /no/such/directory is not a directory
  $ talk greet open "$PWD" show raw '{"id":9,"method":"session/fork"}' raw 'no JSON' raw '{"id":"a","method":"session/prompt","params":{"sessionId":"none"}}'; ls -A
  {"loadSession": true, "promptCapabilities": {"image": false, "audio": false, "embeddedContext": true}}
  commands: status, resume, land, cancel
  {"jsonrpc": "2.0", "id": 9, "error": {"code": -32601, "message": "Forge does not know session/fork"}}
  {"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "JSON, line 1, column 2 (byte 2): syntax error while parsing value - invalid literal; last read: 'no'"}}
  {"jsonrpc": "2.0", "id": "a", "error": {"code": -32602, "message": "there is no such session"}}
  .git
  README.md
  $ talk open "$PWD" prompt /status end prompt /dance end prompt "  " end; ls -A
  commands: status, resume, land, cancel
  No run was started in this session. Write what is to be done.
  end: end_turn
  There is no command `/dance`. Commands: `/status`, `/resume`, `/land`, `/cancel`.
  end: end_turn
  error -32602: the prompt has no text

  .git
  README.md

A prompt is an objective. The plan is the editor's plan, a question a permission request.

  $ . "$DATA/setup.sh"
  $ talk open "$PWD" prompt "add greetings" choose yes end session | sed 's/in [0-9.]*m*s/in TIME/'
  asks: Build this plan?
    yes (allow_once): yes: approve it as it is now
    no (reject_once): no: cancel the run
  commands: status, resume, land, cancel
  Run 1 started.
  **plan** done in TIME, 1.2k tokens, $0.01: plan with 2 steps
  **plan** the plan has 2 steps
  **approve** asks: Build this plan?
  **one implement** done in TIME, 600 tokens, $0.005: one.txt is there.
  **one verify** passed
  **one commit** done in TIME: commit HASH
  **one** step done
  **two implement** started
  **two implement** done in TIME, 600 tokens, $0.005: two.txt is there.
  **two verify** passed
  **two commit** done in TIME: commit HASH
  **two** step done
  **build** all steps done
  Run 1 is completed, 2 of 2 steps done. `/land` puts it on your branch.
  plan: completed: write one; completed: write two
  end: end_turn
  $ forge list
  RUN  STATUS                 STAGE  STEPS  SPENT               AGE  OBJECTIVE
  1    completed, not landed  -      2/2    2.4k tokens, $0.02  0s   add greetings

The same session again, in another process: its story is told, and it lands.

  $ talk load "$PWD" "$(cat session)" show prompt /land end | tail -3 | sed 's/ at [0-9a-f]*/ at HASH/'
  plan: completed: write one; completed: write two
  Run 1 landed on main at HASH.
  end: end_turn
  $ talk load "$PWD" run-1 show | sed -n 1,2p
  \> add greetings
  **plan** started
  $ talk load "$PWD" forge-unknown
  error -32602: no run was started in the session "forge-unknown"
    hint: start a new session; `forge list` shows the runs, and `run-17` loads run 17

A question without an answer stays open; an answer that needs words takes the next prompt.

  $ talk open "$PWD" prompt "add more greetings" choose - end session | tail -2
  plan: pending: write one; pending: write two
  end: end_turn
  $ talk load "$PWD" "$(cat session)" prompt "well" choose no end | tail -5
  Run 2 is waiting, 0 of 2 steps done. In a terminal: `forge answer 2 yes --go`.
  commands: status, resume, land, cancel
  Run 2 is cancelled, 0 of 2 steps done: answered `no` at `approve`. In a terminal: `forge log 2`.
  plan: pending: write one; pending: write two
  end: end_turn

A command stays one where words are awaited.

  $ sed 's/"small"$/"again"/; s/^question .*/&\non_revision = "plan"/' .forge/pipelines/small.toml >.forge/pipelines/again.toml
  $ FORGE_PIPELINE=again talk open "$PWD" prompt "add yet more greetings" choose modify end prompt /cancel end | tail -5
  What should change? Your next message is the answer.
  plan: pending: write one; pending: write two
  end: end_turn
  Run 3 is cancelled, 0 of 2 steps done. In a terminal: `forge log 3`.
  end: end_turn

Cancel pauses the run, and nothing is lost.

  $ export FORGE_AGENT="command:sleep 1000"
  $ talk open "$PWD" prompt "add slowly" cancel end
  commands: status, resume, land, cancel
  Run 4 started.
  Run 4 pauses after current work; nothing is lost. `/resume` goes on with it.
  end: cancelled
  $ forge list | cut -c1-50
  RUN  STATUS     STAGE    STEPS  SPENT
  1    completed  -        2/2    2.4k tokens, $0.02
  2    cancelled  approve  0/2    1.2k tokens, $0.01
  3    cancelled  approve  0/2    1.2k tokens, $0.01
  4    paused     plan     -      -
