// The inbox of a run that is driven: looked into when its store's bell rings, and now and then in case it cannot.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"
#include "engine/queue.h"
#include "os/bell.h"

namespace forge {

class RungInbox : public Inbox {
 public:
  // Wakes the queue's loop at each ring. `must_look`: asked at each poll, whether to look without a ring; may be empty.
  RungInbox(Inbox& inner, const std::string& store_path, InputQueue& queue, std::function<bool()> must_look = {});
  Result<std::vector<InboxMessage>> Poll(RunId run) override;

  // The loop should wait no longer than that. `undisturbed`: how long nothing but a ring or a signal concerns it.
  std::chrono::milliseconds longest_wait(std::chrono::milliseconds undisturbed) const;

 private:
  Inbox& inner_;
  std::function<bool()> must_look_;
  std::atomic<bool> rung_ = true;  // nothing was looked at yet
  std::int64_t looked_ = 0;
  BellWatch watch_;  // last: its thread uses what stands above
};

}  // namespace forge
