// What a run would do, as far as that can be known before it starts: its size, the stages of its way, whom they ask,
// and what past runs of its kind cost. Starts and records nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/json.h"
#include "model/usage.h"
#include "service/run_settings.h"
#include "service/stage_outlook.h"

namespace forge {

class Forge;
class Settings;
struct Machine;
struct Project;
struct Started;
struct StartRequest;

struct DryStage {
  bool of_step = false;  // every step of the plan goes through it
  std::string name;
  std::string kind;
  WillRun runs = WillRun::kYes;
  std::string condition;           // what it depends on, or why it does not run
  std::vector<std::string> roles;  // that are asked; empty: no agent
  std::string model, tier;         // of its agents; empty: the agent chooses
  std::int64_t prompt_tokens = 0;  // of what is fixed in its prompts: what it sees comes on top
  int rounds = 1;                  // at most
};

struct DryRun {
  std::string objective, pipeline, size, size_reason;
  RunSettings settings;
  bool attended = true;
  std::vector<std::string> asks_anyway;  // stages that wait for a person also if it is not attended
  Budget budget;
  std::vector<DryStage> stages;
  std::string estimate;  // in words
};

// `forge`: the project's store, nullptr if there is none yet. Fails where StartRun would.
Result<DryRun> RehearseRun(const Machine& machine, const Settings& given, const Project& project,
                           const StartRequest& request, Forge* forge);
Json ToJson(const DryRun& run);

// Of a run that was started: the stages that wait for a person although it is unattended; none if it is attended.
std::vector<std::string> AsksAnyway(const Started& how);

}  // namespace forge
