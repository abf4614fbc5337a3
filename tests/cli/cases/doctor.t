  $ forge doctor | sed 's/version .*/version/; /sandbox/d; /variables/d'
  ok        git       git version
  ok        project   REPO
  ok        settings  readable
  note      agent     not configured
                      hint: forge config set agent auto
  note      store     none yet
                      hint: start one: forge run "what you want done"
  $ forge doctor --repair | sed 's/version .*/version/; /sandbox/d; /variables/d'
  ok        git       git version
  ok        project   REPO
  ok        settings  readable
  note      agent     not configured
                      hint: forge config set agent auto
  note      store     none yet
                      hint: start one: forge run "what you want done"
  $ . "$DATA/setup.sh"
  $ forge run "write two files" --auto > /dev/null
  $ forge doctor | sed 's/version .*/version/; /sandbox/d; /variables/d'
  ok        git       git version
  ok        project   REPO
  ok        settings  readable
  ok        agent     replay:DATA/steps.toml
  ok        store     REPO/.forge/state/forge.db
  ok        memory    REPO/.forge/state/memory.db
  ok        memory    HOME/.local/share/forge/memory.db
  $ FORGE_AGENT=command:no-such-program forge doctor | sed '/sandbox/d; /variables/d' | grep -A1 agent
  wrong     agent     the agent program no-such-program was not found on PATH
                      hint: install it, give its full path, or choose another agent with --agent
  ok        store     REPO/.forge/state/forge.db
  $ printf 'this is no database, but long enough to look like a file of some kind' > ~/.local/share/forge/memory.db
  $ rm -f ~/.local/share/forge/memory.db-*
  $ forge doctor --repair | grep -A1 memory
  ok        memory    REPO/.forge/state/memory.db
  wrong     memory    read the store HOME/.local/share/forge/memory.db: the file is not a database
                      hint: copy the file first, then run `forge doctor`
  $ cat ~/.local/share/forge/memory.db
  this is no database, but long enough to look like a file of some kind
  $ rm ~/.local/share/forge/memory.db
  $ forge doctor | grep memory
  ok        memory    REPO/.forge/state/memory.db
  $ printf 'this is no database, but long enough to look like a file of some kind' > .forge/state/forge.db
  $ rm -f .forge/state/forge.db-*
  $ forge doctor | grep -EA1 "  (store|runs)  "
  wrong     store     read the store REPO/.forge/state/forge.db: the file is not a database
                      hint: copy the file first, then run `forge doctor`
  note      runs      git has work of run 1, which is not in the store
                      hint: forge rescue 1
  $ forge list
  forge: read the store REPO/.forge/state/forge.db: the file is not a database
    hint: copy the file first, then run `forge doctor`
  [2]
  $ forge doctor --repairs
  forge: doctor: unknown option `--repairs`
    hint: did you mean `--repair`?
  [2]
  $ cd .. && forge doctor --json | grep -o '"ok":[a-z]*'
  "ok":false
