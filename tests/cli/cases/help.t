The help of every command: a page of documentation that cannot drift.

  $ forge help
  forge takes an objective in a git repository through a pipeline and returns verified commits.

  usage: forge COMMAND [arguments] [options]

  Start and go on
    next    run exactly one unit of a run
    resume  go on with a run
    run     take an objective through a pipeline
    spawn   make a child of a run

  Look
    cost             what runs cost, and on what
    findings         what reviews of a run found, and what became of it
    list             the runs of this project
    log              all that happened in a run, line by line
    prompt           print what a stage would be asked, and how long each block is
    questions        what waits for a person, over all runs
    report           what a run did and what it cost
    show             what an attempt at a step changed
    status           how a run stands, and what to type next
    watch            look on while a run goes on elsewhere
    workspaces list  the worktrees that steps work in

  Steer
    abandon           give a run up
    answer            answer a question of a run
    cancel            end a run now, without a result
    complete          call a run complete as it stands
    land              bring a run's work to your branch
    park              set a run aside
    pause             let a run come to rest in order
    rescue            list work that is on no branch, and give it back
    retry             try again what failed
    skip              go past a step, or past the stage a run stands at
    switch            park the current run and take up another
    triage            settle what reviews of a run left open
    workspaces clean  remove worktrees that are not needed

  Plans
    chat           take !plan and !forge messages
    plan approve   approve a plan as it is now
    plan audit     audit a plan: its structure, then an auditor
    plan batch     which steps may start now, without getting in each other's way
    plan cancel    stop a plan's run and cancel the plan
    plan check     check a plan's steps: every mistake with its line
    plan claims    check a plan's claims against what they cite
    plan close     set a plan aside
    plan edit      change a plan in your editor
    plan export    write a plan in another tool's format
    plan graph     draw a plan's steps: tiers, what waits for what, the critical path
    plan import    make a plan from another tool's format
    plan list      the plans of this project
    plan new       make a plan from the template
    plan run       run all steps of a plan that are left
    plan run-one   run the next step of a plan
    plan run-step  run one named step of a plan
    plan show      a plan: status, approval, objective, steps
    plan skip      skip the step of a plan that failed or is under way
    plan skip-to   skip whatever stands before a step
    plan slug      the file-name form of a title
    plan steps     the steps of a plan and how they stand
    plan symbols   look up what a plan names in the repository

  Pipelines
    pipeline check  check pipelines: every problem with file, line and a hint
    pipeline graph  draw a pipeline, as text or as a picture
    pipeline list   the pipelines there are, and where each comes from
    pipeline show   print the file of a pipeline

  Memory
    diary           what happened lately; or a line to add
    memory add      remember a fact, or confirm it
    memory confirm  say that a fact is still so; accepts drafts
    memory export   facts as JSON lines, as an Agent Skill or as a section of AGENTS.md
    memory forget   remove a fact for good
    memory import   take in what another system remembered
    memory kg       what is so, as subject, predicate, object, and since when
    memory list     all facts, newest first
    memory recall   what is known about something, best first, and why
    memory show     one fact in full
    memory stats    how much is known, and what runs take
    memory sweep    find what is probably no longer so
    memory triage   what agents propose: approve, reject or edit it
    risk            which subsystems fail, and which fail together
    spike add       record what became of an assumption
    spike list      assumptions that were tested

  Checks for scripts
    check audit       read the severity of an audit, and whether it asks for a revision
    check dialectic   what became of each objection of a debate: conceded, resolved or open
    check error       say what class an error message is of, and whether it would be retried
    check gates       evaluate the gate of a phase against files and records
    check lenses      which findings of several reviewers must be fixed, by how many agree
    check sarif       whether a tool's SARIF log may pass
    check stagnation  say whether another attempt promises anything
    check verdict     read the verdict of a review: approved, revision or unknown
    resolve           which tier, model and effort a stage would get, and why
    verify            run verify commands and say what they prove

  Set up
    accounts list     the accounts of each agent, and what is used of their limits
    accounts test     ask an agent for one word with this account
    accounts use      choose the account that works next
    agents list       which agents this machine has, their version and health
    agents test       ask an agent for one word, really
    completion        print a completion script for a shell
    config explain    what a setting means, its value and where that comes from
    config get        the value of one setting
    config list       all settings, and where each value comes from
    config set        change one setting
    demo              see the whole flow at work, with a scripted agent
    doctor            look whether all is well, and mend the store
    help              say what a command does, or list them all
    hook              answer a hook of a host program
    init              make .forge in this repository
    mcp               serve tools, resources and prompts to other agents
    plugin install    make Forge known to another program
    plugin uninstall  take Forge out of another program again
    statusline        one line for the status line of a host program
    version           print the version

  Exit codes
    0  ok: done, or the answer is yes
    1  no: a negative answer, or a move that the run's state does not allow
    2  bad input or usage, or the machine refused; nothing was done
    3  the run waits: for an answer, for another run, or to be resumed
    4  the run failed
    5  the run was cancelled or abandoned

  `forge COMMAND --help` says more, with examples. See it work: forge demo
  $ forge help > a; forge --help > b; diff a b
  $ forge abandon --help
  forge abandon: give a run up

  usage: forge abandon [RUN] [options]

    RUN  its number or slug; none: the current run

  options:
    --reason TEXT  why, for the record
    --json         print JSON, for scripts
    --help         print this text

  Runs that waited for it are told, and ask what to do. Its work is kept; it cannot be resumed.

  examples:
    forge abandon 17
        run 17
    forge abandon 17 --reason "wrong approach"
        with a reason
  $ forge answer --help
  forge answer: answer a question of a run

  usage: forge answer RUN_OR_ANSWER [ANSWER] [options]

    RUN_OR_ANSWER  the run, or the answer when that is all there is
    ANSWER         one of the question's options

  options:
    --question N    which question, where several are open
    --comment TEXT  what to change, by how much to extend
    --json          print JSON, for scripts
    --help          print this text

  An approval is bound to the plan as it stands when it is given: a plan that is edited later is asked about again.
  A run that is driven elsewhere goes on by itself; otherwise `forge resume` goes on.

  examples:
    forge answer yes
        the only open question of the current run
    forge answer 17 modify --comment "split step 2"
        with what to change
    forge answer 17 retry --question 3
        one of several
  $ forge cancel --help
  forge cancel: end a run now, without a result

  usage: forge cancel [RUN] [options]

    RUN  its number or slug; none: the current run

  options:
    --reason TEXT  why, for the record
    --json         print JSON, for scripts
    --help         print this text

  Agents under way are stopped with everything they started. What they left is kept; the run cannot be resumed.

  examples:
    forge cancel
        the current run
    forge cancel 17 --reason "not needed any more"
        run 17, with a reason
  $ forge check audit --help
  forge check audit: read the severity of an audit, and whether it asks for a revision

  usage: forge check audit FILE [options]

    FILE  an audit; `-` is standard input

  options:
    --json  print JSON, for scripts
    --help  print this text

  Exit 0 when nothing has to be revised, 1 when something has, 2 when the audit cannot be read: that is never a
  pass. With --json: {"severity": "none|low|medium|high|malformed", "revise": true|false, "concerns": [...]}.

  examples:
    forge check audit AUDIT.md
        the worst severity, and every concern
    forge check audit AUDIT.md --json
        the same for a script
  $ forge check error --help
  forge check error: say what class an error message is of, and whether it would be retried

  usage: forge check error TEXT [options]

    TEXT  the error message; `-` reads it from standard input

  options:
    --json  print JSON, for scripts
    --help  print this text

  With --json: {"class", "retry", "backoff_ms"}. A wait that the text itself names wins over ours.

  examples:
    forge check error "429 Too Many Requests"
        rate-limit: retried after a minute
    forge check error - --json < stderr.txt
        the same for a script
  $ forge check gates --help
  forge check gates: evaluate the gate of a phase against files and records

  usage: forge check gates FILE [options]

    FILE  a file with ```gates phase=NAME blocks; `-` is standard input

  options:
    --phase NAME          the block to evaluate
    --record JSONFILE     the records that predicates look at
    --var NAME=VALUE ...  replaces {NAME} in artifact paths
    --json                print JSON, for scripts
    --help                print this text

  Exit 0 when the gate holds, 1 when it does not, 2 when the file cannot be used (one bad block spoils it) or has no
  block for the phase. With --json: {"ok": true|false, "failures": [{"kind", "text"}]}.

  Artifact paths are relative to the current directory. JSONFILE holds an object of records, {"task": {"status":
  "planned"}}. A single record on its own is taken as `task` when it has a taskId, as `bug` when it has a bugId, as
  `sprint` when it has a sprintId, and otherwise as whatever record the gate asks for. A predicate on a record that is
  not there fails, whichever it is.

  examples:
    forge check gates workflow.md --phase implement --record task.json
        may the phase start?
    forge check gates workflow.md --phase plan --record task.json --var task=T01 --json
        the same for a script, with {task} in paths replaced
  $ forge check verdict --help
  forge check verdict: read the verdict of a review: approved, revision or unknown

  usage: forge check verdict FILE [options]

    FILE  a review; `-` is standard input

  options:
    --json  print JSON, for scripts
    --help  print this text

  Prints `approved` (exit 0), `revision` (exit 1) or `unknown` (exit 2). The last verdict line outside code fences
  and quotes counts; anything but the known words is unknown, never a guess.

  examples:
    forge check verdict CODE_REVIEW.md
        may the work go on?
    forge check verdict - < review.md && git push
        only when it was approved
  $ forge complete --help
  forge complete: call a run complete as it stands

  usage: forge complete [RUN] [options]

    RUN  its number or slug; none: the current run

  options:
    --reason TEXT  why, for the record
    --json         print JSON, for scripts
    --help         print this text

  Refused while units are under way. Runs that waited for it go on.

  examples:
    forge complete 17
        run 17 is done
    forge complete 17 --reason "finished by hand"
        with a reason
  $ forge completion --help
  forge completion: print a completion script for a shell

  usage: forge completion SHELL [options]

    SHELL  which shell (bash, fish, zsh)

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
  forge config explain: what a setting means, its value and where that comes from

  usage: forge config explain KEY [options]

    KEY  the setting

  options:
    --json  print JSON, for scripts
    --help  print this text

  examples:
    forge config explain isolation
        what it means, what it is and who says so
  $ forge config get --help
  forge config get: the value of one setting

  usage: forge config get KEY [options]

    KEY  the setting

  options:
    --json  print JSON, for scripts
    --help  print this text

  Exit 1 when it has no value.

  examples:
    forge config get pipeline
        its value, and nothing else
  $ forge config list --help
  forge config list: all settings, and where each value comes from

  usage: forge config list [options]

  options:
    --json  print JSON, for scripts
    --help  print this text

  Later wins: built-in, your config.toml, the project's .forge/config.toml, its config.local.toml, FORGE_<KEY>
  variables, and options of a command.

  examples:
    forge config
        the same
    forge config explain pipeline
        one of them in full
  $ forge config set --help
  forge config set: change one setting

  usage: forge config set KEY VALUE [options]

    KEY    the setting
    VALUE  its new value

  options:
    --global  in your own config.toml, for all projects
    --json    print JSON, for scripts
    --help    print this text

  Writes .forge/config.toml and keeps the rest of the file as it is.

  examples:
    forge config set agent "command:my-agent --quiet"
        who does the work here
    forge config set budget.usd 5 --global
        at most 5 dollars a run, everywhere
  $ forge demo --help
  forge demo: see the whole flow at work, with a scripted agent

  usage: forge demo [options]

  options:
    --keep DIR  make it in DIR, which must be empty or absent
    --pace MS   milliseconds between news (300 on a terminal, else 0)
    --help      print this text

  Makes a small library with tests in a temporary directory and takes an objective through the default pipeline:
  plan, audit, revision, approval, two steps, a validation that fails and its repair, review, commits. The agent is
  scripted; everything else is real. Nothing outside that directory is touched.

  examples:
    forge demo
        see it work
    forge demo --keep /tmp/look --pace 0
        fast, in a directory of yours
  $ forge doctor --help
  forge doctor: look whether all is well, and mend the store

  usage: forge doctor [options]

  options:
    --repair  mend what can be made again from the journal and the facts
    --json    print JSON, for scripts
    --help    print this text

  Looks at git, the project, the settings, the agent, the sandbox and the store: the file itself, then every run's tables against
  the fold of its journal; then at memory, the project's and yours: the files, and the index of words against the facts.
  Exit 0 when all is well or was mended, 1 when something is wrong.

  examples:
    forge doctor
        look, change nothing
    forge doctor --repair
        and mend the store's tables
  $ forge help --help
  forge help: say what a command does, or list them all

  usage: forge help [COMMAND...] [options]

    COMMAND  one word or two; none: the overview

  options:
    --markdown  all commands as the page docs/commands.md
    --man       all commands as the manual page forge(1)
    --help      print this text

  examples:
    forge help
        what there is
    forge help check gates
        the same as forge check gates --help
    forge help --man | man -l -
        the manual page of the program at hand
  $ forge init --help
  forge init: make .forge in this repository

  usage: forge init [options]

  options:
    --json  print JSON, for scripts
    --help  print this text

  Makes .forge with a commented config.toml, the store in .forge/state and an ignore file that hides it from git.
  What is there already stays. `forge run` works without it.

  examples:
    forge init
        in a git repository
  $ forge list --help
  forge list: the runs of this project

  usage: forge list [options]

  options:
    --open  only runs that have not ended
    --json  print JSON, for scripts
    --help  print this text

  examples:
    forge list
        all runs, the newest last
    forge list --open --json
        for a script
  $ forge log --help
  forge log: all that happened in a run, line by line

  usage: forge log [RUN] [options]

    RUN  its number or slug; none: the current run

  options:
    --follow  go on until the run ends
    --json    print JSON, for scripts
    --help    print this text

  With --json: one object per line, {seq, at, kind, run, step, stage, iteration, attempt, data}; `at` is ISO 8601 in
  UTC, with milliseconds.

  examples:
    forge log
        all that happened in the current run
    forge log 17 --follow --json | jq .kind
        as it happens, for a script
  $ forge next --help
  forge next: run exactly one unit of a run

  usage: forge next [RUN] [options]

    RUN  its number or slug; none: the current run

  options:
    --json  print JSON, for scripts
    --help  print this text

  Drives the run for exactly one unit (one agent, check or integration) and pauses it again. Where a question comes
  first, no unit runs and the exit code is 3.

  examples:
    forge next
        one unit of the current run
    forge next 17 --json
        how run 17 stands afterwards
  $ forge park --help
  forge park: set a run aside

  usage: forge park [RUN] [options]

    RUN  its number or slug; none: the current run

  options:
    --reason TEXT  why, for the record
    --json         print JSON, for scripts
    --help         print this text

  Like pause, for longer: `forge list` shows it as parked until `forge resume` or `forge switch`.

  examples:
    forge park
        the current run
    forge park 17 --reason "waits for the release"
        run 17, with a reason
  $ forge pause --help
  forge pause: let a run come to rest in order

  usage: forge pause [RUN] [options]

    RUN  its number or slug; none: the current run

  options:
    --reason TEXT  why, for the record
    --json         print JSON, for scripts
    --help         print this text

  Units under way end first, nothing new starts; `forge resume` goes on. Works from any terminal.

  examples:
    forge pause
        the current run
    forge pause 17 --reason "lunch"
        run 17, with a reason
  $ forge pipeline check --help
  forge pipeline check: check pipelines: every problem with file, line and a hint

  usage: forge pipeline check [PIPELINE...] [options]

    PIPELINE  names or files; none: all there are

  options:
    --json  print JSON, for scripts
    --help  print this text

  Exit 0 when all are sound, 1 when one has a problem, 2 when one cannot be read. All problems are listed at once,
  with file, line, column and what to do.

  examples:
    forge pipeline check
        all pipelines of this project, yours and the built-ins
    forge pipeline check .forge/pipelines/mine.toml
        one file
  $ forge pipeline graph --help
  forge pipeline graph: draw a pipeline, as text or as a picture

  usage: forge pipeline graph PIPELINE [options]

    PIPELINE  its name, or a file

  options:
    --svg   as a picture (SVG) instead of text
    --help  print this text

  examples:
    forge pipeline graph task
        its stages, and where reviews send work back to
    forge pipeline graph task --svg > task.svg
        the same as a picture
  $ forge pipeline list --help
  forge pipeline list: the pipelines there are, and where each comes from

  usage: forge pipeline list [options]

  options:
    --json  print JSON, for scripts
    --help  print this text

  Looked up in .forge/pipelines, then in your config directory, then among the built-ins.

  examples:
    forge pipeline
        the same
    forge pipeline graph task
        what one of them does
  $ forge pipeline show --help
  forge pipeline show: print the file of a pipeline

  usage: forge pipeline show PIPELINE [options]

    PIPELINE  its name, or a file

  options:
    --json  print JSON, for scripts
    --help  print this text

  With --json: the pipeline as a run would keep it, with all that its `each` stages reach.

  examples:
    forge pipeline show task
        the file
    forge pipeline show task > .forge/pipelines/task.toml
        a copy to change: the project's wins
  $ forge questions --help
  forge questions: what waits for a person, over all runs

  usage: forge questions [RUN] [options]

    RUN  only those of this run and its children; none: of all runs

  options:
    --show  with what each question is about, such as the plan
    --json  print JSON, for scripts
    --help  print this text

  examples:
    forge questions
        everything that waits for a person
    forge questions 17 --show
        those of run 17, with the plan they are about
  $ forge report --help
  forge report: what a run did and what it cost

  usage: forge report [RUN] [options]

    RUN  its number or slug; none: the current run

  options:
    --html   one self-contained page: pictures, evidence, findings, cost
    --md     Markdown, for a pull request
    --junit  steps and verify commands as JUnit XML, for CI
    --json   print JSON, for scripts
    --help   print this text

  examples:
    forge report 17
        what was asked, what was done, what it cost
    forge report 17 --html > report.html
        the same with pictures, to keep or to mail
    forge report --json
        the current run with its steps, units, evidence, findings and questions
  $ forge resume --help
  forge resume: go on with a run

  usage: forge resume [RUN] [options]

    RUN  its number or slug; none: the current run

  options:
    --json  print JSON, for scripts
    --help  print this text

  A paused or parked run becomes active again; a run whose engine died is taken over where it was. Resuming is never
  an approval: open questions stay open and are asked again.

  examples:
    forge resume
        the current run
    forge resume 17
        run 17
  $ forge retry --help
  forge retry: try again what failed

  usage: forge retry [RUN] [STEP] [options]

    RUN   its number or slug; none: the current run
    STEP  a step of its plan; none: the stage the run itself stands at

  options:
    --step STEP    the same, where RUN is left out
    --reason TEXT  why, for the record
    --json         print JSON, for scripts
    --help         print this text

  Without a step: everything of the run that failed. `forge resume` then drives it.

  examples:
    forge retry
        all that failed in the current run
    forge retry 17 s2
        step s2 of run 17
  $ forge run --help
  forge run: take an objective through a pipeline

  usage: forge run [OBJECTIVE] [options]

    OBJECTIVE  what is to be done; `-` reads it from standard input; with a plan, its title

  options:
    --pipeline NAME        what the run goes through (setting `pipeline`)
    --agent SPEC           who does the work: auto, claude, codex, gemini, opencode, anthropic[:URL],
                           openai[:URL], command:LINE, record:FILE:SPEC or replay:FILE (setting
                           `agent`)
    --size WORD            how big it is, for pipelines that ask; told from the objective and the
                           repository unless given (quick, standard, complex, vague)
    --budget-usd N         stop and ask when N dollars are spent
    --budget-tokens N      stop and ask when N tokens are used
    --isolation WORD       where agents work (worktree, branch, shared)
    --plan FILE            start with this plan instead of having one made
    --execute FILE         build this plan: it counts as approved
    --flag NAME=VALUE ...  a flag of the pipeline's own (run.flags.NAME)
    --full                 the long way, where a pipeline has one
    --discuss              talk the objective over first, where a pipeline can
    --plan-only            stop when the plan is approved
    --no-docs              leave documentation out
    --lite                 no worktrees: agents work in your checkout, one step after the other
    --no-wip-squash        keep the commits of the steps instead of one for the whole
    --auto                 nobody attends: questions follow their `unattended` policy
    --max-concurrent N     at most N steps at a time
    --json                 print JSON, for scripts
    --help                 print this text

  Everything that can be checked is checked before the run is recorded: the pipeline, the agent, the repository. Then
  the run is driven here until it rests. Its questions are asked at the terminal; elsewhere they are printed with the
  command that answers them, and the exit code is 3. Ctrl-C pauses in order, twice stops now; `forge resume` goes on.

  examples:
    forge run "add a --json flag to the list command"
        with the agent and the pipeline of the settings
    forge run "fix the flaky test" --pipeline bug --budget-usd 2
        another pipeline, and a limit
    forge run - --auto --json < objective.md
        unattended, for a script
    forge run --execute plan.md
        build a plan that you wrote yourself
    forge run "try it" --agent replay:script.toml
        with a scripted agent
  $ forge skip --help
  forge skip: go past a step, or past the stage a run stands at

  usage: forge skip [RUN] [STEP] [options]

    RUN   its number or slug; none: the current run
    STEP  a step of its plan; none: the stage the run itself stands at

  options:
    --step STEP    the same, where RUN is left out
    --reason TEXT  why, for the record
    --json         print JSON, for scripts
    --help         print this text

  A skipped step counts as settled: what depends on it may start.

  examples:
    forge skip 17 s2
        step s2 of run 17
    forge skip --step s2
        step s2 of the current run
  $ forge spawn --help
  forge spawn: make a child of a run

  usage: forge spawn PARENT OBJECTIVE [options]

    PARENT     the run that the new one belongs to
    OBJECTIVE  what is to be done; `-` reads it from standard input

  options:
    --pipeline NAME        what the run goes through (setting `pipeline`)
    --agent SPEC           who does the work: auto, claude, codex, gemini, opencode, anthropic[:URL],
                           openai[:URL], command:LINE, record:FILE:SPEC or replay:FILE (setting
                           `agent`)
    --size WORD            how big it is, for pipelines that ask; told from the objective and the
                           repository unless given (quick, standard, complex, vague)
    --budget-usd N         stop and ask when N dollars are spent
    --budget-tokens N      stop and ask when N tokens are used
    --isolation WORD       where agents work (worktree, branch, shared)
    --plan FILE            start with this plan instead of having one made
    --execute FILE         build this plan: it counts as approved
    --flag NAME=VALUE ...  a flag of the pipeline's own (run.flags.NAME)
    --full                 the long way, where a pipeline has one
    --discuss              talk the objective over first, where a pipeline can
    --plan-only            stop when the plan is approved
    --no-docs              leave documentation out
    --lite                 no worktrees: agents work in your checkout, one step after the other
    --no-wip-squash        keep the commits of the steps instead of one for the whole
    --auto                 nobody attends: questions follow their `unattended` policy
    --max-concurrent N     at most N steps at a time
    --blocks-parent        the parent waits until the new run has ended
    --run                  drive it at once, as `forge run` does
    --json                 print JSON, for scripts
    --help                 print this text

  Only makes the child; `forge resume` starts it.

  examples:
    forge spawn 17 "upgrade the parser first" --blocks-parent
        run 17 goes on when the child is done
    forge spawn 17 "look into the crash" --run
        made and driven at once
  $ forge status --help
  forge status: how a run stands, and what to type next

  usage: forge status [RUN] [options]

    RUN  its number or slug; none: the current run

  options:
    --json  print JSON, for scripts
    --help  print this text

  examples:
    forge status
        the current run: stages, steps, questions, and what to type next
    forge status 17 --json
        for a script: each step with its state, attempts, score, branch and evidence
  $ forge switch --help
  forge switch: park the current run and take up another

  usage: forge switch RUN [options]

    RUN  the run to make current

  options:
    --json  print JSON, for scripts
    --help  print this text

  Parks the current run, and makes the other one active and current. `forge resume` then drives it.

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
  forge watch: look on while a run goes on elsewhere

  usage: forge watch [RUN] [options]

    RUN  its number or slug; none: the current run

  options:
    --json  print JSON, for scripts
    --help  print this text

  Looks on while another process drives the run, until it rests; nothing is changed, and Ctrl-C only ends the looking.
  On a terminal a live view, elsewhere one line per event; with --json the lines of `forge log --json`. The exit code
  is the run's.

  examples:
    forge watch
        the current run
    forge watch 17 | tee run.log
        one line per event
