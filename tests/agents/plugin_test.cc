// The real Claude Code with our plugin, against the scripted provider: it loads offline, calls our tools over stdio,
// runs our hooks, and shows our status line. FORGE_AGENTS names the folder with the program.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "agent/vendors/cli_runtime.h"
#include "base/strings.h"
#include "live_home.h"
#include "model/json.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/process/process_input.h"
#include "os/sandbox.h"
#include "os/system.h"
#include "scripted_server.h"

namespace forge {
namespace {

constexpr const char* kScript = R"({"scenarios": {
  "tools": [{"tools": [{"name": "mcp__plugin_forge_forge__session_state", "args": {"action": "list"}}]},
            {"tools": [{"name": "mcp__plugin_forge_forge__validate",
                        "args": {"moduleId": "m1", "commands": ["echo proved"]}}]},
            {"text": "Done."}],
  "guard": [{"tools": [{"name": "Write", "args": {"file_path": "WORK/.git/hooks/pre-commit", "content": "evil"}}]},
            {"tools": [{"name": "Write", "args": {"file_path": "WORK/docs/a.md", "content": "out of bounds"}}]},
            {"tools": [{"name": "Write", "args": {"file_path": "WORK/src/a.c", "content": "fine"}}]},
            {"text": "Done."}],
  "stop": [{"text": "Done."},
           {"tools": [{"name": "Bash", "args": {"command": "false || test -f src/none.c", "description": "check"}}]},
           {"text": "Now."},
           {"tools": [{"name": "Bash", "args": {"command": "echo ok > src.txt; test -f src.txt", "description": "check"}}]},
           {"text": "Really done."}],
  "trap": {"turns": [{"text": "Done.", "times": -1}]},
  "plain": {"turns": [{"text": "Hello.", "times": -1}]}
}})";

class LivePlugin : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string folder = Environment("FORGE_AGENTS").value_or("");
    claude_ = JoinPath(folder, "claude");
    if (folder.empty() || !FindProgram(claude_)) {
      GTEST_SKIP() << "claude is not installed here; ./dev test-agents installs it";
    }
    base_ = RealPath(MakeTempDirectory("forge-plugin-").value()).value();
    for (const char* name : {"tree/src", "tree/docs", "home/tmp", "bin"})
      ASSERT_TRUE(MakeDirectories(base_ + "/" + name));
    server_ = llm::ScriptedServer::StartOrDie(ReplaceAll(kScript, "WORK", base_ + "/tree"));
    // The plugin finds forge on PATH.
    Sh("ln -s '" + std::string(FORGE_PROGRAM) + "' ../bin/forge");
    Sh("git init -q -b main . && git -c user.name=a -c user.email=a@localhost commit -q --allow-empty -m first");
    Sh("forge init && forge plugin install claude --dir ../plugin");
  }
  void TearDown() override {
    server_.reset();
    if (!base_.empty()) {
      EXPECT_TRUE(RemoveTree(base_));
    }
  }

  EnvironmentMap Surroundings(const std::string& scenario) const {
    EnvironmentMap environment = LiveEnvironment("claude", server_->Url(scenario), base_ + "/home");
    environment["PATH"] = base_ + "/bin:" + environment["PATH"];
    environment["TMPDIR"] = base_ + "/home/tmp";
    for (const char* name : {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_TELEMETRY", "DISABLE_ERROR_REPORTING",
                             "DISABLE_AUTOUPDATER"}) {
      environment[name] = "1";
    }
    return environment;
  }

  ProcessResult Run(const std::vector<std::string>& argv, const EnvironmentMap& environment) const {
    ProcessSpec command;
    command.argv = argv;
    command.cwd = base_ + "/tree";
    command.env = environment;
    command.unset = {"CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT"};
    command.timeout = std::chrono::minutes(2);
    command.keep_head = std::size_t{1} << 24;
    return RunProcess(command).value();
  }
  std::string Sh(const std::string& line) const {
    const ProcessResult result = Run({"/bin/sh", "-ec", line}, Surroundings("plain"));
    EXPECT_TRUE(result.ok()) << line << "\n" << result.out << result.err;
    return result.out;
  }

  // One headless session with the plugin; its events.
  std::vector<Json> Ask(const std::string& scenario, const std::string& prompt,
                        const std::map<std::string, std::string>& more = {},
                        const std::vector<std::string>& flags = {}) {
    EnvironmentMap environment = Surroundings(scenario);
    for (const auto& [name, value] : more) environment[name] = value;
    std::vector<std::string> argv = {claude_,
                                     "-p",
                                     prompt,
                                     "--output-format",
                                     "stream-json",
                                     "--verbose",
                                     "--include-hook-events",
                                     "--model",
                                     "sonnet",
                                     "--permission-mode",
                                     "acceptEdits",
                                     "--allowedTools",
                                     "Bash,Write,mcp__plugin_forge_forge",
                                     "--plugin-dir",
                                     base_ + "/plugin"};
    argv.insert(argv.end(), flags.begin(), flags.end());
    const ProcessResult result = Run(argv, environment);
    std::vector<Json> events;
    for (std::string_view line : Lines(result.out)) {
      if (auto json = ParseJson(line)) events.push_back(*std::move(json));
    }
    said_ = result.out + result.err;
    EXPECT_EQ(result.exit_code, 0) << said_;
    return events;
  }
  static Json Find(const std::vector<Json>& events, const std::string& type, const std::string& subtype = "") {
    for (const Json& event : events) {
      if (event["type"].AsString() == type && (subtype.empty() || event["subtype"].AsString() == subtype)) return event;
    }
    return {};
  }
  static bool Holds(const Json& list, const std::string& text) { return list.Dump().find(text) != std::string::npos; }
  std::string LastBody() const { return server_->Requests().back()["body"].Dump(); }

  std::string base_, claude_, said_;
  std::unique_ptr<llm::ScriptedServer> server_;
};

TEST_F(LivePlugin, LoadsOfflineWithCommandsAgentsAndServer) {
  const auto events = Ask("plain", "/forge:status");
  const Json init = Find(events, "system", "init");
  EXPECT_TRUE(Holds(init["plugins"], "\"forge\"")) << init.Dump(2);
  for (const char* name : {"forge:answer", "forge:plan-check", "forge:run", "forge:status", "forge:validate"}) {
    EXPECT_TRUE(Holds(init["slash_commands"], name)) << name;
  }
  for (const char* name : {"forge:debugger", "forge:overseer", "forge:planner", "forge:reviewer", "forge:worker"}) {
    EXPECT_TRUE(Holds(init["agents"], name)) << name << init["agents"].Dump();
  }
  EXPECT_TRUE(Holds(init["mcp_servers"], R"({"name":"plugin:forge:forge","status":"connected")"))
      << init["mcp_servers"].Dump();
  EXPECT_NE(LastBody().find("run_status"), std::string::npos) << "the command's text was sent";
}

TEST_F(LivePlugin, CallsOurToolsOverStdio) {
  const auto events = Ask("tools", "look");
  EXPECT_EQ(Find(events, "result")["result"].AsString(), "Done.") << said_;
  EXPECT_NE(said_.find(R"({\"sessions\":[]})"), std::string::npos) << said_;
  EXPECT_NE(LastBody().find("recommendation"), std::string::npos);
  EXPECT_NE(LastBody().find("PASS"), std::string::npos);
}

TEST_F(LivePlugin, TheWriteGuardRefusesAndTheReasonReachesTheModel) {
  const auto events = Ask("guard", "write",
                          {{"FORGE_RUN", "1"}, {"FORGE_STEP", "s1"}, {"FORGE_WRITES", "src/**"}, {"FORGE_VERIFY", ""}});
  EXPECT_EQ(Find(events, "result")["result"].AsString(), "Done.") << said_;
  EXPECT_FALSE(Exists(base_ + "/tree/.git/hooks/pre-commit"));
  EXPECT_FALSE(Exists(base_ + "/tree/docs/a.md"));
  EXPECT_EQ(ReadFile(base_ + "/tree/src/a.c").value_or("(none)"), "fine") << said_;
  EXPECT_NE(LastBody().find("step s1 may only write src/**"), std::string::npos);
  EXPECT_EQ(Find(events, "result")["permission_denials"].AsArray().size(), 2u) << said_;
}

TEST_F(LivePlugin, AStepIsNotDoneBeforeItsCommandsHavePassed) {
  const auto events =
      Ask("stop", "work", {{"FORGE_RUN", "1"}, {"FORGE_STEP", "s1"}, {"FORGE_VERIFY", "test -f src.txt"}});
  EXPECT_EQ(Find(events, "result")["result"].AsString(), "Really done.") << said_;
  EXPECT_EQ(server_->Requests().size(), 5u) << said_;
  EXPECT_NE(server_->Requests().at(1)["body"].Dump().find("step s1 is not done"), std::string::npos);
  const std::string notes = Sh("cat .forge/state/hooks/*.jsonl");
  EXPECT_NE(notes.find("\"ok\":false"), std::string::npos) << notes;
  EXPECT_NE(notes.find("\"ok\":true"), std::string::npos) << notes;
}

TEST_F(LivePlugin, NobodyIsTrappedByTheStopHook) {
  const auto events = Ask("trap", "work", {{"FORGE_RUN", "1"}, {"FORGE_STEP", "s1"}, {"FORGE_VERIFY", "make test"}});
  EXPECT_EQ(Find(events, "result")["result"].AsString(), "Done.") << said_;
  EXPECT_EQ(server_->Requests().size(), 4u) << "one answer, and three refusals";
}

TEST_F(LivePlugin, ASessionIsToldOfOpenRunsAndLivesInAWorktreeOfOurs) {
  const ProcessResult run =
      Run({"forge", "run", "say hello", "--pipeline", "quick", "--agent", "command:false", "--auto"},
          Surroundings("plain"));
  ASSERT_NE(run.exit_code, 0);
  const auto events = Ask("plain", "hi", {}, {"--worktree", "feature-x"});
  EXPECT_NE(server_->Requests().at(0)["body"].Dump().find("RUNS: 1 failed"), std::string::npos) << said_;
  const std::string cwd = Find(events, "system", "init")["cwd"].AsString();
  EXPECT_NE(cwd.find("/worktrees/"), std::string::npos) << cwd;
  EXPECT_NE(cwd.find("/pool/"), std::string::npos) << cwd;
}

// Without any plugin: what a run gives its agents, inside their sandbox.
TEST_F(LivePlugin, AUnitOfARunHasItsHooksByItself) {
  AgentRequest request;
  request.prompt = "write";
  request.cwd = base_ + "/tree";
  request.may_write = true;
  request.model = "sonnet";
  request.label.run = RunId{1};
  request.label.step = "s1";
  request.deadlines.wall_ms = 120'000;
  request.hook_program = FORGE_PROGRAM;
  request.env = Surroundings("guard");
  request.env["FORGE_WRITES"] = "src/**";
  request.env["FORGE_VERIFY"] = "make test";
  request.env["FORGE_HOOKS"] = base_ + "/home/tmp/hooks";
  if (FindSandboxPowers().landlock >= 6) {
    Sandbox sandbox;
    sandbox.read = SystemPaths();
    sandbox.read.push_back(JoinPath(DirName(RealPath(FindProgram("node").value_or("/usr/bin/node")).value()), ".."));
    sandbox.write = {base_ + "/tree", base_ + "/home/tmp"};
    request.sandbox = sandbox;
  }
  auto runtime = MakeCliRuntime(*FindCliProgram("claude"), claude_, {"/", "", request.env});
  ASSERT_TRUE(runtime) << Describe(runtime.error());
  (void)(*runtime)->Ask(request, {});
  EXPECT_FALSE(Exists(base_ + "/tree/docs/a.md"));
  EXPECT_EQ(ReadFile(base_ + "/tree/src/a.c").value_or("(none)"), "fine");
  const std::string notes = Sh("cat ../home/tmp/hooks/*.jsonl");
  EXPECT_NE(notes.find("\"tool\":\"Write\""), std::string::npos) << notes;
  EXPECT_NE(notes.find("stop-refused"), std::string::npos) << notes;
}

// Only a session with a terminal has one.
TEST_F(LivePlugin, ShowsTheStatusLine) {
  if (!FindProgram("script")) GTEST_SKIP() << "the program script is not installed";
  const ProcessResult run =
      Run({"forge", "run", "say hello", "--pipeline", "quick", "--agent", "command:false", "--auto"},
          Surroundings("plain"));
  ASSERT_NE(run.exit_code, 0);
  // As of somebody who has used it before: no questions at the start.
  Json project = Json::MakeObject().Set("hasTrustDialogAccepted", true).Set("hasCompletedProjectOnboarding", true);
  Json keys = Json::MakeObject().Set("approved", Json::Array{Json("test-key")});
  Json config = Json::MakeObject().Set("hasCompletedOnboarding", true).Set("theme", "dark");
  config.Set("customApiKeyResponses", std::move(keys));
  config.Set("projects", Json::MakeObject().Set(base_ + "/tree", std::move(project)));
  ASSERT_TRUE(MakeDirectories(base_ + "/home/.claude"));
  ASSERT_TRUE(WriteFileAtomic(base_ + "/home/.claude/.claude.json", config.Dump()));
  ProcessSpec command;
  command.argv = {"script", "-qec",
                  "stty cols 150 rows 40; '" + claude_ + "' --model sonnet --plugin-dir ../plugin --settings " +
                      "../plugin/settings.json",
                  "/dev/null"};
  command.cwd = base_ + "/tree";
  command.env = Surroundings("plain");
  command.env["TERM"] = "xterm-256color";
  command.unset = {"CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT"};
  command.timeout = std::chrono::minutes(2);
  command.input = ProcessInput::Make().value();  // open until it ends: nobody types
  std::string screen;
  std::stop_source seen;
  command.on_stdout = [&](std::string_view chunk) {
    screen += chunk;
    if (screen.find("forge 1 failed") != std::string::npos) seen.request_stop();
  };
  ASSERT_TRUE(RunProcess(command, seen.get_token()));
  EXPECT_NE(screen.find("forge 1 failed"), std::string::npos) << screen;
}

}  // namespace
}  // namespace forge
