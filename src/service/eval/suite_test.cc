#include "service/eval/suite.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "service/eval/suite_files.h"

namespace forge {
namespace {

std::vector<SuiteFile> SmallSuite() {
  return {{"suite.toml", "name = \"small\"\n[budget]\nusd = 2.0\nminutes = 3\n"},
          {"tasks/one/task.toml",
           "objective = \"do it\"\ntest = \"make test\"\ncheck = \"sh hidden.sh\"\nneeds = [\"sh\"]\n[budget]\nunits = "
           "9\n"},
          {"tasks/one/repo/a.txt", "a\n"},
          {"tasks/one/check/hidden.sh", "true\n"}};
}

std::string WhatIsWrong(const std::vector<SuiteFile>& files) { return Describe(ReadSuite(files, "S", "s").problems); }

TEST(Suite, ATaskHasItsFilesItsCheckAndWhatItMaySpend) {
  const ReadSuiteResult read = ReadSuite(SmallSuite(), "S", "s");
  ASSERT_EQ(Describe(read.problems), "");
  EXPECT_EQ(read.suite.name, "small");
  ASSERT_EQ(read.suite.tasks.size(), 1U);
  const EvalTask& task = read.suite.tasks[0];
  EXPECT_EQ(task.name, "one");
  EXPECT_EQ(task.objective, "do it");
  EXPECT_EQ(task.check, std::vector<std::string>{"sh hidden.sh"});
  EXPECT_EQ(task.files, (std::vector<SuiteFile>{{"a.txt", "a\n"}}));
  EXPECT_EQ(task.check_files, (std::vector<SuiteFile>{{"hidden.sh", "true\n"}}));
  EXPECT_EQ(task.budget.usd, 2.0);
  EXPECT_EQ(task.budget.wall_ms, 180'000);
  EXPECT_EQ(task.budget.units, 9);
}

TEST(Suite, AllProblemsAreToldAtOnceWithFileAndLine) {
  std::vector<SuiteFile> files = SmallSuite();
  files[0].text = "colour = 1\n";
  files[1].text = "objective = \"x\"\nchek = \"y\"\nneeds = 3\n";
  files.push_back({"tasks/two/repo/b.txt", ""});
  files.push_back({"tasks/Three/task.toml", ""});
  files.push_back({"tasks/stray.txt", ""});
  const std::string problems = WhatIsWrong(files);
  EXPECT_NE(problems.find("S/suite.toml:1:1: unknown key `colour`"), std::string::npos) << problems;
  EXPECT_NE(problems.find("S/tasks/one/task.toml:2:1: unknown key `chek`"), std::string::npos) << problems;
  EXPECT_NE(problems.find("S/tasks/one/task.toml:3:"), std::string::npos) << problems;
  EXPECT_NE(problems.find("the task has no `check`"), std::string::npos) << problems;
  EXPECT_NE(problems.find("S/tasks/two"), std::string::npos) << problems;
  EXPECT_NE(problems.find("`Three` cannot be the name of a task"), std::string::npos) << problems;
  EXPECT_NE(problems.find("S/tasks/stray.txt"), std::string::npos) << problems;
}

TEST(Suite, ARepositoryNeedsACommitAndNoFolder) {
  std::vector<SuiteFile> files = SmallSuite();
  files[1].text = "objective = \"x\"\ncheck = \"y\"\nrepository = \"../r\"\n";
  const std::string problems = WhatIsWrong(files);
  EXPECT_NE(problems.find("`repository` and `base` belong together"), std::string::npos) << problems;
  EXPECT_NE(problems.find("`repository` and a folder repo/"), std::string::npos) << problems;
}

TEST(Suite, WhatIsRemovedIsInTheRepository) {
  for (const char* path : {"../x", "/etc/passwd", ".git/config", ""}) {
    std::vector<SuiteFile> files = SmallSuite();
    files[1].text = std::string("objective = \"x\"\ncheck = \"y\"\nremove = [\"") + path + "\"]\n";
    EXPECT_NE(WhatIsWrong(files), "") << path;
  }
}

TEST(Suite, AFolderWithoutTasksOrWithoutItsFileIsNoSuite) {
  EXPECT_NE(WhatIsWrong({}).find("no suite.toml"), std::string::npos);
  EXPECT_NE(WhatIsWrong({{"suite.toml", ""}}).find("no task"), std::string::npos);
}

TEST(Suite, TheFingerprintChangesWithWhatIsAskedAndWithWhatIsChecked) {
  const std::string before = ReadSuite(SmallSuite(), "S", "s").suite.tasks[0].fingerprint;
  for (const std::size_t place : {1U, 2U, 3U}) {
    std::vector<SuiteFile> files = SmallSuite();
    files[place].text += place == 1 ? "tokens = 5\n" : "x\n";
    EXPECT_NE(ReadSuite(files, "S", "s").suite.tasks.at(0).fingerprint, before) << place;
  }
  std::vector<SuiteFile> files = SmallSuite();
  files[1].text.insert(0, "about = \"for people\"\n");
  EXPECT_EQ(ReadSuite(files, "S", "s").suite.tasks.at(0).fingerprint, before);
}

TEST(Suite, TheBuiltInSuiteHasTwelveTasksInFiveLanguages) {
  const auto suite = LoadSuite("/", "starter");
  ASSERT_TRUE(suite) << Describe(suite.error());
  EXPECT_EQ(suite->tasks.size(), 12U);
  for (const char* language : {"c-", "cpp-", "sh-", "py-", "js-"}) {
    EXPECT_TRUE(std::ranges::any_of(suite->tasks, [&](const EvalTask& task) {
      return task.name.starts_with(language);
    })) << language;
  }
  for (const EvalTask& task : suite->tasks) {
    EXPECT_FALSE(task.check_files.empty()) << task.name;
    EXPECT_FALSE(task.needs.empty()) << task.name;
    EXPECT_FALSE(task.test.empty()) << task.name;
  }
}

TEST(Suite, AnUnknownNameListsTheBuiltInSuites) {
  const auto suite = LoadSuite("/", "no-such-suite");
  ASSERT_FALSE(suite);
  EXPECT_EQ(suite.error().code, Code::kInvalid);
  EXPECT_NE(suite.error().hint.find("starter"), std::string::npos);
}

}  // namespace
}  // namespace forge
