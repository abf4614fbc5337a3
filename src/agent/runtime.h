// A runtime: how an agent is reached. Turns a request into one answer. Knows nothing of runs' states.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "model/json.h"
#include "model/usage.h"
#include "model/words.h"

namespace forge {

// Who asks: given to `command` as FORGE_* variables and to `replay` as what its turns match on.
struct UnitLabel {
  RunId run;
  RunId tree;  // the root of the run's tree, whose runs share one replay script's turns; 0: the run itself
  UnitId unit;
  std::string pipeline;
  std::string stage;
  std::string role;  // for a panel, the member's
  std::string member;
  std::string step;
  int iteration = 1;
  int attempt = 1;
};

struct AgentRequest {
  UnitLabel label;
  std::string prompt;
  std::string cwd;
  bool may_write = false;
  std::string model, tier, effort;
  std::int64_t timeout_ms = 0;             // 0: the runtime's default
  std::map<std::string, std::string> env;  // FORGE_* and the marker that finds orphans
  std::function<void(std::int64_t pid, std::int64_t start)> on_start;
};

struct AgentAnswer {
  std::string text;  // the final message
  Usage usage;
  bool failed = false;
  ErrorClass error_class = ErrorClass::kUnknown;
  std::string error;   // for people: the program's own words
  TimePoint retry_at;  // 0: none
};

class Runtime {
 public:
  virtual ~Runtime() = default;
  // Blocks until the agent has answered, failed or was stopped. Called from many threads at once.
  virtual AgentAnswer Ask(const AgentRequest& request, std::stop_token stop) = 0;
  virtual std::string name() const = 0;
};

// `command:PROGRAM ARGS...` (a shell line) or `replay:FILE` (docs/replay.md). Fails before anything starts when the
// program or file is not there, saying what was looked for and how to get one. A relative program or file counts from
// `base_directory`. `state_directory` is where replay remembers which turns are used up, so that a unit dispatched
// again after a crash gets the same answer; empty: in memory only.
Result<std::unique_ptr<Runtime>> MakeRuntime(const std::string& spec, const std::string& base_directory,
                                             const std::string& state_directory);

// What a runtime gives a unit that says nothing about its time.
inline constexpr std::int64_t kDefaultTimeoutMs = 60 * 60 * 1000;

}  // namespace forge
