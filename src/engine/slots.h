// Which of the ready steps gets a free slot: the best first, and never beside one that may write the same path. A step
// that conflicts waits in the queue of that path and is checked again when it is first there, so that the end of a step
// does not cost a walk over all waiting steps. Changes the ready steps, their queues, the running steps and the focus.
#pragma once

#include <optional>
#include <string>

#include "engine/questions.h"
#include "engine/state_change.h"

namespace forge {

class Slots {
 public:
  Slots(StateChange& change, Questions& questions) : change_(change), questions_(questions), state_(change.state()) {}

  // Starts `step` only, or at most `steps` more; with neither, all.
  void Focus(const StepId& step, int steps);
  void MakeReady(int place);
  // Starts steps until no slot is free or no step may start.
  void Fill();
  // The step starts or is skipped.
  void LeaveReady(int place);
  void LeaveSlot(int place);
  void ForgetReady();

 private:
  Rank RankOf(int place) const { return forge::RankOf(state_, place); }
  // The step that others have overtaken too often; none: no step waits so long.
  std::optional<int> Starved() const;
  bool Clash(int a, int b) const;
  bool MustWait(int place, std::optional<int> starved) const;
  void GiveUpTurns();
  void CountOvertaken(int started);
  void Unlist(int place);
  std::optional<int> NextToStart() const;
  void LoseFocus();
  void Start(int place);
  const std::string* FindClash(int place) const;
  void QueueFor(int place, const std::string& path);
  std::optional<int> PassTurn(const std::string& path);  // whose turn it is now

  StateChange& change_;
  Questions& questions_;
  State& state_;
};

}  // namespace forge
