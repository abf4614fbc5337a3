`forge hook` answers the hooks of host programs, and never breaks them.

  $ pre() { printf '{"session_id":"s1","cwd":"%s","tool_name":"Write","tool_input":{"file_path":"%s","content":"%s"}}' "$PWD" "$1" "$2" | forge hook pre-tool-use; }

Where Forge was never used it says nothing.

  $ pre .forge/state/forge.db x
  $ forge init > /dev/null
  $ pre .forge/state/forge.db x
  {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"forge: .forge/state/forge.db: Forge's own state: use forge's commands\n(You can set FORGE_SKIP_WRITE_GUARD=1; that is recorded.)"}}
  $ pre .git/config x
  {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"forge: .git/config: only git may change git's files\n(You can set FORGE_SKIP_WRITE_GUARD=1; that is recorded.)"}}
  $ pre README.md x
  $ pre .forge/pipelines/mine.toml 'name = 5'
  {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"forge: .forge/pipelines/mine.toml: this would make the file invalid:\n- .forge/pipelines/mine.toml:1:1: the pipeline has no stages\n  hint: add a [[stage]]\n- .forge/pipelines/mine.toml:1:8: `name` of the pipeline must be a string, not an integer\n(You can set FORGE_SKIP_WRITE_GUARD=1; that is recorded.)"}}
  $ FORGE_SKIP_WRITE_GUARD=1 pre .git/config x
  $ cut -d, -f 2- .forge/state/hooks/s1.jsonl | sed "s|$PWD|REPO|"
  "kind":"guard-bypassed","path":".git/config","objection":"only git may change git's files"}

Commands are taken apart as a shell does.

  $ bash() { printf '{"session_id":"s4","cwd":"%s","tool_name":"Bash","tool_input":{"command":"%s"}}' "$PWD" "$1" | forge hook pre-tool-use; }
  $ bash 'make && git -C sub push -uf origin main'
  {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"forge: command: a force-push replaces what others have: push without force, or ask a person to do it\n(You can set FORGE_SKIP_WRITE_GUARD=1; that is recorded.)"}}
  $ bash 'echo never git push --force; git push'
  $ bash 'git commit -nm x'
  {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"forge: command: this skips the project's hooks: run them and fix what they report\n(You can set FORGE_SKIP_WRITE_GUARD=1; that is recorded.)"}}
  $ bash 'git reset --hard'
  $ echo changed >> README.md; echo new > new.txt
  $ bash 'cd . && git reset --hard HEAD'
  {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"forge: command: `git reset` would lose uncommitted work in README.md: commit it, or put it aside with git stash, in a command of its own, first\n(You can set FORGE_SKIP_WRITE_GUARD=1; that is recorded.)"}}
  $ bash 'git checkout .'
  {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"forge: command: `git checkout` would lose uncommitted work in README.md: commit it, or put it aside with git stash, in a command of its own, first\n(You can set FORGE_SKIP_WRITE_GUARD=1; that is recorded.)"}}
  $ mkdir sub; bash 'cd sub; git restore ../README.md' | grep -c uncommitted
  1
  $ bash 'cd sub; git checkout .; git checkout -b x'
  $ rmdir sub
  $ bash 'git clean -fd'
  {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"forge: command: `git clean` would delete new files that git does not have yet: new.txt; commit them, or remove by name what you do not need\n(You can set FORGE_SKIP_WRITE_GUARD=1; that is recorded.)"}}
  $ git checkout -q README.md; rm new.txt
  $ bash 'rm -rf ./.forge'
  {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"forge: command: ./.forge: Forge's own state: use forge's commands (forge prune, forge cancel)\n(You can set FORGE_SKIP_WRITE_GUARD=1; that is recorded.)"}}
  $ bash 'bash -c \"echo x > .git/HEAD\"'
  {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"forge: command: .git/HEAD: only git may change git's files\n(You can set FORGE_SKIP_WRITE_GUARD=1; that is recorded.)"}}
  $ bash 'echo key=ghp_a1B2c3D4e5F6''g7H8i9J0k1L2m3N4o5P6q7R8 > call.env'
  {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"forge: command: it would hold a GitHub token: keep that in an environment variable, or say in .forge/secrets.toml why it may stand here\n(You can set FORGE_SKIP_WRITE_GUARD=1; that is recorded.)"}}
  $ FORGE_SKIP_WRITE_GUARD=1 bash 'git push -f'
  $ cut -d, -f 2- .forge/state/hooks/s4.jsonl
  "kind":"guard-bypassed","command":"git push -f","objection":"a force-push replaces what others have: push without force, or ask a person to do it"}

Neither secrets nor changed records are written by the other tools.

  $ pre call.py 'key = ghp_a1B2c3D4e5F6''g7H8i9J0k1L2m3N4o5P6q7R8'
  {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"forge: call.py: it would hold a GitHub token: keep that in an environment variable, or say in .forge/secrets.toml why it may stand here\n(You can set FORGE_SKIP_WRITE_GUARD=1; that is recorded.)"}}
  $ mkdir -p .gsd; echo '| D1 | one |' > .gsd/DECISIONS.md
  $ pre .gsd/DECISIONS.md '| D1 | one |\n| D2 | two |'
  $ pre .gsd/DECISIONS.md '| D2 | two |'
  {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"forge: .gsd/DECISIONS.md: a record that only grows: append to it, and leave what stands in it\n(You can set FORGE_SKIP_WRITE_GUARD=1; that is recorded.)"}}
  $ rm -r .gsd

A step writes what it may, and is not done before its commands have passed.

  $ export FORGE_RUN=1 FORGE_STEP=one FORGE_WRITES='src/**' FORGE_VERIFY='make test'
  $ pre src/a.c x
  $ pre docs/a.md x
  {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"forge: docs/a.md: step one may only write src/**\n(You can set FORGE_SKIP_WRITE_GUARD=1; that is recorded.)"}}
  $ stop() { echo "{\"session_id\":\"s2\",\"cwd\":\"$PWD\"}" | forge hook Stop; }
  $ stop
  {"decision":"block","reason":"forge: step one is not done: these commands have not passed since the last change:\n- make test\nRun them. If one cannot run here, say so in your answer."}
  $ post() { printf '{"session_id":"s2","cwd":"%s","tool_name":"Bash","tool_input":{"command":"%s"},"tool_response":{"exit_code":%s}}' "$PWD" "$1" "$2" | forge hook post-tool-use; }
  $ post 'make test' 1
  $ stop
  {"decision":"block","reason":"forge: step one is not done: these commands have not passed since the last change:\n- make test\nRun them. If one cannot run here, say so in your answer."}
  $ post 'make test' 0
  $ stop
  $ printf '{"session_id":"s2","cwd":"%s","tool_name":"Edit","tool_input":{"file_path":"src/a.c"},"tool_response":{}}' "$PWD" | forge hook post-tool-use
  $ stop
  {"decision":"block","reason":"forge: step one is not done: these commands have not passed since the last change:\n- make test\nRun them. If one cannot run here, say so in your answer."}
  $ stop
  $ echo "{\"session_id\":\"s9\",\"cwd\":\"$PWD\"}" | FORGE_STEP= forge hook Stop
  {"decision":"block","reason":"forge: the work is not done: these commands have not passed since the last change:\n- make test\nRun them. If one cannot run here, say so in your answer."}
  $ unset FORGE_RUN FORGE_STEP FORGE_WRITES FORGE_VERIFY

A unit's notes are in a place of its own: its sandbox hides the project's.

  $ unit() { FORGE_RUN=1 FORGE_STEP=one FORGE_WRITES='src/**' FORGE_VERIFY= FORGE_HOOKS="$HOME/notes" "$@"; }
  $ FORGE_SKIP_WRITE_GUARD=1 unit pre docs/a.md x
  $ cut -d, -f 2- "$HOME/notes/s1.jsonl"
  "kind":"guard-bypassed","path":"docs/a.md","objection":"step one may only write src/**"}

A session's worktree is one of the pool's; what is left in it is kept.

  $ where=$(printf '{"cwd":"%s","name":"feature"}' "$PWD" | forge hook WorktreeCreate) && ls "$where" && echo "${where##*/}"
  README.md
  repo-1
  $ echo new > "$where/new.txt"
  $ printf '{"cwd":"%s","worktree_path":"%s"}' "$where" "$where" | forge hook worktree-remove
  {"systemMessage":"forge: uncommitted files of the worktree are kept as refs/forge/guests/feature-1"}
  $ git show refs/forge/guests/feature-1:new.txt
  new
  $ printf '{"cwd":"%s","worktree_path":"%s"}' "$PWD" "$PWD" | forge hook worktree-remove
  $ echo '{"cwd":"/","name":"x"}' | forge hook worktree-create
  forge: / is not in a git repository
    hint: change into one, or make one: git init && git add -A && git commit -m "first commit"
  [1]

What only looks is allowed.

  $ may() { printf '{"cwd":"%s","tool_name":"Bash","tool_input":{"command":"%s"}}' "$PWD" "$1" | forge hook permission-request; }
  $ may 'forge status 1'
  {"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}
  $ may 'forge status; rm -rf x'
  $ may 'forge cancel 1'

A new session is told of open runs; a compacted session, of the current one.

  $ echo "{\"cwd\":\"$PWD\"}" | forge hook session-start
  $ . "$DATA/setup.sh"
  $ forge run "write two files" > /dev/null
  [3]
  $ echo "{\"session_id\":\"s3\",\"cwd\":\"$PWD\",\"source\":\"startup\"}" | forge hook session-start
  {"continue":true,"systemMessage":"RUNS: 1 waiting\n  run 1 \"write-two-files\" waits for an answer at approve: forge questions 1","hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"RUNS: 1 waiting\n  run 1 \"write-two-files\" waits for an answer at approve: forge questions 1"}}
  $ echo "{\"session_id\":\"s3\",\"cwd\":\"$PWD\"}" | forge hook pre-compact
  {"systemMessage":"You were working on run 1 of Forge, \"write-two-files\": write two files\nStage: approve, round 1. Status: waiting. Steps: 0 of 2 done.\nPlan: .forge/plans/plan-001-write-two-files.md\nOpen questions:\n  run 1: Build this plan? [yes, no]\nNext: forge answer 1 yes --go"}
  $ echo "{\"session_id\":\"s3\",\"cwd\":\"$PWD\",\"source\":\"compact\"}" | forge hook session-start
  {"continue":true,"systemMessage":"You were working on run 1 of Forge, \"write-two-files\": write two files\nStage: approve, round 1. Status: waiting. Steps: 0 of 2 done.\nPlan: .forge/plans/plan-001-write-two-files.md\nOpen questions:\n  run 1: Build this plan? [yes, no]\nNext: forge answer 1 yes --go\nWhat stood before: approve, round 1, 0 of 2 steps; asks: run 1: Build this plan? [yes, no]\nRUNS: 1 waiting\n  run 1 \"write-two-files\" waits for an answer at approve: forge questions 1","hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"You were working on run 1 of Forge, \"write-two-files\": write two files\nStage: approve, round 1. Status: waiting. Steps: 0 of 2 done.\nPlan: .forge/plans/plan-001-write-two-files.md\nOpen questions:\n  run 1: Build this plan? [yes, no]\nNext: forge answer 1 yes --go\nWhat stood before: approve, round 1, 0 of 2 steps; asks: run 1: Build this plan? [yes, no]\nRUNS: 1 waiting\n  run 1 \"write-two-files\" waits for an answer at approve: forge questions 1"}}
  $ echo garbage | forge hook stop
  forge: JSON, line 1, column 1 (byte 1): syntax error while parsing value - invalid literal; last read: 'g'
  $ echo '{}' | forge hook from-the-future
  $ forge hook
  forge: hook: EVENT is missing
    hint: EVENT: the event, by the host's name or ours; see forge hook --help
  [2]
