#include "agent/vendors/command_runtime.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "os/files/files.h"
#include "os/process/process.h"

namespace forge {
namespace {

using Words = std::vector<std::string>;

AgentRequest Request() {
  AgentRequest request;
  request.label = {.run = {17},
                   .tree = {},
                   .unit = {23},
                   .pipeline = "task",
                   .stage = "plan",
                   .role = "engineer",
                   .member = "",
                   .step = "s1",
                   .iteration = 2,
                   .attempt = 3};
  request.prompt = "the prompt";
  request.deadlines.wall_ms = 60'000;
  return request;
}

AgentAnswer AskLine(const std::string& line, const AgentRequest& request = Request(), std::stop_token stop = {}) {
  auto runtime = MakeRuntime("command:" + line, {"/", "", {}});
  EXPECT_TRUE(runtime) << (runtime ? "" : Describe(runtime.error()));
  return runtime ? (*runtime)->Ask(request, std::move(stop)) : AgentAnswer();
}

TEST(CommandLine, APlainLineNeedsNoShell) {
  CommandLine line = ReadCommandLine("  my-agent  -p\t--fast ", "/base").value();
  EXPECT_FALSE(line.shell);
  EXPECT_EQ(line.argv, (Words{"my-agent", "-p", "--fast"}));
  EXPECT_EQ(line.program, "my-agent");
}

TEST(CommandLine, AnythingAShellWouldReadGoesToAShell) {
  for (const char* text : {"a | b", "a 'b c'", "a $HOME", "a > f", "X=1 a", "a *", "a && b", "exit 3", ": ", "a ~/x",
                           "a\nb", "if true; then a; fi", "a \"b\"", "a #b"}) {
    EXPECT_TRUE(ReadCommandLine(text, "/base").value().shell) << text;
  }
}

TEST(CommandLine, ARelativeProgramCountsFromTheBase) {
  EXPECT_EQ(ReadCommandLine("./agent.sh x/y", "/base dir").value().argv, (Words{"/base dir/./agent.sh", "x/y"}));
  CommandLine shell = ReadCommandLine("bin/agent | tee log", "/base dir").value();
  EXPECT_EQ(shell.argv, (Words{"/bin/sh", "-c", "'/base dir/bin/agent' | tee log"}));
  EXPECT_EQ(shell.program, "/base dir/bin/agent");
  EXPECT_EQ(ReadCommandLine("'my agent' x", "/b").value().program, "");
}

TEST(CommandRuntime, GivesPromptDirectoryAndVariablesAndTakesStdoutAsTheMessage) {
  AgentRequest request = Request();
  request.cwd = "/usr";
  request.env["FORGE_MARK"] = "m";
  request.env["FORGE_STEP"] = "own";
  AgentAnswer answer = AskLine(
      "cat; echo; pwd; echo $FORGE_RUN $FORGE_UNIT $FORGE_STEP $FORGE_STAGE $FORGE_ROLE $FORGE_PIPELINE "
      "$FORGE_ITERATION $FORGE_ATTEMPT $FORGE_MARK; echo noise >&2",
      request);
  EXPECT_FALSE(answer.failed) << answer.error;
  EXPECT_EQ(answer.text, "the prompt\n/usr\n17 23 own plan engineer task 2 3 m\n");
}

TEST(CommandRuntime, AnEmptyMessageIsAnAnswer) {
  AgentAnswer answer = AskLine("true");
  EXPECT_FALSE(answer.failed);
  EXPECT_EQ(answer.text, "");
}

TEST(CommandRuntime, ReportsTheProcessItStarted) {
  AgentRequest request = Request();
  std::int64_t pid = 0, start = 0;
  request.on_start = [&](std::int64_t p, std::int64_t s) {
    pid = p;
    start = s;
  };
  AgentAnswer answer = AskLine("echo $$", request);
  EXPECT_EQ(answer.text, std::to_string(pid) + "\n");
  EXPECT_GT(start, 0);
}

TEST(CommandRuntime, AFailureCarriesTheProgramsOwnWordsAndTheirClass) {
  AgentAnswer answer = AskLine("echo partial; echo '429 Too Many Requests' >&2; exit 3");
  EXPECT_TRUE(answer.failed);
  EXPECT_EQ(answer.error_class, ErrorClass::kRateLimit);
  EXPECT_EQ(answer.error, "exit 3: 429 Too Many Requests");
  EXPECT_EQ(answer.text, "partial\n");
  AgentAnswer on_stdout = AskLine("echo '429 Too Many Requests'; exit 1");
  EXPECT_EQ(on_stdout.error_class, ErrorClass::kRateLimit);
}

TEST(CommandRuntime, AFailureWithoutWordsIsUnknownOrTooling) {
  EXPECT_EQ(AskLine("exit 3").error_class, ErrorClass::kUnknown);
  EXPECT_EQ(AskLine("exit 3").error, "exit 3");
  EXPECT_EQ(AskLine("exit 126").error_class, ErrorClass::kTooling);
  EXPECT_EQ(AskLine("exit 127").error_class, ErrorClass::kTooling);
  EXPECT_EQ(AskLine("true && no-such-program-at-all").error_class, ErrorClass::kTooling);
}

TEST(CommandRuntime, ACrashIsNoMissingProgram) {
  AgentAnswer answer = AskLine("kill -SEGV $$");
  EXPECT_TRUE(answer.failed);
  EXPECT_EQ(answer.error_class, ErrorClass::kUnknown);
  EXPECT_EQ(answer.error, "crashed with signal 11");
}

TEST(CommandRuntime, ATimeoutIsATimeout) {
  AgentRequest request = Request();
  request.deadlines.wall_ms = 100;
  AgentAnswer answer = AskLine("sleep 100", request);
  EXPECT_TRUE(answer.failed);
  EXPECT_EQ(answer.error_class, ErrorClass::kTimeout);
  EXPECT_EQ(answer.error, "no answer within 100ms");
}

TEST(CommandRuntime, AStopIsACancel) {
  AgentRequest request = Request();
  std::stop_source source;
  request.on_start = [&](std::int64_t, std::int64_t) { source.request_stop(); };
  EXPECT_EQ(AskLine("sleep 100", request, source.get_token()).error_class, ErrorClass::kCancelled);
}

TEST(CommandRuntime, AWorkingDirectoryThatIsGoneIsToldByName) {
  AgentRequest request = Request();
  request.cwd = "/no/such/directory";
  AgentAnswer answer = AskLine("true", request);
  EXPECT_EQ(answer.error_class, ErrorClass::kTooling);
  EXPECT_TRUE(answer.error.contains("/no/such/directory"));
}

TEST(CommandRuntime, TheLastLineMayReportUsageEvenOfAFailure) {
  AgentAnswer answer = AskLine(R"(echo hi; echo 'FORGE-USAGE {"input_tokens": 5, "usd": 0.25}'; exit 1)");
  EXPECT_EQ(answer.text, "hi\n");
  EXPECT_EQ(answer.usage.input_tokens, 5);
  EXPECT_EQ(answer.usage.usd, 0.25);
}

TEST(CommandRuntime, TellsWhatIsPrintedByTheLineAndALongLineInParts) {
  AgentRequest request = Request();
  std::vector<std::string> said;
  request.on_event = [&](const AgentEvent& event) {
    if (event.kind == AgentEvent::Kind::kText) said.push_back(event.text);
  };
  AskLine(R"(printf 'a\n\nb'; printf 'c\nFORGE-USAGE {"usd": 1}\n')", request);
  std::string all;
  for (const std::string& text : said) all += text;
  EXPECT_EQ(all, "a\n\nbc\n");

  said.clear();
  all.clear();
  AskLine(R"(head -c 300000 /dev/zero | tr '\0' y | sed 's/yyy/\xe2\x82\xac/g'; echo; echo end)", request);
  for (const std::string& text : said) {
    all += text;
    EXPECT_LT(text.size(), 200'000U);
  }
  EXPECT_GT(said.size(), 2U) << "not only when the line ends";
  EXPECT_EQ(all.size(), 300'005U) << "no character is broken";
}

TEST(CommandRuntime, ALineOfUsageCountsWhereverItStands) {
  AgentAnswer answer = AskLine(R"(echo hi; echo 'FORGE-USAGE {"input_tokens": 600}'; echo Done.)");
  EXPECT_EQ(answer.text, "hi\nDone.\n");
  EXPECT_EQ(answer.usage.input_tokens, 600);
}

TEST(WithoutUsage, TakesOnlyLinesThatAreReports) {
  EXPECT_EQ(WithoutUsage("a\nFORGE-USAGE {\"output_tokens\": 7}\n\n"), "a\n\n");
  EXPECT_EQ(WithoutUsage("FORGE-USAGE {}"), "");
  EXPECT_EQ(WithoutUsage("FORGE-USAGE {\"input_tokens\": 1}\r\nmore\r\n"), "more\r\n");
  for (const char* text :
       {"a\nFORGE-USAGE nonsense\n", "a\nFORGE-USAGE [1]\n", "a FORGE-USAGE {}\n", "", "\n\n", "a\r\nb"})
    EXPECT_EQ(WithoutUsage(text), text);
  EXPECT_EQ(WithoutUsage("bad \xff byte"), "bad \xef\xbf\xbd byte");
}

TEST(MakeRuntime, SaysBeforehandThatAProgramIsNotThere) {
  auto missing = MakeRuntime("command:no-such-agent -p", {"/", "", {}});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, Code::kUnavailable);
  EXPECT_EQ(missing.error().message, "the agent program no-such-agent was not found on PATH");
  EXPECT_FALSE(missing.error().hint.empty());
  EXPECT_FALSE(MakeRuntime("command:no-such-agent | cat", {"/", "", {}}));
  auto path = MakeRuntime("command:./agent", {"/nowhere", "", {}});
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().message, "the agent program /nowhere/./agent does not exist");
  auto file = MakeRuntime("command:/etc/passwd", {"/", "", {}});
  EXPECT_EQ(file.error().message, "the agent program /etc/passwd is not executable");
}

TEST(MakeRuntime, RefusesWhatItDoesNotKnow) {
  for (const char* spec : {"", "claud", "command", "command:", "command:  ", "replay:", "replay", ":x", "cmd:true"}) {
    auto runtime = MakeRuntime(spec, {"/", "", {}});
    ASSERT_FALSE(runtime) << spec;
    EXPECT_EQ(runtime.error().code, Code::kInvalid) << spec;
    EXPECT_FALSE(runtime.error().hint.empty()) << spec;
  }
  EXPECT_EQ(MakeRuntime("command:true", {"/", "", {}}).value()->name(), "command");
}

TEST(CommandRuntime, AnswersManyAtOnce) {
  auto runtime = MakeRuntime("command:cat", {"/", "", {}}).value();
  std::atomic<int> right = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 16; ++i) {
      threads.emplace_back([&, i] {
        AgentRequest request = Request();
        request.prompt = std::string(100'000, static_cast<char>('a' + i));
        if (runtime->Ask(request, {}).text == request.prompt) ++right;
      });
    }
  }
  EXPECT_EQ(right, 16);
}

}  // namespace
}  // namespace forge
