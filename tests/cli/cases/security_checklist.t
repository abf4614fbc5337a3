A step that touches security has a checklist: its author fills it in, and who judges the work reads it filled in.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline safe-step <<'END'
  > [[stage]]
  > name   = "implement"
  > role   = "executor"
  > sees   = ["step", "security"]
  > result = true
  > = merge
  > END
  $ pipeline safe <<'END'
  > [[stage]]
  > name     = "build"
  > kind     = "each"
  > pipeline = "safe-step"
  > [[stage]]
  > name     = "sum-up"
  > role     = "completer"
  > sees     = ["objective", "security"]
  > produces = "SUMMARY.md"
  > END
  $ cat > plan.md <<'END'
  > # Plan: Sign in
  > 
  > ## Steps
  > 
  > ### Step one: connect over TLS
  > 
  > **Do:** write connect.py
  > **Verify:** `test -s connect.py`
  > 
  > ### Step two: greet
  > 
  > **Do:** write hello.py
  > **Verify:** `test -s hello.py`
  > END
  $ cat > agent.sh <<'END'
  > cat >/dev/null
  > case $FORGE_STAGE.$FORGE_STEP in
  >   implement.one) echo tls > connect.py
  >     printf 'Done.\n```json\n{"status":"done","summary":"Connected.","security":[{"id":"S1","state":"held","how":"connect.py:1, and connect_test"}]}\n```\n' ;;
  >   implement.two) echo hello > hello.py; printf 'Done.\n```json\n{"status":"done","summary":"Greets."}\n```\n' ;;
  >   *) echo "# Summary"; echo; echo "It connects and greets." ;;
  > esac
  > END
  $ git add -A; git commit -q -m "set up"
  $ forge run "Sign in" --pipeline safe --execute plan.md --agent "command:sh $PWD/agent.sh" > ../out 2>&1; echo "exit $?"
  exit 0
  $ forge prompt 1 implement one --round 1 2>/dev/null | grep -A 6 '^The security checklist'
  The security checklist of this step. Make every item hold where it applies, test it, and answer each by its number in `security` of your result:
  ```
  - S1 (must, transport): connections are encrypted, certificates are checked, and nothing falls back to plain text
  - S2 (check, transport): CORS and CSRF protection let in only who is meant
  ```
  $ forge prompt 1 implement one --round 1 2>/dev/null | grep -c not-applicable
  1
  $ forge prompt 1 implement two --round 1 2>/dev/null | grep -c 'security checklist\|not-applicable'
  0
  [1]
  $ forge prompt 1 sum-up --round 1 2>/dev/null | grep -A 9 '^The security checklist'
  The security checklist of each step that touches security, as its author filled it in:
  ```
  Step one (LOW), because of tls:
  - S1 (must, transport): connections are encrypted, certificates are checked, and nothing falls back to plain text
    held: connect.py:1, and connect_test
  - S2 (check, transport): CORS and CSRF protection let in only who is meant
    not answered
  ```
