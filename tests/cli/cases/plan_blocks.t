Words above a block of code must be an order or the name of a check; else it is not run. So must the words before a command.

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
  cat a.txt
  $ forge plan check plan.md
  warning: line 21: step a: `test -s a.txt -a -r a.txt` is not run: the line only speaks of it; to run it, write it alone: - `test -s a.txt -a -r a.txt`
  warning: line 22: step a: "By hand: start the server, then" is not run: it is no command; write a command in backticks, alone
  warning: line 23: step a: `touch ran-by-hand` is not run: the words above it are no order and no name of a check; to run it, write it alone, away from them: - `touch ran-by-hand`
  warning: line 26: step a: "On your machine" is not run: it is no command; write a command in backticks, alone
  warning: line 28: step a: `touch ran-on-yours` is not run: the words above it are no order and no name of a check; to run it, write it alone, away from them: - `touch ran-on-yours`
  warning: line 31: step a: `touch ran-back` is not run: the line only speaks of it; to run it, write it alone: - `touch ran-back`
  warning: line 33: step a: `one` is not run: the words above it are no order and no name of a check; to run it, write it alone, away from them: - `one`
  warning: line 7: `## Testing`: "touch ran-by-testing" is not run: the words above it are no order and no name of a check; to run it, write it alone, away from them: - `touch ran-by-testing`
  ok plan.md: 1 step in 1 tier, at most 1 at once
    critical path: a
