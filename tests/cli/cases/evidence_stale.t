A proof that only an old build gives is none: evidence runs the second time where nothing was built before.

  $ . "$DATA/pipelines.sh"; printf 'out/\n' > .gitignore
  $ pipeline proved <<'EOF'
  > = build
  > [[stage]]
  > name           = "evidence"
  > kind           = "check"
  > checks         = ["evidence"]
  > max_iterations = 2
  > on_revision    = { role = "executor", sees = ["failures"], prompt = "Repair it." }
  > = commit
  > EOF
  $ cat > .forge/pipelines/proved-step.toml <<'EOF'
  > name  = "proved-step"
  > about = "work and merge"
  > [[stage]]
  > name = "work"
  > role = "executor"
  > [[stage]]
  > name     = "merge"
  > kind     = "integrate"
  > commands = []
  > EOF
  $ printf '# Plan: P\n\n## Objective\n\nBuild it.\n\n## Steps\n\n### Step one: build it\n\n**Do:** build\n**Writes:** `program.txt`, `Makefile`\n**Depends:** none\n**Verify:** `cat out/program`\n' > plan.md

Its agent builds what it does not commit, and says in round 2 how it is built.

  $ cat > agent.sh <<'EOF'
  > #!/bin/sh
  > case $FORGE_STAGE in
  >   work) echo works > program.txt; mkdir -p out; cp program.txt out/program; echo done ;;
  >   *) mkdir -p out; cp program.txt out/program; echo "built again"; echo >> program.txt ;;
  > esac
  > EOF
  $ chmod +x agent.sh; git add -A; git commit -q -m start
  $ FORGE_AGENT=command:$PWD/agent.sh forge run "build it" --pipeline proved --execute plan.md --isolation branch > log
  [3]
  $ grep "evidence" log | cut -c 11-
  evidence                failed (round 1 of 2): 0 gaps, 1 failed, 0 false proofs of 1 criteria; one (unit): cat out/program: exit 1
  evidence-fix            started
  evidence-fix            done in TIME: built again
  evidence #2             failed (round 2 of 2): 0 gaps, 0 failed, 1 false proofs of 1 criteria; one (unit): cat out/program: exit 0 became exit 1
  evidence #2             `evidence` still fails after 2 rounds: 0 gaps, 0 failed, 1 false proofs of 1 criteria; one (unit): cat out/program: exit 0 became exit 1
  evidence #2             asks: `evidence` still fails after 2 rounds: 0 gaps, 0 failed, 1 false proofs of 1 criteria; one (unit): cat out/program: exit 0 became exit 1
  tion 1 (evidence): `evidence` still fails after 2 rounds: 0 gaps, 0 failed, 1 false proofs of 1 criteria; one (unit): cat out/program: exit 0 became exit 1
  $ sed -n 1,20p .forge/state/runs/001/artifacts/run/EVIDENCE.md
  # Evidence: GAPS

  ## False proof

  - one (unit): cat out/program: exit 0 became exit 1

  ## Criteria

  ### one (unit): cat out/program

  PASS, weak (was not run before the work), exit 0, FALSE PROOF: exit 0 became exit 1

      $ cat out/program
      works

    The second time, in a fresh checkout, exit 1:

      cat: out/program: No such file or directory

The fresh checkout is gone although the run waits. What proved, or did not, is in the unit's own files.

  $ forge workspaces | awk '{ print $2, $3 }'
  RUN STEP
  1 run
  1 steps
