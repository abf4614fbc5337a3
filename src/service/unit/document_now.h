// A document of a unit's lane as a prompt shows it.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace forge {

class RunFiles;
class UnitFindings;
struct Job;

// The document as it was written; one that lists findings for others has each with its number, and with what became of
// it since.
Result<std::optional<std::string>> DocumentNow(const RunFiles& files, const Job& job, UnitFindings& findings,
                                               const std::string& name);

}  // namespace forge
