#include "graph/foreign_files.h"

#include <algorithm>
#include <unordered_map>

#include "graph/index.h"
#include "graph/pattern.h"
#include "model/command_paths.h"

namespace forge {
namespace {

constexpr std::size_t kMostWriters = 64;  // of one path, that are asked whether the step waits for them

using Writers = std::unordered_map<std::string_view, std::vector<int>>;

Writers WritersOf(const std::vector<StepSpec>& steps) {
  Writers writers;
  for (std::size_t place = 0; place < steps.size(); ++place) {
    for (std::string_view path : steps[place].writes) {
      while (path.starts_with("./")) path.remove_prefix(2);
      std::vector<int>& all = writers[path];
      if (all.size() < kMostWriters) all.push_back(static_cast<int>(place));
    }
  }
  return writers;
}

bool MayWrite(const StepSpec& step, const std::string& path) {
  return std::ranges::any_of(step.writes, [&](const std::string& own) { return PatternsOverlap(own, path); });
}

}  // namespace

std::vector<ForeignFile> FindForeignFiles(const std::vector<StepSpec>& steps, StepOrder& order,
                                          const std::function<bool(std::string_view)>& exists, std::size_t most) {
  const Writers writers = WritersOf(steps);
  std::vector<ForeignFile> found;
  for (int place = 0; place < static_cast<int>(steps.size()) && found.size() < most; ++place) {
    const StepSpec& step = steps[Index(place)];
    if (order.tiers()[Index(place)] < 0) continue;
    for (const std::string& command : step.verify) {
      for (const std::string& path : PathsInCommand(command)) {
        const auto it = writers.find(path);
        if (it == writers.end() || found.size() == most) continue;
        const bool has = std::ranges::any_of(it->second, [&](int writer) {
          return writer == place || (order.tiers()[Index(writer)] >= 0 && order.Comes(writer, place));
        });
        if (has || MayWrite(step, path) || exists(path)) continue;
        found.push_back({place, it->second.front(), command, path});
      }
    }
  }
  return found;
}

}  // namespace forge
