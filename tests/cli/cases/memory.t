What is remembered, and how it is found again.

  $ forge memory add 'Run `make test` before every commit'
  added p1: Run `make test` before every commit
  $ forge memory add 'before every commit, run `make test`'
  confirmed p1: Run `make test` before every commit
  $ forge memory add 'The dev server listens on port 8080' --category environment
  added p2: The dev server listens on port 8080
  $ forge memory add 'The dev server listens on port 9090' --category environment
  added p3: The dev server listens on port 9090
    seems to contradict p2; use forge memory forget, or add --supersedes
  $ forge memory add 'Ada likes small commits' --category preference --scope global --confidence 0.9
  added g1: Ada likes small commits
  $ forge memory add 'parseHTTPReply is in src/net/reply.cc' --category architecture --json | sed -E 's/_ms":[0-9]+/_ms":MS/g'
  {"fact":"p4","text":"parseHTTPReply is in src/net/reply.cc","category":"architecture","confidence":0.7,"hits":0,"scope":"project","status":"accepted","voice":"person","who":"ada","run":null,"step":null,"commit":"HASH","source":null,"key":null,"derived_from":[],"superseded_by":null,"created":"TIME","confirmed":"TIME","used":null,"uses":0,"expires":null,"result":"added","contradicts":[]}
  $ forge memory recall 'commits'
  g1    0.84  Ada likes small commits
               about commits; preference; confidence 0.90; last said today; from all projects
  p1    0.83  Run `make test` before every commit
               about commits; convention; confidence 0.75; confirmed 1x; last said today
  $ forge memory recall 'commits' --json
  {"facts":[{"fact":"g1","text":"Ada likes small commits","category":"preference","confidence":0.9,"hits":0,"scope":"global","age_days":0.0,"score":0.8415,"reason":"about commits; preference; confidence 0.90; last said today; from all projects"},{"fact":"p1","text":"Run `make test` before every commit","category":"convention","confidence":0.75,"hits":1,"scope":"project","age_days":0.0,"score":0.8325,"reason":"about commits; convention; confidence 0.75; confirmed 1x; last said today"}]}
  $ forge memory recall 'http_reply' --scope project
  p4    0.70  parseHTTPReply is in src/net/reply.cc
               about http, reply; architecture; confidence 0.70; last said today
  $ forge memory recall 'dev-server: "port" OR (' --limit 1
  p3    0.68  The dev server listens on port 9090
               about dev, server, port; environment; confidence 0.70; last said today
  $ forge memory recall kubernetes
  no facts about it
  $ forge memory list
  ID  CATEGORY      SURE  HITS  FACT
  p4  architecture  0.70  0     parseHTTPReply is in src/net/reply.cc
  p3  environment   0.70  0     The dev server listens on port 9090
  p2  environment   0.70  0     The dev server listens on port 8080
  p1  convention    0.75  1     Run `make test` before every commit
  g1  preference    0.90  0     Ada likes small commits
  $ forge memory list --category environment --scope project
  ID  CATEGORY     SURE  HITS  FACT
  p3  environment  0.70  0     The dev server listens on port 9090
  p2  environment  0.70  0     The dev server listens on port 8080
  $ forge memory confirm p2
  confirmed p2 (1x): The dev server listens on port 8080
  $ forge memory show p2 | grep -v sure
  p2: The dev server listens on port 8080
    category    environment
    status      accepted
    confirmed   1x
    given       0x to stages
    from        person ada, commit HASH
  $ forge memory forget p3
  forgot p3: The dev server listens on port 9090
  $ forge memory show p3
  forge: fact p3 does not exist
    hint: forge memory list
  [2]
  $ forge memory sweep
  p4    stale-pointer: parseHTTPReply is in src/net/reply.cc
        mentions missing files: src/net/reply.cc
  $ forge memory stats
  project: 3 facts, 0 drafts, 0 superseded; 0 triples, 0 spikes, 0 in the diary, 0 runs
    architecture    1
    convention      1
    environment     1
  global: 1 fact, 0 drafts, 0 superseded; 0 triples, 0 spikes, 0 in the diary, 0 runs
    preference      1

Secrets stay outside, and are not repeated.

  $ forge memory add 'the password = hunter2hunter2'
  forge: the text seems to contain a password or key; it was not stored
    hint: say where the secret is kept, not what it is
  [2]
  $ forge memory recall hunter2hunter2
  no facts about it

Other systems' memories come in; what cannot be read is named.

  $ printf '%s\n' '{"pattern":"Use pnpm here","category":"tool_usage","confidence":0.8}' '{broken' '{"pattern":"x","category":"nonsense"}' > old.jsonl
  $ forge memory import old.jsonl
  jsonl: 1 facts added, 0 confirmed, 0 known already; 0 spikes, 0 triples
    line 2: not JSON
    line 3: unknown category `nonsense`
  [1]
  $ forge memory import old.jsonl --json
  {"paths":["old.jsonl"],"scopes":["project"],"format":"jsonl","added":0,"confirmed":0,"known":1,"spikes":0,"triples":0,"bad":[{"line":2,"message":"not JSON"},{"line":3,"message":"unknown category `nonsense`"}]}
  [1]
  $ forge memory export --scope project --format agents
  <!-- forge:memory:begin (written by `forge memory export`; edits here are lost) -->
  ## What Forge learned here

  ### Conventions

  - Run `make test` before every commit

  ### How it is built

  - parseHTTPReply is in src/net/reply.cc

  ### Environment

  - The dev server listens on port 8080

  ### Tools

  - Use pnpm here
  <!-- forge:memory:end -->
  $ forge memory export --scope project --format skill --out skills
  4 facts written to skills/repo-lessons/SKILL.md
  $ head -3 skills/*/SKILL.md
  ---
  name: repo-lessons
  description: "Conventions, commands, traps and decisions of the project repo. Use before planning or changing anything in it."

Triples, spikes, the diary, risk.

  $ forge memory kg add billing uses postgres
  t1: billing uses postgres
  $ forge memory kg add billing uses sqlite --replace
  t2: billing uses sqlite
  $ forge memory kg query Billing
  t2: billing uses sqlite
  $ forge memory kg query billing --all
  t1: billing uses postgres  (no longer true)
  t2: billing uses sqlite
  $ forge memory kg invalidate billing uses
  1 no longer true
  $ forge memory kg query billing
  nothing is known about it
  $ forge spike add 'the API paginates by cursor' confirmed
  s1: confirmed: the API paginates by cursor
  $ forge spike add 'the API paginates by cursor' refuted --actual 'by offset' --permanent
  s2: refuted: the API paginates by cursor; actually: by offset
    contradicts s1; both are kept
  $ forge spike
  s2    refuted: the API paginates by cursor; actually: by offset
        0s   ago, permanent, contradicted
  s1    confirmed: the API paginates by cursor
        0s   ago, contradicted
  $ forge diary 'moved to the new CI' | sed 's/^[^ ]* *//'
  moved to the new CI  (ada)
  $ forge risk
  no subsystems declared: write .forge/subsystems.toml; see forge risk --help
  $ forge memory triage
  no drafts

If your own store is damaged, it is skipped with one warning.

  $ printf 'no database, but long enough to be taken for one, were it not for its first bytes, which are wrong......' > ~/.local/share/forge/memory.db; rm -f ~/.local/share/forge/memory.db-*
  $ forge memory recall commits
  warning: memory of all projects is skipped: read the store HOME/.local/share/forge/memory.db: the file is not a database
  p1    0.83  Run `make test` before every commit
               about commits; convention; confidence 0.75; confirmed 1x; last said today
  $ forge memory list --scope global
  warning: memory of all projects is skipped: read the store HOME/.local/share/forge/memory.db: the file is not a database
  forge: read the store HOME/.local/share/forge/memory.db: the file is not a database
    hint: copy the file first, then run `forge doctor`
  [2]

Wrong usage.

  $ forge memory show nonsense
  warning: memory of all projects is skipped: read the store HOME/.local/share/forge/memory.db: the file is not a database
  forge: `nonsense` is not a fact
    hint: facts are named like p12 or g3; see forge memory list
  [2]
  $ forge memory add ''
  forge: the fact is empty
  [2]
  $ forge memory add 'x' --confidence 7
  forge: memory add: --confidence must be between 0 and 1
  [2]
