// The inbox of a run that is driven: looked into when its store's bell rings, and now and then in case it cannot.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
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
  // Wakes the queue's loop at each ring.
  RungInbox(Inbox& inner, const std::string& store_path, InputQueue& queue);
  Result<std::vector<InboxMessage>> Poll(RunId run) override;

  // After that much time a look is due without a ring.
  std::chrono::milliseconds longest_wait() const;

 private:
  Inbox& inner_;
  std::atomic<bool> rung_ = true;  // nothing was looked at yet
  std::int64_t looked_ = 0;
  BellWatch watch_;  // last: its thread uses what stands above
};

}  // namespace forge
