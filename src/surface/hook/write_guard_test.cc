#include "surface/hook/write_guard.h"

#include <gtest/gtest.h>

#include "base/strings.h"

namespace forge::hook {
namespace {

std::optional<std::string> Old(const std::string&) { return "one two two"; }

Json Edit(const char* from, const char* to) {
  return Json::MakeObject().Set("file_path", "f").Set("old_string", from).Set("new_string", to);
}

TEST(Writes, TheTextAfterwardsIsTold) {
  Json write = Json::MakeObject().Set("file_path", "f").Set("content", "new");
  EXPECT_EQ(ReadWrite("Write", write, Old)->text, "new");
  EXPECT_EQ(ReadWrite("Edit", Edit("one", "1"), Old)->text, "1 two two");
  EXPECT_EQ(ReadWrite("Edit", Edit("two", "2").Set("replace_all", true), Old)->text, "one 2 2");
  Json edits = Json::MakeObject().Set("file_path", "f");
  edits.Set("edits", Json::Array{Edit("one", "1"), Edit("1 ", "")});
  EXPECT_EQ(ReadWrite("MultiEdit", edits, Old)->text, "two two");
}

TEST(Writes, ACellOfANotebookStandsBelowWhatIsThere) {
  Json cell = Json::MakeObject().Set("notebook_path", "n.ipynb").Set("new_source", "key = 1");
  EXPECT_EQ(ReadWrite("NotebookEdit", cell, Old)->text, "one two two\nkey = 1");
  EXPECT_FALSE(ReadWrite("NotebookEdit", Json::MakeObject().Set("notebook_path", "n.ipynb"), Old)->text);
}

TEST(Writes, AnEditThatTheToolItselfRefusesHasNoText) {
  EXPECT_FALSE(ReadWrite("Edit", Edit("two", "2"), Old)->text);
  EXPECT_FALSE(ReadWrite("Edit", Edit("three", "3"), Old)->text);
  EXPECT_FALSE(ReadWrite("Bash", Json::MakeObject(), Old));
}

TEST(Paths, AreReadByNameAndNeverLeaveTheProject) {
  EXPECT_EQ(PathWithin("/p", "/p/sub", "a.txt"), "sub/a.txt");
  EXPECT_EQ(PathWithin("/p", "/p/sub", "../a.txt"), "a.txt");
  EXPECT_EQ(PathWithin("/p", "/x", "/p/./a//b"), "a/b");
  EXPECT_FALSE(PathWithin("/p", "/p", "../q/a"));
  EXPECT_FALSE(PathWithin("/p", "/p", "/pq/a"));
  EXPECT_FALSE(PathWithin("/p", "/p", "../../../.."));
}

TEST(ForgeFiles, ABrokenPipelineIsNamedWithItsField) {
  const auto problems = CheckForgeFile(".forge/pipelines/x.toml", "name = \"x\"\nrolle = 1\n", std::nullopt);
  EXPECT_NE(Join(problems, "\n").find("rolle"), std::string::npos);
}

TEST(ForgeFiles, WhatWasWrongBeforeIsNotHeldAgainstTheWrite) {
  const std::string broken = "name = \"x\"\nrolle = 1\n";
  EXPECT_TRUE(CheckForgeFile(".forge/pipelines/x.toml", broken, broken).empty());
}

TEST(ForgeFiles, APlanOfModulesThatLacksAFieldIsNamed) {
  const auto problems =
      CheckForgeFile(".forge/plans/x.json", R"({"objective":"o","modules":[{"id":"m1","title":"t"}]})", std::nullopt);
  EXPECT_FALSE(problems.empty());
}

TEST(ForgeFiles, OtherFilesAreNotOurs) { EXPECT_TRUE(CheckForgeFile("src/x.toml", "=", std::nullopt).empty()); }

TEST(Patterns, CoverWhatIsBelowThem) {
  EXPECT_TRUE(IsCovered("src/a/b.cc", {"docs", "src/a"}));
  EXPECT_TRUE(IsCovered("src/a/b.cc", {"src/**/*.cc"}));
  EXPECT_FALSE(IsCovered("src/b.cc", {"src/a", "*.md"}));
}

}  // namespace
}  // namespace forge::hook
