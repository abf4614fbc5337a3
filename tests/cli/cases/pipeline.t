Pipelines: what there is, what is wrong, how they look.

  $ . "$DATA/setup.sh"
  $ forge pipeline list | grep -c built-in
  19
  $ forge pipeline list | grep -v built-in
  NAME              FROM                              ABOUT
  small             .forge/pipelines/small.toml       plan, approve, build step by step
  small-step        .forge/pipelines/small-step.toml  implement, verify, commit
  $ forge pipeline list --json | grep -o '"name":"small"[^}]*'
  [1]
  $ forge pipeline show small | head -3
  # Small enough for a transcript, and yet: a plan, a question, steps, checks, commits.
  name  = "small"
  about = "plan, approve, build step by step"
  $ forge pipeline show small --json | grep -o '"name":"[a-z-]*"' | head -3
  "name":"small"
  "name":"plan"
  "name":"approve"
  $ forge pipeline show task >.forge/pipelines/task.toml; forge pipeline check task; rm .forge/pipelines/task.toml
  ok task (.forge/pipelines/task.toml)
  $ forge pipeline check small
  ok small (.forge/pipelines/small.toml)
  $ forge pipeline check small --json
  {"ok":true,"pipelines":[{"pipeline":"small","origin":"REPO/.forge/pipelines/small.toml","problems":[]}]}
  $ forge pipeline check | sed '/^ok/d'
  $ forge pipeline graph small
  small — plan, approve, build step by step

    ┌──────────────────────────────────────┐
    │ plan                           agent │
    │ planner → plan                       │
    └───────────────────┬──────────────────┘
                        ▼
    ┌──────────────────────────────────────┐
    │ approve                          ask │
    │ “Build this plan?”                   │
    │ yes / no, shows plan                 │
    └───────────────────┬──────────────────┘
                        ▼
    ┌──────────────────────────────────────┐
    │ build                           each │
    │ every step → small-step, 1 at a time │
    └──────────────────────────────────────┘

  small-step — implement, verify, commit

    ┌─────────────────────────────────────────────┐
    │ implement                             agent │
    │ engineer                                    │
    └──────────────────────┬──────────────────────┘
                           ▼
    ┌─────────────────────────────────────────────┐
    │ verify                                check │
    │ the steps' own commands                     │
    │ ↺ revise → implement (max 2, then escalate) │
    └──────────────────────┬──────────────────────┘
                           ▼
    ┌─────────────────────────────────────────────┐
    │ commit                            integrate │
    │ commit                                      │
    │ ↺ revise → implement (max 3, then escalate) │
    └─────────────────────────────────────────────┘
  $ forge pipeline graph small --svg | head -c 4
  <svg
  $ forge pipeline graph small --format svg | head -c 4
  <svg

Named conditions and an inline revision stage: the same stages run as if they were written by hand.

  $ cat > .forge/pipelines/short.toml <<'END'
  > name = "short"
  > [when]
  > building = "forbid run.flags.plan-only == true"
  > [[stage]]
  > name = "build"
  > role = "engineer"
  > when = "building"
  > [[stage]]
  > name = "verify"
  > kind = "check"
  > commands = ["project"]
  > when = "building"
  > on_revision = { name = "repair", role = "debugger", sees = ["diff", "failures"] }
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > END
  $ forge pipeline check short
  ok short (.forge/pipelines/short.toml)
  $ forge pipeline graph short
  short

    ┌──────────────────────────────────────────┐
    │ build                              agent │
    │ when not run.flags.plan-only == true     │
    │ engineer                                 │
    └─────────────────────┬────────────────────┘
                          ▼
    ┌──────────────────────────────────────────┐
    │ repair                             agent │
    │ when after verify = revision             │
    │ debugger                                 │
    └─────────────────────┬────────────────────┘
                          ▼
    ┌──────────────────────────────────────────┐
    │ verify                             check │
    │ when not run.flags.plan-only == true     │
    │ the project's own commands               │
    │ ↺ revise → repair (max 3, then escalate) │
    └─────────────────────┬────────────────────┘
                          ▼
    ┌──────────────────────────────────────────┐
    │ commit                         integrate │
    │ commit                                   │
    └──────────────────────────────────────────┘
  $ forge pipeline show short --json | grep -o '"name":"[a-z-]*"'
  "name":"short"
  "name":"build"
  "name":"repair"
  "name":"verify"
  "name":"commit"
  $ sed -i 's/^when = "building"/when = "bulding"/; s/sees =/then = "buidl", sees =/' .forge/pipelines/short.toml
  $ forge pipeline check short
  REPO/.forge/pipelines/short.toml:3:1: condition `building` is never used
    hint: write when = "building" in a stage, or delete it
  REPO/.forge/pipelines/short.toml:7:8: unknown condition `bulding` in `when` of stage `build`
    hint: did you mean `building`?
  REPO/.forge/pipelines/short.toml:12:8: unknown condition `bulding` in `when` of stage `verify`
    hint: did you mean `building`?
  REPO/.forge/pipelines/short.toml:13:60: unknown stage `buidl` in `then` of `on_revision` of stage `verify`
    hint: did you mean `build`?
  failed short (.forge/pipelines/short.toml): 4 problems
  [1]
  $ rm .forge/pipelines/short.toml

A file with problems: all of them, at once.

  $ cat > .forge/pipelines/broken.toml <<'END'
  > name = "broken"
  > about = "has problems"
  > [[stage]]
  > name = "plan"
  > rolle = "engineer"
  > [[stage]]
  > name = "review"
  > role = "nobody"
  > verdict = "R.md"
  > on_revision = "plam"
  > END
  $ forge pipeline check broken
  REPO/.forge/pipelines/broken.toml:3:1: stage `plan` has no `role`
    hint: who does it? role = "engineer"
  REPO/.forge/pipelines/broken.toml:5:1: unknown key `rolle` in stage `plan`
    hint: did you mean `role`?
  REPO/.forge/pipelines/broken.toml:8:8: unknown role `nobody` in stage `review`
    hint: the roles are architect, auditor, bug-fixer, challenger, collator, collector, comparator, completer, debugger, defender, discusser, drafter, engineer, evidence-auditor, executor, integration-checker, lesson-keeper, overseer, plan-checker, planner, qa-engineer, researcher, reviewer, reviser, second-opinion, skeptic, step-auditor, supervisor, visionary, worker
  REPO/.forge/pipelines/broken.toml:10:15: unknown stage `plam` in `on_revision` of stage `review`
    hint: did you mean `plan`?
  failed broken (.forge/pipelines/broken.toml): 4 problems
  [1]
  $ forge pipeline check .forge/pipelines/broken.toml --json
  {"ok":false,"pipelines":[{"pipeline":"broken","origin":".forge/pipelines/broken.toml","problems":[{"file":".forge/pipelines/broken.toml","line":3,"column":1,"message":"stage `plan` has no `role`","hint":"who does it? role = \"engineer\""},{"file":".forge/pipelines/broken.toml","line":5,"column":1,"message":"unknown key `rolle` in stage `plan`","hint":"did you mean `role`?"},{"file":".forge/pipelines/broken.toml","line":8,"column":8,"message":"unknown role `nobody` in stage `review`","hint":"the roles are architect, auditor, bug-fixer, challenger, collator, collector, comparator, completer, debugger, defender, discusser, drafter, engineer, evidence-auditor, executor, integration-checker, lesson-keeper, overseer, plan-checker, planner, qa-engineer, researcher, reviewer, reviser, second-opinion, skeptic, step-auditor, supervisor, visionary, worker"},{"file":".forge/pipelines/broken.toml","line":10,"column":15,"message":"unknown stage `plam` in `on_revision` of stage `review`","hint":"did you mean `plan`?"}]}]}
  [1]
  $ forge pipeline graph broken
  forge: REPO/.forge/pipelines/broken.toml:3:1: stage `plan` has no `role`
    hint: who does it? role = "engineer"
  forge: REPO/.forge/pipelines/broken.toml:5:1: unknown key `rolle` in stage `plan`
    hint: did you mean `role`?
  forge: REPO/.forge/pipelines/broken.toml:8:8: unknown role `nobody` in stage `review`
    hint: the roles are architect, auditor, bug-fixer, challenger, collator, collector, comparator, completer, debugger, defender, discusser, drafter, engineer, evidence-auditor, executor, integration-checker, lesson-keeper, overseer, plan-checker, planner, qa-engineer, researcher, reviewer, reviser, second-opinion, skeptic, step-auditor, supervisor, visionary, worker
  forge: REPO/.forge/pipelines/broken.toml:10:15: unknown stage `plam` in `on_revision` of stage `review`
    hint: did you mean `plan`?
  [2]
  $ forge pipeline show broken | head -1
  name = "broken"
  $ forge run x --pipeline broken
  forge: pipeline `broken` has 4 problems
  REPO/.forge/pipelines/broken.toml:3:1: stage `plan` has no `role`
    hint: who does it? role = "engineer"
  REPO/.forge/pipelines/broken.toml:5:1: unknown key `rolle` in stage `plan`
    hint: did you mean `role`?
  REPO/.forge/pipelines/broken.toml:8:8: unknown role `nobody` in stage `review`
    hint: the roles are architect, auditor, bug-fixer, challenger, collator, collector, comparator, completer, debugger, defender, discusser, drafter, engineer, evidence-auditor, executor, integration-checker, lesson-keeper, overseer, plan-checker, planner, qa-engineer, researcher, reviewer, reviser, second-opinion, skeptic, step-auditor, supervisor, visionary, worker
  REPO/.forge/pipelines/broken.toml:10:15: unknown stage `plam` in `on_revision` of stage `review`
    hint: did you mean `plan`?
    hint: forge pipeline check broken
  [2]
  $ forge list
  forge: no runs in REPO yet
    hint: start one: forge run "what you want done"
  [2]
  $ echo 'name = ' > bad.toml
  $ forge pipeline check ./bad.toml
  ./bad.toml:1:8: not valid TOML: Error while parsing key-value pair: expected value, saw '\n'
  failed ./bad.toml (./bad.toml): 1 problem
  [1]
  $ forge pipeline show smal
  forge: no pipeline named `smal`
    hint: did you mean `small`?
  [2]
  $ forge pipeline check missing.toml
  forge: read missing.toml: No such file or directory
  [2]
  $ forge pipeline graph small --svgg
  forge: pipeline graph: unknown option `--svgg`
    hint: did you mean `--svg`?
  [2]

A question about a plan that no earlier stage can have made is refused.

  $ printf 'name = "unplanned"\n\n[[stage]]\nname = "approve"\nkind = "ask"\nquestion = "Build it?"\nshows = "plan"\n\n[[stage]]\nname = "patch"\nrole = "engineer"\n\n[[stage]]\nname = "merge"\nkind = "integrate"\n' > .forge/pipelines/unplanned.toml
  $ forge pipeline check unplanned
  REPO/.forge/pipelines/unplanned.toml:7:9: stage `approve` shows `plan`, and no earlier stage writes one
    hint: give an earlier stage produces = "plan", or show another document
  failed unplanned (.forge/pipelines/unplanned.toml): 1 problem
  [1]
  $ rm .forge/pipelines/unplanned.toml
