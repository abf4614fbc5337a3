#include "service/report/finding_works.h"

namespace forge {

void FindingWorks::Note(const UnitRow& unit, const UnitOutcome& outcome, TimePoint at) {
  const bool works = unit.kind == UnitKind::kAgent && unit.member.empty() && !outcome.verdict;
  const std::string before = snapshots_[unit.step.value];
  if (!outcome.snapshot.empty()) snapshots_[unit.step.value] = outcome.snapshot;
  if (!works) return;
  // Without a snapshot the engine does not know. The first of a lane is compared with the run's branch.
  const bool unknown = outcome.snapshot.empty() || outcome.plan || !outcome.artifacts.empty();
  const bool differs = before.empty() ? outcome.unmerged : outcome.snapshot != before;
  works_.push_back({at, unknown || differs});
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
