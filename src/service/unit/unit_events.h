// What was decided about a unit while its agent worked, in events.jsonl beside its prompt: limits, retries, hand-overs,
// notices. docs/events.md. The journal has what the engine decides.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/runtime.h"
#include "base/ids.h"
#include "service/transcript/secret_mask.h"
#include "service/unit/run_files.h"

namespace forge {

class UnitEventLog {
 public:
  UnitEventLog() = default;  // keeps nothing
  UnitEventLog(RunFiles files, UnitId unit, SecretMask mask = {})
      : files_(std::move(files)), unit_(unit), mask_(std::move(mask)) {}

  // Places that the unit is not to see: a tool call that names one, and a refusal that an agent or its tools report,
  // are kept as attempts, each once. `own` is the unit's workspace, inside one of them.
  void Seal(std::vector<std::string> places, std::string own);

  // A secret that was not known when this was made.
  void Hide(std::string_view value) { mask_.HideValue(value); }
  // Of an agent's events those that decide something; a window only once, when 80 % of it are used.
  void Take(const AgentEvent& event);
  void HandOver(const std::string& from, const std::string& to, const std::string& why);
  bool handed_over() const { return handed_over_; }

 private:
  void LookForAttempts(const AgentEvent& event);
  // A log that cannot be written must not stop the work.
  void Write(const AgentEvent& event);

  std::optional<RunFiles> files_;
  UnitId unit_;
  SecretMask mask_;
  std::set<std::string> told_;
  std::vector<std::string> sealed_;
  std::string own_;
  bool handed_over_ = false;
};

}  // namespace forge
