#include "service/unit/plan_remarks.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace forge {
namespace {

StepSpec PlannedStep(const std::string& id, std::vector<std::string> writes, std::vector<std::string> files = {}) {
  StepSpec step;
  step.id = StepId{id};
  step.writes = std::move(writes);
  step.files = std::move(files);
  return step;
}

// "s1 reader", the ids in order.
std::string IdsNamedBy(const std::vector<StepSpec>& steps, const std::string& text, const std::string& file = "") {
  Finding remark;
  remark.title = "a remark";
  remark.description = text;
  remark.file = file;
  std::string ids;
  for (const StepId& id : StepNames(steps).In(remark)) ids += (ids.empty() ? "" : " ") + id.value;
  return ids;
}

const std::vector<StepSpec>& PlannedSteps() {
  static const std::vector<StepSpec> steps = {PlannedStep("s1", {"src/count.c"}, {"src/count.h"}),
                                              PlannedStep("reader", {"src/read/**"}),
                                              PlannedStep("docs", {"docs/use.md"})};
  return steps;
}

TEST(PlanRemarks, AStepIsNamedByItsIdOrItsNumber) {
  EXPECT_EQ(IdsNamedBy(PlannedSteps(), "S1 leaks."), "s1");
  EXPECT_EQ(IdsNamedBy(PlannedSteps(), "Step reader: which encoding?"), "reader");
  EXPECT_EQ(IdsNamedBy(PlannedSteps(), "`docs` comes last."), "docs");
  EXPECT_EQ(IdsNamedBy(PlannedSteps(), "Step 2 is long."), "reader");
  EXPECT_EQ(IdsNamedBy(PlannedSteps(), "Steps 1 and 3 overlap."), "docs s1");
  EXPECT_EQ(IdsNamedBy(PlannedSteps(), "in steps s1, reader and docs"), "docs reader s1");
}

TEST(PlanRemarks, APlainWordIsNoStep) {
  EXPECT_EQ(IdsNamedBy(PlannedSteps(), "The reader of the docs may not know 2 things. Each step is small."), "");
  EXPECT_EQ(IdsNamedBy(PlannedSteps(), "Step by step it takes 3 rounds."), "");
  EXPECT_EQ(IdsNamedBy({PlannedStep("2", {}), PlannedStep("1", {})}, "step 2"), "2") << "an id comes before a number";
}

TEST(PlanRemarks, AWordInBackticksIsFoundWhereverItStands) {
  EXPECT_EQ(IdsNamedBy(PlannedSteps(), "`x` `docs`, then `a b``reader`"), "docs reader");
  EXPECT_EQ(IdsNamedBy(PlannedSteps(), "`the docs` and ` reader`, one `docs"), "") << "not alone in them";
}

TEST(PlanRemarks, AStepIsNamedByItsFiles) {
  EXPECT_EQ(IdsNamedBy(PlannedSteps(), "", "src/count.c"), "s1");
  EXPECT_EQ(IdsNamedBy(PlannedSteps(), "see src/count.h:12."), "s1") << "also one that it reads";
  EXPECT_EQ(IdsNamedBy(PlannedSteps(), "`count.c` is long"), "s1") << "by its name alone";
  EXPECT_EQ(IdsNamedBy(PlannedSteps(), "src/read/utf8.c and docs/use.md differ"), "docs reader");
  EXPECT_EQ(IdsNamedBy(PlannedSteps(), "about README.md, e.g. its head", "README.md"), "");
}

TEST(PlanRemarks, AFileIsTheBusinessOfWhoWritesIt) {
  const std::vector<StepSpec> steps = {PlannedStep("store", {"store.py"}, {"item.py"}),
                                       PlannedStep("report", {"report.py"}, {"store.py", "item.py"})};
  EXPECT_EQ(IdsNamedBy(steps, "", "store.py"), "store") << "report only reads it";
  EXPECT_EQ(IdsNamedBy(steps, "", "item.py"), "report store") << "no step writes it";
  EXPECT_EQ(IdsNamedBy(steps, "store.py and report.py differ"), "report store");
  EXPECT_EQ(IdsNamedBy(steps, "In step report: it sorts.", "store.py"), "report") << "a step that is named comes first";
}

TEST(PlanRemarks, AConcernReachesTheStepsThatItNamesOrThatBuildOnItsOwn) {
  const std::string plan =
      "# Plan: x\n\n## Steps\n\n### Step s1: count\n\n- Do: x\n- Writes: `src/count.c`\n\n### Step docs: tell\n\n- Do: "
      "x\n- "
      "Writes: `docs/use.md`\n\n### Step last: look\n\n- Do: x\n- Writes: `last.txt`\n";
  const auto told = [&](const std::string& id, bool needed) {
    return ConcernsForStep(PlannedStep(id, {}), plan,
                           {{StepId{"s1"}, "count", "docs/use.md says the opposite", needed},
                            {StepId{"s1"}, "count", "Long lists are slow", needed},
                            {StepId{"s1"}, "count", "src/count.c is long", needed}});
  };
  EXPECT_EQ(told("docs", false), "- step s1 (count): docs/use.md says the opposite\n");
  EXPECT_EQ(told("last", true), "- step s1 (count): Long lists are slow\n") << "the others name other steps";
  EXPECT_EQ(told("last", false), "");
  EXPECT_EQ(ConcernsForStep(PlannedStep("docs", {}), plan, {}), "");
  const auto rejected = [&](const std::string& text) {
    return ConcernsForStep(PlannedStep("docs", {}), plan, {{StepId{"s1"}, "count", text, true, "`review`: it is not"}});
  };
  EXPECT_EQ(rejected("Long lists are slow"), "");
  EXPECT_EQ(rejected("docs/use.md is long"),
            "- step s1 (count): docs/use.md is long (rejected by `review`: it is not)\n")
      << "who rejected it did not work on that step";
}

}  // namespace
}  // namespace forge
