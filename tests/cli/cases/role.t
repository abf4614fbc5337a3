Roles are files; all their problems are told at once, before anything starts.

  $ . "$DATA/setup.sh"
  $ forge role list | sed -n '1p; /^engineer /p'
  NAME                 FILES   TIER      FROM      ABOUT
  engineer             writes  standard  built-in  designs and writes code
  $ forge role show engineer | head -1; forge role show enginer
  name    = "engineer"
  forge: no role named `enginer`
    hint: did you mean `engineer`?
  [2]
  $ mkdir .forge/roles; forge role show engineer >.forge/roles/engineer.toml; head -1 .forge/roles/engineer.toml; forge role check engineer
  name    = "engineer"
  ok engineer (.forge/roles/engineer.toml)
  $ cat >.forge/roles/engineer.toml <<'END'
  > name = "engineer"
  > persona = "You build."
  > writes = "yes"
  > tier = "huge"
  > colour = "blue"
  > tools = ["Read", "Write", "Fly"]
  > END
  $ forge role check engineer
  REPO/.forge/roles/engineer.toml:3:10: `writes` of the role must be true or false, not a string
  REPO/.forge/roles/engineer.toml:4:8: `tier` of the role cannot be `huge`
    hint: one of light, standard, heavy, max
  REPO/.forge/roles/engineer.toml:5:1: unknown key `colour` in the role
    hint: known keys: name, about, persona, writes, network, tier, effort, tools, servers, result
  REPO/.forge/roles/engineer.toml:6:9: a role that does not write cannot use `Write`
    hint: add writes = true, or remove the tool
  REPO/.forge/roles/engineer.toml:6:9: unknown tool `Fly`
    hint: the tools are mcp__*, Read, Write, Edit, Glob, Grep, Bash, TodoWrite, WebFetch, WebSearch
  failed engineer (.forge/roles/engineer.toml): 5 problems
  [1]
  $ forge role check --json | grep -o '"ok":[a-z]*'; forge role check --json | grep -o '"line"' | wc -l
  "ok":false
  5
  $ forge pipeline check small
  REPO/.forge/roles/engineer.toml:3:10: `writes` of the role must be true or false, not a string
  REPO/.forge/roles/engineer.toml:4:8: `tier` of the role cannot be `huge`
    hint: one of light, standard, heavy, max
  REPO/.forge/roles/engineer.toml:5:1: unknown key `colour` in the role
    hint: known keys: name, about, persona, writes, network, tier, effort, tools, servers, result
  REPO/.forge/roles/engineer.toml:6:9: a role that does not write cannot use `Write`
    hint: add writes = true, or remove the tool
  REPO/.forge/roles/engineer.toml:6:9: unknown tool `Fly`
    hint: the tools are mcp__*, Read, Write, Edit, Glob, Grep, Bash, TodoWrite, WebFetch, WebSearch
  failed small (.forge/pipelines/small.toml): 5 problems
  [1]
  $ forge run --auto "two files"
  forge: pipeline `small` has 5 problems
  REPO/.forge/roles/engineer.toml:3:10: `writes` of the role must be true or false, not a string
  REPO/.forge/roles/engineer.toml:4:8: `tier` of the role cannot be `huge`
    hint: one of light, standard, heavy, max
  REPO/.forge/roles/engineer.toml:5:1: unknown key `colour` in the role
    hint: known keys: name, about, persona, writes, network, tier, effort, tools, servers, result
  REPO/.forge/roles/engineer.toml:6:9: a role that does not write cannot use `Write`
    hint: add writes = true, or remove the tool
  REPO/.forge/roles/engineer.toml:6:9: unknown tool `Fly`
    hint: the tools are mcp__*, Read, Write, Edit, Glob, Grep, Bash, TodoWrite, WebFetch, WebSearch
    hint: forge pipeline check small
  [2]
  $ forge list
  forge: no runs in REPO yet
    hint: start one: forge run "what you want done"
  [2]
  $ forge role list | grep '^engineer '
  engineer             reads   -         .forge/roles/engineer.toml, overrides another, 5 problems
