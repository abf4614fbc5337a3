What a unit was asked, by round and by member.

  $ . "$DATA/setup.sh"
  $ cat > .forge/pipelines/small.toml << 'END'
  > name = "small"
  > about = "a plan that a panel reads"
  > [[stage]]
  > name     = "plan"
  > role     = "planner"
  > sees     = ["objective", "reviews"]
  > produces = "plan"
  > prompt   = "Plan it."
  > [[stage]]
  > name        = "panel"
  > kind        = "panel"
  > aggregate   = "all-pass"
  > verdict     = "PANEL.md"
  > on_revision = "plan"
  >   [[stage.member]]
  >   name   = "first"
  >   role   = "reviewer"
  >   prompt = "Read it first."
  >   [[stage.member]]
  >   name   = "second"
  >   role   = "reviewer"
  >   after  = ["first"]
  >   prompt = "Read it then."
  > END
  $ cat > agent.sh << 'END'
  > #!/bin/sh
  > case $FORGE_STAGE.$FORGE_ITERATION in
  >   plan.*) printf '# Plan: Two files\n\n## Steps\n\n### Step one: write one\n\n**Do:** try %s\n**Writes:** `one.txt`\n**Verify:** `true`\n' "$FORGE_ITERATION" ;;
  >   panel.1) printf 'More.\n\n**Verdict:** Revision Required\n' ;;
  >   *) printf '**Verdict:** Approved\n' ;;
  > esac
  > END
  $ chmod +x agent.sh
  $ FORGE_AGENT=command:./agent.sh forge run "write two files" > /dev/null
  $ forge prompt 1 plan --round 1 2> /dev/null | cmp - .forge/state/runs/001/units/1/prompt.md
  $ forge prompt 1 plan --round 2 2> /dev/null | cmp - .forge/state/runs/001/units/4/prompt.md
  $ forge prompt 1 plan --round 2 2>&1 > /dev/null | sed "s/[0-9]* tokens/some tokens/"
  plan, round 2: unit 4, attempt 1, some tokens
  $ forge prompt 1 panel --round 2 2>&1 > /dev/null | sed "s/[0-9]* tokens/some tokens/"
  panel.first, round 2: unit 5, attempt 1, some tokens
  panel.second, round 2: unit 6, attempt 1, some tokens
  $ forge prompt 1 panel --round 2 --member second 2> /dev/null | grep Read
  Read it then.
  $ forge prompt 1 panel --round 1 --member first --json | sed "s/\"tokens.*/.../"
  {"prompts":[{"unit":2,"stage":"panel","step":null,"member":"first","iteration":1,"attempt":1,...
  $ forge prompt 1 panel --member second 2> /dev/null | grep Read
  Read it then.
  $ forge prompt 1 plan --round 3
  forge: stage `plan` has no round 3
    hint: there are: 1, 2
  [2]
  $ forge prompt 1 panel --round 1 --member third
  forge: stage `panel` asked no member `third`
    hint: there are: first, second
  [2]
  $ forge prompt 1 panel --member third
  forge: no member `third`
    hint: there are: first, second
  [2]
  $ forge prompt 1 plan --round 1 --member first
  forge: stage `plan` asked no member `first`
    hint: the stage is no panel
  [2]
  $ forge prompt 1 build --round 1
  forge: no agent was asked in a stage `build` of the run
    hint: there are: panel, plan
  [2]
  $ forge prompt 1 implement one --round 1
  forge: no agent was asked in a stage `implement` of a step
    hint: no agent was asked there yet
  [2]
  $ forge prompt 1 plan --round 0
  forge: prompt: --round: invalid value `0`
    hint: wanted a whole number, 1 or more
  [2]
  $ forge prompt 1 plan --round 1 --sizes
  forge: a prompt that was sent has no table of blocks
    hint: leave out --sizes or --round
  [2]
