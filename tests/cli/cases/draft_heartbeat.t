The heartbeat that an agent's draft asks for is kept when the plan is stored; one that a later draft does not name stays.

  $ . "$DATA/setup.sh"
  $ sed 's/^# Plan: two files/&\n\n**Heartbeat:** 2m/' "$DATA/steps.toml" > agent.toml; export FORGE_AGENT=replay:$PWD/agent.toml
  $ forge run "two files" > /dev/null
  [3]
  $ grep Heartbeat .forge/plans/plan-001-*.md
  **Heartbeat:** 2m
