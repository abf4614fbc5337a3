// The records of agents' work that a run no longer needs: prompts, transcripts, events. What reports, costs, findings
// and proofs are made of stays. Lists them by age and size; the surface asks before they are deleted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"

namespace forge {

class Forge;

struct RunRecords {
  RunRow run;
  std::vector<std::string> paths;  // absolute; files and directories
  std::int64_t bytes = 0;
  std::int64_t stored = 0;  // of them, those of prompts in the store
  bool driven = false;      // an engine has the run, and may write more
};

struct RetentionRule {
  std::optional<std::int64_t> days;   // records of runs that ended so long ago, or longer, go
  std::optional<std::int64_t> bytes;  // of all runs together, at most so many stay: the oldest go first
};

// Which of them go, the oldest first. Pure. Records of a run that has not ended stay, and count; and those of
// a run that an engine still has.
std::vector<RunRecords> ChooseRecords(std::vector<RunRecords> all, const RetentionRule& rule, TimePoint now);

// What there is, by run.
Result<std::vector<RunRecords>> ListRecords(Forge& forge);

Status DeleteRecords(Forge& forge, const RunRecords& records);

}  // namespace forge
