// Starts a thread, or not: a machine that has no more of them must not end the program. Knows no work.
#pragma once

#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "os/fault.h"

namespace forge {

// None if the machine refuses.
template <typename Work>
std::optional<std::jthread> StartThread(Work&& work) {
  if (sys::RefusedStart() != 0) return std::nullopt;
  try {
    return std::jthread(std::forward<Work>(work));
  } catch (const std::system_error&) {
    return std::nullopt;
  }
}

}  // namespace forge
