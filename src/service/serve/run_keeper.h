// The part of a server that drives runs: finds the runs of one project that may go on and have no engine, and drives
// them, each on a thread. What it knows is lost with the process; the journal has everything that counts.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "model/words.h"
#include "service/forge.h"
#include "service/project.h"
#include "service/run_engines.h"
#include "service/serve/may_go_on.h"

namespace forge {

class RunKeeper {
 public:
  struct Hooks {
    std::function<int()> interrupts;              // as DriveOptions::interrupts; from any thread
    std::function<void(const std::string&)> say;  // from any thread
  };
  RunKeeper(Machine machine, Project project, Hooks hooks);

  // One look at the project: drives what may go on, at most `free` more runs.
  Status Turn(int free);
  // Runs that it drives. One that only waits for a time to come, such as the end of a provider's limit, takes no place.
  int busy();
  std::set<RunId> driven() { return engines_.Driven(); }
  bool at_rest() { return driven().empty(); }

 private:
  // A run that was driven is left alone for a while unless something is new: an engine that can do nothing for it, or
  // fails, must not be started over and over.
  struct Rest {
    std::optional<std::int64_t> seq;  // the last row of its journal; none: it could not be read
    std::int64_t until = 0;
    std::int64_t wait_ms = 0;
    std::int64_t asked_on = -1;  // the last day on which it was driven to its end: DayOf
  };
  // A run that cannot be looked at, or taken up. The others go on.
  struct Trouble {
    std::string said;
    std::int64_t until = 0;
    std::int64_t wait_ms = 0;
  };
  // Of an engine, since it was started.
  struct Driving {
    std::int64_t day = 0;
    bool only_waits = false;  // nothing but timers is left
    bool worked = false;      // it recorded more than that it is there
  };

  Result<std::unique_ptr<Forge>> Open() const;
  Result<std::unique_ptr<Forge>> OpenForEngine() const;
  Status OpenStore();
  // What engines that died could not send.
  Status SendLeftNotices();
  Status SortByPriority(std::vector<Undriven>& runs) const;
  UndrivenRuns::Known WhatIsKnown(TimePoint now);
  // Whether it needs a place: it is driven now, or is left alone for a moment only. If a place went to a run of lower
  // priority in that moment, it would have to wait for the end of that run.
  Result<bool> TakeIfItMay(const Undriven& undriven, TimePoint now);
  Result<bool> IsResting(RunId run);
  Status Take(RunId run, bool resume);
  void PutAside(RunId run, const Error& error);
  DriveOptions OptionsFor(RunId run);
  void OnEnd(RunId run, const Result<RunStatus>& ended);

  Machine machine_;
  Project project_;
  Hooks hooks_;
  std::unique_ptr<Forge> forge_;  // to look with; its engines open their own
  std::int64_t next_notices_ = 0;
  UndrivenRuns undriven_;
  std::map<RunId, Trouble> troubles_;

  std::mutex mutex_;  // guards what follows
  std::map<RunId, Rest> rests_;
  std::map<RunId, Driving> driving_;

  RunEngines engines_;  // last: its threads use everything above
};

}  // namespace forge
