// Each real agent program against the scripted provider: it changes a file, continues a session, calls the tool of an
// MCP server, and ends with a bad key or a silent provider. FORGE_AGENTS is the folder with the programs.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <ostream>
#include <string>

#include "agent/vendors/cli_runtime.h"
#include "base/strings.h"
#include "live_home.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"
#include "os/testing/temp_directory.h"
#include "scripted_server.h"

namespace forge {
namespace {

// Shown by its name in a failure.
struct Agent {
  std::string name;
  std::string write;   // how its model would write hello.txt
  std::string server;  // how it would call the tool `add` of the server `box`
};

std::string Script(const Agent& agent) {
  const std::string script = ReplaceAll(R"({"scenarios": {
    "write": {"rules": [{"when": {"no_tools": true}, "text": "A title"}],
              "turns": [{"text": "I write it.", "tools": [WRITE], "usage": {"input": 100, "output": 20}},
                        {"text": "It is written.", "usage": {"input": 150, "output": 7, "cache_read": 50}},
                        {"text": "Still written.", "usage": {"input": 200, "output": 3}}]},
    "escape": {"rules": [{"when": {"no_tools": true}, "text": "A title"}],
               "turns": [{"text": "Out.", "tools": [ESCAPE]}, {"text": "Tried."}]},
    "server": {"rules": [{"when": {"no_tools": true}, "text": "A title"}],
               "turns": [{"text": "I call it.", "tools": [SERVER]}, {"text": "It is called."},
                         {"text": "Again.", "tools": [SERVER]}, {"text": "It is called again."}]},
    "badkey": {"turns": [{"fault": "401", "times": -1}]},
    "silent": {"turns": [{"fault": "hang", "times": -1}]}
  }})",
                                        "WRITE", agent.write);
  return ReplaceAll(script, "SERVER", agent.server);
}

// An MCP server that writes its variable KEY into `called` when its tool is called.
constexpr const char* kServer = R"(#!/bin/sh
say() { printf '{"jsonrpc":"2.0","id":%s,%s}\n' "$id" "$1"; }
while IFS= read -r line; do
  case $line in *'"id":'*) id=${line##*'"id":'}; id=${id%%[,\}]*} ;; *) continue ;; esac
  case $line in
    *'"initialize"'*)
      say '"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"box","version":"1"}}' ;;
    *'"tools/list"'*)
      say '"result":{"tools":[{"name":"add","description":"adds","inputSchema":{"type":"object","properties":{}}}]}' ;;
    *'"tools/call"'*) printf %s "$KEY" > FILE; say '"result":{"content":[{"type":"text","text":"added"}]}' ;;
    *) say '"error":{"code":-32601,"message":"no such method"}' ;;
  esac
done
)";

class Live : public ::testing::TestWithParam<Agent> {
 protected:
  void SetUp() override {
    const std::string folder = Environment("FORGE_AGENTS").value_or("");
    program_ = JoinPath(folder, GetParam().name);
    if (folder.empty() || !FindProgram(program_)) {
      GTEST_SKIP() << GetParam().name << " is not installed here; ./dev test-agents installs it";
    }
    for (const char* name : {"work", "home", "home/tmp", "outside"}) ASSERT_TRUE(MakeDirectories(base_ / name));
    const std::string outside = base_ / "outside/escaped";
    server_ = llm::ScriptedServer::StartOrDie(
        ReplaceAll(Script(GetParam()), "ESCAPE", ReplaceAll(GetParam().write, "./hello.txt", outside)));
  }

  AgentRequest Request(const std::string& scenario) const {
    AgentRequest request;
    request.prompt = "Write the word hi into hello.txt.";
    request.cwd = base_ / "work";
    request.may_write = true;
    request.model = LiveModel(GetParam().name);
    request.deadlines.wall_ms = 120'000;
    request.env = LiveEnvironment(GetParam().name, server_->Url(scenario), base_ / "home");
    request.session_directory = base_ / "sessions";
    return request;
  }

  // Commands of a script contain paths that are known only now.
  AgentAnswer Ask(const AgentRequest& request) {
    auto runtime =
        MakeCliRuntime(*FindCliProgram(GetParam().name), program_, {"/", "", request.env, nullptr, base_ / "homes"});
    EXPECT_TRUE(runtime) << (runtime ? "" : Describe(runtime.error()));
    AgentRequest asked = request;
    asked.on_event = [&](const AgentEvent& event) {
      events_ += std::string(Name(event.kind)) + ": " + event.text + " " + event.data.Dump() + "\n";
    };
    return runtime ? (*runtime)->Ask(asked, {}) : AgentAnswer();
  }

  Sandbox Rules() const {
    Sandbox sandbox;
    sandbox.read = SystemPaths();
    sandbox.read.push_back(JoinPath(DirName(RealPath(FindProgram("node").value_or("/usr/bin/node")).value()), ".."));
    sandbox.write = {base_ / "work", base_ / "home/tmp"};
    return sandbox;
  }

  // All that the program keeps of its user, file by file.
  std::string UsersHome(const AgentRequest& request) const {
    std::string text;
    for (const LentDirectory& directory : FindCliProgram(GetParam().name)->home(request.env).directories) {
      for (const auto& entry : std::filesystem::recursive_directory_iterator(
               directory.source, std::filesystem::directory_options::skip_permission_denied, ignored_))
        text += entry.path().string() + "\n" + ReadFile(entry.path().string()).value_or("") + "\n";
    }
    return text;
  }

  void WorksAndDoesNotGetOut(const Sandbox& rules) {
    AgentRequest request = Request("write");
    request.sandbox = rules;
    const std::string before = UsersHome(request);
    const AgentAnswer answer = Ask(request);
    EXPECT_EQ(UsersHome(request), before);
    EXPECT_FALSE(answer.failed) << answer.error << "\n" << events_;
    EXPECT_EQ(Trim(ReadFile(base_ / "work/hello.txt").value_or("(none)")), "hi") << events_;
    events_.clear();
    AgentRequest escape = Request("escape");
    escape.sandbox = rules;
    (void)Ask(escape);
    EXPECT_FALSE(Exists(base_ / "outside/escaped")) << events_;
  }

  TempDirectory base_;
  std::string program_;
  std::unique_ptr<llm::ScriptedServer> server_;
  std::string events_;
  mutable std::error_code ignored_;  // a directory that is missing
};

TEST_P(Live, AFileReallyChangesAndTheSessionGoesOn) {
  const std::string before = UsersHome(Request("write"));
  AgentAnswer answer = Ask(Request("write"));
  EXPECT_EQ(UsersHome(Request("write")), before) << "no sandbox, and still nothing of its own goes there";
  EXPECT_FALSE(answer.failed) << answer.error << "\n" << events_;
  EXPECT_EQ(Trim(ReadFile(base_ / "work/hello.txt").value_or("(none)")), "hi") << events_;
  EXPECT_EQ(Trim(answer.text), "It is written.") << events_;
  EXPECT_GE(answer.usage.output_tokens, 27) << events_;
  EXPECT_FALSE(answer.session.empty());
  EXPECT_NE(events_.find("tool-call: "), std::string::npos) << events_;
  EXPECT_NE(events_.find("tool-result: "), std::string::npos) << events_;

  AgentRequest again = Request("write");
  again.session = answer.session;
  again.session_usage = answer.usage;
  again.prompt = "And now?";
  events_.clear();
  AgentAnswer second = Ask(again);
  EXPECT_FALSE(second.failed) << second.error << "\n" << events_;
  EXPECT_EQ(Trim(second.text), "Still written.") << events_;
  EXPECT_EQ(second.usage.output_tokens, 3) << "counted twice: " << events_;
}

// Of 120 tokens an answer, so that the ninth uses up a share of 1000.
TEST_P(Live, AProgramStopsWhenItsShareIsUsedUp) {
  auto server = llm::ScriptedServer::StartOrDie(LiveWork(GetParam().name));
  AgentRequest request = Request("write");
  request.env = LiveEnvironment(GetParam().name, server->Url("work"), base_ / "home");
  request.on_spent = [](const Usage& total, const std::string&) {
    return total.tokens() >= 1000 ? std::optional<std::string>("used up") : std::nullopt;
  };
  const AgentAnswer answer = Ask(request);
  EXPECT_EQ(answer.error_class, ErrorClass::kBudget) << answer.error << "\n" << events_;
  EXPECT_GE(answer.usage.tokens(), 1080) << events_;
  EXPECT_LE(answer.usage.tokens(), 1200) << events_;
  EXPECT_LE(server->RequestCount(), 10U) << "one answer more at most: " << events_;
}

TEST_P(Live, AReaderHasAShellInTheSandbox) {
  // It ignores settings below a directory that other users can write to.
  if (GetParam().name == "gemini" && base_.path().starts_with("/tmp/")) GTEST_SKIP() << "needs another TMPDIR";
  AgentRequest request = Request("write");
  request.may_write = false;
  request.tools = {"Read", "Glob", "Grep", "Bash"};
  Sandbox rules = Rules();
  std::erase(rules.write, base_ / "work");
  rules.read.push_back(base_ / "work");
  request.sandbox = rules;
  (void)Ask(request);
  EXPECT_FALSE(Exists(base_ / "work/hello.txt")) << "the sandbox is read-only: " << events_;
  const std::size_t result = events_.find("tool-result: ");
  ASSERT_NE(result, std::string::npos) << events_;
  EXPECT_EQ(events_.find("not found", result), std::string::npos) << "it has no shell: " << events_;
  EXPECT_NE(Lower(events_).find("hello.txt", result), std::string::npos) << "the shell was not started: " << events_;
}

TEST_P(Live, TheToolsOfAServerCanBeCalled) {
  // It ignores settings below a directory that other users can write to.
  if (GetParam().name == "gemini" && base_.path().starts_with("/tmp/")) GTEST_SKIP() << "needs another TMPDIR";
  const std::string called = base_ / "work/called";
  ASSERT_TRUE(WriteFileAtomic(base_ / "server.sh", ReplaceAll(kServer, "FILE", called), true));
  AgentRequest request = Request("server");
  McpServerSpec server;
  server.name = "box";
  server.command = {"/bin/sh", base_ / "server.sh"};
  server.env = {{"KEY", "sesame"}};
  server.tools = {"add"};
  request.servers = {server};
  for (const bool may_write : {true, false}) {
    request.may_write = may_write;
    (void)RemoveTree(called);
    const AgentAnswer answer = Ask(request);
    EXPECT_FALSE(answer.failed) << answer.error << "\n" << events_;
    EXPECT_EQ(ReadFile(called).value_or("(none)"), "sesame") << may_write << "\n" << events_;
  }
}

TEST_P(Live, ABadKeyIsPermanent) {
  AgentAnswer answer = Ask(Request("badkey"));
  EXPECT_TRUE(answer.failed) << events_;
  EXPECT_EQ(answer.error_class, ErrorClass::kPermanent) << answer.error << "\n" << events_;
}

TEST_P(Live, ASilentProviderEndsAtTheSilenceDeadline) {
  AgentRequest request = Request("silent");
  request.deadlines.silence_ms = 8'000;
  const std::int64_t before = SteadyMs();
  AgentAnswer answer = Ask(request);
  EXPECT_TRUE(answer.failed);
  EXPECT_EQ(answer.error_class, ErrorClass::kTimeout) << answer.error << "\n" << events_;
  EXPECT_LT(SteadyMs() - before, 60'000);
}

TEST_P(Live, InsideTheSandboxItWorksAndDoesNotGetOut) {
  if (FindSandboxPowers().landlock < 6) GTEST_SKIP() << "no Landlock here";
  WorksAndDoesNotGetOut(Rules());
}

TEST_P(Live, InsideBubblewrapItWorksAndDoesNotGetOut) {
  if (FindSandboxPowers().bwrap.empty()) GTEST_SKIP() << "bubblewrap is not installed";
  Sandbox rules = Rules();
  rules.kind = SandboxKind::kBwrap;
  WorksAndDoesNotGetOut(rules);
}

void PrintTo(const Agent& agent, std::ostream* out) { *out << agent.name; }

const Agent kAgents[] = {
    {"claude", R"({"name": "Bash", "args": {"command": "echo hi > ./hello.txt", "description": "write"}})",
     R"({"name": "mcp__box__add", "args": {}})"},
    {"codex", R"({"name": "exec_command", "args": {"cmd": "echo hi > ./hello.txt"}})",
     R"({"name": "add", "namespace": "mcp__box", "args": {}})"},
    {"gemini", R"({"name": "run_shell_command", "args": {"command": "echo hi > ./hello.txt", "description": "write"}})",
     R"({"name": "mcp_box_add", "args": {}})"},
    {"opencode", R"({"name": "bash", "args": {"command": "echo hi > ./hello.txt", "description": "write"}})",
     R"({"name": "box_add", "args": {}})"},
};

INSTANTIATE_TEST_SUITE_P(Programs, Live, ::testing::ValuesIn(kAgents),
                         [](const auto& name) { return name.param.name; });

}  // namespace
}  // namespace forge
