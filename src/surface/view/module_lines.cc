#include "surface/view/module_lines.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/display.h"
#include "base/strings.h"
#include "surface/view/module_screen.h"

namespace forge {
namespace {

using TellLines = std::vector<std::string>;

int PlaceOf(const State& state, const StepId& step) { return step.empty() ? -1 : state.graph.Find(step.value); }

std::string TitleOf(const State& state, int place) {
  return place < 0 || !state.plan ? ""
                                  : fmt::format("\"{}\"", state.plan->steps[static_cast<std::size_t>(place)].title);
}

// Of the run's own pipeline, or of one that steps go through.
const Stage* StageOfRow(const State& state, const JournalRow& row) {
  const auto& pipelines = state.start.pipelines.pipelines;
  if (row.step.empty()) return pipelines[0].Find(row.stage);
  for (std::size_t i = 1; i < pipelines.size(); ++i) {
    if (const Stage* stage = pipelines[i].Find(row.stage)) return stage;
  }
  return nullptr;
}

std::string ProgressLine(const State& state) {
  std::size_t done = 0, failed = 0;
  for (const StepState& step : state.steps) {
    if (step.status == StepStatus::kDone) ++done;
    if (step.status == StepStatus::kFailed || step.status == StepStatus::kBlocked) ++failed;
  }
  const std::size_t all = state.steps.size();
  const auto skipped =
      static_cast<std::size_t>(std::ranges::count(state.steps, StepStatus::kSkipped, &StepState::status));
  return fmt::format("Progress: {}/{} modules done | {} failed | {} remaining", done, all, failed,
                     all - done - failed - skipped);
}

// Whether a later row of the same place, within the same turn, is of that kind.
const JournalRow* Follows(const std::vector<JournalRow>& rows, std::size_t at, std::string_view kind) {
  for (std::size_t i = at + 1; i < rows.size(); ++i) {
    if (rows[i].kind == kind && rows[i].step == rows[at].step && rows[i].stage == rows[at].stage) return &rows[i];
  }
  return nullptr;
}

const JournalRow* Precedes(const std::vector<JournalRow>& rows, std::size_t at, std::string_view kind) {
  for (std::size_t i = 0; i < at; ++i) {
    if (rows[i].kind == kind && rows[i].step == rows[at].step) return &rows[i];
  }
  return nullptr;
}

std::string Reason(const JournalRow& row) {
  const auto data = ParseJson(row.data.empty() ? "{}" : row.data);
  return data ? (*data)["reason"].AsString() : "";
}

TellLines ExecutingLine(const State& state) {
  std::vector<std::string> names;
  for (const int place : state.running_steps)
    names.push_back(state.plan->steps[static_cast<std::size_t>(place)].id.value);
  if (names.empty()) return {"Phase 2: Executing..."};
  return {fmt::format("Phase 2: Executing {}{}...", Join(names, ", "), names.size() > 1 ? " in parallel" : "")};
}

// The overseer's statement that nothing can be done here, from the step's lane.
const Json* OverseerBlocked(const State& state, int place) {
  const StepState& step = state.steps[static_cast<std::size_t>(place)];
  if (!step.lane || step.lane->phase != LanePhase::kBlocked) return nullptr;
  const auto at = static_cast<std::size_t>(step.lane->stage);
  if (at >= step.lane->memos.size()) return nullptr;
  const Json& result = step.lane->memos[at].result;
  return result["classification"].AsString() == "blocked" ? &result : nullptr;
}

TellLines Validated(const State& state, const std::vector<JournalRow>& rows, std::size_t at, const Json& data) {
  const JournalRow& row = rows[at];
  const int place = PlaceOf(state, row.step);
  const auto score = LastScore(state, place);
  const std::string known = score ? " — score " + ScoreText(score->score) : "";
  if (row.kind == "approved") return {fmt::format("✓ {}: VALIDATED{}", row.step.value, known)};
  const bool last = Follows(rows, at, "exhausted") != nullptr;
  TellLines lines = {fmt::format("✗ {}: VALIDATION FAILED{}{}", row.step.value, known, last ? "" : ", retrying")};
  if (last || !score) return lines;
  lines.push_back(fmt::format("✗ {}: FAILED {} — score {}, {}/{} checks passed — retrying ({}/{})", row.step.value,
                              TitleOf(state, place), ScoreText(score->score), score->passed, score->total,
                              data["round"].AsInt(), std::max<std::int64_t>(data["of"].AsInt() - 1, 1)));
  return lines;
}

TellLines LensLines(const State& state, const JournalRow& row) {
  const std::vector<Stage>& stages = state.start.pipelines.pipelines[0].stages;
  for (std::size_t i = 0; i < stages.size() && i < state.lane.memos.size(); ++i) {
    if (stages[i].name != row.stage) continue;
    const LensVerdict verdict = CountLenses(state.lane.memos[i]);
    TellLines lines = {fmt::format("Phase 4.5 Self-Consistency: {} lenses complete", verdict.answered)};
    lines.push_back(fmt::format("Must-fix (≥2 lenses): {} findings — RELEASE {}", verdict.must_fix.size(),
                                verdict.must_fix.empty() ? "CLEAR" : "BLOCKED"));
    lines.push_back(fmt::format("Advisory (1 lens): {} findings — logged, not blocking", verdict.advisory.size()));
    return lines;
  }
  return {};
}

}  // namespace

std::optional<TellLines> ModuleLines::UnitStarted(const State& state, const JournalRow& row, const Json& data) {
  const Stage* stage = StageOfRow(state, row);
  if (stage == nullptr) return std::nullopt;
  if (stage->produces == "plan") {
    return TellLines{row.iteration > 1 ? "Phase 1: Planning — revising the plan..."
                                       : "Phase 1: Planning — exploring codebase..."};
  }
  if (stage->kind == StageKind::kPanel) {
    if (!panels_.insert(fmt::format("{}#{}", row.stage, row.iteration)).second) return TellLines{};
    return TellLines{fmt::format("Phase 4.5: Release review — {} lenses in parallel...", stage->members.size())};
  }
  if (stage->kind == StageKind::kLearn) return TellLines{"Phase 5: Learning..."};
  if (row.step.empty() || stage->role != "debugger" || data["kind"].AsString() != "agent") return std::nullopt;
  std::int64_t most = row.iteration;
  for (const Pipeline& pipeline : state.start.pipelines.pipelines) {
    // The limit is that of the check that sends work to this stage.
    if (pipeline.Find(row.stage) != stage) continue;
    for (const Stage& other : pipeline.stages) {
      if (other.kind == StageKind::kCheck && !other.on_revision.empty())
        most = std::max<std::int64_t>(most, other.max_iterations - 1);
    }
  }
  return TellLines{fmt::format("🔧 {}: Debug attempt {}/{} — {}", row.step.value, row.iteration, most,
                               TitleOf(state, PlaceOf(state, row.step)))};
}

TellLines ModuleLines::GivenUp(const State& state, const std::vector<JournalRow>& rows, std::size_t at) {
  const JournalRow& row = rows[at];
  const int place = PlaceOf(state, row.step);
  const std::string& id = row.step.value;
  const std::string why = Reason(row);
  begun_.erase(id);  // a retry starts it again
  TellLines lines;
  if (const Json* word = OverseerBlocked(state, place)) {
    lines.push_back(fmt::format("⊘ {}: BLOCKED (overseer) — escalating to user", id));
    lines.push_back("Evidence: " + (*word)["evidence"].AsString());
    const Json& help = word->Has("suggestion") ? (*word)["suggestion"] : (*word)["suggested_unblock"];
    lines.push_back("Suggested unblock: " + help.AsString());
  } else if (const JournalRow* exhausted = Precedes(rows, at, "exhausted")) {
    const bool stagnant = Reason(*exhausted).find("no progress") != std::string::npos;
    const Stage* stage = StageOfRow(state, *exhausted);
    const int tries = stage == nullptr ? 1 : std::max(stage->max_iterations - 1, 1);
    lines.push_back(stagnant ? fmt::format("⊘ {}: STAGNANT — escalating to user", id)
                             : fmt::format("⊘ {}: GAVE UP after {} attempts", id, tries));
  } else if (why.starts_with("timeout")) {
    lines.push_back(fmt::format("⊘ {}: WORKER DEAD ({})", id, why));
  }
  const bool blocked = row.kind == "step-blocked";
  if (lines.empty())
    lines.push_back(fmt::format("{} {}: {} {} — {}", blocked ? "⊘" : "✗", id, blocked ? "BLOCKED" : "FAILED",
                                TitleOf(state, place), why));
  lines.push_back(ProgressLine(state));
  return lines;
}

std::optional<TellLines> ModuleLines::Tell(const State& state, const std::vector<JournalRow>& rows, std::size_t at) {
  const JournalRow& row = rows[at];
  if (row.is_input) return std::nullopt;
  const auto parsed = ParseJson(row.data.empty() ? "{}" : row.data);
  if (!parsed) return std::nullopt;
  const Json& data = *parsed;
  const int place = PlaceOf(state, row.step);
  if (row.kind == "unit-started") return UnitStarted(state, row, data);
  if (row.kind == "each-started" && state.plan) return ExecutingLine(state);
  if (row.kind == "aggregated") return LensLines(state, row);
  const Stage* stage = StageOfRow(state, row);
  const bool checks = stage != nullptr && stage->kind == StageKind::kCheck;
  if (place < 0) return std::nullopt;
  if (row.kind == "step-running") {
    if (!begun_.insert(row.step.value).second) return TellLines{};
    return TellLines{fmt::format("▶ {}: Starting {}...", row.step.value, TitleOf(state, place))};
  }
  if (checks && (row.kind == "approved" || row.kind == "revision")) return Validated(state, rows, at, data);
  if (row.kind == "exhausted" && stage != nullptr && stage->on_exhausted == OnExhausted::kBlock) return TellLines{};
  if (row.kind == "step-failed" || row.kind == "step-blocked") return GivenUp(state, rows, at);
  if (row.kind == "step-skipped") {
    return TellLines{fmt::format("⊘ {}: SKIPPED {} — {}", row.step.value, TitleOf(state, place), Reason(row)),
                     ProgressLine(state)};
  }
  if (row.kind != "step-done") return std::nullopt;
  const auto score = LastScore(state, place);
  const std::string proof =
      score ? fmt::format(" — score {}, {} passed", ScoreText(score->score), Counted(score->passed, "check")) : "";
  return TellLines{fmt::format("✓ {}: DONE {}{}", row.step.value, TitleOf(state, place), proof), ProgressLine(state)};
}

}  // namespace forge
