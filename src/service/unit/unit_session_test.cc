#include "service/unit/unit_session.h"

#include <gtest/gtest.h>

#include "os/files/files.h"

namespace forge {
namespace {

class UnitSessions : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = MakeTempDirectory("forge-sessions").value();
    project_.state = directory_;
    job_.lane = "s1";
    job_.stage.name = "review";
    job_.unit.iteration = 2;
    job_.unit.attempt = 1;
    ASSERT_TRUE(KeepSession(files(), job_, {"abc", "anthropic", "work", {.output_tokens = 7}}));
    job_.unit.attempt = 2;
  }
  void TearDown() override { EXPECT_TRUE(RemoveTree(directory_)); }
  RunFiles files() const { return {project_, RunId{1}, "x"}; }
  bool Found(const std::string& runtime = "anthropic", const std::string& account = "work") const {
    return FindSession(files(), job_, runtime, account).has_value();
  }

  std::string directory_;
  Project project_;
  Job job_;
};

TEST_F(UnitSessions, TheNextAttemptFindsIt) {
  const auto found = FindSession(files(), job_, "anthropic", "work");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->session, "abc");
  EXPECT_EQ(found->usage.output_tokens, 7);
}

TEST_F(UnitSessions, NoOtherUnitFindsIt) {
  EXPECT_FALSE(Found("openai"));
  EXPECT_FALSE(Found("anthropic", "home"));
  Job other = job_;
  std::swap(other, job_);
  job_.unit.attempt = 3;
  EXPECT_FALSE(Found()) << "two attempts later";
  job_ = other;
  job_.unit.iteration = 3;
  EXPECT_FALSE(Found()) << "in another round";
  job_ = other;
  job_.unit.remedies.other_model = true;
  EXPECT_FALSE(Found()) << "with another model";
  job_ = other;
  job_.unit.member = "other";
  EXPECT_FALSE(Found()) << "another member";
  job_ = other;
  job_.lane = "s2";
  EXPECT_FALSE(Found()) << "another step";
  job_ = other;
  EXPECT_TRUE(Found());
}

TEST_F(UnitSessions, AFileThatCannotBeReadIsNone) {
  const std::string folder = files().directory() + "/sessions/";
  const std::vector<std::string> names = ListDirectory(folder).value();
  ASSERT_EQ(names.size(), 1U);
  ASSERT_TRUE(WriteFileAtomic(folder + names[0], "{\"sess"));
  EXPECT_FALSE(Found());
}

}  // namespace
}  // namespace forge
