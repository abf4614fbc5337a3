What the prompts of a plan's rounds hold: what is revised, all that was said about it, and nothing twice.

  $ forge init >/dev/null; mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/told.toml <<'END'
  > name  = "told"
  > about = "plan, check, audit, ask"
  > [[stage]]
  > name = "plan"
  > role = "planner"
  > produces = "plan"
  > prompt = "Plan it."
  > [[stage]]
  > name = "form"
  > kind = "check"
  > checks = ["structure", "graph"]
  > on_revision = "plan"
  > max_iterations = 9
  > [[stage]]
  > name = "audit"
  > role = "auditor"
  > sees = ["plan"]
  > verdict = "AUDIT.md"
  > verdict_form = "severity"
  > on_revision = "plan"
  > [[stage]]
  > name = "approve"
  > kind = "ask"
  > question = "Build it?"
  > shows = "plan"
  > on_revision = "plan"
  > END
  $ plan() {
  >   printf '# Plan: Greet\n\n## Objective\n\n%s\n\n## Scope\n\nOne file, `greet.sh`, and its test.\n\n## Changes\n\n- `greet.sh`: says hello\n\n## Risks\n\nNone that matter: the file is new.\n\n## Testing\n\nThe command of the step.\n\n' "$1"
  >   printf '## Steps\n\n### Step one: write it\n\n**Do:** write greet.sh\n**Writes:** `greet.sh`\n**Depends:** %s\n**Verify:** `sh greet.sh`\n**Done when:** it greets\n' "$2"
  > }
  $ turn() { printf '[[turn]]\nstage = "%s"\niteration = %s\nattempt = %s\ntext = """\n%s\n"""\n' "$1" "$2" "$3" "$4"; }
  $ concern='**Concern 1: the language is open**\nWhich one?\n**Severity: medium**\n\n**Verdict:** Needs revision'
  $ {
  >   turn plan 1 1 "$(plan 'Greet people.' nothing-like-it)"
  >   turn plan 1 2 "$(plan 'Greet people.' none)"
  >   turn audit 1 1 "$(printf "$concern")"
  >   turn plan 2 1 "$(plan 'Greet people in English.' none)"
  >   turn audit 2 1 "**Verdict:** Ready to approve"
  >   turn plan 3 1 "$(plan 'Greet people in French.' none | sed '/^## Risks/,/^## Testing/d')"
  >   turn plan 4 1 "$(plan 'Greet people in French.' none)"
  >   turn audit 3 1 "**Verdict:** Ready to approve"
  > } > agent.toml
  $ echo "Tabs, never blanks." > AGENTS.md; mkdir .context; echo "A house." > .context/project.md
  $ git add -A; git commit -q -m "set up"
  $ forge run "greet" --pipeline told --agent replay:agent.toml > log
  [3]
  $ forge answer 1 modify --comment "Say it in French, please." > /dev/null
  $ forge resume 1 > log
  [3]
  $ n=0; for unit in $(ls -v .forge/state/runs/001/units); do
  >   file=.forge/state/runs/001/units/$unit/prompt.md; [ -e $file ] || continue
  >   n=$((n + 1)); cp $file prompt-$n; done; echo $n prompts
  8 prompts
  $ show() { sed -n "/^# $2/,/^# [^P]/p" "prompt-$1" | sed '$d'; }

The rules stand before every planner and auditor. The first prompt has no work and no material.

  $ grep -L "Tabs, never blanks." prompt-*
  $ grep -l "^# Your work\|^# Material\|^# Why you" prompt-1
  [1]
  $ show 1 "Rules of the project"
  # Rules of the project

  Keep to these rules in all that you write and judge. They are decided: a concern that contradicts them is not a concern. Where two of them differ, the first one counts.

  AGENTS.md:
  ```
  Tabs, never blanks.
  ```

  .context/project.md:
  ```
  A house.
  ```

A plan that cannot be read: its author sees it again, with every fault of its form and the lines.

  $ show 2 "Why you are asked again"
  # Why you are asked again

  Your last attempt did not count: the plan has faults of form:
  - step one depends on nothing-like-it, which is not a step
      the line: **Depends:** nothing-like-it
  $ sed -n '/^# Your work/,$p' prompt-2 | head -9
  # Your work

  Your last answer, which could not be used. Correct what was wrong with it, keep the rest word for word, and hand back all of it:
  ```
  # Plan: Greet

  ## Objective

  Greet people.

The audit asked for changes: plan and audit, and no log.

  $ show 4 "Why you are asked again"
  # Why you are asked again

  `audit` asks for changes (round 1 of 3).
  $ sed -n '/^# Your work/,$p' prompt-4
  # Your work

  The plan to revise. Change what is asked for, keep the rest word for word, and hand back all of it:
  ```
  # Plan: Greet

  ## Objective

  Greet people.

  ## Scope

  One file, `greet.sh`, and its test.

  ## Changes

  - `greet.sh`: says hello

  ## Risks

  None that matter: the file is new.

  ## Testing

  The command of the step.

  ## Steps

  ### Step one: write it

  **Do:** write greet.sh
  **Writes:** `greet.sh`
  **Depends:** none
  **Verify:** `sh greet.sh`
  **Done when:** it greets
  ```

  What `audit` says about the plan. Resolve every point that asks for a change; advice, which has severity low, only where that costs little:
  ```
  **Concern 1: the language is open**
  Which one?
  **Severity: medium**

  **Verdict:** Needs revision
  ```
  $ cat prompt-* | grep -c "Audit Log\|Implementation Notes\|\*\*Status:\*\*\|\*\*State:\*\*"
  0
  [1]

The auditor of round 2: its own review, what changed since, and the plan once.

  $ sed -n '/^# Your work/,/^# Material/p' prompt-5
  # Your work

  Your review of round 1. First check whether each point that it raised is resolved, and name those that are not. What it did not criticise is settled: raise it again only if it has changed:
  ```
  **Concern 1: the language is open**
  Which one?
  **Severity: medium**

  **Verdict:** Needs revision
  ```

  The plan, with what has changed since that review marked as [-removed-] and {+added+}. A change that nobody asked for is a point of its own:
  ```
  # Plan: Greet

  ## Objective

  [-Greet people.-]
  {+Greet people in English.+}

  ## Scope

  One file, `greet.sh`, and its test.

  ## Changes

  - `greet.sh`: says hello

  ## Risks

  None that matter: the file is new.

  ## Testing

  The command of the step.

  ## Steps

  ### Step one: write it

  **Do:** write greet.sh
  **Writes:** `greet.sh`
  **Depends:** none
  **Verify:** `sh greet.sh`
  **Done when:** it greets
  ```
  $ grep -c "^## Objective" prompt-5
  1

A person's comment, and it stays when the plan then fails its check.

  $ sed -n '/^# Why you/,/^The plan to revise/p' prompt-6
  # Why you are asked again

  A person asked for changes at `approve`: see what they said.

  # Your work

  The plan to revise. Change what is asked for, keep the rest word for word, and hand back all of it:
  $ grep -A4 "What a person asked for" prompt-6
  What a person asked for. What is done of it stays done; the rest waits to be done:
  ```
  - approve: Build it?
    Say it in French, please.
  ```
  $ sed -n '/^# Why you/,/^The plan to revise/p' prompt-7
  # Why you are asked again

  The check `form` failed (round 1 of 9). A person asked for changes at `approve`: see what they said.

  # Your work

  The plan to revise. Change what is asked for, keep the rest word for word, and hand back all of it:
  $ grep -A4 "What failed" prompt-7
  What failed. Start from the cause, and resolve all of it:
  ```
  Missing section: Risks
  Missing section: Testing
  ```
  $ grep -A4 "What a person asked for" prompt-7
  What a person asked for. What is done of it stays done; the rest waits to be done:
  ```
  - approve: Build it?
    Say it in French, please.
  ```

Once it is answered, it is gone.

  $ forge answer 1 yes > /dev/null
  $ forge prompt 1 plan 2> /dev/null | grep -c please
  0
  [1]
