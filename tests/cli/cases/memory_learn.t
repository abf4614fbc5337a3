A run saves lessons, and the next run gets them.

  $ mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/small.toml <<'END'
  > name  = "small"
  > about = "look, check and learn"
  > [[stage]]
  > name = "research"
  > role = "researcher"
  > sees = ["objective", "memory"]
  > produces = "RESEARCH.md"
  > [[stage]]
  > name = "test"
  > kind = "check"
  > commands = ["test -f README.md"]
  > [[stage]]
  > name = "learn"
  > kind = "learn"
  > role = "lesson-keeper"
  > result = true
  > END
  $ cat > agent.sh <<'END'
  > cat > /dev/null
  > echo 'Looked. {"facts": [{"category": "architecture", "text": "The readme sample is the only source"}, {"category": "gotcha", "text": "api key token=abcd1234efgh5678"}]}'
  > END
  $ forge run 'look at the readme sample' --pipeline small --agent "command:sh $PWD/agent.sh" --isolation shared --auto >/dev/null; echo $?
  0
  $ forge memory list --scope project | sed 's/took [0-9.]*m*s/took TIME/'
  ID  CATEGORY      SURE  HITS  FACT
  p2  test_command  0.70  0     `test -f README.md` passes here: it proved work of earlier runs
  p1  architecture  0.70  0     (draft) The readme sample is the only source
  $ forge memory triage
  architecture (1)
    p1  The readme sample is the only source
  next: forge memory triage --approve all | --reject all | --edit ID=TEXT
  $ forge memory stats --json | sed -E 's/"bytes":[0-9]+/"bytes":N/g; s/"active_ms":[0-9]+/"active_ms":MS/'
  {"project":{"accepted":1,"drafts":1,"superseded":0,"by_category":{"architecture":1,"test_command":1},"triples":0,"spikes":0,"diary":1,"runs":1,"bytes":N},"global":{"accepted":0,"drafts":0,"superseded":0,"by_category":{},"triples":0,"spikes":0,"diary":0,"runs":0,"bytes":N},"estimates":[{"pipeline":"small","runs":1,"steps":0,"depth":0,"retries":0,"tokens":0,"usd":0.0,"active_ms":MS}]}
  $ forge diary | sed 's/^[^ ]* *//'
  run 1 (small) completed: look at the readme sample; 0 steps, 1 checks passed, 0 failed  (forge)

  $ forge run 'read the readme sample again' --pipeline small --agent "command:sh $PWD/agent.sh" --isolation shared --auto >/dev/null; echo $?
  0
  $ grep -h 'The readme sample is the only source' .forge/state/runs/002/units/*/prompt.md
  - The readme sample is the only source [architecture, 0.70, unconfirmed]
  $ forge memory show p1 | grep -E 'status|confirmed  |given'
    status      draft
    confirmed   0x
    given       1x to stages

The agent had seen the fact, so repeating it confirms nothing; a person's confirmation counts.

  $ forge memory triage --approve all
  1 approved, 0 rejected, 0 edited
  $ forge memory show p1 | grep status
    status      accepted

An agent may doubt a triple; a person decides.

  $ forge memory kg add readme written-in markdown
  t1: readme written-in markdown
  $ forge memory kg add readme owned-by ada
  t2: readme owned-by ada
  $ cat > agent.sh <<'END'
  > cat > /dev/null
  > echo 'Looked. {"facts": [], "triples": [{"subject": "readme", "predicate": "written-in", "object": "asciidoc"}], "no_longer": [{"subject": "readme", "predicate": "written-in", "object": "markdown", "why": "it was rewritten"}, {"subject": "readme", "predicate": "owned-by"}, {"subject": "nothing"}]}'
  > END
  $ forge run 'who owns the readme' --pipeline small --agent "command:sh $PWD/agent.sh" --isolation shared --auto >/dev/null; echo $?
  0
  $ grep -h 'readme owned-by' .forge/state/runs/003/units/*/prompt.md
  - readme owned-by ada
  $ forge memory kg query readme
  t1: readme written-in markdown
  t2: readme owned-by ada
  $ forge memory triage
  no longer true (2)
    t1  readme written-in markdown (it was rewritten)
    t2  readme owned-by ada
  triple (1)
    t3  readme written-in asciidoc
  next: forge memory triage --approve all | --reject all | --edit ID=TEXT
  $ forge memory triage --reject t2 --approve all
  2 approved, 1 rejected, 0 edited
  $ forge memory kg query readme --all
  t1: readme written-in markdown  (no longer true)
  t2: readme owned-by ada
  t3: readme written-in asciidoc
  $ forge memory triage
  no drafts

Lessons of a run that a person ends: if they cannot be saved, a warning says so.

  $ cat > .forge/pipelines/asks.toml <<'END'
  > name  = "asks"
  > about = "ask first"
  > [[stage]]
  > name = "go"
  > kind = "ask"
  > question = "shall we?"
  > END
  $ forge run 'ask me' --pipeline asks --agent "command:sh $PWD/agent.sh" --isolation shared >/dev/null; echo $?
  3
  $ mv .forge/state/memory.db kept.db; rm -f .forge/state/memory.db-*; printf 'no database at all, but long enough that it could be one if its first bytes were right, which they are not' > .forge/state/memory.db
  $ forge cancel 4
  run 4 was cancelled
  next: forge log 4
  warning: the run's lessons were not saved: read the store REPO/.forge/state/memory.db: the file is not a database
  $ rm .forge/state/memory.db*; mv kept.db .forge/state/memory.db

A damaged store of the user stops no run: there is one warning.

  $ printf 'no database at all, but long enough that it could be one if its first bytes were right, which they are not' > ~/.local/share/forge/memory.db; rm -f ~/.local/share/forge/memory.db-*
  $ forge run 'a third look at the readme sample' --pipeline small --agent "command:sh $PWD/agent.sh" --isolation shared --auto 2>&1 >/dev/null
  warning: memory of all projects is skipped: read the store HOME/.local/share/forge/memory.db: the file is not a database
