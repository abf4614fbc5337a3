A secret of your environment is masked in all that is kept and shown, also in base64 and where a program prints it in pieces.

  $ export MY_API_KEY=k3y-of-ada-000111222
  $ forge config set pass_env MY_API_KEY
  pass_env = MY_API_KEY
  $ cat >leak <<'SH'
  > cat >/dev/null
  > echo "plain $MY_API_KEY"; printf 'user:%s' "$MY_API_KEY" | base64; printf 'some longer text before it .......................%s.......................' "$MY_API_KEY" | base64
  > printf 'pieces k3y-of-'; printf 'ada-000'; echo 111222
  > SH
  $ git add leak; git commit -qm leak; mkdir -p .forge/pipelines; cat >.forge/pipelines/one.toml <<'SH'
  > name  = "one"
  > about = "one question"
  > [[stage]]
  > name   = "ask"
  > role   = "engineer"
  > prompt = "Say something."
  > [[stage]]
  > name = "check"
  > kind = "check"
  > commands = ["sh ./leak </dev/null; false"]
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > SH
  $ FORGE_PIPELINE=one FORGE_AGENT='command:sh ./leak' forge run "use the key" 2>&1 | grep -c k3y-of-ada
  0
  [1]
  $ for text in k3y-of-ada of-ada-000 "$(printf %s "$MY_API_KEY" | base64 | cut -c4-16)" "$(printf a%s "$MY_API_KEY" | base64 | cut -c4-16)" "$(printf ab%s "$MY_API_KEY" | base64 | cut -c4-16)"; do grep -rlaF -e "$text" .forge/state || echo none; done
  none
  none
  none
  none
  none
  $ cat .forge/state/runs/001/units/1/answer.md
  plain <secret>
  dXNlcjp<secret>g==
  <secret><secret>i4uLi4uLi4uLi4uLi4uLi4uLi4uLi4u
  pieces <secret>
  $ forge verify -c 'sh ./leak </dev/null; false' | grep -c -e k3y-of-ada
  0
  [1]
