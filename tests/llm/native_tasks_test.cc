// Ten small tasks as they occur, over each API: the tree at the end is the one that a shell with the same edits gives,
// and the loop asks the model exactly as often as the work has answers.
#include <algorithm>
#include <map>

#include "native_fixture.h"
#include "small_tasks.h"

namespace forge::llm {
namespace {

class NativeTasks : public NativeTest {};

INSTANTIATE_TEST_SUITE_P(EachApi, NativeTasks, kEachApi, ApiName);

TEST_P(NativeTasks, EndInTheSameTreesWithNoRequestTooMany) {
  for (const SmallTask& task : kSmallTasks) {
    const std::string mine = MakeTempDirectory("task").value(), theirs = MakeTempDirectory("task").value();
    RunShell(mine, task.set_up);
    RunShell(theirs, std::string(task.set_up) + "; " + task.by_hand);
    Serve(std::string(R"({"a":)") + task.turns + "}");
    AgentRequest request = Request();
    request.cwd = mine;
    const AgentAnswer answer = Ask(GetParam(), "a", request);
    EXPECT_EQ(answer.text, "done") << task.name << ": " << answer.error;
    EXPECT_EQ(TreeOf(mine), TreeOf(theirs)) << task.name;
    EXPECT_EQ(server_->RequestCount(), task.requests) << task.name;
    EXPECT_TRUE(RemoveTree(mine));
    EXPECT_TRUE(RemoveTree(theirs));
  }
}

}  // namespace
}  // namespace forge::llm
