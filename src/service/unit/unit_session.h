// The conversation of a unit whose answer could not be read, or that was stopped at its budget, so that the next one
// can continue it. Knows sessions by name only: a runtime keeps them.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "model/usage.h"
#include "service/unit/job.h"
#include "service/unit/run_files.h"

namespace forge {

struct UnitSession {
  std::string session;
  std::string runtime, account;  // only these know the session
  Usage usage;                   // its cost so far: some programs keep counting
  bool goes_on = false;          // it was stopped at its budget: the same attempt goes on, in a new unit
};

// Where an agent's program leaves the conversation of this job's unit, for the attempt after it.
std::string SessionDirectory(const RunFiles& files, const Job& job);
Status KeepSession(const RunFiles& files, const Job& job, const UnitSession& session);
// Of the attempt before this one, or of this one when it goes on, at the same stage, in the same round; none when
// another runtime or account kept it.
std::optional<UnitSession> FindSession(const RunFiles& files, const Job& job, const std::string& runtime,
                                       const std::string& account);

}  // namespace forge
