// One run in a simulated world: virtual clock, agents and people that act by the dice, crashes at every action. After
// every input everything that must hold is checked. A seed gives the same run for ever.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/core.h"
#include "engine/testing/actors.h"
#include "engine/testing/dice.h"
#include "engine/testing/watch.h"

namespace forge::testing {

struct SimOptions {
  int wild_events = 0;      // so many things happen at random first; then people are friendly until the end
  bool real_gates = false;  // evaluate gates, for pipelines that mean something
  // People are friendly from the start; what becomes of a unit depends on the seed and on which unit it is, not on when
  // it ran: so a crash must change nothing about the end.
  bool steady = false;
  int crash_at = 0;  // with `steady`: at the n-th place where one could happen; 0: nowhere
  std::function<void(const std::string& line)> trace;
};

struct SimReport {
  std::vector<std::string> problems;  // empty: all is well
  RunStatus status = RunStatus::kActive;
  int inputs = 0;
  int crashes = 0;
  int crash_places = 0;
  int questions = 0;
  int escalations = 0;
  State state;
  std::vector<JournalRow> rows;
};

// How a run ended, without the times and numbers that a crash may change.
std::string Outcome(const State& state);

class Sim {
 public:
  Sim(std::uint64_t seed, SimOptions options) : seed_(seed), dice_(seed), options_(std::move(options)) {}

  // The run is a random one, or one made from a preset when the dice say so.
  SimReport Run();
  SimReport Run(Started start);

 private:
  struct Process {
    TimePoint ends;
    bool stopping = false;
  };

  bool Over() const { return !watch_.problems().empty() || !problem_.empty(); }
  void Live();
  void Befriend();
  std::vector<Input> NextInputs();
  std::optional<Input> SomethingHappens();
  Input ProcessEnds();
  Input TimerDue();
  void Batch(const std::vector<Input>& inputs);
  bool Take(const Input& input, std::vector<Action>& actions);
  void Act(const std::vector<Action>& actions, bool may_crash);
  void Start(UnitId unit);
  void Crash(const State& expected);
  void Recover();
  bool CrashNow(int percent);
  UnitOutcome OutcomeOf(const Unit& unit);
  void Problem(std::string what);
  void Trace(const std::string& line);

  std::uint64_t seed_;
  Dice dice_;
  SimOptions options_;
  Mood mood_ = Mood::kWild;
  State state_;
  Watch watch_;
  std::size_t kept_ = 0;  // rows that a crash does not lose
  TimePoint now_{1'000'000};
  std::map<UnitId, Process> processes_;
  std::map<std::int64_t, TimePoint> timers_;
  std::set<UnitId> over_;            // units whose end is kept
  std::map<std::string, int> ends_;  // with `steady`: how many ends of units of one place are kept
  int commands_ = 0;                 // of people, kept
  std::string problem_;
  SimReport report_;
};

}  // namespace forge::testing
