Settings, each with where it comes from.

  $ forge config
  KEY                           VALUE              FROM
  account_threshold             90                 built-in
  agent                         -                  built-in
  attended                      true               built-in
  auditor_model                 -                  built-in
  auditor_runtime               -                  built-in
  auto_implement                true               built-in
  auto_park_days                0                  built-in
  budget.day.tokens             -                  built-in
  budget.day.usd                -                  built-in
  budget.minutes                -                  built-in
  budget.tokens                 -                  built-in
  budget.units                  -                  built-in
  budget.usd                    -                  built-in
  drafter_model                 -                  built-in
  drafter_runtime               -                  built-in
  forge_commands_enabled        true               built-in
  isolation                     worktree           built-in
  lease                         30                 built-in
  max_audit_rounds              5                  built-in
  max_concurrent                0                  built-in
  max_forges                    0                  built-in
  max_repeats                   15                 built-in
  milestone_pages               .forge/milestones  built-in
  min_free_memory               512                built-in
  model                         -                  built-in
  notify.command                -                  built-in
  notify.secret_command         -                  built-in
  notify.secret_variable        -                  built-in
  notify.terminal               true               built-in
  notify.webhook                -                  built-in
  pass_env                      -                  built-in
  pipeline                      forge              built-in
  plan_check                    -                  built-in
  plan_commands_enabled         true               built-in
  plan_phase_max_context_files  5                  built-in
  plan_phase_timeout_ms         1800000            built-in
  plan_phases_enabled           true               built-in
  progress_throttle_ms          3000               built-in
  prompt_budget.decisions       1000               built-in
  prompt_budget.documents       2048               built-in
  prompt_budget.earlier         2560               built-in
  prompt_budget.memory          2000               built-in
  prompt_budget.roadmap         1536               built-in
  prompt_budget.rules           3072               built-in
  review.ask                    -                  built-in
  sandbox                       auto               built-in
  sandbox_read                  -                  built-in
  sandbox_write                 -                  built-in
  silence_timeout               600                built-in
  small_plan                    3                  built-in
  stop_timeout                  30                 built-in
  tier_models.heavy             -                  built-in
  tier_models.light             -                  built-in
  tier_models.max               -                  built-in
  tier_models.standard          -                  built-in
  timeout_ms                    1800000            built-in
  unit_timeout                  1800               built-in
  verify                        -                  built-in
  verify_before                 true               built-in
  verify_network                on                 built-in
  verify_parallel               1                  built-in
  verify_reports                -                  built-in
  verify_timeout                1200               built-in
  workspace.idle                4                  built-in
  workspace.keep                -                  built-in
  workspace.link                -                  built-in
  workspace.min_free            500                built-in
  workspace.port_base           0                  built-in
  workspace.port_count          10                 built-in
  workspace.ready               -                  built-in
  workspace.ready_timeout       60                 built-in
  workspace.setup               -                  built-in
  workspace.setup_timeout       1200               built-in
  $ forge config get pipeline
  forge
  $ forge config get agent
  [1]
  $ forge config set agent 'command:my-agent --quiet'
  agent = command:my-agent --quiet
  $ forge config get agent
  command:my-agent --quiet
  $ forge config set budget.usd 2.5 --global
  budget.usd = 2.5
  $ forge config get budget.usd --json
  {"setting":"budget.usd","value":"2.5","origin":"HOME/.config/forge/config.toml:2"}
  $ FORGE_ISOLATION=shared forge config explain isolation
  isolation: where agents work: a worktree per step, one for all steps, or your checkout
    value   shared
    from    FORGE_ISOLATION
    change  forge config set isolation VALUE, or FORGE_ISOLATION=VALUE for one command
  $ forge config explain agent --json
  {"setting":"agent","value":"command:my-agent --quiet","origin":"REPO/.forge/config.toml:1","about":"the agent: auto, claude, codex, gemini, opencode, command:LINE, replay:FILE","variable":"FORGE_AGENT"}
  $ FORGE_PIPELINE=bug forge config set pipeline task
  pipeline = task
    but FORGE_PIPELINE sets `bug`, which takes precedence
  $ forge config list --json
  {"settings":[{"setting":"account_threshold","value":"90","origin":"built-in","about":"percent of an account's usage window after which Forge switches to another account"},{"setting":"agent","value":"command:my-agent --quiet","origin":"REPO/.forge/config.toml:1","about":"the agent: auto, claude, codex, gemini, opencode, command:LINE, replay:FILE"},{"setting":"attended","value":"true","origin":"built-in","about":"a person answers questions; false: stages follow their `unattended` policy"},{"setting":"auditor_model","value":"","origin":"built-in","about":"the model that audits plans; empty: as its role says"},{"setting":"auditor_runtime","value":"","origin":"built-in","about":"the agent that audits plans, written like `agent`; empty: the same agent"},{"setting":"auto_implement","value":"true","origin":"built-in","about":"`!forge` ends by saying how to approve and run the plan"},{"setting":"auto_park_days","value":"0","origin":"built-in","about":"days after which a run that nothing has touched is parked; 0: never"},{"setting":"budget.day.tokens","value":"","origin":"built-in","about":"most tokens all runs of the project may use in a day of UTC"},{"setting":"budget.day.usd","value":"","origin":"built-in","about":"most dollars all runs of the project may spend in a day of UTC"},{"setting":"budget.minutes","value":"","origin":"built-in","about":"most minutes a run may work"},{"setting":"budget.tokens","value":"","origin":"built-in","about":"most tokens a run may use"},{"setting":"budget.units","value":"","origin":"built-in","about":"most units a run may dispatch"},{"setting":"budget.usd","value":"2.5","origin":"HOME/.config/forge/config.toml:2","about":"most dollars a run may spend"},{"setting":"drafter_model","value":"","origin":"built-in","about":"the model that drafts and revises plans; empty: as its role says"},{"setting":"drafter_runtime","value":"","origin":"built-in","about":"the agent that drafts and revises plans, written like `agent`; empty: the same agent"},{"setting":"forge_commands_enabled","value":"true","origin":"built-in","about":"`!forge` is a command in the chat"},{"setting":"isolation","value":"worktree","origin":"built-in","about":"where agents work: a worktree per step, one for all steps, or your checkout"},{"setting":"lease","value":"30","origin":"built-in","about":"seconds without a sign of life after which another engine may take over a run"},{"setting":"max_audit_rounds","value":"5","origin":"built-in","about":"audits of a plan before a person is asked"},{"setting":"max_concurrent","value":"0","origin":"built-in","about":"most steps at a time; 0: as the pipeline says"},{"setting":"max_forges","value":"0","origin":"built-in","about":"`!forge` runs that may draft and audit at a time; 0: no limit"},{"setting":"max_repeats","value":"15","origin":"built-in","about":"times an agent may make the same tool calls with the same results before it is stopped; 0: no limit"},{"setting":"milestone_pages","value":".forge/milestones","origin":"built-in","about":"directory below the project for the pages of milestones; off: none are written"},{"setting":"min_free_memory","value":"512","origin":"built-in","about":"megabytes of memory that must be free before another agent starts; 0: no check"},{"setting":"model","value":"","origin":"built-in","about":"the model of every tier that has none of its own; empty: by the model table"},{"setting":"notify.command","value":"","origin":"built-in","about":"a command that is run when a run needs you, failed, is done or waits for a limit; gets JSON on its input"},{"setting":"notify.secret_command","value":"","origin":"built-in","about":"prints the secret that signs what the webhook gets"},{"setting":"notify.secret_variable","value":"","origin":"built-in","about":"the environment variable with the secret that signs what the webhook gets"},{"setting":"notify.terminal","value":"true","origin":"built-in","about":"ring the terminal's bell and set its title for the same"},{"setting":"notify.webhook","value":"","origin":"built-in","about":"a URL that gets the same as JSON, by POST"},{"setting":"pass_env","value":"","origin":"built-in","about":"more of your environment variables for agents and commands: NAME or PREFIX_*"},{"setting":"pipeline","value":"task","origin":"REPO/.forge/config.toml:2","about":"the pipeline of a run that names none"},{"setting":"plan_check","value":"","origin":"built-in","about":"the plan check of `slice`: blocking sends a plan back while a dimension fails; empty: as the pipeline says"},{"setting":"plan_commands_enabled","value":"true","origin":"built-in","about":"`!plan` is a command in the chat"},{"setting":"plan_phase_max_context_files","value":"5","origin":"built-in","about":"most files of a step that is made from `## Changes`"},{"setting":"plan_phase_timeout_ms","value":"1800000","origin":"built-in","about":"timeout of a unit of a plan's run in milliseconds, unless its stage sets one"},{"setting":"plan_phases_enabled","value":"true","origin":"built-in","about":"the chat runs plans step by step"},{"setting":"progress_throttle_ms","value":"3000","origin":"built-in","about":"milliseconds between two updates of a progress message in the chat"},{"setting":"prompt_budget.decisions","value":"1000","origin":"built-in","about":"most tokens of agents' decisions"},{"setting":"prompt_budget.documents","value":"2048","origin":"built-in","about":"most tokens of documents above"},{"setting":"prompt_budget.earlier","value":"2560","origin":"built-in","about":"most tokens of earlier reports"},{"setting":"prompt_budget.memory","value":"2000","origin":"built-in","about":"most tokens of memory in a prompt"},{"setting":"prompt_budget.roadmap","value":"1536","origin":"built-in","about":"most tokens of the steps above"},{"setting":"prompt_budget.rules","value":"3072","origin":"built-in","about":"most tokens of the project rules"},{"setting":"review.ask","value":"","origin":"built-in","about":"objections that a debate leaves open: for the triage, or asked at once; empty: as the pipeline says"},{"setting":"sandbox","value":"auto","origin":"built-in","about":"the sandbox of agents and verify commands; auto: the best one on this machine"},{"setting":"sandbox_read","value":"","origin":"built-in","about":"more directories that sandboxed processes may read"},{"setting":"sandbox_write","value":"","origin":"built-in","about":"more directories that sandboxed processes of writing roles may write"},{"setting":"silence_timeout","value":"600","origin":"built-in","about":"seconds an agent may print nothing and change nothing before it is stopped; 0: no limit"},{"setting":"small_plan","value":"3","origin":"built-in","about":"steps of a plan that is small if none is complex: its steps are reviewed with the whole, not alone; 0: never"},{"setting":"stop_timeout","value":"30","origin":"built-in","about":"seconds that units get to finish after SIGTERM; then Forge stops them and keeps their work"},{"setting":"tier_models.heavy","value":"","origin":"built-in","about":"the model of the tier heavy; empty: `model`, else by the model table"},{"setting":"tier_models.light","value":"","origin":"built-in","about":"the model of the tier light; empty: `model`, else by the model table"},{"setting":"tier_models.max","value":"","origin":"built-in","about":"the model of the tier max; empty: `model`, else by the model table"},{"setting":"tier_models.standard","value":"","origin":"built-in","about":"the model of the tier standard; empty: `model`, else by the model table"},{"setting":"timeout_ms","value":"1800000","origin":"built-in","about":"timeout of a unit of `!forge` in milliseconds, unless its stage sets one"},{"setting":"unit_timeout","value":"1800","origin":"built-in","about":"timeout of a unit in seconds, unless its stage sets one"},{"setting":"verify","value":"","origin":"built-in","about":"your test commands, run where a pipeline says `project`"},{"setting":"verify_before","value":"true","origin":"built-in","about":"verify commands also run before the work, so that a command that passes already is noticed"},{"setting":"verify_network","value":"on","origin":"built-in","about":"network access of verify commands; off needs a sandbox"},{"setting":"verify_parallel","value":"1","origin":"built-in","about":"verify commands of one check that may run in parallel; above 1 only if they do not disturb each other"},{"setting":"verify_reports","value":"","origin":"built-in","about":"globs of the JUnit files that verify commands write"},{"setting":"verify_timeout","value":"1200","origin":"built-in","about":"timeout of a verify command in seconds"},{"setting":"workspace.idle","value":"4","origin":"built-in","about":"unused worktrees that are kept for the next step"},{"setting":"workspace.keep","value":"","origin":"built-in","about":"ignored paths that stay in a worktree for its next step"},{"setting":"workspace.link","value":"","origin":"built-in","about":"paths of your checkout that worktrees link to instead of copying"},{"setting":"workspace.min_free","value":"500","origin":"built-in","about":"megabytes that must be free on the disk of the worktrees"},{"setting":"workspace.port_base","value":"0","origin":"built-in","about":"first port of the first worktree; 0: chosen from the repository's path"},{"setting":"workspace.port_count","value":"10","origin":"built-in","about":"ports for each worktree"},{"setting":"workspace.ready","value":"","origin":"built-in","about":"a command that succeeds once a worktree is ready"},{"setting":"workspace.ready_timeout","value":"60","origin":"built-in","about":"seconds within which a worktree must be ready"},{"setting":"workspace.setup","value":"","origin":"built-in","about":"commands that set up a worktree, run once in each"},{"setting":"workspace.setup_timeout","value":"1200","origin":"built-in","about":"timeout of a set-up command in seconds"}]}
  $ cat .forge/config.toml
  agent = "command:my-agent --quiet"
  pipeline = "task"

Mistakes are reported before anything is written.

  $ forge config get pipline
  forge: unknown setting `pipline`
    hint: did you mean `pipeline`?
  [2]
  $ forge config set isolation somewhere
  forge: forge config set: `isolation` cannot be `somewhere`
    hint: wanted one of: worktree branch shared
  [2]
  $ forge config set nonsense 1
  forge: unknown setting `nonsense`
    hint: settings: account_threshold, agent, attended, auditor_model, auditor_runtime, auto_implement, auto_park_days, budget.day.tokens, budget.day.usd, budget.minutes, budget.tokens, budget.units, budget.usd, drafter_model, drafter_runtime, forge_commands_enabled, isolation, lease, max_audit_rounds, max_concurrent, max_forges, max_repeats, milestone_pages, min_free_memory, model, notify.command, notify.secret_command, notify.secret_variable, notify.terminal, notify.webhook, pass_env, pipeline, plan_check, plan_commands_enabled, plan_phase_max_context_files, plan_phase_timeout_ms, plan_phases_enabled, progress_throttle_ms, prompt_budget.decisions, prompt_budget.documents, prompt_budget.earlier, prompt_budget.memory, prompt_budget.roadmap, prompt_budget.rules, review.ask, sandbox, sandbox_read, sandbox_write, silence_timeout, small_plan, stop_timeout, tier_models.heavy, tier_models.light, tier_models.max, tier_models.standard, timeout_ms, unit_timeout, verify, verify_before, verify_network, verify_parallel, verify_reports, verify_timeout, workspace.idle, workspace.keep, workspace.link, workspace.min_free, workspace.port_base, workspace.port_count, workspace.ready, workspace.ready_timeout, workspace.setup, workspace.setup_timeout
  [2]
  $ forge config set agent
  forge: config set: VALUE is missing
    hint: VALUE: the new value; see forge config set --help
  [2]
  $ forge config explain
  forge: config explain: KEY is missing
    hint: KEY: the setting; see forge config explain --help
  [2]
  $ forge config set agent foo
  forge: agent: unknown agent `foo`
    hint: write auto, claude, codex, gemini, opencode, anthropic[:URL], openai[:URL], openai-responses[:URL], acp:NAME or acp:COMMAND for an agent that speaks ACP, command:LINE for any program, record:FILE:SPEC to write a script, or replay:FILE to play one; `forge agents` lists them
  [2]
  $ forge config set agent 'command: '
  forge: agent: agent `command: ` names nothing behind the colon
    hint: write command:LINE, replay:FILE, record:FILE:SPEC, acp:NAME or acp:COMMAND
  [2]
  $ forge config set pipeline nope
  forge: pipeline: no pipeline named `nope`
    hint: pipelines: bug, draft-audit, draft-audit-step, forge, forge-step, gated, gated-step, look, milestone, modules, modules-step, plan, plan-step, program, quick, slice, sprint, task, task-unit
  [2]
  $ forge config set auditor_runtime gpt
  forge: auditor_runtime: unknown agent `gpt`
    hint: write auto, claude, codex, gemini, opencode, anthropic[:URL], openai[:URL], openai-responses[:URL], acp:NAME or acp:COMMAND for an agent that speaks ACP, command:LINE for any program, record:FILE:SPEC to write a script, or replay:FILE to play one; `forge agents` lists them
  [2]
  $ cat .forge/config.toml
  agent = "command:my-agent --quiet"
  pipeline = "task"
  $ FORGE_ISOLATION=nowhere forge config
  forge: FORGE_ISOLATION: `isolation` cannot be `nowhere`
    hint: wanted one of: worktree branch shared
  [2]
  $ echo 'agnet = "x"' > .forge/config.toml
  $ forge config list
  forge: REPO/.forge/config.toml:1: unknown setting `agnet`
    hint: did you mean `agent`?
  [2]
  $ echo 'agent = ' > .forge/config.toml
  $ forge config list
  forge: REPO/.forge/config.toml:1:9: Error while parsing key-value pair: expected value, saw '\n'
  [2]

A setting can be taken away again, also one whose value is wrong; the rest of the file stays.

  $ printf '# mine\nagent = "foo"\nisolation = "moon"\nverify = [\n  "a",\n  "b",\n]\n\n[budget]\nusd = 5 # enough\n' > .forge/config.toml
  $ forge config unset isolation
  isolation is no longer set in .forge/config.toml
    now `worktree` (built-in)
  $ forge config unset verify; forge config unset budget.usd --json
  verify is no longer set in .forge/config.toml
    now it has no value (built-in)
  {"setting":"budget.usd","value":"2.5","origin":"HOME/.config/forge/config.toml:2","removed":true}
  $ forge config unset model
  model is not set in .forge/config.toml
    now it has no value (built-in)
  [1]
  $ forge doctor | grep settings
  wrong     settings  REPO/.forge/config.toml:2: `agent`: unknown agent `foo`
  $ cat .forge/config.toml
  # mine
  agent = "foo"

  [budget]
  $ echo 'budget = { usd = 1, units = 2 }' > .forge/config.toml; forge config unset budget.usd
  forge: REPO/.forge/config.toml:1: `budget.usd` cannot be removed alone
    hint: edit the file by hand
  [2]
  $ forge config unset agent --global
  agent is not set in your own config.toml
    now it has no value (built-in)
  [1]
  $ echo 'pipeline = "nope"' > .forge/config.toml; forge doctor | grep -A1 settings
  wrong     settings  REPO/.forge/config.toml:1: `pipeline`: no pipeline named `nope`
                      hint: pipelines: bug, draft-audit, draft-audit-step, forge, forge-step, gated, gated-step, look, milestone, modules, modules-step, plan, plan-step, program, quick, slice, sprint, task, task-unit
