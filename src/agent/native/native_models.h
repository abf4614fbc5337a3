// How a native runtime words what the model table (agent/model_table.h) knows of a model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "agent/model_table.h"

namespace forge {

inline constexpr std::string_view kDefaultAnthropicModel = "claude-sonnet-5-5";
inline constexpr std::string_view kDefaultOpenAiModel = "gpt-5.5";

// What one answer is given room for: no more than a person reads, whatever the model can.
std::int64_t MostOutputTokens(const Model& model);

// One of low, medium, high, max: what the model may be given of what was asked. None stays none.
std::string WireEffort(std::string_view effort, const Model& model);

std::int64_t ThinkingBudget(std::string_view effort);  // tokens, of Thinking::kBudget

// OpenAI's word for ours.
std::string_view ReasoningEffort(std::string_view effort);

}  // namespace forge
