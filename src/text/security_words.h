// Words that show that a step concerns security, matched as whole words. Pure; what to do about it is the pipeline's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/word_table.h"
#include "model/step.h"

namespace forge {

enum class SecurityLevel { kNone, kLow, kMedium, kHigh };
constexpr auto EnumWords(SecurityLevel) { return WordTable<SecurityLevel>("NONE", "LOW", "MEDIUM", "HIGH"); }

struct SecurityMark {
  StepId step;
  std::vector<std::string> words;    // as listed in docs/plan-checks.md, in that order, each once
  std::vector<std::string> domains;  // auth, authz, crypto, secrets, input, transport
  SecurityLevel level = SecurityLevel::kNone;
};

// Identifiers fall into their parts (`apiKey`, `api_key` and "API key" are the same); "author" is not "auth" and
// "tokenizer" not "token". Linear.
SecurityMark FindSecurityWords(std::string_view text);

// The steps that have any, in plan order.
std::vector<SecurityMark> FindSecuritySteps(const std::vector<StepSpec>& steps);

}  // namespace forge
