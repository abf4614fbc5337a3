// Plans of other tools: any text is read, and what was written once is written the same again.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"
#include "input.h"
#include "text/formats/foreign_plan.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forge;
  if (size == 0) return 0;
  const std::string_view text = FuzzText(data + 1, size - 1);
  switch (data[0] % 5) {
    case 0: {
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
  return 0;
}
