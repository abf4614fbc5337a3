// Plans of other tools: any text is read, and what was written once is written the same again.
#include <string>

#include "base/result.h"
#include "target.h"
#include "text/formats/foreign_plan.h"

FUZZ_TARGET(foreign_plan) {
  using namespace forge;
  if (text.empty()) return;
  const auto format = static_cast<unsigned char>(text[0]) % 5;
  text.remove_prefix(1);
  switch (format) {
    case 0: {
      if (const auto parts = ReadModules(text)) {
        CHECK(WriteModulePlan(*parts) == WriteModulePlan(ModulePlanFrom(*ParseJson(text))));
      }
      const std::string once = WriteModulePlan(ReadModulePlan(text));
      CHECK(WriteModulePlan(ReadModulePlan(once)) == once);
      break;
    }
    case 1: {
      const ForeignPlan plan = ReadTaskMaster(text);
      CHECK(ReadTaskMaster(WriteTaskMaster(plan)).steps.size() == plan.steps.size());
      break;
    }
    case 2: {
      const ForeignPlan plan = ReadSpecKit(text);
      CHECK(ReadSpecKit(WriteSpecKit(plan)).steps.size() == plan.steps.size());
      break;
    }
    case 3: {
      const ForeignPlan plan = ReadPhases(text);
      CHECK(ReadPhases(WritePhases(plan)).steps.size() == plan.steps.size());
      break;
    }
    default: {
      const ForeignPlan plan =
          ReadSliceFolder({{"S01-PLAN.md", std::string(text)}, {"tasks/T01/T01-PLAN.md", std::string(text)}});
      CHECK(plan.steps.size() == 1);
      CHECK(ReadSliceFolder(WriteSliceFolder(plan)).steps.size() == 1);
    }
  }
}
