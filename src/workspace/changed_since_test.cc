#include "workspace/changed_since.h"

#include "workspace/testing/user_repository.h"

namespace forge {
namespace {

using Changed = std::vector<std::vector<std::string>>;

class ChangedFiles : public UserRepository {
 protected:
  std::string Commit(const std::string& script) {
    return Sh(root(), "mkdir -p r; cd r; git init -q 2>/dev/null; " + script +
                          "; git add -A; git -c user.name=a -c user.email=a@b commit -q -m x; git rev-parse HEAD");
  }
  Changed Ask(const std::string& commit, const std::vector<std::string>& files, const std::string& now) {
    return ChangedSince(root() + "/r", {{commit, files}}, now).value();
  }
};

TEST_F(ChangedFiles, NamesWhatALaterCommitChangedOrDeleted) {
  const std::string then = Commit("echo 1 >a; echo 1 >b; echo 1 >'c d'; echo 1 >e");
  const std::string now = Commit("echo 2 >a; rm b; echo 2 >'c d'");
  EXPECT_EQ(Ask(then, {"a", "b", "c d", "e"}, now), (Changed{{"a", "b", "c d"}}));
  EXPECT_EQ(Ask(now, {"a", "e"}, now), (Changed{{}}));
}

TEST_F(ChangedFiles, NamesWhatIsNotCommitted) {
  Commit("echo 1 >a; echo 1 >b; echo 1 >'c d'; mkdir e; echo 1 >e/f; echo 1 >g");
  EXPECT_TRUE(UncommittedFiles(root() + "/r").value().empty());
  Sh(root(), "cd r; echo 2 >a; rm b; echo 2 >'c d'; echo 2 >e/f; git add e/f; echo 1 >new; touch g");
  EXPECT_EQ(UncommittedFiles(root() + "/r").value(), (std::set<std::string>{"a", "b", "c d", "e/f"}));
}

TEST_F(ChangedFiles, AFileThatTheStepDidNotMakeAndABranchThatIsGoneSayNothing) {
  const std::string then = Commit("echo 1 >a");
  const std::string now = Commit("echo 1 >new; echo 2 >a");
  EXPECT_EQ(Ask(then, {"new"}, now), (Changed{{}}));
  EXPECT_EQ(Ask(then, {"a"}, "refs/heads/gone"), (Changed{{}}));
  EXPECT_EQ(Ask("0123456789012345678901234567890123456789", {"a"}, now), (Changed{{}}));
}

}  // namespace
}  // namespace forge
