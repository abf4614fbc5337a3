Which tier, model and effort a stage gets, and why.

  $ PATH=$(dirname "$(command -v forge)"):/usr/bin:/bin; unset ANTHROPIC_API_KEY OPENAI_API_KEY ANTHROPIC_DEFAULT_OPUS_MODEL ANTHROPIC_DEFAULT_SONNET_MODEL ANTHROPIC_DEFAULT_HAIKU_MODEL
  $ forge config set agent replay:script.toml
  agent = replay:script.toml
  $ forge resolve --stage plan
  tier     heavy  (role:planner)
  model    heavy -> claude-opus-4-8  (table:heavy)
  effort   medium  (role:planner)
  runtime  replay
  $ forge resolve --stage plan --json
  {"tier":"heavy","model":"claude-opus-4-8","effort":"medium","reason":"role:planner","effort_reason":"role:planner","runtime":"replay"}
  $ for stage in memory-extract complete-slice research-slice discuss-slice execute-task plan-slice plan-milestone dance; do forge resolve --stage $stage --json; done
  {"tier":"light","model":"claude-haiku-4-5-20251001","effort":"low","reason":"unit-type:memory-extract","effort_reason":"unit-type:memory-extract","runtime":"replay"}
  {"tier":"light","model":"claude-haiku-4-5-20251001","effort":"low","reason":"unit-type:complete-slice","effort_reason":"unit-type:complete-slice","runtime":"replay"}
  {"tier":"standard","model":"claude-sonnet-4-6","effort":"medium","reason":"unit-type:research-slice","effort_reason":"unit-type:research-slice","runtime":"replay"}
  {"tier":"standard","model":"claude-sonnet-4-6","effort":"medium","reason":"unit-type:discuss-slice","effort_reason":"unit-type:discuss-slice","runtime":"replay"}
  {"tier":"standard","model":"claude-sonnet-4-6","effort":"low","reason":"unit-type:execute-task","effort_reason":"unit-type:execute-task","runtime":"replay"}
  {"tier":"heavy","model":"claude-opus-4-8","effort":"medium","reason":"unit-type:plan-slice","effort_reason":"unit-type:plan-slice","runtime":"replay"}
  {"tier":"max","model":"claude-fable-5","effort":"medium","reason":"unit-type:plan-milestone","effort_reason":"unit-type:plan-milestone","runtime":"replay"}
  {"tier":"standard","model":"claude-sonnet-4-6","effort":"low","reason":"unit-type:dance","effort_reason":"unit-type:dance","runtime":"replay"}

A plan's front matter, its steps and their risk count.

  $ printf -- '---\ntier: max\neffort: high\n---\n# T01\n' > task.md
  $ forge resolve --stage execute-task --plan task.md --json
  {"tier":"max","model":"claude-fable-5","effort":"high","reason":"frontmatter-override:max","effort_reason":"frontmatter-effort:high","runtime":"replay"}
  $ forge resolve --stage plan-slice --plan task.md --json
  {"tier":"heavy","model":"claude-opus-4-8","effort":"medium","reason":"unit-type:plan-slice","effort_reason":"unit-type:plan-slice","runtime":"replay"}
  $ printf -- '---\ntag: docs\n---\n# T01\n' > docs.md
  $ forge resolve --stage execute-task --plan docs.md --json
  {"tier":"light","model":"claude-haiku-4-5-20251001","effort":"low","reason":"frontmatter-tag:docs","effort_reason":"unit-type:execute-task","runtime":"replay"}
  $ printf '# Roadmap\n\n- [ ] **S01: Parser** `risk: high`\n- [ ] **S02: Help** `risk: low`\n' > roadmap.md
  $ forge resolve --stage plan-slice --plan roadmap.md --step S01 --json
  {"tier":"max","model":"claude-fable-5","effort":"max","reason":"risk-escalation:high","effort_reason":"risk-escalation:high","runtime":"replay"}
  $ forge resolve --stage plan-slice --plan roadmap.md --step S02 --json
  {"tier":"heavy","model":"claude-opus-4-8","effort":"medium","reason":"unit-type:plan-slice","effort_reason":"unit-type:plan-slice","runtime":"replay"}
  $ printf '# Plan\n\n## Steps\n\n### Step s1: One\n\n**Tier:** heavy\n**Effort:** max\n\n### Step s2: Two\n' > plan.md
  $ forge resolve --stage execute-task --plan plan.md --step s1 --json
  {"tier":"heavy","model":"claude-opus-4-8","effort":"max","reason":"frontmatter-override:heavy","effort_reason":"frontmatter-effort:max","runtime":"replay"}
  $ forge resolve --stage execute-task --plan plan.md --step s2 --json
  {"tier":"standard","model":"claude-sonnet-4-6","effort":"low","reason":"unit-type:execute-task","effort_reason":"unit-type:execute-task","runtime":"replay"}

Settings, for once or for good.

  $ forge resolve --stage plan-slice --pref tier_models.heavy=big --pref effort.plan-slice=high --json
  {"tier":"heavy","model":"big","effort":"high","reason":"unit-type:plan-slice","effort_reason":"unit-type:plan-slice","runtime":"replay"}
  $ forge resolve --stage execute-task --pref effort.execute-task=max --json
  {"tier":"standard","model":"claude-sonnet-4-6","effort":"medium","reason":"unit-type:execute-task","effort_reason":"unit-type:execute-task|clamped:model-cap","runtime":"replay"}
  $ FORGE_MODEL=one forge resolve --stage plan-slice
  tier     heavy  (unit-type:plan-slice)
  model    one  (setting:model)
  effort   medium  (unit-type:plan-slice)
  runtime  replay
  $ forge config set effort.plan-slice xhigh
  effort.plan-slice = xhigh
  $ forge config explain effort.plan-slice
  effort.plan-slice: reasoning effort of the stage's agents, unless a step sets it
    value   xhigh
    from    .forge/config.toml:3
    change  forge config set effort.plan-slice VALUE, or FORGE_EFFORT_PLAN_SLICE=VALUE for one command
  $ forge resolve --stage plan-slice
  tier     heavy  (unit-type:plan-slice)
  model    heavy -> claude-opus-4-8  (table:heavy)
  effort   xhigh  (unit-type:plan-slice)
  runtime  replay
  $ ANTHROPIC_DEFAULT_OPUS_MODEL=big forge resolve --stage plan-slice
  tier     heavy  (unit-type:plan-slice)
  model    opus -> big  (cluster:tiered)
  effort   xhigh  (unit-type:plan-slice)
  runtime  replay
  $ ANTHROPIC_DEFAULT_OPUS_MODEL=glm ANTHROPIC_DEFAULT_SONNET_MODEL=glm ANTHROPIC_DEFAULT_HAIKU_MODEL=glm forge resolve --stage plan-slice
  tier     heavy  (unit-type:plan-slice)
  model    glm  (cluster:single)
  effort   xhigh  (unit-type:plan-slice)
  runtime  replay
  $ forge resolve --stage plan-slice --pref agent=codex
  tier     heavy  (unit-type:plan-slice)
  model    heavy -> gpt-5.5  (table:heavy)
  effort   xhigh  (unit-type:plan-slice)
  runtime  codex
  $ forge resolve --stage plan-slice --pref agent=openai:http://localhost:11434
  tier     heavy  (unit-type:plan-slice)
  model    the agent's own  (agent-default)
  effort   xhigh  (unit-type:plan-slice)
  runtime  openai

The table of models is the user's to change.

  $ printf '[[model]]\nid = "claude-opus-9"\ntiers = ["heavy"]\n' > .forge/models.toml
  $ forge resolve --stage plan-slice
  tier     heavy  (unit-type:plan-slice)
  model    heavy -> claude-opus-9  (table:heavy)
  effort   xhigh  (unit-type:plan-slice)
  runtime  replay
  $ printf '[[model]]\nid = "x"\ntiers = ["huge"]\n' > .forge/models.toml
  $ forge resolve --stage plan-slice
  forge: REPO/.forge/models.toml:3:9: tier `huge` does not exist
    hint: one of light, standard, heavy, max
  [2]
  $ rm .forge/models.toml

What is wrong is said.

  $ forge resolve
  forge: resolve: --stage is missing
    hint: name a stage with --stage; see forge resolve --help
  [2]
  $ forge resolve --stage plan --pref effort.plan=wild
  forge: --pref: `effort.plan` cannot be `wild`
    hint: wanted one of: low medium high xhigh max
  [2]
  $ forge resolve --stage plan-slice --plan roadmap.md --step S09
  forge: roadmap.md has no step `S09`
    hint: forge plan steps roadmap.md
  [2]
  $ forge resolve --stage plan --plan none.md
  forge: read none.md: No such file or directory
  [2]
  $ forge resolve --stage plan --pipeline none
  forge: none: no pipeline named `none`
    hint: the pipelines are bug, draft-audit, draft-audit-step, forge, forge-step, gated, gated-step, look, milestone, modules, modules-step, plan, plan-step, program, quick, slice, sprint, task, task-unit
  [2]
