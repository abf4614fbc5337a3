// What is known of models by their names: how much they take, how they are told to think. A name that is not known gets
// nothing it might refuse.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace forge {

inline constexpr std::string_view kDefaultAnthropicModel = "claude-sonnet-5-5";
inline constexpr std::string_view kDefaultOpenAiModel = "gpt-5.5";

// "sonnet", "opus" and "haiku" as the newest of them; others as they are.
std::string FullModelName(std::string_view name);

std::int64_t ContextTokens(std::string_view model);
std::int64_t MostOutputTokens(std::string_view model);

// One of low, medium, high, max that the model may be given; another word is medium, none stays none. Haiku and Sonnet
// of Claude end at medium.
std::string ClampEffort(std::string_view effort, std::string_view model);

// How a Claude is told to think.
enum class Thinking { kNone, kBudget, kAdaptive };
Thinking ThinkingOf(std::string_view model);
std::int64_t ThinkingBudget(std::string_view effort);  // tokens, of kBudget

// Whether an OpenAI model takes `reasoning_effort`, and which word for ours.
bool TakesReasoningEffort(std::string_view model);
std::string_view ReasoningEffort(std::string_view effort);

}  // namespace forge
