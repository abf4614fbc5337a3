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
  EXPECT_EQ(CommandsPage("implement", {"make test"}, {}),
            "Commands that `implement` ran, by the report of its program:\n- `make test`\n");
  EXPECT_EQ(CommandsPage("implement", {}, {"make lint"}),
            "`implement` ran no command, by the report of its program.\n"
            "Its answer says that it ran these too, which is unsupported: no event shows it.\n- `make lint`\n");
}

}  // namespace
}  // namespace forge
