// Reads a plan document from disk into what the engine needs.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/outcome.h"

namespace forge {

// All problems of the document in one error, with lines.
Result<PlanRef> ReadPlanText(std::string_view text, const std::string& name);
Result<PlanRef> LoadPlanFile(const std::string& path);

}  // namespace forge
