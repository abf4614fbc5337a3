// Gate units: does the stage apply, and may it start? Reads files and records; starts nothing.
#pragma once

#include "model/outcome.h"

namespace forge {

struct Job;
struct UnitContext;

class GateUnit {
 public:
  explicit GateUnit(const UnitContext& context) : context_(context) {}

  UnitOutcome CarryOut(const Job& job) const;

 private:
  const UnitContext& context_;
};

}  // namespace forge
