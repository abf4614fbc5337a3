Who says what kind of failure a failure is, and is asked again, sees what it said before and what was tried since.

  $ . "$DATA/pipelines.sh"; forge init > /dev/null
  $ pipeline mods <<'END'
  > [[stage]]
  > name     = "build"
  > kind     = "each"
  > pipeline = "modules-step"
  > END
  $ printf '# Plan: One\n\n## Steps\n\n### Step one: write one\n\n**Do:** write one.txt\n**Writes:** `one.txt`\n**Verify:**\n- `grep -q 2 one.txt`\n- `grep -q 3 one.txt`\n' > plan.md
  $ cat > agent.sh <<'END'
  > end() { printf 'Fine.\n\n**Verdict:** Approved\n\n```json\n{%s}\n```\n' "$1"; }
  > case $FORGE_STAGE in
  >   work) echo 1 > one.txt; end '"status":"done","summary":"Wrote one."' ;;
  >   diagnose) end '"classification":"stuck","evidence":"it is too small","suggestion":"count up"' ;;
  >   debug) echo "$(($(tail -1 one.txt) + 1))" >> one.txt; end '"status":"done","summary":"Counted up.","cause":"too small"' ;;
  >   *) end '"status":"done","summary":"ok","findings":[]' ;;
  > esac
  > END
  $ git add -A; git commit -q -m "set up"
  $ forge run "One" --pipeline mods --execute plan.md --agent "command:sh $PWD/agent.sh" | grep -o "one diagnose.*started\|one validate .*"
  one validate            failed (round 1 of 4): grep -q 2 one.txt (exit 1), grep -q 3 one.txt (exit 1)
  one diagnose            started
  one validate #2         failed (round 2 of 4): grep -q 3 one.txt (exit 1); 1 of 2 commands passed
  one diagnose #2         started
  one validate #3         passed
  $ forge prompt 1 diagnose one --round 1 2> /dev/null | grep -A 3 "^Your answer of\|^What was tried"
  [1]
  $ forge prompt 1 diagnose one --round 2 2> /dev/null | grep -A 4 "^Your answer of\|^What was tried"
  Your answer of round 1. What was done after it did not help: say the same again only if something new shows it:
  ```
  {"classification":"stuck","evidence":"it is too small","suggestion":"count up"}
  ```

  What was tried so far, in order, as who did it says:
  ```
  - work: Wrote one.
  - debug: Counted up.
  ```
