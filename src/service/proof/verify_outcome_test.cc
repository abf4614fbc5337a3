#include "service/proof/verify_outcome.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

Job MakeJobWith(std::vector<std::string> stage, std::optional<std::vector<std::string>> step) {
  Job job;
  job.stage.commands = std::move(stage);
  job.all_verify = {"all"};
  if (step) {
    job.step.emplace();
    job.step->verify = *step;
  }
  return job;
}

using Commands = std::vector<std::string>;

TEST(CommandsFor, WordsStandForTheStepsAndTheProjectsCommandsEachOnce) {
  EXPECT_EQ(CommandsFor(MakeJobWith({"step", "project", "make"}, Commands{"a", "make"}), {"p", "a"}),
            (Commands{"a", "make", "p"}));
  EXPECT_EQ(CommandsFor(MakeJobWith({"step"}, std::nullopt), {"p"}), Commands{"all"});
  EXPECT_EQ(CommandsFor(MakeJobWith({"step"}, Commands{}), {"p"}), Commands{"p"});
  EXPECT_EQ(CommandsFor(MakeJobWith({}, Commands{"a"}), {"p"}), Commands{});
}

}  // namespace
}  // namespace forge
