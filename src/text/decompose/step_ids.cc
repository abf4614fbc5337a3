#include "text/decompose/step_ids.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::string_view kPhasePrefix = "phase-";

// What an agent is told to do, and how it is proven. Ids are not part of it.
std::string WorkOf(const StepSpec& step) {
  StepSpec work = step;
  work.id = {};
  work.depends.clear();
  return ToJson(work).Dump();
}

std::string FilesOf(const StepSpec& step) {
  if (step.kind == "audit" || step.kind == "read") return step.kind;  // there is one of each
  std::vector<std::string> files = step.writes;
  std::sort(files.begin(), files.end());
  return "files\n" + Join(files, "\n");
}

// What a person added to a step stays with it: a command in Verify, a claim. What the changes say themselves wins.
void KeepWhatWasAdded(const StepSpec& old, StepSpec& step) {
  if (old.what != step.what || old.writes != step.writes || old.kind != step.kind) return;
  StepSpec kept = old;
  kept.title = std::move(step.title);
  kept.files = std::move(step.files);
  if (!step.depends.empty()) kept.depends = std::move(step.depends);
  if (!step.verify.empty()) kept.verify = std::move(step.verify);
  step = std::move(kept);
}

class IdMatching {
 public:
  IdMatching(const std::vector<StepSpec>& before, std::vector<StepSpec>& steps)
      : before_(before), steps_(steps), taken_(before.size(), false), ids_(steps.size()), from_(steps.size()) {}

  void Run() {
    MatchBy(WorkOf);
    MatchBy(FilesOf);
    std::int64_t next = 1;
    for (const StepSpec& step : before_) {
      const std::string_view id = step.id.value;
      const auto number = id.starts_with(kPhasePrefix) ? ParseInt(id.substr(kPhasePrefix.size())) : std::nullopt;
      if (number) next = std::max(next, *number + 1);
    }
    std::unordered_map<std::string, StepId> now;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (ids_[i].empty()) ids_[i] = StepId{fmt::format("{}{}", kPhasePrefix, next++)};
      now.emplace(steps_[i].id.value, ids_[i]);
    }
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      for (StepId& need : steps_[i].depends) need = now.at(need.value);
      if (from_[i]) KeepWhatWasAdded(before_[*from_[i]], steps_[i]);
      steps_[i].id = ids_[i];
    }
    // A step that a person had it wait for may be gone.
    const std::set<StepId> all(ids_.begin(), ids_.end());
    for (StepSpec& step : steps_) std::erase_if(step.depends, [&](const StepId& need) { return !all.contains(need); });
  }

 private:
  template <typename Key>
  void MatchBy(Key key) {
    std::unordered_map<std::string, std::vector<std::size_t>> places;
    for (std::size_t i = before_.size(); i-- > 0;) {
      if (!taken_[i]) places[key(before_[i])].push_back(i);
    }
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (!ids_[i].empty()) continue;
      const auto it = places.find(key(steps_[i]));
      if (it == places.end() || it->second.empty()) continue;
      const std::size_t old = it->second.back();  // the first of them
      it->second.pop_back();
      taken_[old] = true;
      ids_[i] = before_[old].id;
      from_[i] = old;
    }
  }

  const std::vector<StepSpec>& before_;
  std::vector<StepSpec>& steps_;
  std::vector<bool> taken_;
  std::vector<StepId> ids_;
  std::vector<std::optional<std::size_t>> from_;  // its place in before_
};

}  // namespace

void KeepStepIds(const std::vector<StepSpec>& before, std::vector<StepSpec>& steps) { IdMatching(before, steps).Run(); }

}  // namespace forge
