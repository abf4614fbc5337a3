Dependencies, steps that can start now, and pictures.

  $ cat > plan.md <<'END'
  > # Plan: Count words faster
  > 
  > ## Steps
  > 
  > ### Step reader: Read in pieces
  > 
  > **Writes:** `count.c`
  > **Estimate:** 45m
  > **Verify:** `true`
  > 
  > ### Step docs: Write it up
  > 
  > **Writes:** `README.md`
  > **Verify:** `true`
  > 
  > ### Step flags: More flags
  > 
  > **Writes:** `*.c`
  > **Verify:** `true`
  > 
  > ### Step bench: Measure it
  > 
  > **Depends:** reader
  > **Estimate:** 10m
  > **Verify:** `true`
  > END
  $ forge plan graph plan.md
  Count words faster

  tier 1
    * reader  Read in pieces  45m00s
      docs    Write it up
      flags   More flags

  tier 2
    * bench   Measure it      10m00s  <- reader

  * critical path: reader -> bench (55m00s)
    4 steps, at most 2 at once
  $ forge plan graph plan.md --format mermaid
  flowchart LR
    subgraph t1["tier 1"]
      s1["reader: Read in pieces"]
      s2["docs: Write it up"]
      s3["flags: More flags"]
    end
    subgraph t2["tier 2"]
      s4["bench: Measure it"]
    end
    s1 ==> s4
    classDef critical stroke:#c2410c,stroke-width:3px
    class s1,s4 critical
  $ forge plan graph plan.md --format svg | head -c 4
  <svg
  $ forge plan graph plan.md --svg | head -c 4
  <svg
  $ forge plan batch plan.md
  parallel: 2 steps can start now
    reader
    docs
    not flags: may write *.c, as may reader, which is chosen
  $ forge plan batch plan.md --json
  {"mode":"parallel","steps":["reader","docs"],"reason":"2 steps can start now","skipped":[{"step":"flags","reason":"may write *.c, as may reader, which is chosen"}]}
  $ forge plan batch plan.md --done reader,docs --running flags --max 2 --json
  {"mode":"single","steps":["bench"],"reason":"one step is ready","skipped":[]}
  $ forge plan batch plan.md --done reader,docs,flags,bench --json
  {"mode":"none","steps":[],"reason":"every step is done","skipped":[]}
  $ forge plan batch plan.md --done reader --running docs,flags,bench --json
  {"mode":"none","steps":[],"reason":"every step is done or running","skipped":[]}
  $ forge plan batch plan.md --done nobody
  forge: --done: the plan has no step `nobody`
  parallel: 2 steps can start now
    reader
    docs
    not flags: may write *.c, as may reader, which is chosen
  $ forge plan batch plan.md --max 0
  forge: plan batch: --max: invalid value `0`
    hint: wanted a whole number, 1 or more
  [2]

In a cycle nothing may start.

  $ printf '# Plan: x\n\n## Steps\n\n### Step a: a\n\n**Depends:** b\n\n### Step b: b\n\n**Depends:** a\n' > cycle.md
  $ forge plan graph cycle.md
  forge: steps depend on each other: a -> b -> a
  x

  in a cycle
      a  a  <- b
      b  b  <- a

  * critical path:
    2 steps, at most 0 at once
  [1]
  $ forge plan batch cycle.md --json
  {"mode":"blocked","steps":[],"reason":"no step is ready: each waits for an unfinished step","skipped":[{"step":"a","reason":"waits for b"},{"step":"b","reason":"waits for a"}]}
  $ forge plan graph plan.md --format png
  forge: plan graph: --format: invalid value `png`
    hint: one of: text, svg, mermaid
  [2]
