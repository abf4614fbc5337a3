Runs over the Model Context Protocol are those of `--json`, with `plan` besides `plan_path`, and their report is the one of `forge report --md`.

  $ . "$DATA/setup.sh"
  $ forge run "write two files" --auto >run.out
  $ hello='{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}'
  $ ask() { printf '%s\n' "$hello" "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"$1\",\"params\":$2}" | forge mcp | tail -n 1; }
  $ plans() { grep -o '"plan[_a-z]*[\\]*": *[\\]*"[^"\\]*' | tr -d '\\ ' | sort -u; }
  $ ask tools/call '{"name":"run_status","arguments":{"run":"1"}}' | sed 's/.*"structuredContent"://' | plans
  "plan":".forge/plans/plan-001-write-two-files.md
  "plan_path":".forge/plans/plan-001-write-two-files.md
  $ ask tools/call '{"name":"run_status","arguments":{"all":true}}' | sed 's/.*"structuredContent"://' | plans
  "plan":".forge/plans/plan-001-write-two-files.md
  "plan_path":".forge/plans/plan-001-write-two-files.md
  $ ask resources/read '{"uri":"forge://runs"}' | sed 's/\\"/"/g' | plans
  "plan":".forge/plans/plan-001-write-two-files.md
  "plan_path":".forge/plans/plan-001-write-two-files.md
  $ ask resources/read '{"uri":"forge://runs/1"}' | sed 's/\\"/"/g' | plans
  "plan":".forge/plans/plan-001-write-two-files.md
  "plan_path":".forge/plans/plan-001-write-two-files.md
  $ ask resources/read '{"uri":"forge://runs/1/report"}' | python3 -c 'import json, sys; print(json.load(sys.stdin)["result"]["contents"][0]["text"], end="")' >mcp.md
  $ forge report 1 --md >cli.md && grep -c '^## Commits' mcp.md && diff cli.md mcp.md
  1
