// What stood when a session of a host program ended or was compacted: lines beside the run's files, for the session
// that comes next. The journal is what the engine did; this is what a person or an agent left.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"
#include "model/json.h"
#include "service/project.h"

namespace forge {

struct GateStanding {
  std::string gate;  // "tests", "review/skeptic", "s1: verify"
  bool passed = false;
};
// The last outcome of every check and of every reviewer, in the order in which they first ran. Pure.
std::vector<GateStanding> GatesIn(const std::vector<JournalRow>& rows, const std::vector<UnitRow>& units);

struct Annotation {
  TimePoint at;
  std::string event;    // "session-end", "compaction"
  std::string session;  // of the host
  std::string status, stage;
  int round = 1;
  std::int64_t steps_done = 0, steps_total = 0;
  std::vector<GateStanding> gates;
  std::vector<std::string> questions = {};  // open ones, a line each
  std::string next = {};                    // the command to type
};
Json ToJson(const Annotation& annotation);
// "review, round 2, 4 of 10 steps; passed: tests; failed: review/skeptic"
std::string ToText(const Annotation& annotation);

Status Annotate(const Project& project, RunId run, const Annotation& annotation);
// Oldest first; a line that cannot be read is passed over.
std::vector<Annotation> ReadAnnotations(const Project& project, RunId run);

}  // namespace forge
