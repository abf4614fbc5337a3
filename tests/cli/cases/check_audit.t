The severity of an audit, for scripts.

  $ cat > audit.md <<'END'
  > **Concern 1: nothing is tested**
  > There is no test.
  > **Severity: high**
  > 
  > **Concern 2: a typo**
  > **Severity: low**
  > 
  > **Verdict:** Needs revision
  > END
  $ forge check audit audit.md
  high, revise
    line 3: high: Concern 1: nothing is tested
    line 6: low: Concern 2: a typo
  [1]
  $ forge check audit audit.md --json
  {"ok":false,"severity":"high","concerns":[{"severity":"high","text":"Concern 1: nothing is tested","line":3},{"severity":"low","text":"Concern 2: a typo","line":6}],"reason":""}
  [1]
  $ printf '**Severity: none**\n\n**Verdict:** Ready to approve\n' | forge check audit -
  none
  $ printf '**Severity: none**\n\n**Verdict:** Ready to approve\n' | forge check audit - --json
  {"ok":true,"severity":"none","concerns":[],"reason":""}

What cannot be read never passes.

  $ echo 'I like it.' | forge check audit - --json
  {"ok":false,"severity":"malformed","concerns":[],"reason":"no severity and no verdict found"}
  [2]
  $ forge check audit missing.md
  forge: read missing.md: No such file or directory
  [2]
  $ forge check audit
  forge: check audit: FILE is missing
    hint: FILE: an audit; `-` is standard input; see forge check audit --help
  [2]
