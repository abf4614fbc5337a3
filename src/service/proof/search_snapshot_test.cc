#include "service/proof/search_snapshot.h"

#include <gtest/gtest.h>

#include "workspace/testing/user_repository.h"

namespace forge {
namespace {

// Put together here, so that no scanner takes this file for a leak.
const std::string kToken = std::string("ghp_") + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

class SearchSnapshotTest : public UserRepository {
 protected:
  std::vector<DiffSecret> Search(const std::string& script, std::size_t limit) {
    auto workspaces = Open();
    const std::string snapshot = Work(*workspaces, "s1", UnitId{1}, script);
    return SearchSnapshot(Git(repo()), snapshot, limit).value();
  }
};

TEST_F(SearchSnapshotTest, AFileThatGitCallsBinaryIsSearched) {
  EXPECT_EQ(Search("printf 'one\\0two\\nkey " + kToken + "\\n' > blob; echo '* -diff' > .gitattributes", 100000),
            (std::vector<DiffSecret>{{"blob", 2, "a GitHub token"}}));
}

TEST_F(SearchSnapshotTest, TheMiddleOfALargeChangeIsSearched) {
  const std::string script = "seq 1000 > a1; (seq 500; echo " + kToken + "; seq 500) > a2; seq 1000 > a3";
  EXPECT_EQ(Search(script, 7000), (std::vector<DiffSecret>{{"a2", 501, "a GitHub token"}}));
}

TEST_F(SearchSnapshotTest, AFileThatIsTooLargeIsAFinding) {
  EXPECT_EQ(Search("seq 2000 > 'a *'; echo " + kToken + " > b", 7000),
            (std::vector<DiffSecret>{{"a *", 1, "too large to search"}, {"b", 1, "a GitHub token"}}));
}

}  // namespace
}  // namespace forge
