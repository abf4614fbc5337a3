// The ten dimensions a plan is scored by; eight are structure and scored here, two need a reviewer.
// docs/plan-checks.md has the rubrics. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/word_table.h"

namespace forge {

enum class Score : std::uint8_t { kPass, kWarn, kFail, kReview };  // kReview: needs a reviewer
constexpr auto EnumWords(Score) { return WordTable<Score>("pass", "warn", "fail", "review"); }

struct Dimension {
  std::string_view name;
  Score score = Score::kPass;
  std::string reason;  // one sentence
};

struct PlanDimensions {
  std::vector<Dimension> dimensions;  // always ten, in the order of the page
};

PlanDimensions ScoreDimensions(std::string_view plan);

}  // namespace forge
