// The conversation of a unit whose answer could not be read, so that the one that is asked again goes on with it. Knows
// sessions by name only: a runtime keeps them.
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
  std::string runtime, account;  // nobody else knows it
  Usage usage;                   // what it has cost so far: some programs count on
};

Status KeepSession(const RunFiles& files, const Job& job, const UnitSession& session);
// Of the attempt before this one, at the same stage, in the same round; none when it was kept by somebody else.
std::optional<UnitSession> FindSession(const RunFiles& files, const Job& job, const std::string& runtime,
                                       const std::string& account);

}  // namespace forge
