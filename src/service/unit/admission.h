// Who may start while the machine is short of memory: the first always, the others when there is some again. Knows
// units only by number.
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
  // Bytes that must be free for one more to start; 0: memory is not looked at. `available` may not know.
  Admission(std::int64_t floor, std::function<std::optional<std::int64_t>()> available);

  // Who is in; leaves when it goes.
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

  // Waits until there is memory, or nobody else is in, or it is told to stop. `waits` is called once if it has to.
  Pass Enter(std::stop_token stop, const std::function<void()>& waits = {});

 private:
  bool MayEnter() const;

  const std::int64_t floor_;
  const std::function<std::optional<std::int64_t>()> available_;
  std::mutex mutex_;
  std::condition_variable_any left_;
  int inside_ = 0;
};

}  // namespace forge
