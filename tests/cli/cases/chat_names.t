The chat: a plan is called by its number, whatever other plans are called, and a text about a plan makes none.

  $ export FORGE_AGENT="replay:$DATA/plan_agent.toml"
  $ forge plan import "$DATA/two_steps.md" > /dev/null
  $ forge chat --once '!plan 1'
  `1` is a plan. Continue it with `!forge 1`, or see `!plan help`. Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!forge plan-001?'
  `plan-001` is a plan. Continue it with `!forge plan-001`, or see `!plan help`. Nothing was created: a description begins with another word.
  [2]
  $ forge plan new '1'
  plan-002 1
    .forge/plans/plan-002-about-1.md
  next: edit it, then forge plan approve 2
  $ forge plan new 'plan-001?'
  plan-003 plan-001?
    .forge/plans/plan-003-about-plan-001.md
  next: edit it, then forge plan approve 3
  $ forge chat --once '!plan list'
  - `plan-001` [DRAFT] — Two files
  - `plan-002` [DRAFT] — 1
  - `plan-003` [DRAFT] — plan-001?
  $ forge plan show 1 | head -n 1
  plan-001  Two files
  $ cp .forge/plans/plan-002-about-1.md .forge/plans/plan-007-plan-001.md
  $ forge chat --once '!plan approve plan-001'
  Plan **plan-001** approved for implementation.
  $ forge plan new 'Two files' > /dev/null && forge chat --once '!plan approve two-files'
  two plans are called two-files: .forge/plans/plan-001-two-files.md and .forge/plans/plan-008-two-files.md
    hint: name it by its id
  [1]
  $ cp .forge/plans/plan-001-two-files.md .forge/plans/plan-001-copy.md && forge chat --once '!forge 1'
  two plans have the id 1: .forge/plans/plan-001-copy.md and .forge/plans/plan-001-two-files.md
    hint: renumber one of them: change its file name and its **ID:** line
  [1]
  $ rm .forge/plans/plan-001-copy.md

What is said about a plan is asked about.

  $ forge chat --once '!forge plan-001: be nice'
  `plan-001` is a plan. Continue it with `!forge plan-001`, or see `!plan help`. Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!forge plan-001, skip'
  `plan-001` is a plan. Did you mean `!plan skip plan-001`? Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!plan plan-001: show'
  `plan-001` is a plan. Did you mean `!plan show plan-001`? Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!forge modify plan-001 be nice to all of them'
  `modify` is a command of `!plan`. Did you mean `!plan modify plan-001 be nice to all of them`? Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!forge approve plan-001 and then run it'
  `approve` is a command of `!plan`. Did you mean `!plan approve plan-001`? Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!plan modfy 1 greet all the people'
  `modfy` is not a command. Did you mean `!plan modify 1 greet all the people`? Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!forge show 1'
  `show` is a command of `!plan`. Did you mean `!plan show 1`? Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!forge land 1'
  `land` is a command of `!plan`. Did you mean `!plan land 1`? Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!forge list'
  `list` is a command of `!plan`. Did you mean `!plan list`? Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!forge stop'
  `stop` is not a command. Did you mean `!forge cancel`? Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!plan status'
  `status` is a command of `!forge`. Did you mean `!forge status`? Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!plan merge 1'
  `merge` is not a command. See `!plan help`. Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!plan plan_001 show'
  `plan-001` is a plan. Did you mean `!plan show plan-001`? Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!forge plan001 nicer'
  `plan-001` is a plan. Continue it with `!forge plan-001`, or see `!plan help`. Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!forge plan-099 do it'
  There is no plan `plan-099`. See `!plan list`. Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!plan about-1'
  `about-1` is a plan. Continue it with `!forge about-1`, or see `!plan help`. Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!plan about-1 show'
  `about-1` is a plan. Did you mean `!plan show about-1`? Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!forge show about-1'
  `show` is a command of `!plan`. Did you mean `!plan show about-1`? Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!forge two-files'
  two plans are called two-files: .forge/plans/plan-001-two-files.md and .forge/plans/plan-008-two-files.md
    hint: name it by its id
  [1]
  $ ls .forge/plans
  plan-001-two-files.md
  plan-002-about-1.md
  plan-003-about-plan-001.md
  plan-007-plan-001.md
  plan-008-two-files.md

The number may stand apart from the word.

  $ forge chat --once '!plan show plan 1' | head -1
  **plan-001** — Two files
  $ forge chat --once '!forge approve plan 1'
  `approve` is a command of `!plan`. Did you mean `!plan approve plan-1`? Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!forge please run plan 1'
  `run` is a command of `!plan`. Did you mean `!plan run plan-1`? Nothing was created: a description begins with another word.
  [2]

A description may begin with a command of the other kind.

  $ forge chat --once '!forge show the median in the report' | head -n 1
  Starting forge: show the median in the report
