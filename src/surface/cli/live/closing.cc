#include "surface/cli/live/closing.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/display.h"
#include "base/strings.h"
#include "service/report/findings_left.h"

namespace forge::cli {
namespace {

std::string Changed(const RunReport& report) {
  std::int64_t added = 0;
  std::int64_t removed = 0;
  for (const FileChange& change : report.changes) {
    added += change.added;
    removed += change.removed;
  }
  return fmt::format("{}, +{} -{}, on {}", Counted(static_cast<std::int64_t>(report.changes.size()), "file"), added,
                     removed, report.branch);
}

}  // namespace

std::vector<std::string> ClosingLines(const RunReport& report) {
  if (report.changes.empty() || report.branch.empty()) return {};
  const std::string label = !IsVerified(report) ? "" : FailedProofs(report).empty() ? "verified  " : "proof     ";
  std::vector<std::string> lines = {fmt::format("changed   {}", Changed(report)), label + ProofText(report)};
  if (const std::string open = LeftText(report.findings, report.left_below); !open.empty())
    lines.push_back(fmt::format("findings  {}: forge triage {}", open, report.view.run.id.value));
  return lines;
}

}  // namespace forge::cli
