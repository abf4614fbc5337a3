// What has been tried on a module, attempt by attempt, and whether it still gets better: for agents that work outside
// of runs. Files below .forge/state/iterations, one for each run and module. What the modules workflow left in
// .forge/iterations is where a module begins; those files stay as they are. Runs no commands (mcp_validate.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "model/json.h"
#include "model/stagnation.h"
#include "service/project.h"

namespace forge {

// A name that becomes a file's: letters, digits, '.', '_' and '-', at most 128, not beginning with a dot.
Status CheckRecordName(std::string_view what, std::string_view name);

struct AttemptRecord {
  TimePoint at;
  std::string status;               // passed, failed, or what the agent says of it
  std::vector<std::string> issues;  // for people
  std::vector<std::string> marks;   // the same without times, addresses and the like: to be compared
  std::optional<double> score;
  bool stagnant = false;
  std::string root_cause;
  std::string tree;           // a mark of the files it was tried on; empty: not known
  std::int64_t failures = 0;  // how often it was validated on that tree and failed
};

struct IterationState {
  std::vector<AttemptRecord> attempts;
  std::string last_status, last_root_cause;

  bool stagnant() const { return !attempts.empty() && attempts.back().stagnant; }
  std::vector<double> scores() const;
};

// The one rule of model/stagnation.h. `earlier`: the attempts before, of which those without a score do not count;
// `score` is 1 when all passed.
Stagnation JudgeAttempt(const std::vector<AttemptRecord>& earlier, double score, const std::vector<std::string>& marks);

class Iterations {
 public:
  explicit Iterations(const Project& project)
      : directory_(project.state + "/iterations"), before_(project.forge + "/iterations") {}

  // Nothing recorded is a fresh state. `run` may be empty.
  Result<IterationState> Load(const std::string& run, const std::string& module) const;
  // Reads, changes and writes while no other process does. Returns the state as it is then.
  template <typename Change>
  Result<IterationState> Edit(const std::string& run, const std::string& module, Change change) const {
    auto lock = TRY(Lock(run, module));
    IterationState state = TRY(Load(run, module));
    change(state);
    TRY(Save(run, module, state));
    return state;
  }
  Status Reset(const std::string& run, const std::string& module) const;

 private:
  Result<std::shared_ptr<void>> Lock(const std::string& run, const std::string& module) const;
  Result<std::string> PathOf(const std::string& run, const std::string& module) const;
  std::string PathBefore(const std::string& run, const std::string& module) const;  // of names that were checked
  Status Save(const std::string& run, const std::string& module, const IterationState& state) const;

  std::string directory_;
  std::string before_;  // the modules workflow's
};

Json ToJson(const IterationState& state);

}  // namespace forge
