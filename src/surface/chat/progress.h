// The text of the one message that shows a run's progress: a plan being built or forged. Gets states, returns text;
// knows neither transport nor store.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/ids.h"
#include "engine/state.h"

namespace forge::chat {

// A plan's steps, while they are built.
class PlanProgress {
 public:
  // `one`: a single step is run, and the texts are about it.
  PlanProgress(std::string plan, bool one) : plan_(std::move(plan)), one_(one) {}

  void Follow(const State& state, TimePoint now);
  std::string text() const;  // empty: nothing to tell now
  // What runs and for how long, when it is the same as before; empty: nothing runs.
  std::string StillText(TimePoint now) const;
  bool failed() const { return Failed() != nullptr; }
  // All that began is done.
  bool Succeeded() const { return !order_.empty() && Done() == order_.size(); }
  // When it stops. `reason`: why, if the run has a reason; `asks`: the question it waits for.
  std::string EndText(RunStatus status, const std::string& reason, const std::string& asks) const;

 private:
  struct Track {
    StepId id;
    std::string title;
    StepStatus status = StepStatus::kPending;
    std::string reason;
    TimePoint began;
    std::int64_t took_ms = 0;
    bool ours = false;  // it moved while we looked
  };
  const Track* Failed() const;
  // After the steps: what the run's own stages do now.
  std::string WholeText(const State& state) const;
  std::vector<std::string> Running() const;
  std::size_t Done() const;
  std::string DoneLines() const;
  std::string StoppedText(const std::string& why) const;
  std::string FailedText(const Track& step) const;

  std::string plan_;
  bool one_;
  std::vector<Track> steps_;
  std::map<std::string, std::size_t> places_;
  std::vector<std::size_t> order_;  // in which they began
  std::string whole_;               // what is done with all of it now
  TimePoint whole_began_;
  TimePoint began_;
  TimePoint now_;
};

// The stage of draft-audit whose rounds are told.
inline constexpr std::string_view kAuditStage = "audit";

// A plan being drafted, audited and revised.
class ForgeProgress {
 public:
  explicit ForgeProgress(std::string plan) : plan_(std::move(plan)) {}

  // `severity`: of the latest audit, if it is known.
  void Follow(const State& state, TimePoint now, const std::string& severity);
  void CountRounds(const State& state);
  std::string text() const { return text_; }
  std::string StillText(TimePoint now) const;
  // Not for a run that waits for another answer than about the plan or the rounds. `written`: there is a plan document,
  // whole or not.
  std::string EndText(RunStatus status, const std::string& reason, bool escalated, bool written = true) const;

 private:
  std::string Describe(const State& state, const std::string& severity);

  std::string plan_;
  std::string text_;
  TimePoint text_began_;
  int rounds_ = 0;
  int most_rounds_ = 0;
  TimePoint began_;
  TimePoint now_;
};

}  // namespace forge::chat
