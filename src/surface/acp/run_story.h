// What the runs of a session are doing, as an editor shows it: lines of a message, and the plan. Kept by the engine's
// thread until the session takes it; an engine never waits for an editor.
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/ports.h"
#include "engine/state.h"
#include "model/json.h"
#include "service/drive_run.h"
#include "store/store.h"
#include "surface/view/narrator.h"

namespace forge::acp {

// The entries of an ACP plan.
Json PlanEntries(const State& state);
Json PlanEntries(const std::vector<StepRow>& steps);

// A line of the story; empty: the row is a detail.
std::string StoryText(Narrator& narrator, const JournalRow& row);

// Safe from several threads.
class RunStory {
 public:
  // For the engine of a run, from now on.
  DriveOptions Watch();

  struct News {
    std::deque<std::string> lines;
    std::optional<Json> plan;  // if it has changed
  };
  News Take();

 private:
  std::mutex mutex_;  // guards what follows
  Narrator narrator_;
  bool fresh_ = true;  // the next batch is the first one
  News news_;
  Json plan_;  // as it was told last
};

}  // namespace forge::acp
