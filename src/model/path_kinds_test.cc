#include "model/path_kinds.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(PathKinds, PagesAreKnownByEndingFolderAndName) {
  for (const char* path :
       {"README.md", "README", "docs/api.html", "doc/x.py", "a/b/notes.rst", "CHANGELOG", "NEWS.txt"})
    EXPECT_TRUE(IsDocument(path)) << path;
  for (const char* path :
       {"src/a.cc", "CMakeLists.txt", "requirements.txt", "docs.py", "src/readme_parser.cc", "Makefile"})
    EXPECT_FALSE(IsDocument(path)) << path;
}

TEST(PathKinds, WordsThatOnlyEndLikeATestAreNone) {
  for (std::string_view path : {"latest.ts", "src/contest.py", "src/Contest.java", "attest.go", "tests/data.json"}) {
    EXPECT_FALSE(IsTestPath(path)) << path;
  }
}

TEST(PathKinds, DataAndDirectoriesOfTestsBelongToThem) {
  for (std::string_view path : {"tests/data.json", "tests", "tests/", "src/a/testdata/x.bin", "test_a.py", "tests/**"})
    EXPECT_TRUE(BelongsToTests(path)) << path;
  for (std::string_view path : {"src/a.cc", "latest.ts", "Makefile", "testing.cfg"})
    EXPECT_FALSE(BelongsToTests(path)) << path;
}

}  // namespace
}  // namespace forge
