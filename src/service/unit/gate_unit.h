// Gate units: does the stage apply, and may it start? Reads files and records; starts nothing.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/outcome.h"

namespace forge {

struct Job;
struct UnitContext;

// The files that the run has changed so far; asked only for conditions about `run.changed`.
using ChangedFilesOf = std::function<Result<std::vector<std::string>>(const Job& job)>;

class GateUnit {
 public:
  GateUnit(const UnitContext& context, ChangedFilesOf changed) : context_(context), changed_(std::move(changed)) {}

  UnitOutcome CarryOut(const Job& job) const;

 private:
  const UnitContext& context_;
  ChangedFilesOf changed_;
};

}  // namespace forge
