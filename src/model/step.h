// A step of a plan, as the engine needs it. Does not know Markdown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "model/json.h"

namespace forge {

struct StepSpec {
  StepId id;
  std::string title;
  std::string what;                 // what to do
  std::vector<std::string> files;   // to read
  std::vector<std::string> writes;  // may be globs; empty means "not declared"
  std::vector<StepId> depends;
  std::vector<std::string> verify;  // commands
  std::string done_when;
  std::string complexity;        // simple, medium, complex, or empty
  std::int64_t estimate_ms = 0;  // 0: not estimated
  Json extra;                    // further fields of the document, kept as written

  bool operator==(const StepSpec&) const = default;
};

Json ToJson(const StepSpec& step);
Result<StepSpec> StepFromJson(const Json& json);

}  // namespace forge
