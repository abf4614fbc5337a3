`forge mcp servers` lists the servers of mcp.toml; `login` and `logout` are for those that want a login.

  $ forge mcp servers
  no servers: docs/mcp.md describes mcp.toml
  $ mkdir -p .forge && cat > .forge/mcp.toml <<'END'
  > [box]
  > command = ["box", "--serve"]
  > env = { BOX_KEY = "${NO_SUCH_VARIABLE}" }
  > [docs]
  > url = "http://127.0.0.1:1/mcp?key=sesame"
  > roles = ["planner", "researcher"]
  > END
  $ forge mcp servers
  server  address                 roles                login
  box     box                     -                    the variable NO_SUCH_VARIABLE is not set
  docs    http://127.0.0.1:1/mcp  planner, researcher  -
  $ forge mcp login dosc
  forge: mcp.toml has no server `dosc`
    hint: did you mean `docs`?
  [2]
  $ NO_SUCH_VARIABLE=1 forge mcp login box
  forge: `box` is a program and needs no login
    hint: give it what it needs by `env` in mcp.toml
  [2]
  $ forge mcp logout docs
  you were not logged in to docs
  $ echo 'oauth = { client = "x" }' >> .forge/mcp.toml
  $ forge mcp servers
  forge: REPO/.forge/mcp.toml:7:9: `oauth.client` of server `docs` is unknown
    hint: use client_id, client_secret or client_metadata
  [2]
