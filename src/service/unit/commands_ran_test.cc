#include "service/unit/commands_ran.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

AgentEvent Call(const std::string& tool, const std::string& data) {
  return {AgentEvent::Kind::kToolCall, tool, ParseJson(data).value()};
}

TEST(CommandsRanTest, AreTakenFromTheCallsOfEveryProgram) {
  CommandsRan ran;
  ran.Take(Call("Bash", R"({"command":"make test","timeout":5})"));
  ran.Take(Call("command", R"({"command":["bash","-lc","ls"]})"));
  ran.Take(Call("Read", R"({"path":"a.cc"})"));
  ran.Take(Call("Bash", R"({"command":"make test"})"));
  ran.Take({AgentEvent::Kind::kToolResult, "Bash", ParseJson(R"({"command":"no call"})").value()});
  EXPECT_EQ(ran.commands(), (std::vector<std::string>{"make test", "bash -lc ls"}));
}

TEST(CommandsRanTest, ThePageTellsWhatIsUnsupported) {
  EXPECT_EQ(CommandsPage("implement", 1, {"make test"}, {}),
            "Commands that `implement` ran, by the report of its program:\n- `make test`\n");
  EXPECT_EQ(CommandsPage("implement", 1, {}, {{"make lint"}, {"The test first; it failed."}}),
            "`implement` ran no command, by the report of its program.\n"
            "Its answer says that it ran these too, which is unsupported: no event shows it.\n- `make lint`\n"
            "Its answer says this, which is unsupported: no command failed before the work.\n"
            "- \"The test first; it failed.\"\n");
}

TEST(CommandsRanTest, CommandsThatOnlyReadFilesAreCountedAndNotListed) {
  EXPECT_EQ(
      CommandsPage("implement", 1, {"ls -la src", "cd src && cat a.c | head -5", "git diff --stat", "make test"}, {}),
      "Commands that `implement` ran, by the report of its program:\n- `make test`\n(3 that only read files)\n");
  for (const char* works :
       {"sed -i s/a/b/ x", "cat a > b", "git commit -m x", "find . -delete", "cat $(make)", "ls; make"})
    EXPECT_NE(CommandsPage("implement", 1, {works}, {}).find(works), std::string::npos) << works;
}

AgentEvent Reply(const std::string& text, const std::string& data) {
  return {AgentEvent::Kind::kToolResult, text, data.empty() ? Json() : ParseJson(data).value()};
}

TEST(CommandsRanTest, TheTextsOfTheResultAreHeldAgainstTheEventsToo) {
  CommandsRan ran;
  ran.Take(Call("Bash", R"({"command":"make test"})"));
  const Json result =
      ParseJson(R"({"summary":"did it; ran `tox`","concerns":["I ran `make test` and `make x`"]})").value();
  EXPECT_EQ(FindUnsupported("I ran `make test`.", result, ran).commands, (std::vector<std::string>{"tox", "make x"}));
}

TEST(CommandsRanTest, ATestThatFailedFirstIsSupportedByAFailureBeforeTheWork) {
  const std::string says = "I wrote the test first; it failed.";
  const auto statements = [&](const std::vector<AgentEvent>& events) {
    CommandsRan ran;
    for (const AgentEvent& event : events) ran.Take(event);
    return FindUnsupported(says, Json(), ran).statements;
  };
  const AgentEvent write = Call("Write", R"({"path":"a_test.py"})");
  const AgentEvent test = Call("Bash", R"({"command":"pytest -q"})");
  const std::vector<std::string> said = {says};
  EXPECT_EQ(statements({}), said);
  EXPECT_EQ(statements({write, Reply("", ""), test, Reply("1 passed", "")}), said);
  EXPECT_EQ(statements({write, Reply("", ""), test, Reply("", R"({"exit_code":1})")}), said) << "nothing came after it";
  EXPECT_EQ(statements({write, Reply("no such file", R"({"error":true})"), write}), said) << "no command failed";
  const std::vector<std::string> none;
  EXPECT_EQ(statements({test, Reply("", R"({"exit_code":1})"), write}), none);
  EXPECT_EQ(statements({test, Reply("1 FAILED", ""), write}), none) << "behind a pipe";
  EXPECT_EQ(statements({test, Reply("Bash", R"({"ok":false,"output":"x"})"), write}), none);
}

TEST(CommandsRanTest, EveryUnitOfTheLaneHasItsPage) {
  const auto add = [](std::string_view pages, const char* stage, int round, const char* command) {
    return JoinCommandsPages(pages, stage, round, CommandsPage(stage, round, {command}, {}));
  };
  std::string pages = add("", "implement", 1, "make");
  EXPECT_EQ(pages, CommandsPage("implement", 1, {"make"}, {}));
  pages = add(add(pages, "rework", 1, "make one"), "rework", 2, "make two");
  EXPECT_EQ(pages, CommandsPage("implement", 1, {"make"}, {}) + "\n" + CommandsPage("rework", 1, {"make one"}, {}) +
                       "\n" + CommandsPage("rework", 2, {"make two"}, {}));
  pages = JoinCommandsPages(pages, "rework", 2, CommandsPage("rework", 2, {}, {}));
  EXPECT_EQ(pages.find("make two"), std::string::npos) << "an attempt takes the place of the one before";
  EXPECT_NE(pages.find("make one"), std::string::npos);
  for (int round = 3; round < 2000; ++round) pages = add(pages, "rework", round, "make");
  EXPECT_LT(pages.size(), 33U * 1024);
  EXPECT_NE(pages.find("(round 1999)"), std::string::npos);
}

TEST(CommandsRanTest, WhoReadsMayKnowFromTheEngineHowACommandEnded) {
  CommandsRan ran;
  ran.Take(Call("Bash", R"({"command":"sh check.sh"})"));
  const std::string answer =
      "`make test` passes. I ran `sh check.sh`.\nI ran `make lint`: it passes.\n`ruff check` passes.\n";
  const std::string known = "$ make test\n  passed (exit 0)\n$ make lint\n  passed (exit 0)\n";
  EXPECT_EQ(FindUnsupportedOfReader(answer, ran, known).commands,
            (std::vector<std::string>{"make lint", "ruff check"}));
}

}  // namespace
}  // namespace forge
