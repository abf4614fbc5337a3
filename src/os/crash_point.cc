#include "os/crash_point.h"

#include <fmt/core.h>
#include <signal.h>

#include <atomic>
#include <cstdint>
#include <string>

#include "base/strings.h"

namespace forge {
namespace {

std::atomic<bool> armed = false;
std::atomic<std::int64_t> passes_left = 0;

// Written before `armed` is, and never again.
std::string& ArmedName() {
  static std::string name;
  return name;
}

}  // namespace

Status ArmCrash(std::string_view spec) {
  std::size_t colon = spec.find(':');
  auto count = colon == std::string_view::npos ? std::int64_t{1} : ParseInt(spec.substr(colon + 1));
  std::string_view name = spec.substr(0, colon);
  if (name.empty() || !count || *count < 1) {
    return Fail(Code::kInvalid, fmt::format("\"{}\" is not a crash point", spec), "write name or name:count");
  }
  ArmedName() = name;
  passes_left = *count;
  armed = true;
  return {};
}

void CrashPoint(std::string_view name) {
  if (!armed.load(std::memory_order_relaxed)) return;
  if (name == ArmedName() && passes_left.fetch_sub(1) == 1) ::raise(SIGKILL);
}

}  // namespace forge
