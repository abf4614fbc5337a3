#include "service/report/finding_works.h"

#include <algorithm>

namespace forge {

void FindingWorks::Note(const UnitRow& unit, const UnitOutcome& outcome, TimePoint at) {
  const bool works = unit.kind == UnitKind::kAgent && unit.member.empty() && !outcome.verdict;
  const std::string before = snapshots_[unit.step.value];
  if (!outcome.snapshot.empty()) snapshots_[unit.step.value] = outcome.snapshot;
  if (!works) return;
  // Without a snapshot the engine does not know. The first of a lane is compared with the run's branch.
  const bool unknown = outcome.snapshot.empty() || outcome.plan || !outcome.artifacts.empty();
  const bool differs = before.empty() ? outcome.unmerged : outcome.snapshot != before;
  works_.push_back({at, unit.step, unknown || differs, outcome.touched});
}

bool FindingWorks::MayHaveTouched(const std::string& file, const StepId& step, TimePoint after, TimePoint until) const {
  bool any = false;
  for (const Work& work : works_) {
    if (work.at.ms <= after.ms || work.at.ms > until.ms || (!step.empty() && work.step != step)) continue;
    const bool known = !work.changed || !work.files.empty();
    if (!known || std::ranges::find(work.files, file) != work.files.end()) return true;
    any = true;
  }
  return !any || file.empty();
}

bool FindingWorks::NothingChanged(TimePoint after, TimePoint until) const {
  bool any = false;
  for (const Work& work : works_) {
    if (work.at.ms <= after.ms || work.at.ms > until.ms) continue;
    if (work.changed) return false;
    any = true;
  }
  return any;
}

}  // namespace forge
