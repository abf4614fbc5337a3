The help of every command: a page of documentation that cannot drift.

  $ forge help
  forge takes an objective in a git repository through a pipeline and returns verified commits.

  usage: forge "OBJECTIVE" [options]           start a run; short for forge run
         forge                                 show what is running, and what to type next
         forge COMMAND [arguments] [options]

  Start and resume
    next    run exactly one unit of a run
    reopen  take up a run that has ended as a new one, with its history
    resume  continue a run where it stopped
    run     take an objective through a pipeline
    serve   drive runs in the background, for one or several projects
    spawn   create a child run

  Inspect
    cost             show what runs cost, and what the money was spent on
    diff             show what a run or a step changed
    findings         list the findings of a run and their states
    list             list the runs of this project
    log              print everything that happened in a run
    output           print what an agent or a check said and did
    prompt           print the prompt of a stage and the size of each block
    questions        list open questions of all runs
    report           report what a run did and what it cost
    search           search runs, plans, steps, findings and facts
    serve status     show the server of this project, and what it runs
    show             show what an attempt at a step changed
    status           show the state of a run, and what to type next
    watch            follow a run live, or all runs
    workspaces list  list the worktrees of steps

  Control
    abandon           give up a run for good; its work is kept, but it cannot be resumed
    answer            answer a question of a run
    cancel            stop a run now; its work is kept, but it cannot be resumed
    complete          mark a run completed without the remaining work
    land              land a run's work on your branch
    park              set a run aside for later; forge resume continues it
    pause             pause a run after current work; forge resume continues it
    priority          set which runs the server takes up first
    prune             delete kept refs and old records of runs that are over
    rescue            list work that is on no branch, and restore it
    retry             retry what failed
    shell             work on a step yourself, in its worktree
    skip              skip a step, or the current stage of a run
    switch            park the current run and switch to another
    triage            settle the open findings of a run
    undo              take the last landing back
    workspaces clean  remove unused worktrees

  Plans
    chat           control plans and runs with chat messages such as !plan list
    plan approve   approve the current content of a plan
    plan audit     audit a plan: check its structure, then ask an auditor
    plan batch     list steps that can start now without conflicts
    plan cancel    stop a plan's run now and close the plan as cancelled
    plan check     check a plan's steps: list every mistake with its line
    plan claims    check a plan's claims against the sources they cite
    plan close     close a plan that you will not run; its file is kept
    plan edit      open a plan in your editor
    plan export    export a plan in another tool's format
    plan graph     draw a plan's steps: tiers, dependencies, critical path
    plan import    create a plan from another tool's format
    plan list      list the plans of this project
    plan new       create a plan from the template
    plan run       run the remaining steps of a plan
    plan run-one   run the next step of a plan
    plan run-step  run one step of a plan
    plan show      show a plan: status, approval, objective, steps
    plan skip      skip the failed or running step of a plan
    plan skip-to   skip all steps before a step
    plan slug      print the file-name form of a title
    plan steps     list the steps of a plan and their status
    plan symbols   look up the symbols that a plan names

  Pipelines
    eval               measure pipelines and agents on tasks with a hidden check
    eval from-history  make a suite of the repository's own commits
    eval new           write a new suite with a sample task
    pipeline check     check pipelines: list every problem with file, line and a hint
    pipeline graph     draw a pipeline, as text or SVG
    pipeline list      list pipelines and where each comes from
    pipeline show      print a pipeline's file
    role check         check roles: list every problem with file, line and a hint
    role list          list roles and where each comes from
    role show          print a role's file

  Memory
    diary           show the diary, or add an entry
    memory add      remember a fact, or confirm it
    memory confirm  confirm that a fact is still true; accepts drafts
    memory export   export facts as JSON lines, an Agent Skill or a section of AGENTS.md
    memory forget   delete a fact
    memory import   import facts from another system
    memory kg       query or change the knowledge graph: subject, predicate, object
    memory list     list all facts, newest first
    memory recall   find facts about a topic, best first, with the reason
    memory show     show one fact in full
    memory stats    count facts, and estimate the next run
    memory sweep    find facts that are probably outdated
    memory triage   approve, reject or edit what agents propose
    risk            show which subsystems fail, and which fail together
    spike add       record the result of testing an assumption
    spike list      list tested assumptions

  Checks for scripts
    check audit       read the severity of an audit and whether it asks for a revision
    check dialectic   say which objections of a written debate are conceded, resolved or open
    check error       classify an error message and say whether it would be retried
    check gates       say whether the gate of a stage passes, from files and records
    check lenses      say which findings of several reviews of one change must be fixed
    check sarif       check a tool's SARIF log
    check stagnation  say whether another attempt makes sense
    check verdict     read the verdict of a review: approved, revision or unknown
    resolve           show which model and effort a stage would use, and why
    verify            run the test commands and report the result

  Set up
    accounts list     list accounts and how much of their limits is used
    accounts test     send a test prompt with this account
    accounts use      choose the account to use next
    acp               be the agent of an editor that speaks ACP, such as Zed
    agents list       list installed agents, and how to install the rest
    agents test       send a test prompt to an agent
    completion        print a completion script for a shell
    config explain    explain a setting: meaning, value and source
    config get        print the value of a setting
    config list       list all settings and where each value comes from
    config set        change a setting
    config unset      remove a setting from a config.toml
    demo              watch a complete run with a scripted agent
    doctor            check the setup and repair the store
    help              explain a command, or list all commands
    hook              answer a hook event; for plugins of Claude Code and others
    init              create .forge in this repository
    mcp               serve tools, resources and prompts to other agents
    mcp login         log in to an MCP server by a browser
    mcp logout        forget the login to an MCP server
    mcp servers       list the MCP servers that agents can use
    plugin install    install the Forge plugin in another program
    plugin uninstall  remove the Forge plugin from another program
    statusline        print the current run in one line; for plugins of Claude Code and others
    version           print the version

  Exit codes
    0  ok, or yes
    1  no: a negative answer, or the run's state does not allow it
    2  invalid input or usage, or a system error; nothing was done
    3  the run waits: for an answer, for another run, or to be resumed
    4  the run failed
    5  the run was cancelled or abandoned

  The current run is the one that you started or switched to last; if it has ended, the newest run
  that has not ended, or else the newest of all.

  `forge COMMAND --help` shows options and examples. To watch a complete run: forge demo
  $ forge help > a; forge --help > b; diff a b
  $ forge abandon --help
  forge abandon: give up a run for good; its work is kept, but it cannot be resumed

  usage: forge abandon [RUN] [options]

    RUN  number or slug (default: the current run)

  options:
    --reason, -m TEXT  why, for the record
    --json             print JSON, for scripts
    --help             print this text

  Does the same as `forge cancel`, and records the run as abandoned: you do not want its result any
  more. A run that waits for this one asks what to do next.

  examples:
    forge abandon 17
        run 17
    forge abandon 17 --reason "wrong approach"
        with a reason
  $ forge answer --help
  forge answer: answer a question of a run

  usage: forge answer RUN_OR_ANSWER [ANSWER] [options]

    RUN_OR_ANSWER  the run; if it is the only argument, the answer
    ANSWER         one of the question's options

  options:
    --question N        the question's number, when several are open
    --comment, -m TEXT  what to change, or by how much to extend
    --go                then run it in this terminal, like `forge resume`, if it is not running
    --auto              from now on do not ask where the pipeline can continue alone, as `forge run
                        --auto`
    --json              print JSON, for scripts
    --help              print this text

  `modify` and `revise` need --comment; at a terminal Forge asks for it. An approval holds for the
  plan as it is now; if the plan is edited later, Forge asks again. A run that is running continues by
  itself, and one of a project with a server (`forge serve`) is continued by it; otherwise continue it
  with --go or `forge resume`. --auto holds for this run and the runs that do its steps, not for a run
  above it.

  examples:
    forge answer yes
        the only open question of the current run
    forge answer 17 modify --comment "split step 2"
        ask for a change
    forge answer 17 yes --go
        and continue the run in this terminal
    forge answer 17 retry --question 3
        one of several
    forge answer 17 yes --go --auto
        and let the pipeline answer what it can from now on
  $ forge cancel --help
  forge cancel: stop a run now; its work is kept, but it cannot be resumed

  usage: forge cancel [RUN] [options]

    RUN  number or slug (default: the current run)

  options:
    --reason, -m TEXT  why, for the record
    --json             print JSON, for scripts
    --help             print this text

  Running agents are stopped with all their child processes. Their work is kept: `forge rescue` lists
  it. A run that waits for this one asks what to do next.

  examples:
    forge cancel
        the current run
    forge cancel 17 --reason "not needed any more"
        run 17, with a reason
  $ forge check audit --help
  forge check audit: read the severity of an audit and whether it asks for a revision

  usage: forge check audit FILE [options]

    FILE  an audit; `-` is standard input

  options:
    --json  print JSON, for scripts
    --help  print this text

  Exit 0 when nothing needs revision, 1 when something does, 2 when the audit cannot be read; that is
  never a pass. With --json: {"ok": true|false, "severity": "none|low|medium|high|malformed",
  "concerns": [...], "reason"}.

  examples:
    forge check audit AUDIT.md
        the highest severity and every concern
    forge check audit AUDIT.md --json
        the same, for scripts
  $ forge check error --help
  forge check error: classify an error message and say whether it would be retried

  usage: forge check error TEXT [options]

    TEXT  the error message; `-` reads it from standard input

  options:
    --json  print JSON, for scripts
    --help  print this text

  With --json: {"error_class", "retry", "backoff_ms"}. A wait or a time that the message names takes
  precedence over the default. A time without a zone is one of this machine's (TZ).

  examples:
    forge check error "429 Too Many Requests"
        rate-limit: retried after a minute
    forge check error "limit reached, resets 3pm (Europe/Berlin)"
        quota: retried then
    forge check error - --json < stderr.txt
        the same, for scripts
  $ forge check gates --help
  forge check gates: say whether the gate of a stage passes, from files and records

  usage: forge check gates FILE [options]

    FILE  a file with ```gates phase=NAME blocks; `-` is standard input

  options:
    --phase NAME          the stage whose gate to evaluate
    --record JSONFILE     the records that predicates refer to
    --var NAME=VALUE ...  replaces {NAME} in artifact paths
    --json                print JSON, for scripts
    --help                print this text

  Exit 0 when the gate passes, 1 when it does not, 2 when the file is invalid (one bad block is
  enough) or has no block for the stage. With --json: {"ok": true|false, "failures": [{"kind",
  "message"}]}.

  Artifact paths are relative to the current directory. JSONFILE holds an object of records, {"task":
  {"status": "planned"}}. A single record is taken as `task` when it has a taskId, as `bug` when it
  has a bugId, as `sprint` when it has a sprintId, and otherwise as the record that the gate asks for.
  A predicate on a missing record fails.

  examples:
    forge check gates workflow.md --phase implement --record task.json
        can the stage start?
    forge check gates workflow.md --phase plan --record task.json --var task=T01 --json
        the same, for scripts, with {task} replaced in paths
  $ forge check verdict --help
  forge check verdict: read the verdict of a review: approved, revision or unknown

  usage: forge check verdict FILE [options]

    FILE  a review; `-` is standard input

  options:
    --json  print JSON, for scripts
    --help  print this text

  Prints `approved` (exit 0), `revision` (exit 1) or `unknown` (exit 2). The last verdict line outside
  code fences and quotes counts. Anything but a known word is unknown.

  examples:
    forge check verdict CODE_REVIEW.md
        did the review approve?
    forge check verdict - < review.md && git push
        push only when approved
  $ forge complete --help
  forge complete: mark a run completed without the remaining work

  usage: forge complete [RUN] [options]

    RUN  number or slug (default: the current run)

  options:
    --reason, -m TEXT  why, for the record
    --json             print JSON, for scripts
    --help             print this text

  Refused while work is running: pause the run first. A run that waits for this one continues.

  examples:
    forge complete 17
        mark run 17 as complete
    forge complete 17 --reason "finished by hand"
        with a reason
  $ forge completion --help
  forge completion: print a completion script for a shell

  usage: forge completion SHELL [options]

    SHELL  the shell (bash, fish, zsh)

  options:
    --help  print this text

  examples:
    forge completion bash > ~/.local/share/bash-completion/completions/forge
        for new shells
    source <(forge completion bash)
        for this shell
    forge completion zsh > "${fpath[1]}/_forge"
        for zsh
    forge completion fish > ~/.config/fish/completions/forge.fish
        for fish
  $ forge config explain --help
  forge config explain: explain a setting: meaning, value and source

  usage: forge config explain KEY [options]

    KEY  the setting

  options:
    --json  print JSON, for scripts
    --help  print this text

  examples:
    forge config explain isolation
        its meaning, its value and where the value comes from
  $ forge config get --help
  forge config get: print the value of a setting

  usage: forge config get KEY [options]

    KEY  the setting

  options:
    --json  print JSON, for scripts
    --help  print this text

  Exit 1 when it has no value.

  examples:
    forge config get pipeline
        only its value
  $ forge config list --help
  forge config list: list all settings and where each value comes from

  usage: forge config list [options]

  options:
    --json  print JSON, for scripts
    --help  print this text

  Later sources win: built-in, your config.toml, the project's .forge/config.toml, its
  config.local.toml, FORGE_<KEY> variables, command-line options.

  examples:
    forge config
        the same
    forge config explain pipeline
        one setting in full
  $ forge config set --help
  forge config set: change a setting

  usage: forge config set KEY VALUE [options]

    KEY    the setting
    VALUE  the new value

  options:
    --global  write your own config.toml, for all projects
    --json    print JSON, for scripts
    --help    print this text

  Writes .forge/config.toml and leaves the rest of the file unchanged. An agent or a pipeline that
  does not exist is refused, with what exists. `forge config unset` takes the value away again.

  examples:
    forge config set agent "command:my-agent --quiet"
        the agent of this project
    forge config set budget.usd 5 --global
        at most 5 dollars per run, in every project
  $ forge demo --help
  forge demo: watch a complete run with a scripted agent

  usage: forge demo [options]

  options:
    --milestone  a milestone of two slices instead of one run
    --keep DIR   use DIR, which must be empty or missing
    --pace MS    milliseconds between messages (300 on a terminal, 40 with --milestone, otherwise 0)
    --help       print this text

  Creates a small library with tests in a temporary directory and takes an objective through the
  default pipeline: plan, audit, revision, approval, two steps, a failing validation and its repair,
  review, commits. The agent is scripted; everything else is real. Nothing outside that directory is
  changed.
  With --milestone, the objective goes through `milestone`: two slices, each a run of its own, with a
  rate limit, a failing test and its repair, and an objection of a review that is conceded and fixed.

  examples:
    forge demo
        see it work
    forge demo --milestone
        see slices that are runs, and what goes wrong on the way
    forge demo --keep /tmp/look --pace 0
        fast, in your own directory
  $ forge doctor --help
  forge doctor: check the setup and repair the store

  usage: forge doctor [options]

  options:
    --repair  repair what can be rebuilt from the journal and the facts
    --json    print JSON, for scripts
    --help    print this text

  Checks git, the project, the settings, the agent, the sandbox, and that the recorded runs and facts
  are complete and match git. It also removes temporary directories of killed runs. Exit 0 when
  everything is fine or was repaired, 1 when something is wrong.

  examples:
    forge doctor
        check only
    forge doctor --repair
        check and repair
  $ forge help --help
  forge help: explain a command, or list all commands

  usage: forge help [COMMAND...] [options]

    COMMAND  one word or two (default: the overview)

  options:
    --markdown  print all commands as docs/commands.md
    --man       print the manual page forge(1)
    --help      print this text

  examples:
    forge help
        the list of commands
    forge help check gates
        the same as forge check gates --help
    forge help --man | man -l -
        read the manual page
  $ forge init --help
  forge init: create .forge in this repository

  usage: forge init [options]

  options:
    --json  print JSON, for scripts
    --help  print this text

  Creates .forge with a commented config.toml, the store in .forge/state and a .gitignore that hides
  it. Existing files are kept. `forge run` does not need it.

  examples:
    forge init
        in a git repository
  $ forge list --help
  forge list: list the runs of this project

  usage: forge list [options]

  options:
    --open  only runs that have not ended
    --all   all runs, not only the open ones and the newest 200
    --json  print JSON, for scripts
    --help  print this text

  A completed run whose work is on none of your branches is marked `not landed`: forge land. With
  --json: all runs; `landed` is null where nothing can land, and `priority` where none was set.

  examples:
    forge list
        the newest runs and all open ones, newest last
    forge list --open --json
        for scripts
  $ forge log --help
  forge log: print everything that happened in a run

  usage: forge log [RUN] [options]

    RUN  number or slug (default: the current run)

  options:
    --follow, -f  print the last 10 events, then what happens until the run ends
    --last, -n N  only the last N events; with --follow: begin with so many
    --json        print JSON, for scripts
    --help        print this text

  With --json: one object per line, {seq, at, kind, run, step, stage, iteration, attempt, data}; `at`
  is ISO 8601 in UTC, with milliseconds.

  examples:
    forge log
        everything that happened in the current run
    forge log 17 --follow --json | jq .kind
        as it happens, for scripts
    forge log 17 -f --last 1000000
        from the first event on
  $ forge next --help
  forge next: run exactly one unit of a run

  usage: forge next [RUN] [options]

    RUN  number or slug (default: the current run)

  options:
    --json  print JSON, for scripts
    --help  print this text

  Runs exactly one unit (one agent, check or integration), also of a run that does one of its steps,
  and pauses the run again. If a question comes first, no unit runs and the exit code is 3.

  examples:
    forge next
        one unit of the current run
    forge next 17 --json
        the state of run 17 afterwards
  $ forge park --help
  forge park: set a run aside for later; forge resume continues it

  usage: forge park [RUN] [options]

    RUN  number or slug (default: the current run)

  options:
    --reason, -m TEXT  why, for the record
    --json             print JSON, for scripts
    --help             print this text

  Like pause, for longer: `forge list` shows the run as parked until `forge resume` or `forge switch`
  continues it.

  examples:
    forge park
        the current run
    forge park 17 --reason "waits for the release"
        run 17, with a reason
  $ forge pause --help
  forge pause: pause a run after current work; forge resume continues it

  usage: forge pause [RUN] [options]

    RUN  number or slug (default: the current run)

  options:
    --reason, -m TEXT  why, for the record
    --json             print JSON, for scripts
    --help             print this text

  Work that is running finishes, and nothing new starts, also in the runs that do its steps. You can
  type it in any terminal.

  examples:
    forge pause
        the current run
    forge pause 17 --reason "lunch"
        run 17, with a reason
  $ forge pipeline check --help
  forge pipeline check: check pipelines: list every problem with file, line and a hint

  usage: forge pipeline check [PIPELINE...] [options]

    PIPELINE  names or files (default: all)

  options:
    --json  print JSON, for scripts
    --help  print this text

  Exit 0 when all are valid, 1 when one has a problem, 2 when one cannot be read. All problems are
  listed at once, with file, line, column and a hint; so are those of the roles that they use.

  examples:
    forge pipeline check
        all pipelines of this project, yours and the built-ins
    forge pipeline check .forge/pipelines/mine.toml
        one file
  $ forge pipeline graph --help
  forge pipeline graph: draw a pipeline, as text or SVG

  usage: forge pipeline graph PIPELINE [options]

    PIPELINE  its name, or a file

  options:
    --format WORD  the format (text) (text, svg)
    --svg          the same as --format svg
    --help         print this text

  examples:
    forge pipeline graph task
        its stages, and where reviews send work back
    forge pipeline graph task --format svg > task.svg
        the same as SVG
  $ forge pipeline list --help
  forge pipeline list: list pipelines and where each comes from

  usage: forge pipeline list [options]

  options:
    --json  print JSON, for scripts
    --help  print this text

  Pipelines are looked up in .forge/pipelines, then in your config directory, then in the built-ins.

  examples:
    forge pipeline
        the same
    forge pipeline graph task
        what one of them does
  $ forge pipeline show --help
  forge pipeline show: print a pipeline's file

  usage: forge pipeline show PIPELINE [options]

    PIPELINE  its name, or a file

  options:
    --json  print JSON, for scripts
    --help  print this text

  With --json: the pipeline as a run stores it, with everything that its `each` stages reach.

  examples:
    forge pipeline show task
        the file
    forge pipeline show task > .forge/pipelines/task.toml
        a copy to edit; the project's file takes precedence
  $ forge questions --help
  forge questions: list open questions of all runs

  usage: forge questions [RUN] [options]

    RUN  only this run and its children (default: all runs)

  options:
    --show  show what each question is about, such as the plan
    --json  print JSON, for scripts
    --help  print this text

  examples:
    forge questions
        everything that waits for an answer
    forge questions 17 --show
        those of run 17, with the plan they ask about
  $ forge report --help
  forge report: report what a run did and what it cost

  usage: forge report [RUN] [options]

    RUN  number or slug (default: the current run)

  options:
    --html   one self-contained page: charts, evidence, findings, cost
    --md     Markdown, for a pull request
    --junit  steps and verify commands as JUnit XML, for CI
    --json   print JSON, for scripts
    --help   print this text

  examples:
    forge report 17
        the objective, what was done, what it cost
    forge report 17 --html > report.html
        the same with charts, to keep or to mail
    forge report --json
        the current run with its steps, units, evidence, findings and questions
  $ forge resume --help
  forge resume: continue a run where it stopped

  usage: forge resume [RUN] [options]

    RUN  number or slug (default: the current run)

  options:
    --detach     run it in the background and return at once
    --auto       from now on do not ask where the pipeline can continue alone, as `forge run --auto`
    --quiet, -q  print no progress, only how it ends
    --take-over  do not wait for an engine that does not respond
    --json       print JSON, for scripts
    --help       print this text

  Continues a run that was paused, parked, answered or killed, where it stopped. It approves nothing:
  open questions are asked again, and a plan that you edited meanwhile is asked about. With --auto the
  pipeline answers what it can, open questions too; this holds for the rest of the run and for the
  runs that do its steps. The process that works on a run is its engine. If the engine does not
  respond or was on another host, Forge waits until its lease has expired (setting `lease`, in
  seconds). --take-over does not wait. An old engine on this machine is killed; one on another host
  can write nothing more to the run. If the terminal is closed, the engine continues without it.

  examples:
    forge resume
        the current run
    forge resume 17
        run 17
    forge resume 17 --detach
        in the background
    forge resume 17 --auto
        unattended from now on
    forge resume 17 --take-over
        from an engine that does not respond
  $ forge retry --help
  forge retry: retry what failed

  usage: forge retry [RUN] [STEP] [options]

    RUN   number or slug (default: the current run)
    STEP  a step of its plan (default: the run's current stage)

  options:
    --step STEP        the step, when RUN is left out
    --reason, -m TEXT  why, for the record
    --contract NAME    not a step, but this contract of the plan: skip switches it off (with
                       --reason), retry on
    --go               then run it in this terminal, like `forge resume`, if it is not running
    --auto             from now on do not ask where the pipeline can continue alone, as `forge run
                       --auto`
    --json             print JSON, for scripts
    --help             print this text

  Without a step it retries everything that failed. --go or `forge resume` then runs it, if it is not
  running. --auto holds for this run and the runs that do its steps, not for a run above it.

  examples:
    forge retry --go
        everything that failed in the current run, at once
    forge retry 17 s2
        step s2 of run 17
  $ forge run --help
  forge run: take an objective through a pipeline

  usage: forge run [OBJECTIVE] [options]

    OBJECTIVE  what you want done, in quotes; `-` reads it from standard input (default: the title of
               --plan or --execute)

  options:
    --pipeline NAME        the pipeline (setting `pipeline`)
    --agent SPEC           the agent: auto, claude, codex, gemini, opencode, anthropic[:URL],
                           openai[:URL], openai-responses[:URL], command:LINE, record:FILE:SPEC or
                           replay:FILE (setting `agent`)
    --size WORD            how much planning and review the task gets (default: estimated from the
                           objective and the repository) (quick, standard, complex, vague)
    --budget-usd N         stop and ask after N dollars
    --budget-tokens N      stop and ask after N tokens
    --isolation WORD       where agents work: in a worktree per step (the default), in one worktree,
                           or in your checkout without commits (worktree, branch, shared)
    --plan FILE            use this plan file or slice folder instead of writing a plan. Pipelines
                           that ask for a plan's approval check it and ask you: `forge`, `gated`,
                           `draft-audit`, `modules`, `milestone`, `program`, `sprint`. The others
                           build it unasked, unless `forge plan check` finds a mistake: then nothing
                           starts
    --execute FILE         like --plan, but you are not asked: it counts as approved, unless `forge
                           plan check` finds a mistake
    --flag NAME=VALUE ...  set run.flags.NAME, which conditions in a pipeline can read
    --full                 run every stage, as for size complex
    --discuss              have the objective discussed with you first, where the pipeline can
    --visions WORD         how many other angles `gated` looks at the plan from (default: three for
                           size complex, else one) (none, one, three)
    --plan-only            end the run when the plan is approved
    --no-docs              do not update documentation
    --no-memory            use no facts of earlier runs, and save none
    --lite                 work in your checkout, one step at a time; commits nothing
    --no-wip-squash        keep the commits of the steps instead of squashing them
    --auto                 do not ask where the pipeline can continue alone: a plan that passes its
                           checks is approved; `gated`, `draft-audit`, `modules` and `sprint` always
                           ask you to approve it
    --priority WORD        which runs `forge serve` takes up first (default: medium) (high, medium,
                           low)
    --max-concurrent N     at most N steps at a time
    --detach               run it in the background and return at once
    --dry-run, -n          show what would run, with which models and limits; start and record
                           nothing
    --quiet, -q            print no progress, only how it ends
    --include-changes      start from your uncommitted changes instead of the last commit
    --json                 print JSON, for scripts
    --help                 print this text

  Forge first checks the pipeline, the agent and the repository; if one is wrong, it starts nothing.
  Then it works in this terminal until the run ends, pauses or waits. It asks its questions here.
  Without a terminal it prints each question with the command that answers it and exits with 3. Ctrl-C
  pauses after the current work, a second Ctrl-C stops the agents now. `forge resume` continues in
  both cases. If the terminal is closed, the run continues without it. --detach starts the run in the
  background, or leaves it to the project's server (`forge serve`).

  Agents work from your last commit. With --include-changes they work from a snapshot of your
  checkout, new files included; the checkout stays as it is. Landing such a run brings your changes
  too, as a commit of their own below the run's (docs/workspaces.md).

  examples:
    forge run "add a --json flag to the list command"
        with the configured agent and pipeline
    forge run "fix the flaky test" --pipeline bug --budget-usd 2
        another pipeline, and a limit
    forge run "upgrade the parser" --detach
        in the background; forge watch follows it
    forge run - --auto --json < objective.md
        unattended, for scripts
    forge run "fix the flaky test" --dry-run
        what would run, and what such runs cost
    forge run --execute plan.md
        build a plan that you wrote yourself
    forge run "finish what I began" --include-changes
        from what you have not committed yet
    forge run "try it" --agent replay:script.toml
        with a scripted agent
  $ forge shell --help
  forge shell: work on a step yourself, in its worktree

  usage: forge shell RUN [STEP] [options]

    RUN   number or slug; left out: the current run
    STEP  a step of its plan

  options:
    --editor          open $EDITOR on the worktree instead of a shell
    --done            when you leave: the step is done by you, and is verified like any work
    --hand-back NOTE  when you leave: the agent goes on from there, with this note
    --as-it-was       when you leave: the step goes on as if you had not been there
    --take-over       the shell that has the step open is gone, on another machine or in another
                      container
    --go              then run it in this terminal, like `forge resume`, if it is not running
    --json            print JSON, for scripts
    --help            print this text

  Opens $SHELL in the worktree of a step. While you are there the engine starts nothing of the step;
  other steps go on. When you leave, Forge saves what you did (refs/forge/RUN/STEP/hand-N) and asks
  what it is: `done`, `hand-back` or `as-it-was`. Without a terminal one of the options must say so. A
  step that is running has to be paused first. If the shell is killed, or its terminal is closed, the
  step stays open: `forge status` says so, and `forge shell` with the same step finds your files as
  they were. With one of the three options it then decides about them without another shell.

  examples:
    forge shell 17 s2
        work on step s2 of run 17, and decide afterwards
    forge shell 17 s2 --editor --done --go
        edit, then verify and continue the run here
    forge shell 17 s2 --hand-back "use the parser in lex.c"
        look, change, and give it back
  $ forge skip --help
  forge skip: skip a step, or the current stage of a run

  usage: forge skip [RUN] [STEP] [options]

    RUN   number or slug (default: the current run)
    STEP  a step of its plan (default: the run's current stage)

  options:
    --step STEP        the step, when RUN is left out
    --reason, -m TEXT  why, for the record
    --contract NAME    not a step, but this contract of the plan: skip switches it off (with
                       --reason), retry on
    --go               then run it in this terminal, like `forge resume`, if it is not running
    --auto             from now on do not ask where the pipeline can continue alone, as `forge run
                       --auto`
    --json             print JSON, for scripts
    --help             print this text

  Steps that depend on a skipped step can start. A contract that is switched off is not run any more;
  the report names it and the reason. --auto holds for this run and the runs that do its steps, not
  for a run above it.

  examples:
    forge skip 17 s2
        step s2 of run 17
    forge skip --step s2
        step s2 of the current run
    forge skip 17 --contract api-shape --reason "the old client is gone"
        do not run this contract
  $ forge spawn --help
  forge spawn: create a child run

  usage: forge spawn PARENT OBJECTIVE [options]

    PARENT     the parent run
    OBJECTIVE  what you want done, in quotes; `-` reads it from standard input

  options:
    --pipeline NAME        the pipeline (setting `pipeline`)
    --agent SPEC           the agent: auto, claude, codex, gemini, opencode, anthropic[:URL],
                           openai[:URL], openai-responses[:URL], command:LINE, record:FILE:SPEC or
                           replay:FILE (setting `agent`)
    --size WORD            how much planning and review the task gets (default: estimated from the
                           objective and the repository) (quick, standard, complex, vague)
    --budget-usd N         stop and ask after N dollars
    --budget-tokens N      stop and ask after N tokens
    --isolation WORD       where agents work: in a worktree per step (the default), in one worktree,
                           or in your checkout without commits (worktree, branch, shared)
    --plan FILE            use this plan file or slice folder instead of writing a plan. Pipelines
                           that ask for a plan's approval check it and ask you: `forge`, `gated`,
                           `draft-audit`, `modules`, `milestone`, `program`, `sprint`. The others
                           build it unasked, unless `forge plan check` finds a mistake: then nothing
                           starts
    --execute FILE         like --plan, but you are not asked: it counts as approved, unless `forge
                           plan check` finds a mistake
    --flag NAME=VALUE ...  set run.flags.NAME, which conditions in a pipeline can read
    --full                 run every stage, as for size complex
    --discuss              have the objective discussed with you first, where the pipeline can
    --visions WORD         how many other angles `gated` looks at the plan from (default: three for
                           size complex, else one) (none, one, three)
    --plan-only            end the run when the plan is approved
    --no-docs              do not update documentation
    --no-memory            use no facts of earlier runs, and save none
    --lite                 work in your checkout, one step at a time; commits nothing
    --no-wip-squash        keep the commits of the steps instead of squashing them
    --auto                 do not ask where the pipeline can continue alone: a plan that passes its
                           checks is approved; `gated`, `draft-audit`, `modules` and `sprint` always
                           ask you to approve it
    --priority WORD        which runs `forge serve` takes up first (default: medium) (high, medium,
                           low)
    --max-concurrent N     at most N steps at a time
    --blocks-parent        the parent waits until the child has ended
    --run                  run it at once, like `forge run`
    --json                 print JSON, for scripts
    --help                 print this text

  Only creates the child. `forge resume` starts it; where `forge serve` runs, the server does.

  examples:
    forge spawn 17 "upgrade the parser first" --blocks-parent
        run 17 continues when the child is done
    forge spawn 17 "look into the crash" --run
        create it and run it
  $ forge status --help
  forge status: show the state of a run, and what to type next

  usage: forge status [RUN] [options]

    RUN  number or slug (default: the current run)

  options:
    --tree  show the run, its steps and the runs that do them as a tree
    --json  print JSON, for scripts
    --help  print this text

  examples:
    forge status
        the current run: stages, steps, questions, and what to type next
    forge status --tree
        a milestone with its slices and their tasks, at a glance
    forge status 17 --json
        for scripts: each step with its status, attempts, score, branch and evidence
  $ forge switch --help
  forge switch: park the current run and switch to another

  usage: forge switch RUN [options]

    RUN  the run to make current

  options:
    --json  print JSON, for scripts
    --help  print this text

  Parks the current run and makes another one current and active. Use `forge resume` to run it.

  examples:
    forge switch 18
        leave the current run for run 18
  $ forge version --help
  forge version: print the version

  usage: forge version [options]

  options:
    --json  print JSON, for scripts
    --help  print this text

  examples:
    forge --version
        the same
  $ forge watch --help
  forge watch: follow a run live, or all runs

  usage: forge watch [RUN] [options]

    RUN  number or slug (default: the current run)

  options:
    --all   all runs, in four groups: Needs you, Working, Waiting, Done
    --json  print JSON, for scripts
    --help  print this text

  Follows a run of another process until it stops; Ctrl-C only ends the view. On a terminal it shows a
  live view, and when the run asks, you can answer there: `later` or Escape leaves the question open.
  Elsewhere it prints one line per event, with --json the lines of `forge log --json`. The exit code
  is the run's. With --all on a terminal: j and k or the arrows move, Enter opens a run (q or Escape
  comes back), a answers, p pauses, ? shows the keys, q quits. Elsewhere --all prints the groups once,
  then one line per change, until no run works any more; with --json one line per change, with all
  groups.

  examples:
    forge watch
        the current run
    forge watch --all
        all runs, and answer them from one place
    forge watch 17 | tee run.log
        one line per event
