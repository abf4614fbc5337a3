// The check `fails-today`: the verify commands of the plan's steps, run on the tree before the work. Who is told of
// what passes there already, and what the journal keeps of it.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/json.h"

namespace forge {

class BaselineMemo;
class RunResources;
class UnitVerify;
struct Job;

struct TodayCheck {
  std::vector<std::string> sent;      // steps that the planner was told of, in this round or before
  std::vector<std::string> passing;   // steps that nothing proves
  std::vector<std::string> findings;  // for the planner
  std::vector<std::string> notes;     // for those who judge the plan
  Json ran = Json::MakeArray();       // each command with its exit code
};

// Where all commands of a step pass and its plan does not say why, the planner is told once, and then those who judge
// the plan. What was run here is not run again when a step begins on this tree.
Status TryToday(RunResources& resources, UnitVerify& verify, BaselineMemo& baselines, const Job& job,
                const std::stop_token& stop, TodayCheck& today);

// In the result of the check: see job_history.h.
void TellToday(const TodayCheck& today, Json& result);

}  // namespace forge
