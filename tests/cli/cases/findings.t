What reviews found, the state of each finding, and the report.

  $ forge init >/dev/null; mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/reviewed.toml <<'END'
  > name  = "reviewed"
  > about = "work, review, prove"
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > [[stage]]
  > name = "review"
  > role = "reviewer"
  > verdict = "REVIEW.md"
  > on_revision = "work"
  > [[stage]]
  > name = "verify"
  > kind = "check"
  > commands = ["test -e a.txt"]
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > how = "commit"
  > message = "{objective}"
  > END
  $ cat > agent.toml <<'END'
  > [[turn]]
  > stage = "work"
  > iteration = 1
  > text = "Written."
  >   [[turn.write]]
  >   path = "a.txt"
  >   content = "one\ntwo\n"
  > [[turn]]
  > stage = "work"
  > text = "Mended."
  >   [[turn.write]]
  >   path = "a.txt"
  >   content = "one\nthree\n"
  > [[turn]]
  > stage = "review"
  > iteration = 1
  > text = "**Verdict:** Revision Required"
  > result = { approved = false, findings = [ { severity = "high", file = "a.txt", line = 1, text = "not <b>bold</b>", category = "Silent Failure" }, { severity = "low", file = "../other/x", line = 0, text = "odd | name" } ] }
  > [[turn]]
  > stage = "review"
  > text = "**Verdict:** Approved"
  > result = { approved = true, findings = [ { severity = "low", file = "../other/x", line = 0, text = "odd | name" } ] }
  > END
  $ git add -A; git commit -q -m "set up"
  $ forge run "write a" --pipeline reviewed --agent replay:agent.toml >/dev/null
  $ forge findings 1
  ID  STATE  SEVERITY  FROM    PLACE       WHAT
  F1  fixed  high      review  a.txt:1     not <b>bold</b> (not raised again in round 2)
  F2  open   low       review  ../other/x  odd | name
  [1]
  $ forge findings 1 --json
  {"ok":false,"run":1,"findings":[{"finding":"F1","key":"a272540a","file":"a.txt","line":1,"foreign":false,"severity":"high","level":"high","category":"silent-failure","title":"","description":"not <b>bold</b>","element":null,"fix":"","source":"review","same_as":null,"state":"fixed","reason":"not raised again in round 2","notes":[],"step":null,"stage":"review","member":null,"first_unit":2,"unit":2,"confirmed_by":null,"output":"","by":null,"settled":null},{"finding":"F2","key":"63f4d0e6","file":"../other/x","line":null,"foreign":true,"severity":"low","level":"low","category":null,"title":"","description":"odd | name","element":null,"fix":"","source":"review","same_as":null,"state":"open","reason":"","notes":["line 0 is not a line","../other/x is not a path in this repository"],"step":null,"stage":"review","member":null,"first_unit":2,"unit":4,"confirmed_by":null,"output":"","by":null,"settled":null}],"counts":{"open":1,"fixed":1,"rejected":0,"deferred":0,"follow_up":0},"below":[]}
  [1]
  $ forge findings 1 --state fixed --sarif | grep -v semanticVersion
  {
    "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
    "version": "2.1.0",
    "runs": [
      {
        "tool": {
          "driver": {
            "name": "forge",
            "rules": [
              {
                "id": "silent-failure"
              }
            ]
          }
        },
        "results": [
          {
            "ruleId": "silent-failure",
            "level": "error",
            "message": {
              "text": "not <b>bold</b>"
            },
            "locations": [
              {
                "physicalLocation": {
                  "artifactLocation": {
                    "uri": "a.txt"
                  },
                  "region": {
                    "startLine": 1
                  }
                }
              }
            ],
            "partialFingerprints": {
              "forgeFinding/v1": "a272540a"
            },
            "suppressions": [
              {
                "kind": "external",
                "justification": "fixed: not raised again in round 2"
              }
            ],
            "properties": {
              "id": "F1",
              "state": "fixed",
              "severity": "high",
              "source": "review"
            }
          }
        ],
        "columnKind": "utf16CodeUnits"
      }
    ]
  }
  $ forge triage 1
  review (1)
    F2   open      low       ../other/x  odd | name
  next: forge triage 1 FINDING... --as fixed|rejected|deferred|follow-up|keep
  $ forge triage 1 F2 --as rejected
  forge: reject F2: a reason is needed
    hint: --reason TEXT
  [2]
  $ forge triage 1 F2 --as follow-up --reason later --spawn
  run 2 created for F2; next: forge resume 2
  1 follow-up
  $ forge triage 1
  nothing to settle
  $ forge findings 1 --state follow-up
  ID  STATE      SEVERITY  FROM    PLACE       WHAT
  F2  follow-up  low       review  ../other/x  odd | name (later)
  $ forge memory list
  ID  CATEGORY  SURE  HITS  FACT
  p1  decision  0.70  0     Review follow-up (F2 of run 1): ../other/x: odd | name
  $ forge triage 1 F9 --as fixed
  forge: no finding `F9`
    hint: forge findings RUN
  [2]
  $ forge triage 1 all --as fixed
  0 fixed
  $ forge triage 1 F1 --as open --reason "not so sure"
  1 open
  $ forge triage 1 --json | sed 's/"settled_at":[0-9]*/"settled_at":MS/'
  {"run":1,"groups":[{"title":"review","findings":[{"finding":"F1","key":"a272540a","file":"a.txt","line":1,"foreign":false,"severity":"high","level":"high","category":"silent-failure","title":"","description":"not <b>bold</b>","element":null,"fix":"","source":"review","same_as":null,"state":"open","reason":"not so sure","notes":[],"step":null,"stage":"review","member":null,"first_unit":2,"unit":2,"confirmed_by":null,"output":"","by":"ada","settled":"TIME"}]}],"below":[]}
  $ forge report 1
  Run 1 · reviewed · completed
  Objective: write a

  How it went:
    review: did not pass (round 1 of 3): not <b>bold</b>
    review: passed in round 2

  Work: 6 units: 4 of agents, 1 check, 1 commit
  Time: active for TIME
  Verified: 1 command passed
  Findings: 2 (1 open, 1 follow-up)
  Changes: 1 file, +2 -0
    commit HASH  write a
  Spent: nothing
  Models: claude-opus-4-8, claude-sonnet-4-6
  Branch: forge/run-001 (review: git log -p main..forge/run-001; land: forge land 1)
  Next: forge land 1
  $ forge report 1 --md | sed 's/· [0-9.]*m*s ·/· TIME ·/'
  # Run 1: write a

  **completed** · reviewed · 6 units: 4 of agents, 1 check, 1 commit · active for TIME · nothing · claude-opus-4-8, claude-sonnet-4-6

  ## How it went

  1. **review**: did not pass (round 1 of 3): not &lt;b>bold&lt;/b>
  1. **review**: passed in round 2

  ## Evidence

  | check | command | result |
  |---|---|---|
  | verify | `test -e a.txt` | passed |

  ## Findings

  | id | state | severity | place | what |
  |---|---|---|---|---|
  | F1 | open | high | a.txt:1 | not &lt;b>bold&lt;/b> (not so sure) |
  | F2 | follow-up | low | ../other/x | odd \| name (later) |

  ## Changes

  | file | added | removed |
  |---|---:|---:|
  | `a.txt` | 2 | 0 |

  ## Commits

  - commit HASH write a

  Next: `forge land 1`
  $ forge report 1 --junit | sed 's/time="[0-9.]*"/time="T"/'
  <?xml version="1.0" encoding="UTF-8"?>
  <testsuites>
  <testsuite name="forge run 1" tests="1" failures="0" errors="0" skipped="0">
  <properties>
  <property name="units" value="6"/>
  <property name="active_ms" value="MS"/>
  <property name="tokens" value="0"/>
  <property name="usd" value="0.00"/>
  </properties>
  <testcase classname="verify" name="test -e a.txt" time="T"/>
  <system-out>review: did not pass (round 1 of 3): not &lt;b&gt;bold&lt;/b&gt;
  review: passed in round 2
  </system-out>
  </testsuite>
  </testsuites>
  $ forge report 1 --html | grep -c 'class="timeline"\|</html>'
  2
  $ forge report 1 --html --md
  forge: report: give only one format
    hint: --html, --md, --junit or --json
  [2]
