A block of commands whose lines need one shell is one command. Other lines stand for themselves.

  $ mkdir web && printf 'here:\n\ttest -f only-in-web\n' > web/Makefile && printf 'here:\n\ttrue\n' > Makefile && touch web/only-in-web
  $ cat > plan.md <<'END'
  > # Plan: Scripts
  > 
  > ## Steps
  > 
  > ### Step a: one shell
  > 
  > **Writes:** `a.txt`
  > **Verify:**
  > 
  > ```sh
  > cd web
  > make -s here && test -f only-in-web
  > echo "in ${PWD##*/}"
  > ```
  > 
  > ### Step b: a session
  > 
  > **Writes:** `b.txt`
  > **Verify:**
  > 
  > ```console
  > ada@host:~$ for f in README.md Makefile; do
  > > test -f $f
  > > done
  > $ test -f README.md
  > rm -rf web
  > ```
  > 
  > ### Step c: each for itself
  > 
  > **Writes:** `c.txt`
  > **Verify:**
  > 
  > ```sh
  > (cd web && test -f only-in-web)
  > test -f README.md
  > ```
  > END
  $ forge plan steps --from plan.md --json | python3 -c 'import json, sys; [print(s["step"], s["verify"]) for s in json.load(sys.stdin)["steps"]]'
  a ['set -e\ncd web\nmake -s here && test -f only-in-web\n[ $? = 0 ]\necho "in ${PWD##*/}"']
  b ['set -e\nfor f in README.md Makefile; do\ntest -f $f\ndone\ntest -f README.md']
  c ['(cd web && test -f only-in-web)', 'test -f README.md']
  $ forge plan check plan.md
  warning: line 21: step b: `rm -rf web` is not run: begin a block of commands with ```sh
  ok plan.md: 3 steps in 1 tier, at most 3 at once
    critical path: a
  $ forge plan import plan.md
  plan-001 Scripts (3 steps from markdown)
    .forge/plans/plan-001-scripts.md
  $ forge plan steps 1 --json | python3 -c 'import json, sys; [print(s["step"], s["verify"]) for s in json.load(sys.stdin)["steps"]]'
  a ['set -e\ncd web\nmake -s here && test -f only-in-web\n[ $? = 0 ]\necho "in ${PWD##*/}"']
  b ['set -e\nfor f in README.md Makefile; do\ntest -f $f\ndone\ntest -f README.md']
  c ['(cd web && test -f only-in-web)', 'test -f README.md']
  $ forge verify --plan plan.md | sed "s, on tree.*,,"
  ok set -e
     cd web
     make -s here && test -f only-in-web
     [ $? = 0 ]
     echo "in ${PWD##*/}" in TIME
  ok set -e
     for f in README.md Makefile; do
     test -f $f
     done
     test -f README.md in TIME
  ok (cd web && test -f only-in-web) in TIME
  ok test -f README.md in TIME
  4 of 4 commands passed
  $ rm web/only-in-web && forge verify --plan plan.md --step a | sed "s, on tree.*,,"
  failed set -e
     cd web
     make -s here && test -f only-in-web
     [ $? = 0 ]
     echo "in ${PWD##*/}" in TIME, exit 1
     make: *** [Makefile:2: here] Error 1
  0 of 1 command passed
