Other angles on a plan in `gated`: how many, what they recommend, and what happens if they cannot be compared.

  $ cat > agent.sh <<'EOF'
  > #!/bin/sh
  > result='"findings": [], "claims": [{"claim": "half of it is enough", "tier": "code", "check": "verified"}], "questions": [], "facts": [], "recommendation": "merge", "found": true, "summary": "done"'
  > case $FORGE_STAGE.$FORGE_MEMBER in
  >   draft. | plan.)
  >     printf '# Plan: One note\n\n## Objective\n\nOne note that says something.\n\n## Scope\n\nOne file, `note.txt`, and nothing else.\n\n'
  >     printf '## Changes\n\n- `note.txt`: new\n\n## Risks\n\nNone that matter: the file is new.\n\n## Testing\n\nThe command of the step.\n\n## Steps\n\n'
  >     printf '### Step one: write it\n\n**Do:** write note.txt\n**Writes:** `note.txt`\n**Depends:** none\n**Verify:** `test -s note.txt`\n**Done when:** it is there\n'
  >     printf '**Complexity:** simple\n**Claims:**\n- fact: the readme is a sample — `README.md:1`\n'
  >     exit ;;
  >   *.simpler | *.better | *.blind-spots) result='"found": true, "claims": ["half of it is enough"]'; [ ! -e "$NONE" ] || result='"found": false' ;;
  >   *.comparator) [ ! -e "$BROKEN" ] || { echo "I cannot compare."; exit 0; } ;;
  >   clarify.) [ ! -e "$ASKING" ] || result=$(echo "$result" | sed 's/"questions": \[\]/"questions": ["Which colour? red or blue; I would take red"]/') ;;
  > esac
  > printf '%s\n\n**Verdict:** Approved\n\n```json\n{%s}\n```\n' "$FORGE_STAGE" "$result"
  > EOF
  $ chmod +x agent.sh; git add -A; git commit -q -m agent
  $ export FORGE_AGENT=command:$PWD/agent.sh BROKEN=$PWD/broken ASKING=$PWD/asking NONE=$PWD/none FORGE_PASS_ENV="$(printf "BROKEN\nASKING\nNONE")"
  $ asked() { grep -o "vision.*started\|decide .*skipped.*\|decide .*asks.*\|approve .*asks.*" log; }

A small change is looked at from one angle, a large one from three. `--visions` overrules it.

  $ forge run "write the note" --pipeline gated > log
  [3]
  $ asked
  vision                  simpler started
  vision                  comparator started
  decide                  asks: Which plan should become final?
  $ forge run "write the note" --pipeline gated --size complex > log
  [3]
  $ asked
  visions-three           simpler started
  visions-three           better started
  visions-three           blind-spots started
  visions-three           comparator started
  decide                  asks: Which plan should become final?
  $ forge run "write the note" --pipeline gated --size complex --visions one > log
  [3]
  $ asked
  vision                  simpler started
  vision                  comparator started
  decide                  asks: Which plan should become final?
  $ forge run "write the note" --pipeline gated --visions none > log
  [3]
  $ asked
  approve                 asks: The plan passed all three gates: skeptic, integration, second-opinion. Build it?
  $ forge run "write the note" --pipeline gated --visions two
  forge: run: --visions: invalid value `two`
    hint: one of: none, one, three
  [2]

The question has the recommendation and says what its answers mean. One of them is to edit.

  $ forge questions 2>&1 | sed -n '/^run 1 /,/type/p'
  run 1 question 1 (decide): Which plan should become final?
    | standard: the draft as it is
    | visionary: the alternative instead of the draft
    | merge: the draft with what the comparison confirmed
    | edit: the draft as you have edited it, or with the changes in your comment
    | recommended: merge; of 1 claims 1 verified, 0 rejected, 0 open
    about    COMPARISON.md
    answers  standard, visionary, merge, edit
    type     forge answer 1 standard --go
  $ forge answer 1 edit --comment "the note is called NOTE.txt" --go > log
  [3]
  $ forge prompt 1 plan --round 1 2> /dev/null | grep -A 8 "^What was decided"
  What was decided. It stands:
  ```
  - decide: Which plan should become final?
    edit: the draft as you have edited it, or with the changes in your comment
    the note is called NOTE.txt
  ```

  # Material

A draft that is taken as it is goes to its checks at once: its planner is asked again only if something is to be changed.

  $ forge run "write the note" --pipeline gated --visions one > log; forge answer 5 standard --go > log
  [3]
  $ grep -o "^.\{10\}plan .*\|approve .*asks.*" log
  approve                 asks: The plan passed all three gates: skeptic, integration, second-opinion. Build it?
  $ forge answer 5 modify --comment "shorter" --go > log
  [3]
  $ grep -o "^.\{10\}plan .*\|approve .*asks.*" log | sed 's/ in [0-9.]*m\?s//'
  hh:mm:ss  plan                    started
  hh:mm:ss  plan                    done: plan with 1 step
  approve #2              asks: The plan passed all three gates: skeptic, integration, second-opinion. Build it?

Without its comparator nothing is compared, and nobody is asked about a comparison that does not exist.

  $ touch broken
  $ forge run "write the note" --pipeline gated --visions one > log
  [4]
  $ tail -4 log
  hh:mm:ss  vision                  the run failed: panel `vision`: only 1 of 2 members gave a usable answer; nothing was compared
  run 6 failed: panel `vision`: only 1 of 2 members gave a usable answer; nothing was compared
    0 of 1 steps, 8 units
  next: forge retry 6 --go
  $ forge skip 6 --go > log
  [3]
  $ asked
  approve                 asks: The plan passed all three gates: skeptic, integration, second-opinion. Build it?

What only a person can decide is asked whenever there is something to decide.

  $ touch asking
  $ forge run "write the note" --pipeline gated --visions none > log
  [3]
  $ grep -o "questions .*asks.*" log
  questions               asks: CLARIFY.md has questions that only you can decide. Put your answers in the comment; `yes` takes what it recommends.
  $ forge answer 7 yes --comment "blue" --go > log
  [3]
  $ forge prompt 7 draft --round 1 2> /dev/null | grep -A 4 "^What was decided"
  What was decided. It stands:
  ```
  - questions: CLARIFY.md has questions that only you can decide. Put your answers in the comment; `yes` takes what it recommends.
    yes
    blue

Where no angle yields an alternative, nothing is compared, and nobody is asked about it.

  $ rm -f broken asking; touch none
  $ forge run "write the note" --pipeline gated --size complex > log
  [3]
  $ asked
  visions-three           simpler started
  visions-three           better started
  visions-three           blind-spots started
  approve                 asks: The plan passed all three gates: skeptic, integration, second-opinion. Build it?
  $ forge log 8 | grep -o "  \(spike\|vision\|visions-three\|decide\) .*\(skipped\|found\).*"
    spike                   skipped: its condition does not hold: require run.flags.full == true
    vision                  skipped: its condition does not hold: require run.visions == one
    visions-three           comparator is not asked: no member found an alternative
    visions-three           no alternative was found
    decide                  skipped: there is no `COMPARISON.md` to ask about

This pipeline leaves its plan to a person, also with --auto, and says so before.

  $ forge run "write the note" --pipeline gated --visions none --auto --dry-run | grep "^  questions  not"
    questions  not asked where the pipeline can continue alone; `approve` always waits for a person
  $ forge run "write the note" --pipeline gated --visions none --auto > log
  [3]
  $ grep "will ask\|asks:" log
    will ask you at `approve`: pipeline `gated` leaves that to a person, also with --auto
  hh:mm:ss  approve                 asks: The plan passed all three gates: skeptic, integration, second-opinion. Build it?
  $ forge cancel 9 > log; forge status 9 | grep -o ". approve"
  x approve
