// The ten tasks of Forge's own loop, done by each real agent program with the same number of answers of its model: the
// same trees at the end, and never fewer requests than the loop needs. FORGE_AGENTS is the folder with the programs.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "agent/vendors/cli_runtime.h"
#include "live_home.h"
#include "model/json.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"
#include "os/testing/temp_directory.h"
#include "scripted_server.h"
#include "small_tasks.h"

namespace forge {
namespace {

Json ShellCall(const std::string& program, const std::string& line) {
  const bool codex = program == "codex";
  const char* tool = program == "claude"   ? "Bash"
                     : codex               ? "exec_command"
                     : program == "gemini" ? "run_shell_command"
                                           : "bash";
  Json arguments = Json::MakeObject().Set(codex ? "cmd" : "command", line);
  if (!codex) arguments.Set("description", "work");
  return Json::MakeObject().Set("name", tool).Set("args", std::move(arguments));
}

// As many answers as the loop gets: looks, the work, and the end.
std::string TaskScript(const std::string& program, const llm::SmallTask& task) {
  Json turns = Json::MakeArray();
  for (std::size_t i = 2; i < task.requests; ++i)
    turns.Append(Json::MakeObject().Set("tools", Json::Array{ShellCall(program, fmt::format("echo look {}", i))}));
  turns.Append(Json::MakeObject().Set("tools", Json::Array{ShellCall(program, task.by_hand)}));
  turns.Append(Json::MakeObject().Set("text", "done"));
  const Json rule = ParseJson(R"({"when": {"no_tools": true}, "text": "A title"})").value();
  Json scenario = Json::MakeObject().Set("rules", Json::Array{rule}).Set("turns", std::move(turns));
  return Json::MakeObject().Set("scenarios", Json::MakeObject().Set("task", std::move(scenario))).Dump();
}

class TasksLive : public ::testing::TestWithParam<std::string> {};

TEST_P(TasksLive, TheSameTreesWithNoFewerRequestsThanTheLoop) {
  const std::string& program = GetParam();
  const std::string folder = Environment("FORGE_AGENTS").value_or("");
  const std::string path = JoinPath(folder, program);
  if (folder.empty() || !FindProgram(path))
    GTEST_SKIP() << program << " is not installed here; ./dev test-agents installs it";
  std::size_t of_loop = 0, of_program = 0;
  for (const llm::SmallTask& task : llm::kSmallTasks) {
    TempDirectory base;
    for (const char* name : {"work", "expected", "home"}) ASSERT_TRUE(MakeDirectories(base / name));
    llm::RunShell(base / "work", task.set_up);
    llm::RunShell(base / "expected", std::string(task.set_up) + "; " + task.by_hand);
    auto server = llm::ScriptedServer::StartOrDie(TaskScript(program, task));
    AgentRequest request;
    request.prompt = std::string("Your task: ") + task.name + ".";
    request.cwd = base / "work";
    request.may_write = true;
    request.model = LiveModel(program);
    request.deadlines.wall_ms = 120'000;
    request.env = LiveEnvironment(program, server->Url("task"), base / "home");
    auto runtime = MakeCliRuntime(*FindCliProgram(program), path, {"/", "", request.env, nullptr, base / "homes"});
    ASSERT_TRUE(runtime) << Describe(runtime.error());
    const AgentAnswer answer = (*runtime)->Ask(request, {});
    EXPECT_FALSE(answer.failed) << task.name << ": " << answer.error;
    EXPECT_EQ(llm::TreeOf(base / "work"), llm::TreeOf(base / "expected")) << task.name;
    of_loop += task.requests;
    of_program += server->RequestCount();
  }
  fmt::print("{}: {} requests for ten tasks; Forge's own loop: {}\n", program, of_program, of_loop);
  EXPECT_GE(of_program, of_loop);
}

INSTANTIATE_TEST_SUITE_P(Programs, TasksLive, ::testing::Values("claude", "codex", "gemini", "opencode"),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace forge
