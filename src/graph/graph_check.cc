#include "graph/graph_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "graph/batch.h"
#include "graph/foreign_files.h"
#include "graph/graph.h"
#include "graph/index.h"
#include "graph/order.h"
#include "graph/overlaps.h"
#include "graph/pattern.h"
#include "graph/programs.h"
#include "graph/writes_tree.h"

namespace forge {
namespace {

// Empty: none. Most paths have no two dots in a row, and begin with a letter.
std::string_view PathMistake(std::string_view path) {
  const bool plain = !path.empty() && IsLetterOrDigit(path[0]);
  const bool drive = path.size() >= 2 && path[1] == ':' && IsLetter(path[0]);
  if (!plain && Trim(path).empty()) return "is empty";
  if (drive || (!plain && (path[0] == '/' || path[0] == '\\' || path[0] == '~'))) {
    return "is not relative to the repository";
  }
  bool dots = false;
  for (std::size_t i = 1; i < path.size(); ++i) dots |= path[i] == '.' && path[i - 1] == '.';
  if (!dots) return {};
  for (std::string_view half : Split(path, '/')) {
    for (std::string_view part : Split(half, '\\')) {
      if (part == "..") return "leads out of its directory with ..";
    }
  }
  return {};
}

class GraphCheck {
 public:
  GraphCheck(const std::vector<StepSpec>& steps, const GraphCheckOptions& options)
      : steps_(steps), options_(options), graph_(BuildGraph(steps)), order_(graph_), writes_(steps) {}

  GraphReport Run() {
    CheckIds();
    CheckDepends();
    CheckCycles();
    if (options_.require_verify) CheckVerify();
    if (options_.program_exists) CheckCommands();
    CheckPaths();
    if (options_.is_there) CheckPromises();
    WarnOfOverlaps();
    if (options_.file_exists) WarnOfForeignFiles();
    ListTiers();
    TracePath();
    report_.max_parallel = WidestRound(graph_, writes_);
    return std::move(report_);
  }

 private:
  void Add(std::string_view type, std::size_t place, std::string message) {
    const int line = place < options_.lines.size() ? options_.lines[place] : 0;
    report_.errors.push_back({std::string(type), std::move(message), steps_[place].id, line});
  }

  void CheckIds() {
    for (std::size_t place = 0; place < steps_.size(); ++place) {
      if (steps_[place].id.empty()) Add("schema", place, fmt::format("step {} has no id", place + 1));
    }
    for (std::size_t place = 0; place < steps_.size(); ++place) {
      const std::string& id = steps_[place].id.value;
      const int first = graph_.Find(id);
      if (id.empty() || Index(first) == place) continue;
      Add("duplicate_id", place,
          fmt::format("step {} is defined twice: as number {} and {}", id, first + 1, place + 1));
    }
  }

  void CheckDepends() {
    for (std::size_t place = 0; place < steps_.size(); ++place) {
      if (graph_.needs[place].size() == steps_[place].depends.size()) continue;  // all known, none twice
      std::unordered_set<std::string_view> told;
      for (const StepId& need : steps_[place].depends) {
        if (graph_.Find(need.value) >= 0 || !told.insert(need.value).second) continue;
        Add("unknown_dependency", place,
            fmt::format("step {} depends on {}, which is not a step{}", steps_[place].id.value, need.value,
                        Hint(need.value)));
      }
    }
    for (std::size_t place = 0; place < steps_.size(); ++place) {
      const auto& depends = steps_[place].depends;
      if (std::find(depends.begin(), depends.end(), steps_[place].id) == depends.end()) continue;
      Add("self_dependency", place, fmt::format("step {} depends on itself", steps_[place].id.value));
    }
  }

  // The closest id costs a walk over all, so only a few mistakes get one.
  std::string Hint(std::string_view id) {
    constexpr std::size_t kMostSteps = 5000;
    if (hints_left_ == 0 || steps_.size() > kMostSteps) return {};
    --hints_left_;
    if (ids_.empty()) {
      for (const StepSpec& step : steps_) ids_.push_back(step.id.value);
    }
    const auto closest = Closest(id, ids_);
    return closest ? fmt::format("; did you mean {}?", *closest) : std::string();
  }

  void CheckCycles() {
    for (const std::vector<int>& cycle : graph_.cycles) {
      if (cycle.size() == 1) continue;  // on itself: already said
      std::vector<std::string> names;
      for (int place : cycle) names.push_back(steps_[Index(place)].id.value);
      names.push_back(names.front());
      Add("cycle", Index(cycle.front()), "steps depend on each other: " + Join(names, " -> "));
    }
  }

  // An audit with commands proves what it waits for.
  void CheckVerify() {
    std::vector<bool> proven(steps_.size(), false);
    for (std::size_t place = 0; place < steps_.size(); ++place) {
      if (steps_[place].verify.empty() || !ChangesNothing(steps_[place])) continue;
      for (int need : graph_.needs[place]) proven[Index(need)] = true;
    }
    for (std::size_t place = 0; place < steps_.size(); ++place) {
      if (!steps_[place].verify.empty() || ChangesNothing(steps_[place]) || proven[place]) continue;
      Add("missing_verify", place, fmt::format("step {} has no verify command", steps_[place].id.value));
    }
  }

  void CheckCommands() {
    std::unordered_set<std::string> programs;
    std::unordered_set<std::string_view> commands;
    for (std::size_t place = 0; place < steps_.size(); ++place) {
      for (const std::string& command : steps_[place].verify) {
        const std::string_view word = WordThatDecides(command);
        if (!commands.insert(word.empty() ? std::string_view(command) : word).second) continue;
        for (std::string& program : ProgramsOf(command)) {
          if (!programs.insert(program).second || options_.program_exists(program)) continue;
          Add("missing_command", place,
              fmt::format("program {} not found (verify command of step {})", program, steps_[place].id.value));
        }
      }
    }
    for (const std::string& command : options_.whole) {
      for (std::string& program : ProgramsOf(command)) {
        if (!programs.insert(program).second || options_.program_exists(program)) continue;
        report_.errors.push_back(
            {"missing_command", fmt::format("program {} not found (command of `## Testing`)", program), {}, 0});
      }
    }
  }

  void CheckPaths() {
    for (std::size_t place = 0; place < steps_.size(); ++place) {
      const StepSpec& step = steps_[place];
      std::unordered_set<std::string_view> told;
      for (const auto* paths : {&step.files, &step.writes, &step.disallowed}) {
        for (const std::string& path : *paths) {
          const std::string_view mistake = PathMistake(path);
          if (mistake.empty() || !told.insert(path).second) continue;
          Add("bad_path", place, fmt::format("step {}: the path \"{}\" {}", step.id.value, path, mistake));
        }
      }
    }
  }

  // What a step must leave, it may write, or it is there before.
  void CheckPromises() {
    for (std::size_t place = 0; place < steps_.size(); ++place) {
      const StepSpec& step = steps_[place];
      if (step.writes.empty() || ChangesNothing(step)) continue;
      for (const MustHaves::Artifact& artifact : step.must_haves.artifacts) {
        if (options_.is_there(artifact.path) || Writes(step, artifact.path) || IsWrittenBefore(place, artifact.path))
          continue;
        Add("foreign_promise", place,
            fmt::format("step {} must leave {}, which is not among its Writes", step.id.value, artifact.path));
      }
    }
  }

  static bool Writes(const StepSpec& step, const std::string& path) {
    const Pattern promised(path);
    return std::ranges::any_of(step.writes,
                               [&](const std::string& one) { return PatternsOverlap(Pattern(one), promised); });
  }

  bool IsWrittenBefore(std::size_t place, const std::string& path) {
    if (order_.tiers()[place] < 0) return true;  // a knot, which is told
    for (std::size_t other = 0; other < steps_.size(); ++other) {
      const bool earlier = other != place && order_.tiers()[other] >= 0 &&
                           order_.Comes(static_cast<int>(other), static_cast<int>(place));
      if (earlier && (steps_[other].writes.empty() || Writes(steps_[other], path))) return true;
    }
    return false;
  }

  void WarnOfOverlaps() {
    WriteOverlaps overlaps = FindWriteOverlaps(steps_, writes_, order_, options_.max_overlaps);
    for (WriteOverlap& overlap : overlaps.pairs) {
      const StepId& first = steps_[Index(overlap.first)].id;
      const StepId& second = steps_[Index(overlap.second)].id;
      std::string message = fmt::format("steps {} and {} can run at the same time and both may write {}", first.value,
                                        second.value, Join(overlap.files, ", "));
      if (overlap.case_only) message += ", which differ only in upper and lower case";
      report_.warnings.push_back({"file_overlap", {first, second}, std::move(overlap.files), std::move(message)});
    }
    if (overlaps.complete) return;
    report_.warnings.push_back(
        {"overlap_search_ended",
         {},
         {},
         fmt::format("there may be more overlaps than the {} listed here", overlaps.pairs.size())});
  }

  void WarnOfForeignFiles() {
    for (ForeignFile& found : FindForeignFiles(steps_, order_, options_.file_exists, options_.max_overlaps)) {
      const StepId& step = steps_[Index(found.step)].id;
      const StepId& writer = steps_[Index(found.writer)].id;
      std::string message =
          fmt::format("step {0} may not pass `{1}` alone: step {2} writes {3}, and {0} does not depend on {2}",
                      step.value, found.command, writer.value, found.path);
      report_.warnings.push_back({"foreign_file", {step, writer}, {std::move(found.path)}, std::move(message)});
    }
  }

  void ListTiers() {
    std::vector<std::size_t> sizes;
    for (int tier : order_.tiers()) {
      if (tier >= static_cast<int>(sizes.size())) sizes.resize(Index(tier) + 1);
      if (tier >= 0) ++sizes[Index(tier)];
    }
    report_.tiers.resize(sizes.size());
    for (std::size_t tier = 0; tier < sizes.size(); ++tier) report_.tiers[tier].reserve(sizes[tier]);
    for (std::size_t place = 0; place < steps_.size(); ++place) {
      const int tier = order_.tiers()[place];
      if (tier < 0) continue;
      report_.tiers[Index(tier)].push_back(steps_[place].id);
    }
  }

  bool IsLonger(int candidate, int best) const {
    return best < 0 || graph_.remaining_ms[Index(candidate)] > graph_.remaining_ms[Index(best)];
  }

  // A step that never starts is on no path; what feeds it may still be the longest.
  void TracePath() {
    if (!graph_.cycles.empty()) return TracePathBesideKnots();
    int at = -1;
    for (int place = 0; place < graph_.size(); ++place) {
      if (IsLonger(place, at)) at = place;
    }
    while (at >= 0) {
      report_.critical_path.push_back(steps_[Index(at)].id);
      int next = -1;
      for (int fed : graph_.feeds[Index(at)]) {
        if (IsLonger(fed, next)) next = fed;
      }
      at = next;
    }
  }

  // Cycles make the graph's remaining paths meaningless; they are measured again without the steps of cycles.
  void TracePathBesideKnots() {
    std::vector<StepSpec> free;
    for (std::size_t place = 0; place < steps_.size(); ++place) {
      if (order_.tiers()[place] < 0) continue;
      StepSpec step;
      step.id = steps_[place].id;
      step.depends = steps_[place].depends;
      step.estimate_ms = steps_[place].estimate_ms;
      free.push_back(std::move(step));
    }
    GraphCheckOptions options;
    options.require_verify = false;
    GraphCheck check(free, options);
    check.TracePath();
    report_.critical_path = std::move(check.report_.critical_path);
  }

  const std::vector<StepSpec>& steps_;
  const GraphCheckOptions& options_;
  StepGraph graph_;
  StepOrder order_;
  WritesTree writes_;
  GraphReport report_;
  std::vector<std::string> ids_;
  int hints_left_ = 20;
};

Json IdsToJson(const std::vector<StepId>& ids) {
  Json::Array list;
  list.reserve(ids.size());
  for (const StepId& id : ids) list.emplace_back(id.value);
  return Json(std::move(list));
}

}  // namespace

GraphReport CheckGraph(const std::vector<StepSpec>& steps, const GraphCheckOptions& options) {
  return GraphCheck(steps, options).Run();
}

Json ToJson(const GraphReport& report) {
  Json::Array errors;
  for (const GraphError& error : report.errors) {
    Json one = Json::MakeObject().Set("type", error.type).Set("message", error.message);
    if (!error.step.empty()) one.Set("step", error.step.value);
    if (error.line > 0) one.Set("line", error.line);
    errors.push_back(std::move(one));
  }
  Json::Array warnings;
  for (const GraphWarning& warning : report.warnings) {
    Json::Array files(warning.files.begin(), warning.files.end());
    warnings.push_back(Json::MakeObject()
                           .Set("type", warning.type)
                           .Set("steps", IdsToJson(warning.steps))
                           .Set("files", Json(std::move(files)))
                           .Set("message", warning.message));
  }
  Json::Array tiers;
  for (const auto& tier : report.tiers) tiers.push_back(IdsToJson(tier));
  return Json::MakeObject()
      .Set("valid", report.valid())
      .Set("errors", Json(std::move(errors)))
      .Set("warnings", Json(std::move(warnings)))
      .Set("tiers", Json(std::move(tiers)))
      .Set("critical_path", IdsToJson(report.critical_path))
      .Set("max_parallel", report.max_parallel);
}

}  // namespace forge
