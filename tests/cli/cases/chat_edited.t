The chat: a plan whose file was edited while it waits is still answered, and hints are of the chat.

  $ . "$DATA/setup.sh"
  $ { printf '[[turn]]\nstage = "draft"\ntext = """\n'; cat "$DATA/two_steps.md"; printf '"""\n'; } > ../agent.toml
  $ { printf '[[turn]]\nstage = "rework"\nrepeat = true\ntext = """\n'; sed 's/that greet/that greet politely/' "$DATA/two_steps.md"; printf '"""\n'; } >> ../agent.toml
  $ printf '[[turn]]\nstage = "audit"\nrepeat = true\ntext = "**Severity: none**\\n\\n**Verdict:** Ready to approve"\n' >> ../agent.toml
  $ export FORGE_AGENT="replay:$(cd .. && pwd)/agent.toml"
  $ forge chat --once '!forge write two files' | tail -n 1
  Approve it with `!plan approve plan-001`, then build it with `!plan run plan-001`.
  $ edit() { sed -i "s/^None worth naming.*/$1/" .forge/plans/plan-001-*.md; }
  $ edit 'The disk may be full.'
  $ forge chat --once '!plan modify 1 politely please' | tail -n 1
  Approve it with `!plan approve plan-001`, then build it with `!plan run plan-001`.
  $ edit 'The disk may be slow.'
  $ forge chat --once '!plan answer 1 modify be polite'
  Answered `modify`. Continue with `!forge plan-001`.
  $ forge chat --once '!forge 1' | tail -n 1
  Approve it with `!plan approve plan-001`, then build it with `!plan run plan-001`.
  $ forge chat --once '!forge write-two-files' | tail -n 1
  Approve it with `!plan approve plan-001`, then build it with `!plan run plan-001`.
  $ grep -ohE 'politely please|be polite|disk may be [a-z]*' .forge/state/runs/001/units/*/prompt.md | sort | uniq -c | sed 's/^ *[0-9]* //'
  be polite
  disk may be full
  disk may be slow
  politely please

What the chat cannot do it does not hint at.

  $ FORGE_AGENT= forge chat --once '!plan audit 1'
  Auditing **plan-001**...
  Audit failed for **plan-001**: no agent is configured
    hint: set one in a shell: forge config set agent auto
  [2]
  $ ls .forge/plans
  plan-001-write-two-files.md
