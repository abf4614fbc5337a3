// Holds units back while memory is short. The first may always start; others wait until memory is free. Knows no unit.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace forge {

class Admission {
 public:
  // `floor`: bytes that must be free for another unit to start; 0: no check. `available` may return nothing.
  Admission(std::int64_t floor, std::function<std::optional<std::int64_t>()> available);

  // A unit that was admitted; its destructor lets the next one in.
  class Pass {
   public:
    explicit Pass(Admission* admission) : admission_(admission) {}
    Pass(Pass&& other) noexcept : admission_(std::exchange(other.admission_, nullptr)) {}
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    Pass& operator=(Pass&&) = delete;
    ~Pass();

   private:
    Admission* admission_;
  };

  // Waits until memory is free, no other unit is in, or `stop`. Calls `waits` once when it has to wait.
  Pass Enter(std::stop_token stop, const std::function<void()>& waits = {});

 private:
  bool MayEnter();

  const std::int64_t floor_;
  const std::function<std::optional<std::int64_t>()> available_;
  std::mutex mutex_;
  std::condition_variable_any left_;
  int inside_ = 0;
  std::int64_t looked_ = 0;        // when
  std::int64_t left_to_give_ = 0;  // of what was free then
};

}  // namespace forge
