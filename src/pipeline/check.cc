// The rules that look at more than one stage or member at a time.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/strings.h"
#include "pipeline/pipeline_file.h"

namespace forge {
namespace {

SourcePos ValuePos(const TomlValue& table, std::string_view key) {
  const TomlMember* member = table.Find(key);
  return member ? member->value.begin : table.begin;
}

class Checker {
 public:
  Checker(const Pipeline& pipeline, const std::vector<StageSource>& sources, ProblemList& problems)
      : pipeline_(pipeline), sources_(sources), problems_(problems) {}

  void Run() {
    for (std::size_t i = 0; i < pipeline_.stages.size(); ++i) {
      CheckName(i);
      CheckRevision(i);
      CheckRepair(i);
      CheckTimeout(i);
      CheckReading(i);
      CheckQuestion(i);
      if (pipeline_.stages[i].kind == StageKind::kPanel) CheckPanel(i);
    }
  }

 private:
  void CheckName(std::size_t index) {
    const Stage& stage = pipeline_.stages[index];
    if (stage.name.empty()) return;
    const auto [first, is_new] = places_.emplace(stage.name, index);
    if (is_new) return;
    problems_.Add(ValuePos(*sources_[index].table, "name"), fmt::format("duplicate stage name `{}`", stage.name),
                  fmt::format("the first one is in line {}", pipeline_.stages[first->second].pos.line));
  }

  void CheckRevision(std::size_t index) {
    const Stage& stage = pipeline_.stages[index];
    if (stage.on_revision.empty()) return;
    const std::string label = StageLabel(stage, index);
    const TomlMember* member = sources_[index].table->Find("on_revision");
    const auto target = places_.find(stage.on_revision);
    if (target == places_.end()) {
      RefuseTarget(index, label, member->value.begin);
    } else if (!stage.sends_back()) {
      problems_.Add(member->pos, fmt::format("{} has `on_revision` but never asks for a revision", label),
                    HowToReview(stage));
    }
  }

  void RefuseTarget(std::size_t index, const std::string& label, SourcePos pos) {
    const std::string& target = pipeline_.stages[index].on_revision;
    if (pipeline_.Find(target)) {
      problems_.Add(pos, fmt::format("`on_revision` of {} names the later stage `{}`", label, target),
                    "work can only go back: name an earlier stage, or this one");
      return;
    }
    std::vector<std::string> earlier;
    for (std::size_t i = 0; i <= index; ++i) {
      if (!pipeline_.stages[i].name.empty()) earlier.push_back(pipeline_.stages[i].name);
    }
    problems_.Add(pos, fmt::format("unknown stage {} in `on_revision` of {}", Quote(target), label),
                  Suggest(target, earlier, "the stages so far are"));
  }

  // A repair sends work back like a revision, with its own limit. Only a repair enters a stage that decomposes.
  void CheckRepair(std::size_t index) {
    const Stage& stage = pipeline_.stages[index];
    const std::string label = StageLabel(stage, index);
    if (stage.repair > 0 && stage.on_revision.empty()) {
      problems_.Add(ValuePos(*sources_[index].table, "repair"),
                    fmt::format("{} has `repair` but no `on_revision`", label), "name the stage that does the repair");
    }
    for (const char* key : {"max_iterations", "converge"}) {
      if (stage.repair == 0 || sources_[index].table->Find(key) == nullptr) continue;
      problems_.Add(ValuePos(*sources_[index].table, key), fmt::format("`{}` of {} is not used", key, label),
                    "`repair` has its own limit");
    }
    if (stage.produces != "steps") return;
    if (stage.kind != StageKind::kAgent) {
      problems_.Add(ValuePos(*sources_[index].table, "produces"), fmt::format("{} cannot produce `steps`", label),
                    "only a stage of kind `agent` can");
    }
    const bool used = std::any_of(pipeline_.stages.begin() + static_cast<std::ptrdiff_t>(index), pipeline_.stages.end(),
                                  [](const Stage& later) { return later.repair > 0; });
    if (used) return;
    problems_.Add(ValuePos(*sources_[index].table, "produces"), fmt::format("{} never runs", label),
                  "only a later check with `repair` decomposes a step");
  }

  // Who falls back is not tried again: the work goes on at a later stage.
  void CheckTimeout(std::size_t index) {
    const Stage& stage = pipeline_.stages[index];
    if (stage.on_timeout.empty()) return;
    const std::string label = StageLabel(stage, index);
    const SourcePos pos = ValuePos(*sources_[index].table, "on_timeout");
    const auto target = std::ranges::find(pipeline_.stages, stage.on_timeout, &Stage::name);
    const auto place = static_cast<std::size_t>(target - pipeline_.stages.begin());
    if (target == pipeline_.stages.end() || place <= index || target->kind != StageKind::kAgent) {
      problems_.Add(pos,
                    fmt::format("`on_timeout` of {} names {}, which is not a later stage of an agent", label,
                                Quote(stage.on_timeout)),
                    "name the stage that does the work instead");
    }
    if (stage.timeout_ms == 0)
      problems_.Add(pos, fmt::format("{} has `on_timeout` but no `timeout`", label), "add timeout = \"90s\"");
  }

  // A step that is no run of its own goes through the same stages whatever its kind: its agent may not write.
  void CheckReading(std::size_t index) {
    const Stage& stage = pipeline_.stages[index];
    if (stage.over == Over::kRuns) return;
    const auto unused = [&](const char* key, bool given) {
      if (given)
        problems_.Add(ValuePos(*sources_[index].table, key),
                      fmt::format("`{}` of {} is not used", key, StageLabel(stage, index)),
                      "it is for steps that are runs: over = \"runs\"");
    };
    unused("reading_pipeline", !stage.reading_pipeline.empty());
    unused("attended", !stage.attended);
    unused("flags", !stage.flags.empty());
  }

  // A pipeline that builds steps and writes no plan is for a plan that the run begins with.
  void CheckQuestion(std::size_t index) {
    const Stage& stage = pipeline_.stages[index];
    if (stage.kind != StageKind::kAsk || stage.shows != "plan") return;
    const auto writes = [](const Stage& one) { return one.produces == "plan"; };
    const auto here = pipeline_.stages.begin() + static_cast<std::ptrdiff_t>(index);
    if (std::any_of(pipeline_.stages.begin(), here, writes)) return;
    const bool given =
        std::ranges::any_of(pipeline_.stages, [](const Stage& one) { return one.kind == StageKind::kEach; });
    if (given && std::none_of(here, pipeline_.stages.end(), writes)) return;
    problems_.Add(ValuePos(*sources_[index].table, "shows"),
                  fmt::format("{} shows `plan`, and no earlier stage writes one", StageLabel(stage, index)),
                  "give an earlier stage produces = \"plan\", or show another document");
  }

  static std::string HowToReview(const Stage& stage) {
    switch (stage.kind) {
      case StageKind::kAgent: return "add verdict = \"REVIEW.md\" to make it a review";
      case StageKind::kPanel:
        return fmt::format("a panel that aggregates by `{}` only gathers answers", Name(stage.aggregate));
      default: return "only reviews, panels, checks, questions and merges do";
    }
  }

  void CheckPanel(std::size_t index) {
    const Stage& stage = pipeline_.stages[index];
    const std::string label = StageLabel(stage, index);
    const TomlMember* array = sources_[index].table->Find("member");
    if (!array || array->value.type != TomlValue::Type::kArray) return;
    if (stage.members.empty()) {
      problems_.Add(array->value.begin, label + " has no members", "add at least one [[stage.member]]");
      return;
    }
    const bool needs_two = stage.aggregate != Aggregate::kAllPass && stage.aggregate != Aggregate::kCollect;
    if (needs_two && stage.members.size() < 2) {
      problems_.Add(stage.pos, fmt::format("{} aggregates by `{}` but has one member", label, Name(stage.aggregate)),
                    "it needs at least two");
    }
    const bool compares = stage.aggregate == Aggregate::kCompare && stage.result && stage.members.size() > 1;
    if (compares && stage.members.back().after.size() + 1 < stage.members.size()) {
      problems_.Add(stage.pos, fmt::format("the last member of {} compares what the others say", label),
                    "give it all of their answers: after = [...]");
    }
    CheckMembers(stage, label, array->value);
    CheckStacking(stage, label);
  }

  void CheckMembers(const Stage& stage, const std::string& label, const TomlValue& array) {
    std::vector<const TomlValue*> tables;
    for (const TomlValue& item : array.items) {
      if (item.type == TomlValue::Type::kTable) tables.push_back(&item);
    }
    std::vector<std::string> names;
    for (const Member& member : stage.members) names.push_back(member.name);
    for (std::size_t i = 0; i < stage.members.size() && i < tables.size(); ++i) {
      const Member& member = stage.members[i];
      if (!member.name.empty() &&
          std::ranges::find(names, member.name) - names.begin() < static_cast<std::ptrdiff_t>(i)) {
        problems_.Add(ValuePos(*tables[i], "name"),
                      fmt::format("duplicate member name `{}` in {}", member.name, label));
      }
      for (const std::string& other : member.after) {
        if (std::ranges::find(names, other) != names.end()) continue;
        problems_.Add(
            ValuePos(*tables[i], "after"),
            fmt::format("unknown member {} in `after` of member `{}` of {}", Quote(other), member.name, label),
            Suggest(other, names, "the members are"));
      }
    }
  }

  // Follows `after` from each member; a member that is met again while it is on the path is a cycle.
  void CheckStacking(const Stage& stage, const std::string& label) {
    std::map<std::string_view, int> colour;  // 1: on the path, 2: done
    std::vector<std::string> path;
    for (const Member& member : stage.members) {
      if (auto cycle = FindCycle(stage, member, colour, path)) {
        problems_.Add(stage.pos, fmt::format("the members of {} wait for each other: {}", label, *cycle),
                      "one of them must come first");
        return;
      }
    }
  }

  static std::optional<std::string> FindCycle(const Stage& stage, const Member& member,
                                              std::map<std::string_view, int>& colour, std::vector<std::string>& path) {
    if (colour[member.name] == 2) return std::nullopt;
    path.push_back(member.name);
    if (colour[member.name] == 1) {
      path.erase(path.begin(), std::ranges::find(path, member.name));
      return Join(path, " → ");
    }
    colour[member.name] = 1;
    for (const std::string& other : member.after) {
      const auto next = std::ranges::find(stage.members, other, &Member::name);
      if (next == stage.members.end()) continue;
      if (auto cycle = FindCycle(stage, *next, colour, path)) return cycle;
    }
    colour[member.name] = 2;
    path.pop_back();
    return std::nullopt;
  }

  const Pipeline& pipeline_;
  const std::vector<StageSource>& sources_;
  ProblemList& problems_;
  std::map<std::string, std::size_t, std::less<>> places_;  // of the stages so far
};

}  // namespace

void CheckPipeline(const Pipeline& pipeline, const std::vector<StageSource>& sources, ProblemList& problems) {
  Checker(pipeline, sources, problems).Run();
}

}  // namespace forge
