#include "workspace/names.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace forge {
namespace {

TEST(LaneNames, PlainOnesStayAsTheyAre) {
  for (const char* lane : {"run", "s1", "Parser_2.a-b", "1"}) EXPECT_EQ(LaneName(lane), lane);
}

TEST(LaneNames, OthersBecomeFitAndStayDifferent) {
  std::set<std::string> names;
  const std::string cases[] = {"a/b",
                               "a b",
                               "a-b",
                               "",
                               ".",
                               "..",
                               "a..b",
                               "-x",
                               "x.lock",
                               "x.",
                               "\xff\n",
                               "é",
                               "tip",
                               "base",
                               "unsquashed-1",
                               "lane-x-1",
                               ".x",
                               std::string(300, 'a'),
                               std::string(301, 'a')};
  for (const std::string& lane : cases) {
    std::string name = LaneName(lane);
    EXPECT_TRUE(names.insert(name).second) << lane;
    EXPECT_LE(name.size(), 100u);
    EXPECT_EQ(name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"),
              std::string::npos)
        << name;
    EXPECT_EQ(name.find(".."), std::string::npos) << name;
    EXPECT_FALSE(name.starts_with('.') || name.starts_with('-') || name.ends_with('.') || name.ends_with(".lock"));
    EXPECT_FALSE(name == "base" || name == "tip" || name.starts_with("unsquashed-")) << name;
  }
}

TEST(RunNames, AreThoseOfTheDocumentation) {
  RunNames names(RunId{17});
  EXPECT_EQ(names.branch(), "forge/run-017");
  EXPECT_EQ(names.branch_ref(), "refs/heads/forge/run-017");
  EXPECT_EQ(names.directory(), "run-017");
  EXPECT_EQ(names.base_ref(), "refs/forge/17/base");
  EXPECT_EQ(names.unit_ref("s1", UnitId{23}), "refs/forge/17/s1/23");
  EXPECT_EQ(names.unit_trailer(UnitId{23}), "17.23");
  EXPECT_EQ(RunNames(RunId{12345}).branch(), "forge/run-12345");
}

}  // namespace
}  // namespace forge
