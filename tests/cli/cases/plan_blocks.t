Words against running that introduce a block of code hold for the block; other words that introduce one are a title. Other words before
a command that is a check make it no less a command.

  $ cat > plan.md <<'END'
  > # Plan: Blocks
  > 
  > ## Testing
  > 
  > By hand: start the server, then
  > 
  > ```sh
  > touch ran-by-testing
  > ```
  > 
  > ## Steps
  > 
  > ### Step a: serve
  > 
  > **Writes:** `a.txt`
  > **Verify:**
  > - Unit tests:
  >   ```sh
  >   test -s a.txt
  >   ```
  > - Billing: `test -s a.txt -a -r a.txt`
  > - By hand: start the server, then
  >   ```sh
  >   touch ran-by-hand
  >   ```
  > - On your machine
  > 
  >   ```sh
  >   touch ran-on-yours
  >   ```
  > - Rollback: `touch ran-back`
  > - `cat a.txt` prints
  >   ```
  >   one
  >   ```
  > END
  $ forge plan export plan.md | python3 -c 'import json, sys; print(*json.load(sys.stdin)["modules"][0]["verify"], sep="\n")'
  test -s a.txt
  test -s a.txt -a -r a.txt
  cat a.txt
  $ forge plan check plan.md
  warning: line 22: step a: "By hand: start the server, then" is not run: the line only speaks of it; give a command an item of its own
  warning: line 23: step a: `touch ran-by-hand` is not run: the words above it do not say that it is run; give a command an item of its own
  warning: line 26: step a: "On your machine" is not run: the line only speaks of it; give a command an item of its own
  warning: line 28: step a: `touch ran-on-yours` is not run: the words above it do not say that it is run; give a command an item of its own
  warning: line 31: step a: `touch ran-back` is not run: the line only speaks of it; give a command an item of its own
  warning: line 33: step a: `one` is not run: the words above it do not say that it is run; give a command an item of its own
  warning: line 7: `## Testing`: "touch ran-by-testing" is not run: the line or heading above it does not say that it is run
  ok plan.md: 1 step in 1 tier, at most 1 at once
    critical path: a
