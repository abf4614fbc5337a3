#include "service/plan/plan_lookup.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "os/files/files.h"
#include "os/process/process.h"

namespace forge {
namespace {

constexpr const char* kModules =
    R"({"objective": "o", "modules": [{"id": "m1", "title": "t", "objective": "o", "files": ["a"], "verify": ["true"],
        "doneWhen": "d"}]})";

class PlanLookup : public ::testing::Test {
 protected:
  void SetUp() override {
    project_ = ProjectAt(MakeTempDirectory("lookup-").value()).value();
    ASSERT_TRUE(MakeDirectories(project_.forge + "/plans"));
  }
  void TearDown() override { ASSERT_TRUE(RemoveTree(project_.root)); }

  void Write(const std::string& path, const std::string& text = kModules) {
    ASSERT_TRUE(MakeDirectories(DirName(project_.root + "/" + path)));
    ASSERT_TRUE(WriteFileAtomic(project_.root + "/" + path, text));
  }
  // It was written long ago.
  void Age(const std::string& path) {
    ProcessSpec touch;
    touch.argv = {"touch", "-d", "2001-01-01", project_.root + "/" + path};
    ASSERT_TRUE(RunProcess(touch).value().ok());
  }
  std::string Found(const std::string& name) {
    auto plan = FindAnyPlan(project_, name);
    return plan ? plan->path : plan.error().message;
  }

  Project project_;
};

TEST_F(PlanLookup, ThePlansInJsonAreListedWithWhatTheyAreTo) {
  EXPECT_TRUE(ListJsonPlans(project_).value().empty());
  Write(".forge/plans/b.json", R"({"title": " ", "objective": "greet\nall", "modules": []})");
  Write(".forge/plans/a b.json", R"({"title": "Greeting", "objective": "greet"})");
  Write(".forge/plans/broken.json", "{");
  Write(".forge/plans/plan-001-x.md", "# Plan: x");
  const std::string outside = MakeTempDirectory("outside-").value();
  ASSERT_TRUE(WriteFileAtomic(outside + "/secret.json", kModules));
  ASSERT_TRUE(MakeSymlink(outside + "/secret.json", project_.forge + "/plans/link.json"));
  std::string listed;
  const std::vector<JsonPlan> plans = ListJsonPlans(project_).value();
  for (const JsonPlan& plan : plans) listed += plan.name + ": " + TitleOf(project_, plan) + "\n";
  EXPECT_EQ(listed, "a b.json: Greeting\nb.json: greet\nbroken.json: broken.json\n");
  EXPECT_EQ(ReadJsonPlan(project_, plans[2]).value(), "{");
  ASSERT_TRUE(RemoveTree(outside));
}

TEST_F(PlanLookup, APlanInJsonIsFoundByItsName) {
  Write(".forge/plans/greet.json");
  EXPECT_EQ(Found("greet"), ".forge/plans/greet.json");
  EXPECT_EQ(Found("greet.json"), ".forge/plans/greet.json");
  EXPECT_EQ(Found(".forge/plans/greet.json"), ".forge/plans/greet.json");
  EXPECT_EQ(Found(".forge/plans/greet"), ".forge/plans/greet.json");
  EXPECT_EQ(Found(project_.root + "/.forge/plans/greet.json"), ".forge/plans/greet.json");
  EXPECT_EQ(FindAnyPlan(project_, "greet").value().source.document.steps.size(), 1U);
}

TEST_F(PlanLookup, WithoutANameItIsTheNewest) {
  EXPECT_EQ(FindAnyPlan(project_, "").error().code, Code::kNotFound);
  Write(".forge/plans/plan-002-second.md", "# Plan: second\n");
  EXPECT_EQ(Found(""), ".forge/plans/plan-002-second.md");
  Write(".forge/plans/zebra.json");
  Age(".forge/plans/zebra.json");
  EXPECT_EQ(Found(""), ".forge/plans/plan-002-second.md");
  Write(".forge/plans/ape.json");
  Age(".forge/plans/plan-002-second.md");
  EXPECT_EQ(Found(""), ".forge/plans/ape.json");
}

TEST_F(PlanLookup, DotsInANameAreNoWayOut) {
  Write("docs/a..b.json");
  EXPECT_EQ(Found("docs/a..b.json"), "docs/a..b.json");
  EXPECT_EQ(Found("docs/../docs/a..b.json"), "docs/a..b.json");
  EXPECT_EQ(FindAnyPlan(project_, "docs/none.json").error().code, Code::kNotFound);
}

TEST_F(PlanLookup, FilesOutsideAreRefused) {
  const std::string outside = MakeTempDirectory("outside-").value();
  ASSERT_TRUE(WriteFileAtomic(outside + "/plan.json", kModules));
  ASSERT_TRUE(MakeSymlink(outside + "/plan.json", project_.root + "/link.json"));
  for (const std::string& name : {outside + "/plan.json", std::string("../x.json"), std::string("/etc/passwd"),
                                  std::string("link.json"), project_.root + "2/plan.json"}) {
    EXPECT_EQ(FindAnyPlan(project_, name).error().code, Code::kInvalid) << name;
  }
  ASSERT_TRUE(RemoveTree(outside));
}

}  // namespace
}  // namespace forge
