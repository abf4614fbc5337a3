#include "text/size.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace forge {
namespace {

const std::vector<std::string>& Files() {
  static const std::vector<std::string> files = [] {
    std::vector<std::string> all = {"README.md", "Makefile", "src/main.cc", "src/list/list.cc", "src/list/list.h"};
    for (int i = 0; i < 12; ++i) all.push_back("lib/part" + std::to_string(i) + ".cc");
    return all;
  }();
  return files;
}

std::string SizeOf(std::string_view objective) { return JudgeSize(objective, Files()).size; }

TEST(Size, ASmallClearChangeIsQuick) {
  EXPECT_EQ(SizeOf("fix the typo in the greeting"), "quick");
  EXPECT_EQ(SizeOf("return 0 instead of -1 in src/main.cc when the list is empty"), "quick");
  EXPECT_EQ(SizeOf("list.cc and list.h: sort by name."), "quick");
  EXPECT_EQ(SizeOf("write `hello` into greeting.txt"), "quick") << "a file that is to be made";
}

TEST(Size, ManyFilesStructureOrLengthAreComplex) {
  EXPECT_EQ(SizeOf("add a licence header to all of lib/"), "complex");
  EXPECT_EQ(SizeOf("rewrite the storage on SQLite"), "complex");
  EXPECT_EQ(SizeOf("migrate to C++23"), "complex");
  std::string list = "build a shop:\n";
  for (int i = 0; i < 8; ++i) list += "- page number " + std::to_string(i) + "\n";
  EXPECT_EQ(SizeOf(list), "complex");
  EXPECT_EQ(SizeOf(std::string(1'000'000, 'x')), "complex");
}

TEST(Size, WhatNamesNothingAndSaysLittleIsVague) {
  for (const char* text :
       {"fix", "improve performance", "make it better", "clean up the code please", "?", "do the thing"}) {
    EXPECT_EQ(SizeOf(text), "vague") << text;
  }
}

TEST(Size, TheRestIsStandard) {
  EXPECT_EQ(SizeOf("add a --json flag to the list command"), "standard");
  EXPECT_EQ(SizeOf("count words per line and print a histogram"), "standard");
  EXPECT_EQ(SizeOf("improve the error that parse_config gives for a missing section header"), "standard");
  EXPECT_EQ(SizeOf("src/main.cc, src/list/list.cc and README.md: say how many entries there are"), "standard");
}

TEST(Size, OtherScriptsAreNotVagueForHavingNoBlanks) {
  EXPECT_EQ(SizeOf("リストコマンドにJSON出力を追加する"), "standard");
  EXPECT_EQ(SizeOf("добавить вывод в формате таблицы"), "standard");
  EXPECT_EQ(SizeOf("直す"), "vague");
}

TEST(Size, SaysWhy) {
  EXPECT_EQ(JudgeSize("fix src/main.cc", Files()).why, "it is clear and names one file");
  EXPECT_EQ(JudgeSize("tidy lib/", Files()).why, "it covers 12 files");
  EXPECT_EQ(JudgeSize("improve things", Files()).why, "it says \"improve\" but names no code");
}

TEST(Size, AnyBytesGetASize) {
  EXPECT_EQ(SizeOf(std::string("\0\xff\xfe", 3)), "vague");
  EXPECT_FALSE(SizeOf("//// ../.. . .. /").empty());
}

}  // namespace
}  // namespace forge
