#include "surface/view/module_screen.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/strings.h"
#include "graph/graph_check.h"
#include "model/finding.h"

namespace forge {
namespace {

constexpr std::string_view kNone = "—";

// In a cell of a table: one line, and no bar that would begin another cell.
std::string TableCell(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c == '|') line += '\\';
    line += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  }
  return line.empty() ? std::string(kNone) : line;
}

std::vector<std::string> Ids(const std::vector<StepId>& ids) {
  std::vector<std::string> names;
  for (const StepId& id : ids) names.push_back(id.value);
  return names;
}

std::string OneLine(std::string_view text) {
  const std::vector<std::string_view> lines = Lines(Trim(text));
  return lines.empty() ? "" : std::string(Trim(lines[0]));
}

const std::vector<std::string>& WritesOf(const StepSpec& step) {
  return step.writes.empty() ? step.files : step.writes;
}

std::string Listed(const std::vector<std::string>& lines) {
  if (lines.empty()) return " None\n";
  std::string text = "\n";
  for (const std::string& line : lines) text += fmt::format("- {}\n", line);
  return text;
}

std::string OrderText(const GraphReport& report) {
  std::string text;
  int number = 0;
  std::vector<StepId> before;
  for (const std::vector<StepId>& tier : report.tiers) {
    const std::string after = before.empty() ? "no dependencies" : "after " + Join(Ids(before), ", ");
    text +=
        fmt::format("{}. {}{} ({})\n", ++number, Join(Ids(tier), ", "), tier.size() > 1 ? " in parallel" : "", after);
    before = tier;
  }
  return text;
}

// Every path that two modules name, even if they cannot run at the same time: the reader of the table wants to know.
std::vector<std::string> OverlapLines(const std::vector<StepSpec>& steps) {
  std::map<std::string, std::vector<std::string>> writers;
  for (const StepSpec& step : steps) {
    for (const std::string& path : std::set<std::string>(WritesOf(step).begin(), WritesOf(step).end()))
      writers[path].push_back(step.id.value);
  }
  std::vector<std::string> lines;
  for (const auto& [path, ids] : writers) {
    if (ids.size() > 1)
      lines.push_back(fmt::format("{} {} edit {} — they never run at the same time; each builds on the one before it",
                                  Join(ids, " and "), ids.size() == 2 ? "both" : "all", path));
  }
  return lines;
}

std::vector<std::string> UncommittedLines(const std::vector<StepSpec>& steps, const ApprovalNews& news) {
  std::vector<std::string> lines;
  if (!news.isolated) return lines;
  for (const std::string& file : news.uncommitted) {
    for (const StepSpec& step : steps) {
      const auto& writes = WritesOf(step);
      if (std::any_of(writes.begin(), writes.end(), [&](const std::string& path) { return path == file; }))
        lines.push_back(fmt::format("{} has uncommitted changes that {} will not see", file, step.id.value));
    }
  }
  return lines;
}

int StageNamed(const Pipeline& pipeline, std::string_view role) {
  for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
    if (pipeline.stages[i].role == role) return static_cast<int>(i);
  }
  return -1;
}

// What the step goes through; none when it is a run of its own, or has not begun.
const Pipeline* PipelineOf(const State& state, const StepState& step) {
  const auto& pipelines = state.start.pipelines.pipelines;
  const bool known = step.lane && step.lane->pipeline > 0;
  const auto at = known ? static_cast<std::size_t>(step.lane->pipeline) : pipelines.size();
  return at < pipelines.size() ? &pipelines[at] : nullptr;
}

std::string StatusText(StepStatus status) {
  switch (status) {
    case StepStatus::kDone: return "✓ DONE";
    case StepStatus::kFailed: return "✗ FAILED";
    case StepStatus::kBlocked: return "⊘ BLOCKED";
    case StepStatus::kSkipped: return "⊘ SKIPPED";
    case StepStatus::kPending:
    case StepStatus::kReady:
    case StepStatus::kRunning:
    case StepStatus::kWaiting: break;
  }
  return std::string(Name(status));
}

// Why the first attempt did not pass, or none did.
std::string NoteOn(const State& state, std::size_t place) {
  const StepState& step = state.steps[place];
  if (!step.reason.empty()) return OneLine(step.reason);
  const Pipeline* pipeline = PipelineOf(state, step);
  if (pipeline == nullptr) return "";
  auto result_of = [&](std::string_view role) -> Json {
    const int stage = StageNamed(*pipeline, role);
    const bool there = stage >= 0 && static_cast<std::size_t>(stage) < step.lane->memos.size();
    return there ? step.lane->memos[static_cast<std::size_t>(stage)].result : Json();
  };
  const Json debugged = result_of("debugger");
  if (const std::string summary = debugged["summary"].AsString(); !summary.empty()) return OneLine(summary);
  const Json worked = result_of("worker");
  const Json::Array& concerns = worked["concerns"].AsArray();
  return concerns.empty() ? "" : OneLine(concerns[0].AsString());
}

std::vector<std::string> AdvisoryLines(const State& state) {
  std::vector<std::string> lines;
  const std::vector<Stage>& stages = state.start.pipelines.pipelines[0].stages;
  for (std::size_t i = 0; i < stages.size() && i < state.lane.memos.size(); ++i) {
    if (stages[i].kind != StageKind::kPanel || stages[i].aggregate != Aggregate::kLenses) continue;
    for (const LensGroup& group : CountLenses(state.lane.memos[i]).advisory) {
      const std::string place =
          group.finding.line > 0 ? fmt::format("{}:{}", group.finding.file, group.finding.line) : group.finding.file;
      lines.push_back(fmt::format("{}{} ({})", place.empty() ? "" : place + ": ", OneLine(group.finding.description),
                                  Join(group.lenses, ", ")));
    }
  }
  return lines;
}

}  // namespace

LensVerdict CountLenses(const StageMemo& memo) {
  std::vector<LensAnswer> answers;
  for (const MemberMemo& member : memo.members) {
    answers.push_back({member.name, member.failed,
                       member.failed ? std::vector<Finding>() : FindingsFromJson(member.result, member.name)});
  }
  return AggregateLenses(answers);
}

bool IsOfModules(const Started& start) {
  const auto& pipelines = start.pipelines.pipelines;
  return !pipelines.empty() && pipelines[0].display == Display::kModules;
}

std::string ModuleBanner() { return "⚒️ F O R G E ⚒️\n═══════════════════\nplan → execute → validate → learn\n"; }

// The only module of a plan has no review of its own where its pipeline says so: the reviews of the whole are its.
static bool IsLite(const State& state) {
  if (state.plan->steps.size() != 1 || state.start.flags["full"].AsString() == "true") return false;
  return std::ranges::any_of(state.start.pipelines.pipelines, [](const Pipeline& pipeline) {
    return std::ranges::any_of(pipeline.stages,
                               [](const Stage& stage) { return stage.when.find("run.one_step") != std::string::npos; });
  });
}

std::string ApprovalScreen(const State& state, const ApprovalNews& news) {
  if (!state.plan) return "";
  const std::vector<StepSpec>& steps = state.plan->steps;
  GraphCheckOptions options;
  options.require_verify = false;
  const GraphReport report = CheckGraph(steps, options);
  std::string text =
      fmt::format("[forge] ## Proposed Plan\n\n**Objective:** {}\n**Modules:** {} | **Execution:** {}\n\n",
                  OneLine(state.start.objective), steps.size(),
                  report.max_parallel > 1
                      ? fmt::format("{} tiers, at most {} in parallel", report.tiers.size(), report.max_parallel)
                      : "one at a time");
  text +=
      "| # | Module | Files | Depends On | Complexity | Verify "
      "|\n|---|--------|-------|------------|------------|--------|\n";
  for (const StepSpec& step : steps) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", TableCell(step.id.value), TableCell(step.title),
                        TableCell(Join(WritesOf(step), ", ")), TableCell(Join(Ids(step.depends), ", ")),
                        TableCell(step.complexity), TableCell(Join(step.verify, ", ")));
  }
  text += "\n**Execution order:**\n" + OrderText(report);
  if (IsLite(state)) {
    text +=
        "\n**Lite:** one module has no review of its own; the review of the whole and the lenses look at it. To have "
        "both: --full\n";
  }
  std::vector<std::string> warnings;
  for (const GraphWarning& warning : report.warnings) warnings.push_back(warning.message);
  for (std::string& line : UncommittedLines(steps, news)) warnings.push_back(std::move(line));
  text += "\n**Warnings:**" + Listed(warnings);
  text += "\n**🔥 File overlap risk:**" + Listed(OverlapLines(steps));
  return text + "\n**Known risks from memory:**" + Listed(news.risks);
}

// What ran before the work is no attempt at it.
static bool IsBaseline(const State& state, std::size_t place, const std::string& name) {
  const Pipeline* pipeline = PipelineOf(state, state.steps[place]);
  const Stage* stage = pipeline == nullptr ? nullptr : pipeline->Find(name);
  return stage != nullptr && stage->mode == CheckMode::kBaseline;
}

std::string ModuleSummary(const State& state, const SummaryNews& news) {
  const auto done = std::count_if(state.steps.begin(), state.steps.end(),
                                  [](const StepState& step) { return step.status == StepStatus::kDone; });
  std::int64_t retries = 0;
  std::string rows;
  for (std::size_t i = 0; state.plan && i < state.steps.size() && i < state.plan->steps.size(); ++i) {
    const StepSpec& spec = state.plan->steps[i];
    // Each check of the work is an attempt; work that began and was never checked is one, too.
    std::int64_t attempts = 0;
    for (const UnitRow& unit : news.units)
      attempts += unit.step == spec.id && unit.kind == UnitKind::kCheck && !IsBaseline(state, i, unit.stage) ? 1 : 0;
    attempts = std::max<std::int64_t>(attempts, state.steps[i].attempts > 0 ? 1 : 0);
    retries += std::max<std::int64_t>(attempts - 1, 0);
    const auto score = LastScore(state, static_cast<int>(i));
    rows += fmt::format("| {}: {} | {} | {} | {} | {} |\n", TableCell(spec.id.value), TableCell(spec.title),
                        StatusText(state.steps[i].status), attempts,
                        score ? ScoreText(score->score) : std::string(kNone), TableCell(NoteOn(state, i)));
  }
  std::string text =
      fmt::format("[forge] ## Forge {}\n\n**Objective:** {}\n**Modules:** {}/{} completed\n**Retries:** {}\n\n",
                  state.status == RunStatus::kCompleted ? "Complete" : "Stopped", OneLine(news.objective), done,
                  state.steps.size(), retries);
  text += "| Module | Status | Attempts | Score | Notes |\n|--------|--------|----------|-------|-------|\n" + rows;
  if (const auto advisory = AdvisoryLines(state); !advisory.empty())
    text += "\n**Advisory findings:**" + Listed(advisory);
  return text +
         fmt::format("\n**Learnings saved:** {} {}\n", news.learnings, news.learnings == 1 ? "pattern" : "patterns");
}

std::string ScoreText(double score) {
  std::string text = fmt::format("{:.2f}", score);
  if (text.ends_with('0')) text.pop_back();
  return text;
}

std::optional<StepScore> LastScore(const State& state, int place) {
  const StepState& step = state.steps[static_cast<std::size_t>(place)];
  const Pipeline* pipeline = PipelineOf(state, step);
  if (pipeline == nullptr) return std::nullopt;
  for (std::size_t i = 0; i < pipeline->stages.size() && i < step.lane->memos.size(); ++i) {
    const Json& result = step.lane->memos[i].result;
    const bool of_work = pipeline->stages[i].kind == StageKind::kCheck && !result["baseline"].AsBool();
    if (!of_work || !result.Has("score")) continue;
    StepScore score{0, 0, result["score"].AsDouble()};
    for (const Json& one : result["results"].AsArray()) {
      ++score.total;
      score.passed += one["passed"].AsBool() ? 1 : 0;
    }
    return score;
  }
  return std::nullopt;
}

}  // namespace forge
