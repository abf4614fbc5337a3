#include "os/trace.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace forge {
namespace {

struct Starts {
  std::mutex mutex;
  std::map<std::string, std::int64_t, std::less<>> by_name;  // guarded by mutex
};

Starts& AllStarts() {
  static Starts starts;
  return starts;
}

std::atomic<std::int64_t> syncs = 0;
std::atomic<std::int64_t> query_steps = 0;

}  // namespace

void CountStart(std::string_view program) {
  const std::string_view name = program.substr(program.rfind('/') + 1);  // npos + 1 is 0
  Starts& starts = AllStarts();
  const std::lock_guard lock(starts.mutex);
  auto found = starts.by_name.find(name);
  if (found == starts.by_name.end()) found = starts.by_name.emplace(name, 0).first;
  ++found->second;
}

void CountSync() { syncs.fetch_add(1, std::memory_order_relaxed); }

void CountQuerySteps(std::int64_t steps) { query_steps.fetch_add(steps, std::memory_order_relaxed); }

std::string TraceText() {
  Starts& starts = AllStarts();
  const std::lock_guard lock(starts.mutex);
  std::vector<std::pair<std::string, std::int64_t>> sorted(starts.by_name.begin(), starts.by_name.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::int64_t all = 0;
  std::string names;
  for (const auto& [name, count] : sorted) {
    all += count;
    names += fmt::format("{}{} {}", names.empty() ? " (" : ", ", name, count);
  }
  return fmt::format("trace: {} processes started{}{}, {} syncs, {} query steps", all, names, names.empty() ? "" : ")",
                     syncs.load(), query_steps.load());
}

}  // namespace forge
