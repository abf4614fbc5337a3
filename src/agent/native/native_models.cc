#include "agent/native/native_models.h"

#include <algorithm>

#include "agent/effort.h"

namespace forge {

std::int64_t MostOutputTokens(const Model& model) { return std::min<std::int64_t>(model.output_tokens, 32'000); }

std::string WireEffort(std::string_view effort, const Model& model) {
  const std::string clamped = ClampEffort(effort, model.effort_cap);
  // Few models accept "xhigh"; all thinking models accept "high".
  return clamped == "xhigh" ? "high" : clamped;
}

std::int64_t ThinkingBudget(std::string_view effort) {
  if (effort == "low") return 2'048;
  if (effort == "high") return 16'384;
  return effort == "max" ? 24'576 : 8'192;
}

std::string_view ReasoningEffort(std::string_view effort) { return effort == "max" ? "high" : effort; }

}  // namespace forge
