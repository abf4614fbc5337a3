// Changes to the text of a plan that touch only the bytes they are about: status, reviews, notes, states, the body.
// Pure; does not know files. Line ends stay as the document has them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "base/result.h"
#include "text/plan/plan.h"

namespace forge {

// Each gives the new text, or says why the document cannot take the change. Status, reviews, notes and states leave
// the hash as it is; a change that would not (below an open code fence, say) is refused.

// Replaces the header's `**Status:**` line, or adds one to the header; one in a review is never taken for it.
Result<std::string> SetPlanStatus(std::string_view text, PlanStatus status);

// What the `**State:**` line of a step should say, given what it says now; nullopt: it stays as it is.
using WantedState = std::function<std::optional<std::string>(const StepId& step, const std::string& written)>;

// Status and step states at once: a plan of thousands of steps is parsed as seldom as can be.
struct ShownPlan {
  std::string text;
  std::string hash;
};
Result<ShownPlan> ShowProgress(std::string_view text, PlanStatus status, const WantedState& wanted);

struct ReviewEntry {
  std::string date;
  std::string status = "COMPLETE";
  std::string notes;  // Markdown; its headings are made too small to be the plan's
};

// `### Review N — date` at the end of the Audit Log, which is made when missing; N is one more than the largest.
Result<std::string> AppendReview(std::string_view text, const ReviewEntry& review);
int NextReviewRound(std::string_view text);

// A paragraph below the last review of the Audit Log, which is made when missing.
Result<std::string> AppendToLog(std::string_view text, std::string_view note);

// The `**State:**` lines of steps that are written in the document. An empty state is written too.
using StepStates = std::map<StepId, std::string>;
Result<std::string> SetStepStates(std::string_view text, const StepStates& states);

// The body of `draft` under the header, and above the Audit Log and Implementation Notes, of `text`. The title is the
// draft's, and so are its heartbeat and what it was imported as, if it says so; what else the draft says before its
// first section, and in those two, is dropped.
Result<std::string> ReplaceBody(std::string_view text, std::string_view draft);

// Markdown that can stand in a section without ending it, or whatever follows it: headings of the first three levels
// become smaller ones, and what leaves code or HTML open becomes code as a whole.
std::string GuardNotes(std::string_view notes);

}  // namespace forge
