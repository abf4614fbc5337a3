#include "surface/hook/statusline.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/amounts.h"
#include "base/strings.h"
#include "model/words.h"
#include "service/run_queries.h"
#include "surface/view/budget_text.h"
#include "surface/view/times.h"

namespace forge::hook {
namespace {

constexpr int kCells = 10;
constexpr int kPlanRounds = 5;
constexpr int kAllRounds = 13;
constexpr std::size_t kPhaseColumns = 19;

int IterationOf(const RunView& view) {
  int iteration = 1;
  for (const UnitRow& unit : view.units) {
    if (unit.stage == view.run.stage) iteration = std::max(iteration, unit.iteration);
  }
  return iteration;
}

std::string Bar(std::int64_t done, std::int64_t total) {
  const std::int64_t full = total > 0 ? done * kCells / total : 0;
  std::string bar;
  for (int i = 0; i < kCells; ++i) bar += i < full ? "█" : "░";
  return bar;
}

struct GateMarks {
  std::string_view joint, open, passed, failed;
};
constexpr GateMarks kGateWords{":", "—", "PASS", "FAIL"};
constexpr GateMarks kGateSigns{"", "…", "✓", "✗"};

// The last verdict of each member of the current panel: "skeptic:PASS integration:—".
std::string Gates(const RunView& view, const GateMarks& marks = kGateWords) {
  std::vector<std::string> order;
  std::map<std::string, std::string_view> words;
  for (const UnitRow& unit : view.units) {
    if (unit.stage != view.run.stage || unit.member.empty()) continue;
    if (!words.contains(unit.member)) order.push_back(unit.member);
    const bool revise = Lower(unit.summary).find("revis") != std::string::npos;
    words[unit.member] = unit.status == UnitStatus::kRunning           ? marks.open
                         : unit.status == UnitStatus::kDone && !revise ? marks.passed
                                                                       : marks.failed;
  }
  std::vector<std::string> shown;
  for (const std::string& member : order) shown.push_back(fmt::format("{}{}{}", member, marks.joint, words[member]));
  return Join(shown, " ");
}

// The clock stops while no engine runs the run.
std::int64_t Elapsed(const RunView& view, TimePoint now) {
  const bool over = view.run.status != RunStatus::kActive && view.run.status != RunStatus::kWaiting;
  return std::max<std::int64_t>(0, (over ? view.run.updated.ms : now.ms) - view.run.created.ms);
}

// From two steps on, by their average.
std::optional<std::int64_t> Left(const RunView& view, TimePoint now) {
  const std::int64_t done = view.run.steps_done;
  if (done < 2 || done >= view.run.steps_total) return std::nullopt;
  return Elapsed(view, now) / done * (view.run.steps_total - done);
}

std::string Upper(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return upper;
}

std::string ForgeLine(const RunView& view, TimePoint now) {
  std::vector<std::string> parts = {fmt::format("[forge] {} {}/{}", Bar(view.run.steps_done, view.run.steps_total),
                                                view.run.steps_done, view.run.steps_total),
                                    view.run.stage.empty() ? std::string(Name(view.run.status)) : view.run.stage};
  int failed = 0;
  std::string running;
  for (const StepRow& step : view.steps) {
    failed += step.status == StepStatus::kFailed || step.status == StepStatus::kBlocked ? 1 : 0;
    if (running.empty() && step.status == StepStatus::kRunning) running = step.title;
  }
  if (!running.empty()) parts.push_back(running);
  if (failed > 0) parts.push_back(fmt::format("{} failed", failed));
  parts.push_back(FormatDuration(Elapsed(view, now)));
  if (const auto left = Left(view, now)) parts.push_back(fmt::format("~{} left", FormatDuration(*left)));
  return Join(parts, " | ");
}

std::string RalphLine(const RunView& view) {
  const bool executing = view.run.steps_done > 0 || std::ranges::any_of(view.steps, [](const StepRow& step) {
                           return step.status == StepStatus::kRunning || step.status == StepStatus::kFailed;
                         });
  return fmt::format("ralph:{}/{}", IterationOf(view), executing ? kAllRounds : kPlanRounds);
}

std::string NotepadLine(const RunView& view, TimePoint now) {
  if (view.run.status == RunStatus::kCompleted) {
    return fmt::format("[FORGE] DONE ✓ | {} | {}", view.run.slug, FormatDuration(Elapsed(view, now)));
  }
  if (view.run.status == RunStatus::kBlocked || view.run.status == RunStatus::kFailed) {
    return fmt::format("[FORGE] BLOCKED | {} | {}", view.run.slug, view.run.reason);
  }
  std::string phase = fmt::format("{} v{}", Upper(view.run.stage), IterationOf(view));
  phase.resize(std::max(phase.size(), kPhaseColumns), ' ');
  const std::string gates = Gates(view);
  return fmt::format("[FORGE] {} | {} | {}/{} steps", phase, gates.empty() ? "—" : gates, view.run.steps_done,
                     view.run.steps_total);
}

// "S02 1/4 > T03 execute (heavy)": the runs below on the way to what works, and what that is.
std::string WorkText(const TreePath& path) {
  std::vector<std::string> parts;
  for (std::size_t i = 1; i < path.runs.size(); ++i) {
    const RunRow& run = path.runs[i];
    std::string part = run.parent_step.value;
    if (run.steps_total > 0) part += fmt::format(" {}/{}", run.steps_done, run.steps_total);
    if (run.status != RunStatus::kActive) part += fmt::format(" {}", Name(run.status));
    parts.push_back(std::move(part));
  }
  std::string task = path.task.value;
  const bool told = path.runs.size() > 1 || !task.empty() || !path.tier.empty();
  if (told && !path.stage.empty()) task += (task.empty() ? "" : " ") + path.stage;
  if (!path.tier.empty()) task += fmt::format(" ({})", path.tier);
  if (!task.empty()) parts.push_back(std::move(task));
  return Join(parts, " > ");
}

std::string FullLine(const RunView& view, TimePoint now, const Json& host, const LineNotes& notes) {
  const RunRow& run = view.run;
  std::vector<std::string> parts = {fmt::format("forge {} {}", run.id.value, Name(run.status))};
  if (!run.stage.empty()) parts.push_back(fmt::format("{} v{}", run.stage, IterationOf(view)));
  if (const std::string gates = Gates(view); !gates.empty()) parts.push_back(gates);
  if (run.steps_total > 0) {
    parts.push_back(fmt::format("{} {}/{}", Bar(run.steps_done, run.steps_total), run.steps_done, run.steps_total));
  }
  if (const std::string work = WorkText(notes.path); !work.empty()) parts.push_back(work);
  std::string time = FormatDuration(Elapsed(view, now));
  if (const auto left = Left(view, now)) time += fmt::format(" ~{} left", FormatDuration(*left));
  parts.push_back(time);
  const bool tree = !notes.path.runs.empty();
  const std::int64_t tokens = tree ? notes.path.tokens : run.tokens;
  const double usd = tree ? notes.path.usd : run.usd;
  const bool limited = notes.limit.usd || notes.limit.tokens;
  const std::string spent = limited ? BudgetText(tokens, usd, notes.limit) : SpendText(tokens, usd);
  if (!spent.empty()) parts.push_back(spent);
  if (!notes.account.empty()) parts.push_back(notes.account);
  if (const Json& used = host["context_window"]["used_percentage"]; used.is_number()) {
    parts.push_back(fmt::format("context {:.0f}%", used.AsDouble()));
  }
  if (!view.questions.empty() && run.status == RunStatus::kWaiting) parts.emplace_back("waits: forge questions");
  return Join(parts, " | ");
}

std::string ShortLine(const RunView& view, const Budget& limit) {
  const RunRow& run = view.run;
  std::vector<std::string> parts = {fmt::format("forge:{}", run.id.value)};
  const bool moves = run.status == RunStatus::kActive || run.status == RunStatus::kWaiting;
  if (!moves) parts.emplace_back(Name(run.status));
  if (!run.stage.empty() && !IsEnd(run.status)) {
    const int round = IterationOf(view);
    parts.push_back(round > 1 ? fmt::format("{}·{}", run.stage, round) : run.stage);
  }
  if (const std::string gates = Gates(view, kGateSigns); !gates.empty() && !IsEnd(run.status)) parts.push_back(gates);
  if (run.steps_total > 0) parts.push_back(fmt::format("{}/{}", run.steps_done, run.steps_total));
  if (const std::string spent = BudgetText(run.tokens, run.usd, limit); !spent.empty()) parts.push_back(spent);
  if (run.status == RunStatus::kWaiting) parts.emplace_back("asks");
  return Join(parts, " ");
}

}  // namespace

std::optional<LineFormat> ParseLineFormat(std::string_view name) {
  if (name == "auto") return LineFormat::kAuto;
  if (name == "forge") return LineFormat::kForge;
  if (name == "ralph") return LineFormat::kRalph;
  if (name == "notepad") return LineFormat::kNotepad;
  if (name == "short") return LineFormat::kShort;
  return std::nullopt;
}

std::string StatusLine(const RunView& view, TimePoint now, LineFormat format, const Json& host,
                       const LineNotes& notes) {
  switch (format) {
    case LineFormat::kAuto: return FullLine(view, now, host, notes);
    case LineFormat::kForge: return ForgeLine(view, now);
    case LineFormat::kRalph: return RalphLine(view);
    case LineFormat::kNotepad: return NotepadLine(view, now);
    case LineFormat::kShort: return ShortLine(view, notes.limit);
  }
  return "";
}

}  // namespace forge::hook
