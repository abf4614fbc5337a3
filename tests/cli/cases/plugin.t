`forge plugin` installs Forge in other programs and removes it again without a trace.

  $ forge plugin install gemini
  7 files in REPO
  $ git status --short --untracked-files=all
  ?? .forge-plugin-gemini.json
  ?? .gemini/commands/forge/answer.toml
  ?? .gemini/commands/forge/plan-check.toml
  ?? .gemini/commands/forge/run.toml
  ?? .gemini/commands/forge/status.toml
  ?? .gemini/commands/forge/validate.toml
  ?? .gemini/settings.json
  ?? AGENTS.md
  $ cat .gemini/settings.json
  {
    "mcpServers": {
      "forge": {
        "command": "forge",
        "args": [
          "mcp"
        ]
      }
    }
  }
  $ forge plugin uninstall gemini
  7 files removed or restored
  $ git status --short --untracked-files=all
  $ forge plugin uninstall gemini
  forge: Forge is not installed for gemini in REPO
  [2]
  $ forge plugin install claude --dir there
  15 files in there
  try it:  claude --plugin-dir REPO/there --settings REPO/there/settings.json
  keep it: claude plugin marketplace add REPO/there && claude plugin install forge@forge
  $ find there -type f | sort
  there/.claude-plugin/marketplace.json
  there/.claude-plugin/plugin.json
  there/.forge-plugin-claude.json
  there/.mcp.json
  there/agents/debugger.md
  there/agents/overseer.md
  there/agents/planner.md
  there/agents/reviewer.md
  there/agents/worker.md
  there/commands/answer.md
  there/commands/plan-check.md
  there/commands/run.md
  there/commands/status.md
  there/commands/validate.md
  there/hooks/hooks.json
  there/settings.json
  $ cat there/.mcp.json there/settings.json
  {
    "mcpServers": {
      "forge": {
        "command": "forge",
        "args": [
          "mcp"
        ]
      }
    }
  }
  {
    "statusLine": {
      "type": "command",
      "command": "forge statusline"
    }
  }
  $ forge plugin install codex --print | head -n 5
  == .codex/config.toml
  [mcp_servers.forge]
  command = "forge"
  args = ["mcp"]
  $ echo '{}' > opencode.json && forge plugin install opencode --json | sed 's/"paths":.*//'
  {"directory":"REPO",
  $ cat opencode.json AGENTS.md | head -n 14
  {
    "mcp": {
      "forge": {
        "type": "local",
        "command": [
          "forge",
          "mcp"
        ],
        "enabled": true
      }
    }
  }
  <!-- forge:begin -->
  ## Forge
  $ forge plugin uninstall opencode
  7 files removed or restored
  $ cat opencode.json
  {}
  $ mkdir other && echo mine > other/.mcp.json && forge plugin install claude --dir other
  forge: REPO/other/.mcp.json already exists and is not Forge's
    hint: move it, or give --dir
  [1]
  $ forge plugin install emacs
  forge: plugin install: HOST: invalid value `emacs`
    hint: one of: claude, codex, gemini, opencode
  [2]
