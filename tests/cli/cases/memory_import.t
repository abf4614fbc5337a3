What the modules workflow remembered is taken up where it lies.

  $ forge memory import
  forge: memory import: there is no .forge/memory/project.jsonl to import
    hint: name a file: forge memory import PATH
  [2]
  $ mkdir -p .forge/memory sub
  $ cat > .forge/memory/project.jsonl <<'END'
  > {"id":"mem_1_abcd","timestamp":"2026-11-17T10:30:00.000Z","pattern":"Run the tests with make check","category":"test_command","confidence":0.8}
  > {"id":"mem_2_abcd","timestamp":"2026-11-17T10:31:00.000Z","pattern":"Workers must not rename the exported greet function","category":"convention","confidence":0.7}
  > {"id":"mem_3_abcd","timestamp":"2026-11-17T10:32:00.000Z","pattern":"Run 12 completed: 4 modules, tier depth 2, 14 minutes, 1 retry","category":"success_pattern","confidence":0.7}
  > {"id":"mem_4_abcd","timestamp":"2026-11-17T10:33:00.000Z","pattern":"Splitting the parser first let two workers go on at once","category":"success_pattern","confidence":0.7}
  > END
  $ (cd sub && forge memory import)
  .forge/memory/project.jsonl: 4 facts added, 0 confirmed, 0 known already; 0 spikes, 0 triples
  $ forge memory import
  .forge/memory/project.jsonl: 0 facts added, 0 confirmed, 4 known already; 0 spikes, 0 triples
  $ forge memory list | sed 's/ 0\.[0-9]* / N /'
  ID  CATEGORY         SURE  HITS  FACT
  p4  success_pattern  N  0     Splitting the parser first let two workers go on at once
  p3  success_pattern  N  0     Run 12 completed: 4 modules, tier depth 2, 14 minutes, 1 retry
  p2  convention       N  0     Workers must not rename the exported greet function
  p1  test_command     N  0     Run the tests with make check
  $ forge memory recall 'make check' --limit 1 --json | grep -o '"text":"[^"]*"'
  "text":"Run the tests with make check"

Its second file holds for all projects; a line that cannot be read is named.

  $ printf '%s\n' '{"pattern":"Prefer small commits","category":"convention"}' '{broken' > .forge/memory/global.jsonl
  $ forge memory import
  .forge/memory/project.jsonl: 0 facts added, 0 confirmed, 4 known already; 0 spikes, 0 triples
  .forge/memory/global.jsonl: 1 facts added, 0 confirmed, 0 known already; 0 spikes, 0 triples
    line 2: not JSON
  [1]
  $ forge memory import --json
  {"paths":[".forge/memory/project.jsonl",".forge/memory/global.jsonl"],"scopes":["project","global"],"format":"jsonl","added":0,"confirmed":0,"known":5,"spikes":0,"triples":0,"bad":[{"line":2,"message":".forge/memory/global.jsonl: not JSON"}]}
  [1]
  $ forge memory list --scope global
  ID  CATEGORY    SURE  HITS  FACT
  g1  convention  0.70  0     Prefer small commits
  $ forge memory import --scope project | head -1; forge memory list --scope project | head -2 | sed 's/ 0\.[0-9]* / N /'
  .forge/memory/project.jsonl: 0 facts added, 0 confirmed, 4 known already; 0 spikes, 0 triples
  ID  CATEGORY         SURE  HITS  FACT
  p5  convention       N  0     Prefer small commits

The statistics of a run are kept, and are in neither AGENTS.md nor a skill.

  $ forge memory export --scope project --format agents
  <!-- forge:memory:begin (written by `forge memory export`; edits here are lost) -->
  ## What Forge learned here

  ### Conventions

  - Prefer small commits
  - Workers must not rename the exported greet function

  ### Test commands

  - Run the tests with make check

  ### What worked

  - Splitting the parser first let two workers go on at once
  <!-- forge:memory:end -->
  $ forge memory export --scope project --format skill --out skills
  4 facts written to skills/repo-lessons/SKILL.md
  $ forge memory export --scope project | grep -c 'tier depth'
  1
  $ forge memory add 'Run 13: 2 modules, depth 1, 5 minutes' --category success_pattern
  added p6: Run 13: 2 modules, depth 1, 5 minutes
  $ forge memory export --scope project --format agents | grep 'Run 1'
  - Run 13: 2 modules, depth 1, 5 minutes

Outside a project it says that the facts hold for all projects.

  $ mkdir ../elsewhere; echo '{"pattern":"Name the port in the log","category":"convention"}' > ../elsewhere/facts.jsonl
  $ cd ../elsewhere && forge memory import facts.jsonl
  jsonl: 1 facts added, 0 confirmed, 0 known already; 0 spikes, 0 triples
    not in a project: these facts hold for all your projects (forge memory list --scope global)
  $ forge memory import facts.jsonl --json
  {"paths":["facts.jsonl"],"scopes":["global"],"format":"jsonl","added":0,"confirmed":0,"known":1,"spikes":0,"triples":0,"bad":[]}
  $ forge memory import facts.jsonl --scope global
  jsonl: 0 facts added, 0 confirmed, 1 known already; 0 spikes, 0 triples
  $ forge memory list --scope global
  ID  CATEGORY    SURE  HITS  FACT
  g2  convention  0.70  0     Name the port in the log
  g1  convention  0.70  0     Prefer small commits
