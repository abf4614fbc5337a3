#include "store/blocking.h"

#include <string>
#include <vector>

#include "base/strings.h"

namespace forge {
namespace {

void Continue(bool asks, const std::set<RunId>& blockers, RunRow& row) {
  row.status = !blockers.empty() ? RunStatus::kBlocked : asks ? RunStatus::kWaiting : RunStatus::kActive;
  row.reason.clear();
  if (blockers.empty()) return;
  std::vector<std::string> names;
  for (const RunId run : blockers) names.push_back(std::to_string(run.value));
  row.reason = "waits for run " + Join(names, ", ");
}

}  // namespace

bool ApplyBlocking(const Input& message, bool asks, RunRow& row, std::set<RunId>& blockers) {
  if (IsEnd(row.status)) return false;
  if (const auto* control = std::get_if<Control>(&message)) {
    if (control->kind != ControlKind::kBlockOn || control->other.value <= 0) return false;
    blockers.insert(control->other);
    const bool goes_on = row.status == RunStatus::kActive || row.status == RunStatus::kWaiting;
    if (goes_on || row.status == RunStatus::kBlocked) Continue(asks, blockers, row);
    return true;
  }
  const auto* ended = std::get_if<BlockerEnded>(&message);
  if (ended == nullptr || blockers.erase(ended->run) == 0) return false;
  if (row.status == RunStatus::kBlocked) Continue(asks, blockers, row);
  return true;
}

}  // namespace forge
