// Where a run and the runs below it stand, for a conversation that drives them: gates, open questions, and the command
// to type next. What a host's hooks note before a compaction and at a session's end, and tell the session that comes
// next.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "service/host/run_annotations.h"
#include "service/report/run_tree.h"
#include "service/run_queries.h"

namespace forge {

class Forge;

struct RunStanding {
  RunView view;
  int round = 1;                          // of its stage
  std::vector<GateStanding> gates;        // its own, and those of the runs below that have not ended
  std::vector<RunBelow> below;            // that have not ended
  std::vector<StoredQuestion> questions;  // open ones, of it and of those below
  std::string next;
};

Result<RunStanding> StandingOf(Forge& forge, RunId run);

// Lines for the session: "Stage: ...", gates, the runs below, each open question with its options, "Next: ...".
std::string ToText(const RunStanding& standing);
Annotation MakeAnnotation(const RunStanding& standing, std::string_view event, std::string session, TimePoint now);

// The run that the session named last to Forge, by its commands and tools as the hooks noted them: `forge answer 17
// yes`. None: it named none, or started one after that.
std::optional<RunId> RunNamedLast(const std::vector<Json>& lines);

}  // namespace forge
