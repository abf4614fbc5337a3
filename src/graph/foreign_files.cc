#include "graph/foreign_files.h"

#include <algorithm>
#include <unordered_map>

#include "graph/index.h"
#include "graph/pattern.h"
#include "model/command_paths.h"

namespace forge {
namespace {

constexpr std::size_t kMostWriters = 64;  // of one path, that are asked whether the step waits for them

// A command of a step that names a path which the step does not write in the same words.
struct Mention {
  int step = 0;
  const std::string* command = nullptr;
  std::string_view path;
};

std::string_view WithoutHere(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return path;
}

std::vector<Mention> MentionsOf(const std::vector<StepSpec>& steps, const StepOrder& order) {
  std::vector<Mention> mentions;
  for (int place = 0; place < static_cast<int>(steps.size()); ++place) {
    const StepSpec& step = steps[Index(place)];
    if (order.tiers()[Index(place)] < 0) continue;
    for (const std::string& command : step.verify) {
      for (std::string_view path : PathsInCommand(command)) {
        auto is_path = [&](std::string_view own) { return WithoutHere(own) == path; };
        if (std::ranges::none_of(step.writes, is_path)) mentions.push_back({place, &command, path});
      }
    }
  }
  return mentions;
}

using Writers = std::unordered_map<std::string_view, std::vector<int>>;

// Only of what is mentioned: most plans write far more.
Writers WritersOf(const std::vector<StepSpec>& steps, const std::vector<Mention>& mentions) {
  Writers writers;
  for (const Mention& mention : mentions) writers[mention.path];
  if (writers.empty()) return writers;
  for (std::size_t place = 0; place < steps.size(); ++place) {
    for (std::string_view path : steps[place].writes) {
      const auto it = writers.find(WithoutHere(path));
      if (it != writers.end() && it->second.size() < kMostWriters) it->second.push_back(static_cast<int>(place));
    }
  }
  return writers;
}

bool MayWrite(const StepSpec& step, std::string_view path) {
  return std::ranges::any_of(step.writes, [&](const std::string& own) { return PatternsOverlap(own, path); });
}

}  // namespace

std::vector<ForeignFile> FindForeignFiles(const std::vector<StepSpec>& steps, StepOrder& order,
                                          const std::function<bool(std::string_view)>& exists, std::size_t most) {
  const std::vector<Mention> mentions = MentionsOf(steps, order);
  const Writers writers = WritersOf(steps, mentions);
  std::vector<ForeignFile> found;
  for (const Mention& mention : mentions) {
    if (found.size() == most) break;
    const std::vector<int>& all = writers.at(mention.path);
    if (all.empty()) continue;
    const bool waits = std::ranges::any_of(
        all, [&](int writer) { return order.tiers()[Index(writer)] >= 0 && order.Comes(writer, mention.step); });
    if (waits || MayWrite(steps[Index(mention.step)], mention.path) || exists(mention.path)) continue;
    found.push_back({mention.step, all.front(), *mention.command, std::string(mention.path)});
  }
  return found;
}

}  // namespace forge
