Settings, each with where it comes from.

  $ forge config
  KEY             VALUE     FROM
  agent           -         built-in
  attended        true      built-in
  budget.tokens   -         built-in
  budget.units    -         built-in
  budget.usd      -         built-in
  isolation       worktree  built-in
  max_concurrent  0         built-in
  pipeline        forge     built-in
  unit_timeout    1800      built-in
  verify          -         built-in
  verify_timeout  1200      built-in
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
  {"key":"budget.usd","value":"2.5","origin":"HOME/.config/forge/config.toml:2"}
  $ FORGE_ISOLATION=shared forge config explain isolation
  isolation: where agents work: a worktree per step, or your checkout
    value   shared
    from    FORGE_ISOLATION
    change  forge config set isolation VALUE, or FORGE_ISOLATION=VALUE for one command
  $ forge config explain agent --json
  {"key":"agent","value":"command:my-agent --quiet","origin":"REPO/.forge/config.toml:1","about":"how agents are reached: command:LINE or replay:FILE","variable":"FORGE_AGENT"}
  $ FORGE_PIPELINE=bug forge config set pipeline task
  pipeline = task
    but FORGE_PIPELINE says `bug`, and wins
  $ forge config list --json
  {"settings":[{"key":"agent","value":"command:my-agent --quiet","origin":"REPO/.forge/config.toml:1","about":"how agents are reached: command:LINE or replay:FILE"},{"key":"attended","value":"true","origin":"built-in","about":"a person answers questions; false: stages follow their `unattended` policy"},{"key":"budget.tokens","value":"","origin":"built-in","about":"most tokens a run may use"},{"key":"budget.units","value":"","origin":"built-in","about":"most units a run may dispatch"},{"key":"budget.usd","value":"2.5","origin":"HOME/.config/forge/config.toml:2","about":"most dollars a run may spend"},{"key":"isolation","value":"worktree","origin":"built-in","about":"where agents work: a worktree per step, or your checkout"},{"key":"max_concurrent","value":"0","origin":"built-in","about":"most steps at a time; 0: as the pipeline says"},{"key":"pipeline","value":"task","origin":"REPO/.forge/config.toml:2","about":"what a run goes through when none is named"},{"key":"unit_timeout","value":"1800","origin":"built-in","about":"seconds a unit may take when its stage says nothing"},{"key":"verify","value":"","origin":"built-in","about":"commands that check this project, where a pipeline asks for `project`"},{"key":"verify_timeout","value":"1200","origin":"built-in","about":"seconds a verify command may take"}]}
  $ cat .forge/config.toml
  agent = "command:my-agent --quiet"
  pipeline = "task"

What is wrong is said before anything is written.

  $ forge config get pipline
  forge: no setting `pipline`
    hint: did you mean `pipeline`?
  [2]
  $ forge config set isolation somewhere
  forge: forge config set: `isolation` cannot be `somewhere`
    hint: wanted one of: worktree shared
  [2]
  $ forge config set nonsense 1
  forge: no setting `nonsense`
    hint: there are: agent, attended, budget.tokens, budget.units, budget.usd, isolation, max_concurrent, pipeline, unit_timeout, verify, verify_timeout
  [2]
  $ forge config set agent
  forge: config set: VALUE is missing
    hint: VALUE: its new value; see forge config set --help
  [2]
  $ forge config explain
  forge: config explain: KEY is missing
    hint: KEY: the setting; see forge config explain --help
  [2]
  $ FORGE_ISOLATION=nowhere forge config
  forge: FORGE_ISOLATION: `isolation` cannot be `nowhere`
    hint: wanted one of: worktree shared
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
