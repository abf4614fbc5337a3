Who approved a plan looks again if its steps have become others since, once those are content who wanted changes; not if only words around the steps changed.

  $ . "$DATA/pipelines.sh"; pipeline gates <<'EOF'
  > = plan
  > [[stage]]
  > name       = "gates"
  > kind       = "panel"
  > aggregate  = "all-pass"
  > asks_again = "one"
  > verdict    = "GATES.md"
  > on_revision = "plan"
  > max_iterations = 5
  >   [[stage.member]]
  >   name = "skeptic"
  >   role = "skeptic"
  >   sees = ["objective", "plan"]
  >   [[stage.member]]
  >   name = "second"
  >   role = "second-opinion"
  >   after = ["skeptic"]
  >   sees = ["objective", "plan"]
  > EOF
  $ cat > agent.sh <<'EOF'
  > #!/bin/sh
  > case $FORGE_STAGE.$FORGE_MEMBER.$FORGE_ITERATION in
  >   plan.*)
  >     printf '# Plan: Notes\n\n## Objective\n\nNotes, as written in round %s.\n\n## Steps\n\n### Step a: one\n\n- Do: write a.txt\n- Writes: `a.txt`\n- Verify: `test -s a.txt`\n' "$FORGE_ITERATION"
  >     [ "$FORGE_ITERATION" -lt 3 ] || printf '\n### Step b: two\n\n- Do: write b.txt\n- Writes: `b.txt`\n- Verify: `test -s b.txt`\n' ;;
  >   gates.second.[12]) printf 'Say more.\n\n**Verdict:** Revision Required\n' ;;
  >   *) printf 'Fine.\n\n**Verdict:** Approved\n' ;;
  > esac
  > EOF
  $ chmod +x agent.sh; git add -A; git commit -q -m agent
  $ forge run "notes" --pipeline gates --agent command:$PWD/agent.sh > log; echo $?
  0
  $ grep "gates.*\(approved\|asks for changes\)" log | cut -c 11-
  gates                   skeptic: approved
  gates                   asks for changes (round 1 of 5): 1 of 2 members ask for changes
  gates #2                asks for changes (round 2 of 5): 1 of 2 members ask for changes
  gates #3                second: approved
  gates #3                skeptic: approved
  gates #3                approved

It is shown what it said and what has changed.

  $ last=$(grep -l "^Your review of round" .forge/state/runs/001/units/*/prompt.md | sort -V | tail -1)
  $ grep -o "^Your review of round 1\|^The plan, with what has changed since that review" "$last"
  Your review of round 1
  The plan, with what has changed since that review
