A run confirms a fact once, whichever of its stages say it and however often.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ for i in 1 2 3 4; do printf '[[stage]]\nname = "learn%s"\nkind = "learn"\nrole = "lesson-keeper"\nsees = ["objective"]\nresult = true\nprompt = "learn"\n' $i; done > learns.toml
  $ pipeline four < learns.toml
  $ learned() { printf '[[turn]]\nstage = "%s"\nrepeat = true\ntext = "Learned."\nresult = { facts = [ { category = "convention", text = "%s" } ], triples = [ { subject = "greeter", predicate = "uses", object = "one line" } ] }\n' "$1" "$2"; }
  $ (learned learn1 'Greetings are one line each.'; learned learn2 'Greetings are one line each'; learned learn3 'greetings are one line each.'; learned learn4 'Greetings are all one line each.') > agent.toml
  $ run() { forge run "$@" --agent replay:agent.toml --isolation shared --auto >run.out 2>&1 || cat run.out; forge memory list; forge memory kg query greeter --all --json | grep -o '"hits":[0-9]*'; forge memory triage | grep -c greeter; }
  $ run 'learn once' --pipeline four
  ID  CATEGORY    SURE  HITS  FACT
  p1  convention  0.70  0     (draft) Greetings are one line each.
  1
  $ run 'learn again' --pipeline four
  ID  CATEGORY    SURE  HITS  FACT
  p1  convention  0.75  1     Greetings are one line each.
  "hits":1
  0
  [1]
  $ run 'learn a third time' --pipeline four
  ID  CATEGORY    SURE  HITS  FACT
  p1  convention  0.80  2     Greetings are one line each.
  "hits":2
  0
  [1]

The runs below one run, and it, count as one.

  $ pipeline outer <<'END'
  > = plan
  > [[stage]]
  > name = "parts"
  > kind = "each"
  > over = "runs"
  > pipeline = "inner"
  > [[stage]]
  > name = "above"
  > kind = "learn"
  > role = "lesson-keeper"
  > result = true
  > END
  $ pipeline inner <<'END'
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > [[stage]]
  > name = "below"
  > kind = "learn"
  > role = "lesson-keeper"
  > result = true
  > = commit
  > END
  $ cat > agent.toml <<'END'
  > [[turn]]
  > stage = "plan"
  > text = """
  > # Plan: Two parts
  > ## Objective
  > Two parts.
  > ## Steps
  > ### Step a: one part
  > - Do: write a.txt
  > - Writes: `a.txt`
  > - Verify: `test -s a.txt`
  > ### Step b: the other part
  > - Do: write b.txt
  > - Writes: `b.txt`
  > - Depends: a
  > - Verify: `test -s b.txt`
  > """
  > [[turn]]
  > stage = "work"
  > text = "Written."
  >   [[turn.write]]
  >   path = "a.txt"
  >   content = "one"
  > [[turn]]
  > stage = "work"
  > text = "Written."
  >   [[turn.write]]
  >   path = "b.txt"
  >   content = "two"
  > END
  $ (learned below 'Harbours close at night.'; learned above 'Harbours close at night') >> agent.toml
  $ git add -A; git commit -q -m "set up"
  $ forge run 'two parts' --pipeline outer --agent replay:agent.toml --auto >run.out 2>&1 || cat run.out
  $ forge list | wc -l
  7
  $ forge memory list | grep Harbours
  p2  convention  0.70  0     (draft) Harbours close at night.
  $ forge run 'two parts again' --pipeline outer --agent replay:agent.toml --auto >run.out 2>&1 || cat run.out
  $ forge memory list | grep Harbours
  p2  convention  0.75  1     Harbours close at night.
