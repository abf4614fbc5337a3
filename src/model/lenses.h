// Several reviewers of one change, each with its own lens: which findings must be fixed, which are advice. The count is
// of lenses that agree on a place, and done by code. Knows nothing of panels or files.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/finding.h"
#include "model/json.h"

namespace forge {

struct LensAnswer {
  std::string lens;
  bool silent = false;  // gave no usable answer; not the same as "found nothing"
  std::vector<Finding> findings;
};

// Findings that are one, with the lenses that saw it.
struct LensGroup {
  Finding finding;                  // the worst said of it; of those the first in the file
  std::vector<std::string> lenses;  // distinct, sorted
  std::vector<Finding> all;
  std::string why;  // it must be fixed, or is advice
};

struct LensVerdict {
  std::vector<LensGroup> must_fix, advisory;  // worst first, then by place
  std::vector<std::string> silent;            // lenses, sorted
  int answered = 0;
  bool decided = false;  // at least kLensQuorum lenses answered
  bool blocked = true;   // something must be fixed, or nothing was decided: never a pass
};

inline constexpr int kLensQuorum = 2;
inline constexpr std::int64_t kLensReach = 5;  // lines

// Same finding: same file, every two of the group at most kLensReach lines apart, and no two different elements named.
// Without a line: same file and element (without an element, the same words). Two lenses make it a must-fix; so does
// one that says "error" of what fails without a sound (silent-failure, contract-mismatch, schema-drift,
// silent-production-failure). The order of lenses and findings does not matter. O(n log n).
LensVerdict AggregateLenses(const std::vector<LensAnswer>& answers);

// [{"lens": "...", "issues": [...]}, ...]; a lens without a list of issues is silent, and the same name twice is one
// lens.
Result<std::vector<LensAnswer>> LensesFromJson(const Json& json);

// {"must_fix": [...], "advisory": [...], "blocked": bool, "decided": bool, "answered": n, "silent": [...]}
Json ToJson(const LensVerdict& verdict);

}  // namespace forge
