// Turns the model table's data (agent/model_table.h) into request fields.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "agent/model_table.h"

namespace forge {

inline constexpr std::string_view kDefaultAnthropicModel = "claude-sonnet-5-5";
inline constexpr std::string_view kDefaultOpenAiModel = "gpt-5.5";

// The output limit of one answer, at most what a person would read.
std::int64_t MostOutputTokens(const Model& model);

// low, medium, high or max, limited to what the model accepts. Empty stays empty.
std::string WireEffort(std::string_view effort, const Model& model);

std::int64_t ThinkingBudget(std::string_view effort);  // tokens, for Thinking::kBudget

// OpenAI's word for ours.
std::string_view ReasoningEffort(std::string_view effort);

}  // namespace forge
