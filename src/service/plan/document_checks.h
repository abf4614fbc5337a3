// The built-in checks of a plan document, by the names pipelines call them. Gathers what text/, graph/ and verify/ find
// into lines for people; docs/plan-checks.md says what each looks for.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "service/plan/claim_sources.h"

namespace forge {

struct PlanFindings {
  std::vector<std::string> findings;  // any of them fails the check
  std::vector<std::string> notes;     // worth knowing; never a failure
  std::optional<ClaimReport> claims;  // of the check `claims`: all of them, with their verdicts
};

struct PlanCheckInput {
  std::string_view plan;
  std::string_view before = {};                 // the plan of the round before; empty: this is the first
  std::string root = {};                        // the repository that `claims` and `symbols` look at
  StepId step = {};                             // not empty: `security-words` is asked of this step alone
  ProjectClaimSources::OpenMemory memory = {};  // where `claims` finds spikes and triples; empty: nowhere
  TimePoint now = {};
  std::vector<PastClaim> past = {};  // claims of the rounds before; empty: those of `before`
  // An agent wrote it: a command that reads as if it were run, and is not, fails the check `graph`. Of a person's plan
  // that is a note.
  bool by_agent = false;
  bool apart = false;  // steps that may write the same are done one after the other (Stage::apart): no fault
};

// `checks` are names of KnownChecks(). A check that could not be carried out is a finding.
PlanFindings CheckPlanDocument(const std::vector<std::string>& checks, const PlanCheckInput& input,
                               std::stop_token stop = {});

// Does one of them look at the repository?
bool NeedsRepository(const std::vector<std::string>& checks);

}  // namespace forge
