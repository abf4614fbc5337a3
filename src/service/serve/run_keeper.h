// The part of a server that drives runs: finds the runs of one project that may go on and have no engine, and drives
// them, each on a thread. What it knows is lost with the process; the journal has everything that counts.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "model/words.h"
#include "service/forge.h"
#include "service/project.h"
#include "service/run_engines.h"

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
    std::int64_t seq = 0;  // the last row of its journal
    std::int64_t until = 0;
    std::int64_t wait_ms = 0;
  };

  Result<std::unique_ptr<Forge>> Open() const;
  Result<std::unique_ptr<Forge>> OpenForEngine() const;
  Status OpenStore();
  // What engines that died could not send.
  Status SendLeftNotices();
  Result<bool> IsResting(RunId run);
  Status Take(RunId run, bool resume);
  DriveOptions OptionsFor(RunId run);
  void OnEnd(RunId run, const Result<RunStatus>& ended);

  Machine machine_;
  Project project_;
  Hooks hooks_;
  std::unique_ptr<Forge> forge_;  // to look with; its engines open their own
  std::int64_t next_notices_ = 0;

  std::mutex mutex_;  // guards what follows
  std::map<RunId, Rest> rests_;
  std::set<RunId> only_wait_;  // driven, and nothing but timers is left

  RunEngines engines_;  // last: its threads use everything above
};

}  // namespace forge
