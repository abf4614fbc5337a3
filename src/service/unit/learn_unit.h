// Learn units: an agent proposes facts. What the run itself teaches is kept when it has ended (memory/learn.h).
#pragma once

#include <stop_token>

#include "model/outcome.h"

namespace forge {

class AgentUnit;
struct Job;
struct UnitContext;

// Used from any number of threads.
class LearnUnit {
 public:
  LearnUnit(const UnitContext& context, AgentUnit& agent) : context_(context), agent_(agent) {}

  UnitOutcome CarryOut(const Job& job, std::stop_token stop);

 private:
  const UnitContext& context_;
  AgentUnit& agent_;
};

}  // namespace forge
