#include "agent/vendors/cli_runtime.h"
#include "base/testing/source_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "agent/auto.h"
#include "agent/vendors/installed.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

// A stand-in for a vendor's program.
std::string MakeProgram(const TempDirectory& directory, const std::string& name, const std::string& script) {
  const std::string path = directory / name;
  EXPECT_TRUE(WriteFileAtomic(path, "#!/bin/sh\n" + script, true));
  return path;
}

AgentRequest RequestIn(const std::string& cwd) {
  AgentRequest request;
  request.prompt = "the prompt";
  request.cwd = cwd;
  request.deadlines.wall_ms = 60'000;
  return request;
}

std::string LineFor(const std::string& program, const AgentRequest& request, const EnvironmentMap& environment = {}) {
  return Join(FindCliProgram(program)->line(request, environment, "/scratch").args, " ");
}

TEST(CliLine, ThePromptGoesInByStandardInputAndNeverAsAnArgument) {
  AgentRequest request = RequestIn("/w");
  request.prompt = std::string(500'000, 'x');
  for (const CliProgram& program : CliPrograms()) {
    const CliLine line = program.line(request, {}, "/scratch");
    EXPECT_EQ(line.input, request.prompt) << program.name;
    for (const std::string& arg : line.args) EXPECT_LT(arg.size(), 1000U) << program.name;
  }
}

TEST(CliLine, AReaderIsNotGivenThePowerToWrite) {
  AgentRequest reader = RequestIn("/w");
  EXPECT_TRUE(LineFor("claude", reader)
                  .contains("--permission-mode default --tools Read,Glob,Grep,Bash "
                            "--allowedTools Read,Glob,Grep --disallowedTools Write,Edit"));
  EXPECT_TRUE(LineFor("codex", reader).contains("sandbox_mode=\"read-only\""));
  EXPECT_TRUE(LineFor("gemini", reader).contains("--approval-mode default"));
  const CliLine opencode = FindCliProgram("opencode")->line(reader, {}, "/s");
  EXPECT_TRUE(opencode.env.at("OPENCODE_CONFIG_CONTENT").contains(R"("edit":"deny","bash":"deny")"));
}

TEST(CliLine, AWriterMayEditAndRunCommandsAlsoAsRoot) {
  AgentRequest writer = RequestIn("/w");
  writer.may_write = true;
  const std::string claude = LineFor("claude", writer);
  EXPECT_TRUE(claude.contains("--permission-mode acceptEdits --allowedTools Bash,Edit"));
  EXPECT_FALSE(claude.contains("dangerously") || claude.contains("bypass"));  // refused to root
  EXPECT_TRUE(LineFor("codex", writer).contains("sandbox_mode=\"workspace-write\""));
  EXPECT_TRUE(LineFor("gemini", writer).contains("--approval-mode yolo"));
  const CliLine opencode = FindCliProgram("opencode")->line(writer, {}, "/s");
  EXPECT_TRUE(opencode.env.at("OPENCODE_CONFIG_CONTENT").contains(R"("edit":"allow","bash":"allow")"));
  EXPECT_FALSE(opencode.env.at("OPENCODE_CONFIG_CONTENT").contains("\"ask\""));
}

TEST(CliLine, InsideOurSandboxTheirOwnStepsAside) {
  AgentRequest reader = RequestIn("/w");
  reader.sandbox = Sandbox();
  EXPECT_TRUE(LineFor("codex", reader).contains("sandbox_mode=\"danger-full-access\""));
  EXPECT_TRUE(LineFor("claude", reader).contains("--allowedTools Read,Glob,Grep,Bash"));
}

TEST(CliLine, ModelEffortTurnsSessionAndToolsArePassedOn) {
  AgentRequest request = RequestIn("/w");
  request.model = "m";
  request.effort = "max";
  request.max_turns = 9;
  request.session = "s-1";
  request.tools = {"Read", "Bash"};
  request.result_schema = ParseJson(R"({"type":"object"})").value();
  const std::string claude = LineFor("claude", request);
  EXPECT_TRUE(claude.starts_with(
      "-p --output-format stream-json --verbose --include-partial-messages --model m --effort max --max-turns 9 "
      "--resume s-1 --json-schema {\"type\":\"object\"} --tools Read,Bash "))
      << claude;
  const std::string codex = LineFor("codex", request);
  EXPECT_TRUE(codex.contains("-m m -c ") && codex.contains("model_reasoning_effort=\"xhigh\"")) << codex;
  EXPECT_TRUE(codex.ends_with(" resume s-1 -")) << codex;
  EXPECT_TRUE(LineFor("gemini", request).contains("-m m --resume s-1"));
  EXPECT_TRUE(LineFor("opencode", request).contains("-m m --session s-1"));
  const CliLine gemini = FindCliProgram("gemini")->line(request, {{"HOME", "/h"}, {"GEMINI_API_KEY", "k"}}, "/s");
  ASSERT_EQ(gemini.files.size(), 1U);
  EXPECT_EQ(gemini.files.begin()->first, "/h/.gemini/forge-settings.json");
  EXPECT_TRUE(gemini.files.begin()->second.contains("\"maxSessionTurns\": 9"));
  EXPECT_TRUE(gemini.files.begin()->second.contains("gemini-api-key"));
  EXPECT_EQ(gemini.env.at("GEMINI_CLI_NO_RELAUNCH"), "true");
}

TEST(CliLine, APromptThatLooksLikeACommandIsNone) {
  AgentRequest request = RequestIn("/w");
  request.prompt = "/compact";
  EXPECT_EQ(FindCliProgram("claude")->line(request, {}, "/s").input, "Your task:\n/compact");
}

TEST(CliLine, OpencodeKeepsTheConfigTheUserGaveByEnvironment) {
  const CliLine line =
      FindCliProgram("opencode")
          ->line(RequestIn("/w"), {{"OPENCODE_CONFIG_CONTENT", R"({"model":"a/b","autoupdate":true})"}}, "/s");
  EXPECT_TRUE(line.env.at("OPENCODE_CONFIG_CONTENT").starts_with(R"({"model":"a/b","autoupdate":false,)"));
}

TEST(CliRuntime, AProgramThatIsMissingIsNamedWithTheWayToGetIt) {
  auto missing = MakeRuntime("claude", {"/", "", {{"PATH", "/nowhere"}}});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, Code::kUnavailable);
  EXPECT_EQ(missing.error().message, "the agent program claude was not found on PATH");
  EXPECT_TRUE(missing.error().hint.contains("npm install -g @anthropic-ai/claude-code")) << missing.error().hint;
  auto by_path = MakeRuntime("codex:./none", {"/base", "", {}});
  ASSERT_FALSE(by_path);
  EXPECT_TRUE(by_path.error().message.contains("/base/./none does not exist")) << by_path.error().message;
}

TEST(CliRuntime, RunsTheProgramWithInputVariablesAndATemporaryDirectoryThatIsGoneAfterwards) {
  TempDirectory directory;
  const std::string program =
      MakeProgram(directory, "codex",
                  "cat > input; echo \"$TMPDIR\" > tmp; echo \"$FORGE_STAGE\" > stage; printenv PWD > pwd; "
                  "echo \"$@\" > args; touch \"$TMPDIR/junk\"; cat stream\n");
  ASSERT_TRUE(WriteFileAtomic(directory / "stream",
                              ReadFile(SourceDir() + "/src/agent/vendors/testdata/codex-success.jsonl").value()));
  auto runtime = MakeRuntime("codex:" + program, {"/", "", {}}).value();
  EXPECT_EQ(runtime->name(), "codex");
  AgentRequest request = RequestIn(directory.path());
  request.label.stage = "plan";
  AgentAnswer answer = runtime->Ask(request, {});
  EXPECT_FALSE(answer.failed) << answer.error;
  EXPECT_EQ(answer.text, "All done.");
  EXPECT_EQ(ReadFile(directory / "input").value(), "the prompt");
  EXPECT_EQ(ReadFile(directory / "stage").value(), "plan\n");
  EXPECT_EQ(ReadFile(directory / "pwd").value(), directory.path() + "\n");
  EXPECT_TRUE(ReadFile(directory / "args").value().starts_with("exec --json"));
  EXPECT_FALSE(Exists(std::string(Trim(ReadFile(directory / "tmp").value()))));
}

TEST(CliRuntime, AProgramThatLoopsForEverIsEndedByUs) {
  TempDirectory directory;
  const std::string program =
      MakeProgram(directory, "opencode",
                  "while :; do echo '{\"type\":\"step_start\",\"sessionID\":\"s\",\"part\":{}}'; "
                  "echo '{\"type\":\"step_finish\",\"sessionID\":\"s\",\"part\":{\"reason\":\"unknown\"}}'; done\n");
  auto runtime = MakeRuntime("opencode:" + program, {"/", "", {}}).value();
  AgentAnswer answer = runtime->Ask(RequestIn(directory.path()), {});
  EXPECT_EQ(answer.error_class, ErrorClass::kStream) << answer.error;
  EXPECT_EQ(answer.session, "s");
}

TEST(CliRuntime, AnOrphanedToolIsEndedWithItsAgent) {
  TempDirectory directory;
  const std::string program = MakeProgram(
      directory, "gemini", "setsid sh -c 'sleep 1000 & echo $! > pid' </dev/null >/dev/null 2>&1; sleep 1000\n");
  auto runtime = MakeRuntime("gemini:" + program, {"/", "", {{"HOME", directory.path()}}}).value();
  AgentRequest request = RequestIn(directory.path());
  request.deadlines.wall_ms = 500;
  AgentAnswer answer = runtime->Ask(request, {});
  EXPECT_EQ(answer.error_class, ErrorClass::kTimeout) << answer.error;
  const std::int64_t pid = ParseInt(Trim(ReadFile(directory / "pid").value())).value();
  auto process = FindProcess(pid);
  EXPECT_TRUE(!process || !IsAlive(*process));
}

TEST(Deadlines, ActForAnyCommandAndKeepWhatItSaid) {
  TempDirectory directory;
  auto ask = [&](const std::string& line, AgentDeadlines deadlines) {
    AgentRequest request = RequestIn(directory.path());
    request.deadlines = deadlines;
    return MakeRuntime("command:" + line, {"/", "", {}}).value()->Ask(request, {});
  };
  AgentAnswer mute = ask("sleep 1000", {.wall_ms = 60'000, .start_ms = 0, .first_event_ms = 100, .silence_ms = 0});
  EXPECT_EQ(mute.error, "no output within 100ms");
  AgentAnswer silent =
      ask("echo half; sleep 1000; true", {.wall_ms = 60'000, .start_ms = 5000, .first_event_ms = 0, .silence_ms = 200});
  EXPECT_EQ(silent.error_class, ErrorClass::kTimeout);
  EXPECT_EQ(silent.error, "no output and no change in its workspace for 200ms");
  EXPECT_EQ(silent.text, "half\n");
  AgentAnswer busy = ask("for i in 1 2 3 4 5; do sleep 0.1; echo $i > f; done; echo done",
                         {.wall_ms = 60'000, .start_ms = 0, .first_event_ms = 0, .silence_ms = 300});
  EXPECT_FALSE(busy.failed) << busy.error;
}

TEST(Auto, TakesTheFirstThatIsInstalledAndThenTheFirstKey) {
  TempDirectory directory;
  EnvironmentMap environment = {{"PATH", directory.path()}, {"OPENAI_API_KEY", "k"}};
  auto by_key = ChooseRuntime({"/", "", environment});
  ASSERT_TRUE(by_key);
  EXPECT_EQ(by_key->spec, "openai");
  EXPECT_EQ(by_key->why, "no agent program is installed, but OPENAI_API_KEY is set");
  environment["ANTHROPIC_API_KEY"] = "k";
  EXPECT_EQ(ChooseRuntime({"/", "", environment}).value().spec, "anthropic");
  MakeProgram(directory, "opencode", "");
  MakeProgram(directory, "codex", "");
  auto by_program = ChooseRuntime({"/", "", environment}).value();
  EXPECT_EQ(by_program.spec, "codex");
  EXPECT_TRUE(by_program.why.contains(directory / "codex"));
  EXPECT_EQ(MakeRuntime("auto", {"/", "", environment}).value()->name(), "codex");
}

TEST(Auto, WithNothingThereItSaysWhatItLookedForAndTheQuickestWays) {
  auto nothing = MakeRuntime("auto", {"/", "", {{"PATH", "/nowhere"}}});
  ASSERT_FALSE(nothing);
  for (const char* word : {"claude", "codex", "gemini", "opencode", "ANTHROPIC_API_KEY", "OPENAI_API_KEY"}) {
    EXPECT_TRUE(nothing.error().message.contains(word)) << word;
  }
  EXPECT_TRUE(nothing.error().hint.contains("npm install -g") && nothing.error().hint.contains("export "));
}

TEST(ListRuntimes, TellsVersionHealthAndHowToInstall) {
  TempDirectory directory;
  MakeProgram(directory, "claude", "echo '2.1.325 (Claude Code)'\n");
  MakeProgram(directory, "codex", "exit 3\n");
  MakeProgram(directory, "gemini", "echo 9.9.9\n");
  auto listed = ListRuntimes({"/", "", {{"PATH", directory.path() + ":/usr/bin:/bin"}, {"OPENAI_API_KEY", "k"}}});
  auto find = [&](std::string_view name) {
    return *std::find_if(listed.begin(), listed.end(), [&](const ListedRuntime& one) { return one.name == name; });
  };
  EXPECT_EQ(Name(find("claude").health), "ready");
  EXPECT_EQ(find("claude").version, "2.1.325 (Claude Code)");
  EXPECT_EQ(find("claude").note, "");
  EXPECT_EQ(find("gemini").note, "tested with 0.61.0");
  EXPECT_EQ(Name(find("codex").health), "broken");
  EXPECT_EQ(find("codex").note, "`--version` failed with exit code 3");
  EXPECT_EQ(Name(find("opencode").health), "missing");
  EXPECT_EQ(find("opencode").install, "npm install -g opencode-ai");
  EXPECT_EQ(Name(find("openai").health), "ready");
  EXPECT_EQ(Name(find("anthropic").health), "missing");
}

}  // namespace
}  // namespace forge
