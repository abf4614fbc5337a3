The verdict of a review, for scripts.

  $ printf '# Review\n\n**Verdict:** Approved\n' > good.md
  $ forge check verdict good.md
  approved
  $ printf 'Looks fine.\n\n**Verdict:** Revision Required' > bad.md
  $ forge check verdict bad.md
  revision
  [1]
  $ printf '**Verdict:** maybe\n' > odd.md
  $ forge check verdict odd.md
  unknown
  [2]
  $ forge check verdict - < good.md
  approved
  $ forge check verdict good.md --json
  {"ok":true,"verdict":"approved"}
  $ forge check verdict bad.md --json
  {"ok":false,"verdict":"revision"}
  [1]

Text in a code fence is a quotation and does not count.

  $ printf '```\n**Verdict:** Approved\n```\n' > fenced.md
  $ forge check verdict fenced.md
  unknown
  [2]

Rubbish gets an answer, not a crash.

  $ awk 'BEGIN { for (i = 0; i < 100000; i++) printf "%c", (i * 7919) % 256 }' > rubbish
  $ forge check verdict rubbish
  unknown
  [2]
  $ forge check verdict /dev/null
  unknown
  [2]

Wrong usage.

  $ forge check verdict
  forge: check verdict: FILE is missing
    hint: FILE: a review; `-` is standard input; see forge check verdict --help
  [2]
  $ forge check verdict missing.md
  forge: read missing.md: No such file or directory
  [2]
  $ forge check verdict missing.md --json
  forge: read missing.md: No such file or directory
  {"error":{"code":"not-found","message":"read missing.md: No such file or directory","hint":""}}
  [2]
  $ forge check verdict .
  forge: read .: Is a directory
  [2]
  $ forge check verdict good.md bad.md
  forge: check verdict: unexpected argument `bad.md`
    hint: quote an argument that contains spaces; see forge check verdict --help
  [2]
  $ forge check verdict --jsno good.md
  forge: check verdict: unknown option `--jsno`
    hint: did you mean `--json`?
  [2]
