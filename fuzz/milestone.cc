// A milestone's folder and the files around it: any text is read, and what was written once is written the same again.
#include <string>

#include "base/result.h"
#include "target.h"
#include "text/formats/foreign_plan.h"
#include "text/formats/gsd_preferences.h"

FUZZ_TARGET(milestone) {
  using namespace forge;
  const std::string own(text);
  const ForeignPlan plan = ReadMilestoneFolder({{"M001-ROADMAP.md", own},
                                                {"M001-CONTEXT.md", own},
                                                {"slices/S01/S01-RISK.md", own},
                                                {"slices/S01/tasks/T01/T01-PLAN.md", own}});
  CHECK(plan.steps.size() == plan.states.size());
  const TextFiles once = WriteMilestoneFolder(plan);
  const ForeignPlan again = ReadMilestoneFolder(once);
  CHECK(again.steps.size() == plan.steps.size() && again.states == plan.states);
  CHECK(WriteMilestoneFolder(again) == once);
  for (const ForeignPreference& one : ReadGsdPreferences({{"a", own}, {"b", own}}))
    CHECK(!one.name.empty() && one.from.starts_with("b:") && one.key.empty() == one.ours.empty());
  (void)ReadGsdState(text);
}
