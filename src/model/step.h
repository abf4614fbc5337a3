// A step of a plan, as the engine needs it. Does not know Markdown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/braces.h"
#include "base/ids.h"
#include "base/result.h"
#include "model/claim.h"
#include "model/json.h"
#include "model/must_haves.h"

namespace forge {

// One thing that must hold before a step counts as done.
struct Criterion {
  std::string kind;      // static, unit, e2e, or empty
  std::string check;     // what to do or look at
  std::string expected;  // what to see; empty: the check says it
  bool blocking = true;
  bool operator==(const Criterion&) const = default;
};

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

  std::string kind;  // empty: implement; read and audit change nothing
  std::vector<Criterion> acceptance;
  MustHaves must_haves;
  std::vector<Claim> claims;
  std::string tier, effort;  // empty: as the stage says
  std::string role;          // who does it; empty: as the stage says
  bool checkpoint = false;   // a person approves before its dependents start
  std::string failure_mode, fallback;
  std::int64_t max_tokens = 0;  // 0: no limit of its own
  std::int64_t max_retries = 0;
  std::vector<std::string> disallowed;           // paths or globs it must not change
  std::vector<std::string> expected_trajectory;  // what its author expects to happen on the way
  std::string success_evidence;
  Json extra;  // further fields of the document, kept as written

  bool operator==(const StepSpec&) const = default;
};

Json ToJson(const Criterion& criterion);
Result<Criterion> CriterionFromJson(const Json& json);

// What is at its default is left out, so that journals written before a field existed stay as they are.
Json ToJson(const StepSpec& step);
Result<StepSpec> StepFromJson(const Json& json);

// How the files that a step writes are counted.
struct FileCount {
  Braces braces = Braces::kChoices;
  bool sources_only = true;  // tests and documents belong to a change; they make no step harder to review
};

// What the step counts as, whatever its author wrote: a strategic claim or three files make it complex, and nothing
// makes it simpler.
std::string EffectiveComplexity(const StepSpec& step, const FileCount& count = {});

// Of the field Priority: 1 high, -1 low, else 0.
int PriorityOf(const StepSpec& step);

// Of the kind `read` or `audit`: what it leaves is its answer.
bool ChangesNothing(const StepSpec& step);

// Why its verify commands may pass before the work, as the plan says it; empty: it does not.
std::string PassesTodayReason(const StepSpec& step);

}  // namespace forge
