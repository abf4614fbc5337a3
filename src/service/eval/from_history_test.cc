#include "service/eval/from_history.h"

#include <gtest/gtest.h>

#include "service/eval/suite.h"

namespace forge {
namespace {

TEST(FromHistory, TestsAndCodeAreToldApart) {
  const CommitFiles files = SortCommitFiles({{"M", "src/x.cc"},
                                             {"A", "src/x_test.cc"},
                                             {"D", "tests/test_old.py"},
                                             {"M", "README.md"},
                                             {"A", "tests/data/in.json"},
                                             {"D", "src/gone.cc"}});
  EXPECT_EQ(files.tests, (std::vector<std::string>{"src/x_test.cc", "tests/data/in.json"}));
  EXPECT_EQ(files.removed_tests, std::vector<std::string>{"tests/test_old.py"});
  EXPECT_EQ(files.code, (std::vector<std::string>{"src/x.cc", "src/gone.cc"}));
  EXPECT_EQ(files.prose, std::vector<std::string>{"README.md"});
}

TEST(FromHistory, ATaskSurvivesItsFileWhateverTheMessageSays) {
  EvalTask task;
  task.about = "a";
  task.objective = "parse \"\"\" and \\n\n\nIt's a `tab`:\t, and \x7f, and ünicode";
  task.repository = "/r";
  task.base = "abc";
  task.test = "make 'a b'";
  task.check = {"make 'a b'"};
  task.remove = {"tests/a \"b\".py"};
  const ReadSuiteResult read = ReadSuite({{"suite.toml", ""}, {"tasks/t/task.toml", HistoryTaskText(task)}}, "S", "s");
  ASSERT_EQ(Describe(read.problems), "");
  const EvalTask& again = read.suite.tasks.at(0);
  EXPECT_EQ(again.objective, task.objective);
  EXPECT_EQ(again.check, task.check);
  EXPECT_EQ(again.test, task.test);
  EXPECT_EQ(again.remove, task.remove);
  EXPECT_EQ(again.base, "abc");
}

}  // namespace
}  // namespace forge
