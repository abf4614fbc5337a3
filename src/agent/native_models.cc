#include "agent/native_models.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::array<std::string_view, 4> kEfforts = {"low", "medium", "high", "max"};

struct Window {
  std::string_view prefix;
  std::int64_t tokens;
};

// The first prefix that fits counts.
constexpr std::array<Window, 11> kWindows = {{{"claude-", 200'000},
                                              {"gpt-4.1", 1'000'000},
                                              {"gpt-4o", 128'000},
                                              {"gpt-4-turbo", 128'000},
                                              {"gpt-4", 8'192},
                                              {"gpt-3.5", 16'385},
                                              {"gpt-", 272'000},
                                              {"o1", 200'000},
                                              {"o3", 200'000},
                                              {"o4", 200'000},
                                              {"gemini", 1'000'000}}};
constexpr std::int64_t kUnknownWindow = 128'000;

bool IsDigits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// 45 of claude-sonnet-4-5-20250929 and 35 of claude-3-5-haiku; nothing of what is no Claude.
std::optional<int> ClaudeVersion(std::string_view model) {
  if (!model.starts_with("claude-")) return std::nullopt;
  std::vector<int> numbers;
  for (std::string_view part : Split(model, '-')) {
    // Eight digits are a date.
    if (IsDigits(part) && part.size() <= 2) numbers.push_back(static_cast<int>(ParseInt(part).value_or(0)));
  }
  if (numbers.empty()) return std::nullopt;
  return numbers[0] * 10 + (numbers.size() > 1 ? std::min(numbers[1], 9) : 0);
}

}  // namespace

std::string FullModelName(std::string_view name) {
  if (name == "opus" || name == "sonnet" || name == "haiku") return "claude-" + std::string(name) + "-5-5";
  return std::string(name);
}

std::int64_t ContextTokens(std::string_view model) {
  for (const Window& window : kWindows) {
    if (model.starts_with(window.prefix)) return window.tokens;
  }
  return kUnknownWindow;
}

std::int64_t MostOutputTokens(std::string_view model) {
  const std::optional<int> version = ClaudeVersion(model);
  if (version && *version < 35) return 4'096;
  if (version && *version < 40) return 8'192;
  return version ? 32'000 : 16'000;
}

std::string ClampEffort(std::string_view effort, std::string_view model) {
  if (effort.empty()) return "";
  auto found = std::ranges::find(kEfforts, effort);
  const auto rank = found == kEfforts.end() ? 1 : found - kEfforts.begin();
  const bool small = model.starts_with("claude-haiku") || model.starts_with("claude-sonnet");
  return std::string(kEfforts[static_cast<std::size_t>(small ? std::min<std::ptrdiff_t>(rank, 1) : rank)]);
}

Thinking ThinkingOf(std::string_view model) {
  const std::optional<int> version = ClaudeVersion(model);
  if (!version || *version < 37) return Thinking::kNone;
  return *version < 46 ? Thinking::kBudget : Thinking::kAdaptive;
}

std::int64_t ThinkingBudget(std::string_view effort) {
  if (effort == "low") return 2'048;
  if (effort == "high") return 16'384;
  return effort == "max" ? 24'576 : 8'192;
}

bool TakesReasoningEffort(std::string_view model) {
  return model.starts_with("o1") || model.starts_with("o3") || model.starts_with("o4") || model.starts_with("gpt-5") ||
         model.starts_with("gpt-6");
}

std::string_view ReasoningEffort(std::string_view effort) { return effort == "max" ? "high" : effort; }

}  // namespace forge
