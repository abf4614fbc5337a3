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
  EXPECT_EQ(CommandsPage("implement", 1, {}, {"make lint"}),
            "`implement` ran no command, by the report of its program.\n"
            "Its answer says that it ran these too, which is unsupported: no event shows it.\n- `make lint`\n");
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

}  // namespace
}  // namespace forge
