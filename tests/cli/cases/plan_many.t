Fifty plans made at once have fifty numbers.

  $ forge plan new first > /dev/null
  $ for i in $(seq 50); do forge plan new "plan $i" > /dev/null & done; wait
  $ forge plan list --json | grep -o '"number":[0-9]*' | sort -u | wc -l
  51
  $ ls .forge/plans/*.md | wc -l
  51

A plan whose steps depend on each other or on a missing step, or write outside the repository, is refused before anything starts.

  $ for text in '**Depends:** b' '**Depends:** nobody' '**Writes:** `/etc/x`' '**Writes:** `../x`'; do
  >   printf '# Plan: x\n\n## Steps\n\n### Step a: a\n\n%s\n**Verify:** `true`\n\n### Step b: b\n\n**Depends:** a\n**Verify:** `true`\n' "$text" > bad.md
  >   forge plan import bad.md
  > done
  forge: bad.md:5: steps depend on each other: a -> b -> a
  forge: bad.md:7: step a depends on nobody, which is not a step
  forge: bad.md:7: step a: the path "/etc/x" is not relative to the repository
  forge: bad.md:7: step a: the path "../x" leads out of its directory with ..
  [1]
  $ forge plan list --json | grep -o '"number":[0-9]*' | wc -l
  51

Of very many plans the newest are listed; no number is given twice.

  $ for i in $(seq 52 260); do printf '# Plan: plan %s\n' $i > .forge/plans/plan-$i-x.md; done
  $ forge plan list | head -4
  60 older plans: forge plan list --all
  PLAN      STATUS  TASK  TITLE
  plan-061  DRAFT   -     plan 61
  plan-062  DRAFT   -     plan 62
  $ forge plan list | tail -1
  plan-260  DRAFT   -     plan 260
  $ forge plan list --all | wc -l
  261
  $ forge plan list --json | grep -o '"number":[0-9]*' | wc -l
  260
  $ cp .forge/plans/plan-60-x.md .forge/plans/plan-60-again.md
  $ forge plan list | tail -1
  forge: two plans have the id plan-060: .forge/plans/plan-60-again.md and .forge/plans/plan-60-x.md
  plan-260  DRAFT   -     plan 260
