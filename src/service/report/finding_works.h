// When the work that findings are about was changed: what a reviewer no longer reports is fixed only by a change. Knows
// no findings.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/ids.h"
#include "model/outcome.h"
#include "store/store.h"

namespace forge {

class FindingWorks {
 public:
  // In the order of the journal: a unit that ended well.
  void Note(const UnitRow& unit, const UnitOutcome& outcome, TimePoint at);

  // Whether units that make changes ended between the two times, and none of them changed anything.
  bool NothingChanged(TimePoint after, TimePoint until) const;

  // Whether one of them, of this step (none: of any), changed the file, or it is not known which files it changed. An
  // empty name: no file is known.
  bool MayHaveTouched(const std::string& file, const StepId& step, TimePoint after, TimePoint until) const;

 private:
  struct Work {
    TimePoint at;
    StepId step;
    bool changed = false;
    std::vector<std::string> files = {};  // that it changed; empty: not known
  };
  std::vector<Work> works_;
  std::map<std::string, std::string> snapshots_;  // of each lane, the last
};

}  // namespace forge
