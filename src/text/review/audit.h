// Severity audits: what an auditor wrote, as the worst severity and whether to revise. Pure, linear time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/word_table.h"
#include "model/json.h"

namespace forge {

enum class Severity { kNone, kLow, kMedium, kHigh };
constexpr auto EnumWords(Severity) { return WordTable<Severity>("none", "low", "medium", "high"); }

struct Concern {
  Severity severity = Severity::kNone;
  std::string text;  // title or first words
  int line = 0;
};

struct Audit {
  bool malformed = false;  // could not be read: never a pass
  Severity severity = Severity::kNone;
  // High or medium, or the auditor says "needs revision". True also when malformed, so that a caller who
  // looks only at this does not take it for a pass.
  bool revise = false;
  std::vector<Concern> concerns;
  std::string why;  // for malformed: what could not be read
};

Audit ParseAudit(std::string_view markdown);

// {"severity": "none|low|medium|high|malformed", "revise": bool, "concerns": [{"severity","text","line"}]}, and "why"
// when malformed.
Json ToJson(const Audit& audit);

}  // namespace forge
