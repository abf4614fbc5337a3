"""Every command that offers --json, as it is run by json_shapes.py: what is needed first, and the answers."""
import os
import subprocess

DATA = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data")

AUDIT = """**Concern 1: nothing is tested**
**Severity: high**

**Verdict:** Needs revision
"""
DEBATE = '[{"id": "R1", "challenge": "leaks the handle", "defence": "concede", "rebuttals": []}]'
GATES = """```gates phase=implement
artifact PLAN.md min=10
```
"""
LENSES = """[{"lens": "contracts", "issues": [
  {"file": "a.cc", "line": 10, "severity": "error", "category": "Silent Failure", "description": "drops it"}]},
 {"lens": "races", "issues": [{"file": "c.cc", "line": -7, "severity": "spicy", "description": "odd"}]}]"""
SARIF = """{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "lint"}}, "results": [
  {"ruleId": "r1", "level": "error", "message": {"text": "bad"},
   "locations": [{"physicalLocation": {"artifactLocation": {"uri": "README.md"}, "region": {"startLine": 1}}}]}]}]}"""
ATTEMPTS = '[{"score": 0.5, "issues": ["FAIL a"]}, {"score": 0.5, "issues": ["FAIL a"]}]'
CLAIMS = """# Plan: Claims

## Steps

### Step one: write one

**Do:** call `Frobnicate()` in `one.cc`
**Writes:** `one.txt`
**Verify:** `test -s one.txt`
**Claims:**
- fact: there is a sample — README.md:1
"""
TWO_CYCLE = """# Plan: A circle

## Steps

### Step one: write one

**Writes:** `one.txt`
**Depends:** two
**Verify:** `test -s one.txt`

### Step two: write two

**Writes:** `one.txt`
**Depends:** one
**Verify:** `test -s one.txt`
"""
FLAT = """# Plan: Side by side

## Steps

### Step one: write one

**Writes:** `one.txt`
**Verify:** `test -s one.txt`

### Step two: write two

**Writes:** `one.txt`
**Verify:** `test -s one.txt`
"""
TASKS = '{"master": {"tasks": [{"id": 1, "title": "one", "status": "done"}, {"id": 2, "title": "two"}]}, "v2": {"tasks": []}}'
ACCOUNTS = """[accounts.work]
runtime = "command"
env = { KEY = "$WORK_KEY" }
"""
FAILING = """name  = "failing"
about = "a check that fails, and asks"
[[stage]]
name     = "patch"
role     = "engineer"
prompt   = "Do it."
[[stage]]
name     = "verify"
kind     = "check"
commands = ["printf '1 failed\\\\n'; exit 3"]
[[stage]]
name    = "commit"
kind    = "integrate"
how     = "commit"
message = "it"
"""
REVIEWED = """name  = "reviewed"
about = "one review"
[[stage]]
name     = "patch"
role     = "engineer"
prompt   = "Do it."
[[stage]]
name        = "review"
role        = "reviewer"
verdict     = "REVIEW.md"
on_revision = "patch"
max_iterations = 2
prompt      = "Judge it."
[[stage]]
name    = "commit"
kind    = "integrate"
how     = "commit"
message = "it"
"""
EVAL_AGENT = """[[turn]]
stage = "patch"
iteration = 2
text = "Mended."
result = { status = "done", summary = "Mended." }
usage = { input_tokens = 1000, output_tokens = 200, usd = 0.02 }
[[turn.write]]
path = "one.txt"
content = "right, and mended\\n"
[[turn]]
stage = "patch"
repeat = true
text = "Written."
result = { status = "done", summary = "Written." }
usage = { input_tokens = 1000, output_tokens = 200, usd = 0.02 }
[[turn.write]]
path = "one.txt"
content = "right\\n"
[[turn]]
stage = "review"
iteration = 1
text = "**Concern 1: it leaks (README.md:1)**\\n**Severity: high**\\n\\n**Verdict:** Needs revision"
[[turn]]
stage = "review"
repeat = true
text = "Fine.\\n\\n**Verdict:** Approved"
"""


class Scenario:
    """Runs forge in a repository of its own and gives every answer of a --json command to `look`."""

    def __init__(self, forge, work, look):
        self.look = look
        self.repo = os.path.join(work, "repo")
        home = os.path.join(work, "home")
        tools = os.path.join(work, "bin")
        for place in (self.repo, home, tools):
            os.mkdir(place)
        os.symlink(forge, os.path.join(tools, "forge"))
        self.env = {
            "PATH": tools + ":/usr/bin:/bin", "HOME": home, "LANG": "C", "TERM": "dumb", "TZ": "UTC", "USER": "ada",
            "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org", "GIT_COMMITTER_NAME": "Ada",
            "GIT_COMMITTER_EMAIL": "ada@example.org", "FORGE_WORKSPACE_MIN_FREE": "0", "FORGE_MIN_FREE_MEMORY": "0",
            "FORGE_PIPELINE": "small", "FORGE_AGENT": "replay:" + DATA + "/steps.toml",
        }
        if "TMPDIR" in os.environ:
            self.env["TMPDIR"] = os.environ["TMPDIR"]

    def write(self, name, text):
        path = os.path.join(self.repo, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)

    def sh(self, line):
        subprocess.run(["sh", "-ec", line], cwd=self.repo, env=self.env, check=True, stdout=subprocess.DEVNULL)

    def ask(self, answer, words=None, ends=0, stdin="", env=None):
        """`answer`: the heading in docs/json.md without "forge"; the words are the same unless given."""
        argv = ["forge"] + (words if words is not None else answer.split()) + ["--json"]
        done = subprocess.run(argv, cwd=self.repo, env={**self.env, **(env or {})}, input=stdin,
                              capture_output=True, text=True, check=False, timeout=100)
        self.look(answer, argv, done, ends)

    def play(self):
        self.start()
        self.runs()
        self.failures()
        self.landing()
        self.plans()
        self.checks()
        self.memory()
        self.set_up()
        self.measure()

    def start(self):
        self.sh("git init -q -b main . && echo 'a sample' >README.md && printf '.forge/\\n*.out\\n' >.gitignore")
        self.sh("git add . && git commit -q -m first")
        self.ask("init")
        self.sh(f"mkdir -p .forge/pipelines && cp {DATA}/small.toml {DATA}/small-step.toml .forge/pipelines/")
        self.ask("error", ["status", "99"], 2)
        self.ask("error", ["statsu"], 2)
        self.ask("error", ["run", "x", "--colour"], 2)

    def runs(self):
        self.ask("", [])
        self.ask("run --dry-run", ["run", "write two files", "--dry-run"])
        self.ask("run", ["run", "write two files"], 3)
        self.ask("", [])
        for command in ("status", "questions", "list", "log", "output"):
            self.ask(command)
        self.ask("prompt", ["prompt", "1", "plan"])
        self.ask("prompt --all", ["prompt", "--all"])
        self.ask("answer", ["answer", "1", "yes"])
        self.ask("next", ["next", "1"])
        self.ask("shell", ["shell", "1", "one", "--as-it-was"], env={"SHELL": "/bin/true"})
        self.ask("status", ["status", "1"])
        self.ask("status", ["status", "1", "--tree"])
        self.ask("resume", ["resume", "1"])
        for command in ("status", "log", "output", "diff", "findings", "report"):
            self.ask(command, [command, "1"])
        self.ask("list")
        self.ask("cost")
        self.ask("cost RUN", ["cost", "1"])
        self.ask("diff", ["diff", "1", "one"])
        self.ask("show", ["show", "1", "one"])
        self.ask("watch", ["watch", "1"])
        self.ask("watch --all")
        self.ask("prompt --round", ["prompt", "1", "plan", "--round", "1"])
        self.ask("workspaces list")
        self.ask("workspaces clean")
        self.ask("serve status")
        self.ask("", [])

    def failures(self):
        """Runs that stop, and how a person goes on with them: 2 fails, 3 to 8 are steered, 9 has findings."""
        self.write(".forge/pipelines/failing.toml", FAILING)
        self.write(".forge/pipelines/reviewed.toml", REVIEWED)
        self.write(".forge/agent.toml", EVAL_AGENT)
        agent = ["--agent", "replay:" + os.path.join(self.repo, ".forge/agent.toml")]
        self.ask("run", ["run", "it fails", "--auto", "--pipeline", "failing"] + agent, 4)
        for command in ("status", "report", "findings", "output"):
            self.ask(command, [command, "2"], 1 if command == "findings" else 0)
        self.ask("run", ["run", "it is reviewed", "--auto", "--pipeline", "reviewed"] + agent)
        self.ask("findings", ["findings", "3"])
        self.ask("triage", ["triage", "2"])
        self.ask("triage --as", ["triage", "2", "F1", "--as", "follow-up"])
        self.ask("findings", ["findings", "2"])
        self.ask("report", ["report", "3"])
        self.ask("run", ["run", "to steer"], 3)
        self.ask("pause", ["pause", "4"])
        self.ask("park", ["park", "4"])
        self.ask("resume", ["resume", "4"], 3)
        self.ask("answer", ["answer", "4", "yes"])
        self.ask("skip", ["skip", "4", "two"])
        self.ask("retry", ["retry", "2"])
        self.ask("switch", ["switch", "4"])
        self.ask("priority", ["priority", "4", "high"])
        self.ask("spawn", ["spawn", "4", "a child", "--blocks-parent"])
        self.ask("status", ["status", "4"])
        self.ask("resume", ["resume", "4"], 3)
        self.ask("cancel", ["cancel", "5"])
        self.ask("abandon", ["abandon", "2"])
        self.ask("complete", ["complete", "4"])
        self.ask("run --detach", ["run", "behind", "--detach"])
        self.ask("watch", ["watch", "6"], 3)
        self.ask("reopen", ["reopen", "3", "--reason", "again"])
        event = '{"session_id": "s", "cwd": "%s", "tool_name": "Bash", "tool_input": {"command": "make"}}' % self.repo
        self.sh(f"echo '{event}' | forge hook post-tool-use; echo '{event}' | forge hook session-end")
        self.ask("status")
        self.ask("cancel", ["cancel", "7"])

    def landing(self):
        self.ask("rescue")
        self.ask("rescue", ["rescue", "--all"])
        self.ask("rescue WHAT", ["rescue", "1/one/2", "--branch", "saved"])
        self.ask("land", ["land", "1"])
        self.ask("list")
        self.ask("undo")
        self.ask("land", ["land", "1"])
        self.ask("search", ["search", "write files"])
        self.ask("search", ["search", "--file", "one.txt"])
        self.ask("prune", ["prune", "--dry-run"])
        self.ask("prune", ["prune", "--max-size", "0", "--dry-run"])
        self.ask("prune", ["prune", "--yes"])
        self.sh("echo other >one.txt && git add one.txt && git commit -q -m other")
        self.ask("land", ["land", "3"], 1)

    def plans(self):
        self.write("two.md", open(DATA + "/two_steps.md", encoding="utf-8").read())
        self.write("circle.md", TWO_CYCLE)
        self.write("flat.md", FLAT)
        self.write("claims.md", CLAIMS)
        self.write("tasks.json", TASKS)
        self.write("bad.md", "# Plan\n\n## Steps\n\n### Step s 1 x\n\n**Depends:** nobody\n")
        agent = {"FORGE_AGENT": "replay:" + DATA + "/plan_agent.toml"}
        self.ask("plan new", ["plan", "new", "A plan", "--task", "T-1"])
        self.ask("plan new", ["plan", "new", "--from", "two.md"])
        self.ask("plan import", ["plan", "import", "tasks.json"])
        self.ask("plan import", ["plan", "import", "bad.md"], 1)
        self.ask("plan list")
        self.ask("plan show", ["plan", "show", "two-files"])
        self.ask("plan check", ["plan", "check", "two.md"])
        self.ask("plan check", ["plan", "check", "circle.md"], 1)
        self.ask("plan check", ["plan", "check", "flat.md"])
        self.ask("plan check", ["plan", "check", "bad.md"], 1)
        self.ask("plan graph", ["plan", "graph", "two.md"])
        self.ask("plan graph", ["plan", "graph", "circle.md"], 1)
        self.ask("plan steps", ["plan", "steps", "two-files"])
        self.ask("plan steps --from", ["plan", "steps", "--from", "two.md"])
        self.ask("plan steps --from", ["plan", "steps", "--from", "bad.md"], 1)
        self.ask("plan batch", ["plan", "batch", "flat.md"])
        self.ask("plan slug", ["plan", "slug", "A long title"])
        self.ask("plan symbols", ["plan", "symbols", "claims.md"], 1)
        self.ask("plan claims", ["plan", "claims", "claims.md"])
        self.ask("plan claims --history", ["plan", "claims", "1", "--history"])
        self.ask("plan audit --structure", ["plan", "audit", "--structure", "two.md"])
        self.ask("plan audit --structure", ["plan", "audit", "--structure", "flat.md"], 1)
        self.ask("plan audit", ["plan", "audit", "two-files"], env=agent)
        self.ask("plan approve", ["plan", "approve", "two-files"])
        self.ask("plan show", ["plan", "show", "two-files"])
        self.ask("plan run-one", ["plan", "run-one", "two-files"], env=agent)
        self.ask("plan skip", ["plan", "skip", "two-files"], 1)
        self.ask("plan skip-to", ["plan", "skip-to", "two-files", "two"])
        self.ask("plan run", ["plan", "run", "two-files"], env=agent)
        self.ask("plan run-step", ["plan", "run-step", "two-files", "two"], env=agent)
        self.ask("plan close", ["plan", "close", "a-plan"])
        self.ask("plan cancel", ["plan", "cancel", "master"])
        self.ask("chat --parse", ["chat", "--parse", "!plan run 17"])
        self.ask("chat --parse", ["chat", "--parse", "hello"])

    def checks(self):
        self.ask("check audit", ["check", "audit", "-"], 1, AUDIT)
        self.ask("check audit", ["check", "audit", "-"], 2, "I like it.")
        self.ask("check dialectic", ["check", "dialectic", "-"], 1, DEBATE)
        self.ask("check error", ["check", "error", "429 Too Many Requests"])
        self.ask("check error", ["check", "error", "401 unauthorized: invalid api key"])
        self.write("gates.md", GATES)
        self.ask("check gates", ["check", "gates", "gates.md", "--phase", "implement"], 1)
        self.ask("check lenses", ["check", "lenses", "-"], 1, LENSES)
        self.ask("check sarif", ["check", "sarif", "-"], 1, SARIF)
        self.ask("check stagnation", ["check", "stagnation", "-"], 1, ATTEMPTS)
        self.ask("check verdict", ["check", "verdict", "-"], 0, "**Verdict:** Approved\n")
        self.ask("check verdict", ["check", "verdict", "-"], 1, "**Verdict:** Needs revision\n")
        self.ask("resolve", ["resolve", "--stage", "plan"])
        self.ask("verify", ["verify", "-c", "true"])
        self.ask("verify", ["verify", "-c", "printf '1 passed, 1 failed\\n'; exit 3", "-c", "true"], 1)
        self.ask("pipeline check")
        self.write(".forge/pipelines/broken.toml", 'name = "broken"\n[[stage]]\nname = "x"\nkind = "dance"\n')
        self.ask("pipeline check", ["pipeline", "check", "broken"], 1)
        self.ask("pipeline list")
        self.ask("pipeline show", ["pipeline", "show", "small"])
        self.ask("role list")
        self.ask("role show", ["role", "show", "engineer"])
        self.ask("role check")
        self.write(".forge/roles/odd.toml", 'name = "odd"\ntier = "huge"\n')
        self.ask("role check", ["role", "check", "odd"], 1)

    def memory(self):
        self.ask("memory add", ["memory", "add", "Run make test before every commit", "--category", "convention"])
        self.ask("memory add", ["memory", "add", "Tests need port 5433"])
        self.ask("memory confirm", ["memory", "confirm", "p1"])
        self.ask("memory list")
        self.ask("memory show", ["memory", "show", "p1"])
        self.ask("memory recall", ["memory", "recall", "tests"])
        self.ask("memory stats")
        self.ask("memory export")
        self.ask("memory export", ["memory", "export", "--out", "facts.jsonl"])
        self.ask("memory import", ["memory", "import", "facts.jsonl"])
        self.ask("memory sweep")
        self.ask("memory triage")
        self.ask("memory triage --approve", ["memory", "triage", "--approve", "all"])
        self.ask("memory kg add", ["memory", "kg", "add", "billing", "owned-by", "payments"])
        self.ask("memory kg query", ["memory", "kg", "query", "billing"])
        self.ask("memory kg invalidate", ["memory", "kg", "invalidate", "billing", "owned-by"])
        self.ask("memory forget", ["memory", "forget", "p1"])
        self.ask("diary TEXT", ["diary", "moved to the new CI"])
        self.ask("diary")
        self.ask("risk")
        self.ask("spike add", ["spike", "add", "it pages by cursor", "refuted", "--actual", "by offset"])
        self.ask("spike list")

    def set_up(self):
        self.ask("accounts list")
        self.write(".forge/accounts.toml", ACCOUNTS)
        keyed = {"WORK_KEY": "k", "FORGE_AGENT": "command:sh -c 'cat >/dev/null; echo pong'"}
        self.ask("accounts list", env=keyed)
        self.ask("accounts use", ["accounts", "use", "work"], env=keyed)
        self.ask("accounts test", ["accounts", "test", "work"], env=keyed)
        self.ask("agents list")
        self.ask("agents test", ["agents", "test", "command:sh -c 'cat >/dev/null; echo pong'"])
        self.ask("agents test", ["agents", "test", "command:false"], 1)
        self.ask("config list")
        self.ask("config get", ["config", "get", "pipeline"])
        self.ask("config explain", ["config", "explain", "pipeline"])
        self.ask("config set", ["config", "set", "lease", "30"])
        self.ask("config unset", ["config", "unset", "lease"])
        self.ask("config unset", ["config", "unset", "lease"], 1)
        self.ask("doctor", ends=None)
        self.write(".forge/mcp.toml", '[docs]\nurl = "http://127.0.0.1:1/mcp"\nroles = ["planner"]\n')
        self.ask("mcp servers")
        self.ask("mcp logout", ["mcp", "logout", "docs"])
        self.ask("plugin install --print", ["plugin", "install", "gemini", "--print"])
        self.ask("plugin install", ["plugin", "install", "gemini"])
        self.ask("plugin uninstall", ["plugin", "uninstall", "gemini"])
        self.ask("version")
        self.ask("version", ["--version"])

    def measure(self):
        self.ask("eval new", ["eval", "new", "suite"])
        self.sh("rm -r suite/tasks/* && mkdir -p suite/tasks/one/repo suite/tasks/one/check && echo wrong >suite/tasks/one/repo/one.txt")
        self.write("suite/tasks/one/task.toml", 'objective = "Write the word"\ntest = "true"\ncheck = "sh hidden.sh"\n')
        self.write("suite/tasks/one/check/hidden.sh", "grep -qx right one.txt\n")
        agent = "replay:" + os.path.join(self.repo, ".forge/agent.toml")
        self.ask("eval", ["eval", "suite", "--pipeline", "quick", "--agent", agent])
        self.ask("eval", ["eval", "suite", "--pipeline", "quick", "--pipeline", "reviewed", "--agent", agent])
        self.ask("eval --compare", ["eval", "--compare", "suite#1", "suite#2"])
        self.ask("eval from-history", ["eval", "from-history", "history", "--test", "true", "--commits", "3"], 1)
