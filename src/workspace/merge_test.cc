#include "workspace/merge.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace forge {
namespace {

using namespace std::string_literals;

TEST(MergeAnswer, CleanIsATreeAlone) {
  Merged merged = ReadMerge("abc\0"s);
  EXPECT_EQ(merged.tree, "abc");
  EXPECT_TRUE(merged.files.empty());
  EXPECT_TRUE(merged.details.empty());
}

TEST(MergeAnswer, ConflictsNameFilesAndWords) {
  Merged merged = ReadMerge(
      "abc\0a.txt\0new\nline\0\0"
      "1\0a.txt\0Auto-merging\0Auto-merging a.txt\n\0"
      "2\0a.txt\0b\0CONFLICT (contents)\0CONFLICT (content): Merge conflict in a.txt\n\0"s);
  EXPECT_EQ(merged.files, (std::vector<std::string>{"a.txt", "new\nline"}));
  EXPECT_EQ(merged.details, "CONFLICT (content): Merge conflict in a.txt\n");
}

TEST(MergeAnswer, RubbishIsReadToItsEnd) {
  for (const std::string& out : {""s, "\0"s, "abc"s, "abc\0a\0\0x\0"s, "abc\0\0"s, "abc\0a\0\0"s + "999999999\0a\0"s,
                                 "abc\0a\0\0"s + "-1\0"s, "abc\0a\0\0"s + "2\0a\0b\0c\0"s}) {
    EXPECT_TRUE(ReadMerge(out).details.empty());
  }
}

}  // namespace
}  // namespace forge
