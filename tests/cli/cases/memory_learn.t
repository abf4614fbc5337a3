A run leaves lessons behind, and the next one is told of them.

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
  ID  CATEGORY         SURE  HITS  FACT
  p3  success_pattern  0.70  0     A completed run of the pipeline small took TIME in the middle, with 0 steps (0 deep), 0 retries, 0 tokens and $0.00
  p2  test_command     0.70  0     `test -f README.md` passes here: it proved work of earlier runs
  p1  architecture     0.70  0     (draft) The readme sample is the only source
  $ forge memory triage
  architecture (1)
    p1  The readme sample is the only source
  next: forge memory triage --approve all | --reject all | --edit ID=TEXT
  $ forge memory stats --json | sed -E 's/"bytes":[0-9]+/"bytes":N/g; s/"active_ms":[0-9]+/"active_ms":MS/'
  {"project":{"accepted":2,"drafts":1,"superseded":0,"by_category":{"architecture":1,"success_pattern":1,"test_command":1},"triples":0,"spikes":0,"diary":1,"runs":1,"bytes":N},"global":{"accepted":0,"drafts":0,"superseded":0,"by_category":{},"triples":0,"spikes":0,"diary":0,"runs":0,"bytes":N},"estimates":[{"pipeline":"small","runs":1,"steps":0,"depth":0,"retries":0,"tokens":0,"usd":0.0,"active_ms":MS}]}
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

It was told, so saying it again proves nothing; a person's word does.

  $ forge memory triage --approve all
  1 approved, 0 rejected, 0 edited
  $ forge memory show p1 | grep status
    status      accepted

A damaged store of the user's own stops no run: one warning.

  $ printf 'no database at all, but long enough that it could be one if its first bytes were right, which they are not' > ~/.local/share/forge/memory.db; rm -f ~/.local/share/forge/memory.db-*
  $ forge run 'a third look at the readme sample' --pipeline small --agent "command:sh $PWD/agent.sh" --isolation shared --auto 2>&1 >/dev/null
  warning: memory of all projects is left out: read the store HOME/.local/share/forge/memory.db: the file is not a database
