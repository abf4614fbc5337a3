#include "surface/mcp/protocol/tasks.h"

#include <gtest/gtest.h>

namespace forge::mcp {
namespace {

const std::vector<InputRequest> kQuestion = {{"sure", "elicitation/create", Json::MakeObject()}};

std::string IdOf(const Tasks::Started& started) { return started.created["taskId"].AsString(); }

class TasksTest : public ::testing::Test {
 protected:
  Tasks tasks_{{"secret", [] { return TimePoint{1000}; }}};
};

TEST_F(TasksTest, ACancelledTaskThatStillAsksStaysCancelled) {
  Tasks::Started started = tasks_.Start([](std::stop_token, std::unique_ptr<Asker> asker) -> Rpc<Json> {
    const auto answers = asker->Ask(kQuestion, {});
    EXPECT_FALSE(answers);
    return std::unexpected(answers.error());
  });
  ASSERT_TRUE(tasks_.Cancel(IdOf(started)));
  started.run();
  const Json now = *tasks_.Get(IdOf(started));
  EXPECT_EQ(now["status"].AsString(), "cancelled") << now.Dump();
  EXPECT_FALSE(now.Has("inputRequests")) << now.Dump();
}

TEST_F(TasksTest, ATaskThatIsMadeAtTheEndOfTheServerIsStoppedToo) {
  tasks_.CancelAll();
  bool stopped = false;
  const Tasks::Started started = tasks_.Start([&](const std::stop_token& stop, std::unique_ptr<Asker>) -> Rpc<Json> {
    stopped = stop.stop_requested();
    return Json::MakeObject();
  });
  started.run();
  EXPECT_TRUE(stopped);
}

}  // namespace
}  // namespace forge::mcp
