Questions of a document reach the person however they stand in it, and a document without any asks nothing.

  $ forge init >/dev/null; mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/asks.toml <<'END'
  > name  = "asks"
  > about = "clarify, and ask what is left"
  > [[stage]]
  > name     = "clarify"
  > role     = "discusser"
  > sees     = ["objective"]
  > produces = "CLARIFY.md"
  > result   = true
  > [[stage]]
  > name     = "questions"
  > kind     = "ask"
  > when     = "require run.results.clarify.questions.length != 0"
  > question = "What do you decide?"
  > shows    = "CLARIFY.md"
  > END
  $ printf '#!/bin/sh\ncat "$DOCUMENT"\n' > agent.sh; chmod +x agent.sh; git add -A; git commit -q -m "set up"
  $ export FORGE_AGENT=command:$PWD/agent.sh DOCUMENT=$PWD/document FORGE_PASS_ENV=DOCUMENT
  $ says() { printf "$1" > document; forge run "a note" --pipeline asks > log; grep -o "questions .*" log | sed 's/   */  /'; }

  $ says '# C\n\n**Questions:**\n\n| Question | Options |\n|---|---|\n| Which colour? | red, blue |\n'
  questions  asks: What do you decide?
  questions 1 --show
  $ cat .forge/state/runs/001/artifacts/run/CLARIFY.md
  # C

  **Questions:**

  | Question | Options |
  |---|---|
  | Which colour? | red, blue |
  $ says '# C\n\n```json\n{"questions": ["Which colour?"]}\n```\n'
  questions  asks: What do you decide?
  questions 2 --show
  $ cat .forge/state/runs/002/artifacts/run/CLARIFY.md
  # C

  **Questions:**
  - Which colour?
  $ says '# C\n\n**Questions:**\n- Which colour?\n\n```json\n{"questions": []}\n```\n'
  questions  asks: What do you decide?
  questions 3 --show

  $ says '# C\n\n**Questions:** (none)\n'
  $ says '# C\n\n**Questions:** No open questions\n'
  $ says '# C\n\n**Questions:**\n- (none; the code decides all)\n'
  $ says '# C\n\n## Settled questions\n\n- Which colour? Red, as README says.\n\n**Questions:** none\n'

Under other headings, and against an object that says otherwise.

  $ empty='\n```json\n{"questions": []}\n```\n'
  $ says "# C\n\n**Open questions:**\n\n- Which colour?\n$empty"
  questions  asks: What do you decide?
  questions 8 --show
  $ says "# C\n\n### Questions for you\n\n- Which colour?\n$empty"
  questions  asks: What do you decide?
  questions 9 --show
  $ says "# C\n\n## For the person to decide\n\n- Which colour?\n$empty"
  questions  asks: What do you decide?
  questions 10 --show
  $ says "# C\n\nQ1: Which colour?\n$empty"
  questions  asks: What do you decide?
  $ says '# C\n\n**Questions:** none\n\n```json\n{"questions": [{"question": "Which colour?", "options": ["red", "blue"]}]}\n```\n'
  questions  asks: What do you decide?
  questions 12 --show
  $ cat .forge/state/runs/012/artifacts/run/CLARIFY.md
  # C

  **Questions:** none

  **Questions:**
  - Which colour? (options: red, blue)

The person reads them with the question, and what each answer does.

  $ printf '# C\n\n**Questions:**\n1. Which colour?\n   - (a) red\n   Recommended: (a).\n\n## Decided\n\n- The size.\n' > document
  $ forge run "a note" --pipeline asks | sed -n '/question 1 /,$p'
  run 13 question 1 (questions): What do you decide?
    about    CLARIFY.md
    | 1. Which colour?
    |    - (a) red
    |    Recommended: (a).
    read it  forge questions 13 --show
    answers  yes, no
             yes: go on
             no: cancel the run
    type     forge answer 13 yes --go
