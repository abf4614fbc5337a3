// For those who follow a run that nothing drives at the moment: whether it is worth their while to wait for an engine.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/ids.h"
#include "service/project.h"
#include "service/run_queries.h"
#include "service/serve/may_go_on.h"
#include "service/serve/server_seat.h"

namespace forge {

class AwaitedEngine {
 public:
  // `patience_ms`: how long to wait where no server is; another process may go on with the run.
  explicit AwaitedEngine(std::int64_t patience_ms = 0) : patience_ms_(patience_ms) {}

  // Asked again and again while no engine has the run. As long as a server lives: until it must have taken the run up,
  // and without end while all its places are taken.
  bool MayCome(const Project& project, const RunView& view, TimePoint now) {
    if (view.run.status != RunStatus::kActive) return false;
    const auto server = FindServer(project);
    const bool queued = server && server->busy >= server->places;
    if (since_.ms == 0 || queued) since_ = now;
    const std::int64_t wait_ms = server ? std::max(patience_ms_, kServerTakesMs) : patience_ms_;
    return now.ms - since_.ms < wait_ms;
  }
  // An engine has the run: the next time begins anew.
  void Came() { since_ = {}; }

 private:
  // It leaves a run that has just changed alone, and looks after that.
  static constexpr std::int64_t kServerTakesMs = kLeftAloneMs + 3'000;

  std::int64_t patience_ms_;
  TimePoint since_{};  // of the wait; 0: it has not begun
};

}  // namespace forge
