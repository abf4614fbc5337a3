#include "workspace/remembered.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(WhatIsRemembered, AChainOfFirstParents) {
  Remembered memory;
  memory.Add({"a", "ta", ""});
  memory.Add({"b", "tb", "a"});
  memory.Add({"d", "td", "c"});
  EXPECT_EQ(memory.Find("b")->tree, "tb");
  EXPECT_FALSE(memory.Find("c"));
  EXPECT_TRUE(memory.IsBelow("a", "b"));
  EXPECT_TRUE(memory.IsBelow("b", "b"));
  EXPECT_FALSE(memory.IsBelow("b", "a"));
  EXPECT_TRUE(memory.IsBelow("c", "d"));
  EXPECT_FALSE(memory.IsBelow("a", "d")) << "c is not known";
  EXPECT_FALSE(memory.IsBelow("", "b"));
  EXPECT_FALSE(memory.IsBelow("", ""));
}

TEST(WhatIsRemembered, UnitsOfABranchThatOnlyWeMoved) {
  Remembered memory;
  memory.Add({"base", "t0", ""});
  EXPECT_FALSE(memory.FindUnits("base", "base"));
  memory.AddUnits("base", "base", {});
  EXPECT_TRUE(memory.FindUnits("base", "base")->empty());
  memory.Add({"one", "t1", "base"});
  memory.AddUnit("one", "17.1");
  memory.Add({"two", "t2", "one"});
  memory.AddUnit("two", "17.2");
  EXPECT_EQ(*memory.FindUnits("base", "two"), (Remembered::Units{{"17.1", "one"}, {"17.2", "two"}}));
  memory.Add({"again", "t3", "two"});
  memory.AddUnit("again", "17.1");
  EXPECT_EQ(memory.FindUnits("base", "again")->at("17.1"), "again") << "the newest";
  EXPECT_FALSE(memory.FindUnits("base", "two")) << "the branch went back: git is asked";
  EXPECT_FALSE(memory.FindUnits("other", "again"));
  memory.Add({"person", "t4", "again"});
  EXPECT_FALSE(memory.FindUnits("base", "person")) << "not a commit of ours";
}

TEST(WhatIsRemembered, OfTwoCommitsOfAUnitTheNewer) {
  Remembered memory;
  memory.Add({"base", "t0", ""});
  memory.AddUnits("base", "base", {});
  memory.Add({"one", "t1", "base"});
  memory.AddUnit("one", "17.1");
  memory.Add({"again", "t2", "one"});
  memory.AddUnit("again", "17.1");
  EXPECT_EQ(memory.FindUnits("base", "again")->at("17.1"), "again");
}

TEST(WhatIsRemembered, OnlyCleanMerges) {
  Remembered memory;
  const Commit a{"a", "", ""}, b{"b", "", ""}, c{"c", "", ""};
  memory.AddMerge(a, b, c, Merged{"tree", true, {}, ""});
  memory.AddMerge(a, c, b, Merged{"", false, {"x"}, ""});
  EXPECT_EQ(memory.FindMerge(a, b, c)->tree, "tree");
  EXPECT_FALSE(memory.FindMerge(a, c, b));
  memory.ForgetMerges();
  EXPECT_FALSE(memory.FindMerge(a, b, c));
  memory.AddChanged("x", "y", {"file"});
  EXPECT_EQ(memory.FindChanged("x", "y"), Remembered::Files{"file"});
  EXPECT_FALSE(memory.FindChanged("y", "x"));
}

}  // namespace
}  // namespace forge
