#include "service/unit/claimed_files.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace forge {
namespace {

using Paths = std::vector<std::string>;

TEST(ClaimedFilesTest, TheResultBlockNamesThem) {
  const Json result =
      ParseJson(
          R"json({"files_changed": ["./src/a.js (new)", "src/a.js", "src/*.ts", 5, ""], "filesChanged": ["b.js"]})json")
          .value();
  EXPECT_EQ(ClaimedFiles(result), (Paths{"src/a.js", "b.js"}));
  EXPECT_TRUE(ClaimedFiles(Json()).empty());
}

TEST(ClaimedFilesTest, WhatWasNeverWrittenIsFound) {
  const Paths changed = {"src/a.js", "docs/deep/page.md"};
  EXPECT_EQ(UnwrittenFiles({"src/a.js", "src/b.js"}, changed), Paths{"src/b.js"});
  EXPECT_TRUE(UnwrittenFiles({"/some/tree/src/a.js", "a.js", "docs/", "docs/deep"}, changed).empty());
  EXPECT_EQ(UnwrittenFiles({"b/a.js", "doc"}, changed), (Paths{"b/a.js", "doc"}));
  EXPECT_EQ(UnwrittenFiles({"x"}, {}), Paths{"x"});
}

}  // namespace
}  // namespace forge
