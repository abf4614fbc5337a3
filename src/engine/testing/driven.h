// A run in a test: the core, an obedient clock, and short words for what happens. Every input is watched.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core.h"
#include "engine/testing/watch.h"

namespace forge::testing {

// Units are named as people would: "plan"; "s1/build" in a step; "gates:skeptic" for a panel's member; "?plan" for a
// gate.
class Driven {
 public:
  explicit Driven(PipelineSet pipelines, std::optional<PlanRef> plan = std::nullopt);
  ~Driven();  // the journal folds to the state
  Driven(const Driven&) = delete;
  Driven& operator=(const Driven&) = delete;

  Started start;  // to be changed before Begin()
  Driven& Begin();

  Decision Take(const Input& input);        // must be accepted
  std::string Refused(const Input& input);  // must be refused; says why

  std::vector<std::string> Flying() const;  // names of the units in flight, oldest first
  bool Flies(const std::string& name) const;
  const Unit& At(const std::string& name) const;
  Decision End(const std::string& name, const UnitOutcome& outcome);

  std::vector<const Question*> Open() const;
  const Question& TheQuestion() const;  // the only open one
  Decision Answer(const std::string& answer, const std::string& comment = "");
  Decision Do(ControlKind kind, const std::string& step = "", const std::string& reason = "");
  std::string Refuses(ControlKind kind, const std::string& step = "");
  Decision BlockOn(std::int64_t run);
  Decision BlockerEnds(std::int64_t run, RunStatus status = RunStatus::kCompleted);
  Decision Edit(PlanRef plan);
  std::int64_t Fire();  // goes on to the next timer and fires it; returns how long that took
  Decision Attach();

  RunStatus status() const { return Outlook(state_); }
  StepStatus step(const std::string& id) const;
  const StepState& StepAt(const std::string& id) const;
  const StageMemo& Memo(const std::string& stage, const std::string& step = "") const;
  const State& state() const { return state_; }
  const std::vector<JournalRow>& rows() const { return watch_.rows(); }

  std::int64_t now = 1'000'000;

 private:
  std::string NameOf(const Unit& unit) const;
  void Complain(std::size_t from);

  State state_;
  Watch watch_;
};

bool Said(const Decision& decision, const std::string& kind);
const Note& NoteOf(const Decision& decision, const std::string& kind);
int Starts(const Decision& decision);
bool Stops(const Decision& decision, UnitId unit);

}  // namespace forge::testing
