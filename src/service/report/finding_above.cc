#include "service/report/finding_above.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "service/unit/run_files.h"
#include "store/store.h"
#include "text/review/finding_title.h"

namespace forge {
namespace {

bool IsNumberBelow(std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos || colon + 2 >= word.size()) return false;
  return IsDigits(word.substr(0, colon)) && word[colon + 1] == 'F' && IsDigits(word.substr(colon + 2));
}

// The first that is so and needs a decision, or else the first.
const RunFinding* FirstToDecide(const std::vector<RunFinding>& findings, const auto& is_so) {
  const RunFinding* first = nullptr;
  for (const RunFinding& found : findings) {
    if ((first != nullptr && !NeedsTriage(found)) || !is_so(found)) continue;
    if (NeedsTriage(found)) return &found;
    first = &found;
  }
  return first;
}

const RunFinding* SamePoint(const std::vector<RunFinding>& above, RunId run, const RunFinding& found) {
  const RunFinding* listed = ListedAs(above, fmt::format("{}:{}", run.value, found.id));
  if (listed != nullptr) return listed;
  return FirstToDecide(above, [&](const RunFinding& one) {
    return !one.collected_by.empty() && one.repeats.empty() && SaysTheSame(one.finding, found.finding);
  });
}

// Open at the end of its run, whatever was decided since.
bool MayBeAbove(const RunFinding& found) { return NeedsTriage(found) || found.settled.ms > 0; }

RunFiles FilesOf(const RunFiles& files, const RunRow& row) { return {files.project(), row.id, row.slug}; }

}  // namespace

std::vector<std::string> NumbersBelow(std::string_view text) {
  std::vector<std::string> numbers;
  std::string word;
  for (const char c : std::string(text) + " ") {
    const bool inside = IsLetterOrDigit(c) || c == ':';
    if (inside) word += c;
    if (!inside && IsNumberBelow(word)) numbers.push_back(word);
    if (!inside) word.clear();
  }
  return numbers;
}

void NoteNumbersBelow(RunFinding& point, UnitId unit, std::string_view same_as) {
  std::vector<std::string> numbers = NumbersBelow(same_as);
  if (numbers.empty()) return;
  if (point.last != unit) point.repeats.clear();
  for (std::string& number : numbers) {
    if (std::ranges::find(point.repeats, number) == point.repeats.end()) point.repeats.push_back(std::move(number));
  }
}

std::string PointsLeftBy(RunId run, const std::vector<RunFinding>& findings) {
  constexpr std::size_t kMost = 6000;
  std::string text;
  int more = 0;  // in whole lines: a number that is cut is lost
  for (const RunFinding& found : findings) {
    if (!NeedsTriage(found)) continue;
    const Finding& finding = found.finding;
    const std::string line =
        fmt::format("- {}:{}{}{}: {}{}\n", run.value, found.id, finding.severity.empty() ? "" : ", ", finding.severity,
                    FindingTitle(finding), finding.file.empty() ? "" : fmt::format(" ({})", finding.file));
    if (more > 0 || text.size() + line.size() > kMost) ++more;
    if (more == 0) text += line;
  }
  return more == 0 ? text : text + fmt::format("(and {} more: `forge findings {}`)\n", more, run.value);
}

Result<std::string> PointsLeftIn(Store& store, const RunFiles& files, RunId run, const StepId& step) {
  std::optional<RunRow> last;
  for (RunRow& row : TRY(store.FindRuns({.parent = run}))) {
    if (row.parent_step == step && row.status == RunStatus::kCompleted) last = std::move(row);
  }
  if (!last) return "";
  const RunFiles of_child = FilesOf(files, *last);
  const std::string points = PointsLeftBy(last->id, TRY(ListFindings(store, last->id, &of_child)));
  return points.empty() ? "" : fmt::format("{} of run {}:\n{}", kPointsLeft, last->id.value, points);
}

const RunFinding* ListedAs(const std::vector<RunFinding>& above, const std::string& number) {
  return FirstToDecide(above, [&](const RunFinding& one) {
    return !one.collected_by.empty() && std::ranges::find(one.repeats, number) != one.repeats.end();
  });
}

Result<std::vector<RunFinding>> ListFindings(Store& store, RunId run, const RunFiles* files) {
  FindingsAbove known;
  return ListFindings(store, run, files, known);
}

Status TakeFromAbove(Store& store, RunId run, const RunFiles* files, std::vector<RunFinding>& findings,
                     FindingsAbove& known) {
  if (files == nullptr || std::ranges::none_of(findings, MayBeAbove)) return {};
  const auto row = TRY(store.FindRun(run));
  if (!row || row->parent.value == 0 || row->parent_step.empty() || row->status != RunStatus::kCompleted) return {};
  const auto parent = TRY(store.FindRun(row->parent));
  if (!parent) return {};
  const RunFiles of_parent = FilesOf(*files, *parent);
  if (!known.contains(parent->id)) {
    std::vector<RunFinding> read = TRY(ListFindings(store, parent->id, &of_parent, known));
    known.emplace(parent->id, std::move(read));
  }
  const std::vector<RunFinding>& above = known.at(parent->id);
  for (RunFinding& found : findings) {
    if (!MayBeAbove(found)) continue;
    const RunFinding* same = SamePoint(above, run, found);
    if (same == nullptr) continue;
    found.above = parent->id;
    found.id_above = same->id;
    if (!NeedsTriage(found) || NeedsTriage(*same)) continue;
    found.finding.state = same->finding.state;
    found.finding.reason = fmt::format("with {} of run {}", same->id, parent->id.value);
    if (!same->finding.reason.empty()) found.finding.reason += ": " + same->finding.reason;
    found.by = same->by;
    found.settled = same->settled;
  }
  return {};
}

Status SettleAbove(Store& store, const RunFiles& files, const RunFinding& finding, const Settlement& settlement) {
  if (finding.above.value == 0) return {};
  const auto row = TRY(store.FindRun(finding.above));
  if (!row) return {};
  const RunFiles of_it = FilesOf(files, *row);
  const std::vector<RunFinding> above = TRY(ListFindings(store, row->id, &of_it));
  const RunFinding* same = FindFinding(above, finding.id_above);
  if (same == nullptr) return {};
  TRY(SettleFinding(store, row->id, *same, settlement));
  return SettleAbove(store, of_it, *same, settlement);
}

}  // namespace forge
