// Files whose line endings git would store differently today.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "workspace/testing/user_repository.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

// Blobs with CRLF from before `*.txt text`: git would store every line anew.
class LineEndings : public UserRepository {
 protected:
  void SetUp() override {
    UserRepository::SetUp();
    Sh(repo(), "git reset -q --hard; rm -f .git/hooks/*; seq 1 10 | sed 's/$/\r/' > crlf.txt; cp crlf.txt other.txt");
    Sh(repo(), "git add crlf.txt other.txt; git commit -q -m crlf; echo '*.txt text' > .gitattributes");
    Sh(repo(), "git add .gitattributes; git commit -q -m attributes");
    workspaces_ = Open();
    Remember();
  }
  void TearDown() override {
    workspaces_.reset();
    UserRepository::TearDown();
  }
  std::unique_ptr<Workspaces> workspaces_;
};

TEST_F(LineEndings, ThatChangedMeanwhileDoNotConflictWithThemselves) {
  const std::string one = Work(*workspaces_, "s1", UnitId{1}, "sed -i 's/^1\r$/one\r/' crlf.txt");
  const std::string two = Work(*workspaces_, "s2", UnitId{2}, "sed -i 's/^10\r$/ten\r/' crlf.txt");
  const auto first = workspaces_->Integrate("s1", one, UnitId{3}, "m");
  const auto second = workspaces_->Integrate("s2", two, UnitId{4}, "m");
  ASSERT_TRUE(first && second);
  ASSERT_FALSE(second->conflict) << second->conflict->details;
  EXPECT_EQ(Sh(repo(), "git show forge/run-017:crlf.txt | tr -d '\r' | tr '\n' ' '"), "one 2 3 4 5 6 7 8 9 ten");
}

TEST_F(LineEndings, OfAFileThatIsNotTouchedStay) {
  const std::string one = Work(*workspaces_, "s1", UnitId{1},
                               "touch -d '1 hour ago' other.txt; echo x > x.md; cp crlf.txt t; cat t > crlf.txt; rm t");
  EXPECT_EQ(workspaces_->ChangedFiles(one).value(), std::vector<std::string>{"x.md"});
}

}  // namespace
}  // namespace forge
