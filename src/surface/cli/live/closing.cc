#include "surface/cli/live/closing.h"

#include <fmt/core.h>

#include <set>

#include "base/display.h"
#include "base/strings.h"

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

// By the last result of each check: what passed once and failed later is not proven.
std::string Verified(const RunReport& report) {
  std::set<std::string> passed;
  std::set<std::string> failed;
  for (const CheckRecord& check : report.checks) {
    if (!check.latest) continue;
    for (const CommandRecord& command : check.commands) (command.passed ? passed : failed).insert(command.command);
  }
  if (passed.empty() && failed.empty()) return "nothing; set a test command: forge config set verify \"make test\"";
  std::string text = fmt::format("{} passed", Counted(static_cast<std::int64_t>(passed.size()), "command"));
  if (!failed.empty()) text += fmt::format(", {} failed", failed.size());
  return text;
}

}  // namespace

std::vector<std::string> ClosingLines(const RunReport& report) {
  if (report.changes.empty() || report.branch.empty()) return {};
  return {fmt::format("changed   {}", Changed(report)), fmt::format("verified  {}", Verified(report)),
          fmt::format("land it   forge land {}", report.view.run.id.value)};
}

}  // namespace forge::cli
