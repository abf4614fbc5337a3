#include "text/changed_kinds.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(ChangedKinds, PagesAreKnownByEndingFolderAndName) {
  for (const char* path :
       {"README.md", "README", "docs/api.html", "doc/x.py", "a/b/notes.rst", "CHANGELOG", "NEWS.txt"})
    EXPECT_TRUE(IsDocument(path)) << path;
  for (const char* path :
       {"src/a.cc", "CMakeLists.txt", "requirements.txt", "docs.py", "src/readme_parser.cc", "Makefile"})
    EXPECT_FALSE(IsDocument(path)) << path;
}

TEST(ChangedKinds, AChangeMayBeBothOrNothing) {
  EXPECT_EQ(KindsOf({}), (ChangedKinds{false, false}));
  EXPECT_EQ(KindsOf({"a.cc", "a.md"}), (ChangedKinds{true, true}));
  EXPECT_EQ(KindsOf({"a.cc"}), (ChangedKinds{true, false}));
  EXPECT_EQ(KindsOf({"a.md"}), (ChangedKinds{false, true}));
}

}  // namespace
}  // namespace forge
