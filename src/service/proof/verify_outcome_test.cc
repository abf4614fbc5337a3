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

Commands CommandsOf(const Commands& words, std::optional<Commands> step, const Commands& project) {
  return CommandsFor(words, MakeJobWith(words, std::move(step)), project);
}

TEST(CommandsFor, WordsStandForTheStepsAndTheProjectsCommandsEachOnce) {
  EXPECT_EQ(CommandsOf({"step", "project", "make"}, Commands{"a", "make"}, {"p", "a"}), (Commands{"a", "make", "p"}));
  EXPECT_EQ(CommandsOf({"step"}, std::nullopt, {"p"}), Commands{"all"});
  EXPECT_EQ(CommandsOf({"step"}, Commands{}, {"p"}), Commands{"p"});
  EXPECT_EQ(CommandsOf({}, Commands{"a"}, {"p"}), Commands{});
}

VerifyReport FailedTestsOf(const std::string& command, const std::vector<std::string>& names) {
  VerifyResult result;
  result.command = command;
  result.exit_code = 1;
  result.tests.emplace();
  for (const std::string& name : names) result.tests->failures.push_back({name, "", ""});
  result.tests->failed = static_cast<std::int64_t>(names.size());
  VerifyReport report;
  report.passed = false;
  report.results = {result};
  return report;
}

TEST(FailingAsBefore, IsWhatWasRedAndIsNoWorse) {
  Job job = MakeJobWith({"project"}, std::nullopt);
  const auto as_before = [&](const std::vector<std::string>& names) {
    return FailingAsBefore(FailedTestsOf("make test", names), job);
  };
  EXPECT_EQ(as_before({"old"}), Commands{}) << "nothing is known of before";
  job.failed_before = {"make test: old", "make test: older"};
  EXPECT_EQ(as_before({"old", "older"}), Commands{"make test"});
  EXPECT_EQ(as_before({"old"}), Commands{"make test"}) << "one of the two is mended";
  EXPECT_EQ(as_before({"old", "new"}), Commands{});
  job.all_verify = {"make test"};
  EXPECT_EQ(as_before({"old"}), Commands{}) << "a step promised it";
}

}  // namespace
}  // namespace forge
