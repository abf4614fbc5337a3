# Sourced after lib.sh by scenarios whose agents ask a provider that says what a script says (docs/testing.md); $llm is its
# program.

# serve: starts the provider with $work/script.json; its address is $provider.
serve() {
  mkfifo "$work/in" "$work/out"
  "$llm" --script "$work/script.json" --record "$work/asked.jsonl" <"$work/in" >"$work/out" &
  server=$!
  exec 9>"$work/in"
  read -r _ port <"$work/out"
  provider=http://127.0.0.1:$port
  export ANTHROPIC_API_KEY=any OPENAI_API_KEY=any FORGE_MODEL=scripted
}
unserve() {
  exec 9>&-
  wait "$server"
}

# json: standard input as a JSON string.
json() { awk '{ gsub(/\\/, "\\\\"); gsub(/"/, "\\\""); printf "%s\\n", $0 }' | sed 's/^/"/; s/$/"/'; }
# rule WHEN: answers with the text on standard input, as often as it is asked.
rule() { printf '{"when": {"contains": "%s"}, "text": %s},\n' "$1" "$(json)"; }
# writes WHEN ID FILE CONTENT: a tool call, and what is said when its result comes back.
writes() {
  printf '{"when": {"contains": "%s"}, "text": "Written.\\n\\n```json\\n{\\"status\\": \\"done\\", \\"summary\\": \\"%s is there\\"}\\n```\\n"},\n' "$2" "$3"
  printf '{"when": {"contains": "%s"}, "text": "I write it.", "tools": [{"id": "%s", "name": "Write", "args": {"file_path": "%s", "content": "%s\\n"}}]},\n' "$1" "$2" "$3" "$4"
}
nothing_more() { printf '{"when": {"contains": "no request holds this"}, "text": "x"}\n'; }
approves() { printf 'Nothing.\n\n**Verdict:** Approved\n' | rule "$1"; }
# The same by a command, for programs whose own tools want whole paths.
writes_at() {
  printf '{"when": {"contains": "%s"}, "text": "Written.\\n\\n```json\\n{\\"status\\": \\"done\\", \\"summary\\": \\"%s is there\\"}\\n```\\n"},\n' "$2" "$3"
  printf '{"when": {"contains": "%s"}, "text": "I write it.", "tools": [{"id": "%s", "name": "Bash", "args": {"command": "echo %s > %s"}}]},\n' "$1" "$2" "$4" "$3"
}
