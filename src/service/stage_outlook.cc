#include "service/stage_outlook.h"

#include <algorithm>

#include "base/strings.h"
#include "model/triage_answer.h"
#include "text/gates.h"

namespace forge {
namespace {

constexpr std::string_view kAnswers = "run.answers.";

bool IsKnown(const GateDirective& directive, const Json& records) {
  const bool field = directive.kind == GateDirective::Kind::kRequire || directive.kind == GateDirective::Kind::kForbid;
  if (directive.subject == "run.plan_given") return field && !records["run"]["plan_given"].is_null();
  return field && (directive.subject == "run.size" || directive.subject.starts_with("run.flags."));
}

bool Gives(const Stage& stage, const GateDirective& need) {
  if (need.kind == GateDirective::Kind::kAfter) return need.subject == stage.name;
  if (need.kind == GateDirective::Kind::kRequire) return need.subject == std::string(kAnswers) + stage.name;
  const bool sheet = need.subject == kTriagePage && std::ranges::count(stage.checks, "findings") > 0;
  return sheet || stage.produces == need.subject;
}

bool IsOfOtherStages(const GateDirective& need) {
  const bool answer = need.kind == GateDirective::Kind::kRequire && need.subject.starts_with(kAnswers);
  return answer || need.kind == GateDirective::Kind::kArtifact || need.kind == GateDirective::Kind::kAfter;
}

// Whether one of the stages that give it is on the way. What no stage of the pipeline gives may be there all the same.
bool MayCome(const GateDirective& need, const std::vector<Stage>& stages, const std::vector<bool>& comes,
             const FileFact& exists) {
  if (!IsOfOtherStages(need)) return true;
  if (need.kind == GateDirective::Kind::kArtifact && (!exists || exists(need.subject))) return true;
  bool given = false;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (!Gives(stages[i], need)) continue;
    if (comes[i]) return true;
    given = true;
  }
  return !given;
}

// The first need of the stage that cannot come.
const GateDirective* FindHopeless(const Gate& needs, const std::vector<Stage>& stages, const std::vector<bool>& comes,
                                  const FileFact& exists) {
  const auto found =
      std::ranges::find_if(needs, [&](const GateDirective& need) { return !MayCome(need, stages, comes, exists); });
  return found == needs.end() ? nullptr : &*found;
}

}  // namespace

StageOutlook WillEnter(const Stage& stage, const Json& records) {
  Gate known;
  std::vector<std::string> open;
  for (const GateDirective& directive : ParseGate(stage.when).gate) {
    if (IsKnown(directive, records)) {
      known.push_back(directive);
    } else {
      open.push_back(directive.text);
    }
  }
  GateFacts facts;
  facts.records = records;
  const std::vector<GateFailure> failures = EvaluateGate(known, facts);
  if (!failures.empty()) return {WillRun::kNo, failures[0].text, false};
  return {open.empty() ? WillRun::kYes : WillRun::kPerhaps, Join(open, "; "), false};
}

std::vector<StageOutlook> WayThrough(const Pipeline& pipeline, const Json& records, const FileFact& exists) {
  const std::vector<Stage>& stages = pipeline.stages;
  std::vector<StageOutlook> way;
  for (const Stage& stage : stages) {
    way.push_back(WillEnter(stage, records));
    if (stage.kind == StageKind::kCheck && stage.mode == CheckMode::kDisabled)
      way.back() = {WillRun::kNo, "disabled", false};
    if (stage.splits()) way.back() = {WillRun::kPerhaps, "a repair splits the step", true};
  }
  std::vector<Gate> needs;
  for (const Stage& stage : stages) needs.push_back(ParseGate(stage.when).gate);
  // From nothing on: two stages that need only each other do not come.
  std::vector<bool> comes(stages.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < stages.size(); ++i) {
      if (comes[i] || way[i].runs == WillRun::kNo || FindHopeless(needs[i], stages, comes, exists) != nullptr) continue;
      comes[i] = changed = true;
    }
  }
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const auto sent_back = [](const GateDirective& need) {
      return need.kind == GateDirective::Kind::kAfter && std::ranges::count(need.values, "revision") > 0;
    };
    way[i].repairs = stages[i].splits() || std::ranges::any_of(needs[i], sent_back);
    if (!comes[i] && way[i].runs != WillRun::kNo) {
      way[i].runs = WillRun::kNo;
      way[i].condition = FindHopeless(needs[i], stages, comes, exists)->text;
    }
  }
  return way;
}

std::vector<std::string> AsksAnyway(const Pipeline& pipeline, const std::vector<StageOutlook>& way, bool approved) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
    const Stage& stage = pipeline.stages[i];
    const bool waits = stage.kind == StageKind::kAsk && stage.unattended == Unattended::kWait;
    if (waits && way[i].runs != WillRun::kNo && !(approved && stage.shows == "plan")) names.push_back(stage.name);
  }
  return names;
}

}  // namespace forge
