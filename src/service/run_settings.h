// What a run fixed when it started, as its journal keeps it (Started::settings).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "agent/model_choice.h"
#include "model/json.h"
#include "service/unit/unit_sandbox.h"

namespace forge {

class Settings;

// Most tokens of parts of a prompt. What does not fit is left out, by the rule of the part, and counted.
struct PromptBudgets {
  std::int64_t memory = 2000;
  std::int64_t rules = 3072;  // of the project
  std::int64_t earlier = 2560;
  std::int64_t roadmap = 1536;
  std::int64_t documents = 2048;  // of the run above
  std::int64_t decisions = 1000;
};

inline constexpr std::int64_t kBytesOfAToken = 4;

// The values here are those of journals that lack the key.
struct RunSettings {
  std::string agent;
  std::map<std::string, std::string> role_agents;  // by role: the agent instead of `agent`
  std::string isolation = "worktree";
  std::string base;        // the commit that the run starts at; empty: HEAD, or the parent's tip
  std::string base_holds;  // "changes": what the user had not committed; "merge": a landing to be repaired
  std::string changes;     // the commit of the user's changes that the base contains below a merge; empty: see base
  std::vector<std::string> verify;
  std::int64_t verify_timeout_ms = 20LL * 60 * 1000;
  std::int64_t verify_parallel = 1;
  std::vector<std::string> verify_reports;  // globs
  std::int64_t unit_timeout_ms = 30LL * 60 * 1000;
  std::int64_t silence_ms = 0;
  std::int64_t max_repeats = 15;
  std::int64_t account_threshold = 90;  // percent
  std::int64_t min_free_memory = 0;     // megabytes; 0: not looked at
  SandboxWish sandbox;
  std::vector<std::string> pass_env;  // variables that units get besides the common ones
  ModelWishes models;
  PromptBudgets prompt;

  static RunSettings FromSettings(const Settings& settings);
  static RunSettings FromJson(const Json& json);
  Json ToJson() const;
};

}  // namespace forge
