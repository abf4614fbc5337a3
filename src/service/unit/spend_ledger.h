// What the units in flight have used so far, against the budgets that bind them. All units of a budget share what is
// left of it: none has a part that another could have used, and each stops after the answer that uses it up. So a
// budget is exceeded by at most one answer of a model per unit in flight. Knows no agent. docs/budgets.md.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "engine/binding_limit.h"
#include "model/usage.h"

namespace forge {

// Used from any number of threads.
class SpendLedger {
 public:
  // The unit starts. `limits` know what every unit has spent that is not in flight.
  void Begin(UnitId unit, std::vector<BindingLimit> limits, const std::map<UnitId, Unit>& in_flight);
  // What is left for the unit now, in money and tokens. Empty: nothing binds it.
  Budget ShareOf(UnitId unit) const;
  // What the unit has used in all so far, which never becomes less. Why it must stop, if a budget is used up.
  std::optional<std::string> Spend(UnitId unit, const Usage& total);
  // The keys of the budgets that bind the unit and of which nothing is left.
  std::vector<std::string> UsedUp(UnitId unit) const;

 private:
  struct Entry {
    std::vector<std::string> keys;
    Usage used;
  };
  Usage SpentOf(const std::string& key) const;

  mutable std::mutex mutex_;
  std::map<UnitId, Entry> units_;               // guarded by mutex_
  std::map<std::string, BindingLimit> limits_;  // guarded by mutex_
};

}  // namespace forge
