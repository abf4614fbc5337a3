// The user's checkout around agents that work in it (isolation `shared`): what a failed attempt changed is taken back
// before the next one, and nothing else. Knows trees and files, not runs; where a lane's record is kept is the
// caller's.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/json.h"
#include "service/project.h"
#include "service/unit/job.h"
#include "service/unit/run_files.h"
#include "service/unit/unit_events.h"

namespace forge {

// What one lane did to the checkout, as trees that git keeps.
struct CheckoutRecord {
  std::string stage;    // of the lane's first unit
  std::string base;     // before it
  std::string before;   // before the last
  std::string after;    // after it
  bool failed = false;  // the last one did
  bool operator==(const CheckoutRecord&) const = default;
};
Json ToJson(const CheckoutRecord& record);
CheckoutRecord CheckoutRecordFromJson(const Json& json);

// The tree of the checkout as it is, untracked files included, ignored ones and Forge's own directory not. Its objects
// are in the repository; index and files stay as they are.
Result<std::string> CaptureCheckout(const Project& project);

struct Reverted {
  std::vector<std::string> files;
  std::vector<std::string> kept;  // changed since by the user: they stay
};
// Every file that differs between the two trees and still is as in `after` becomes what it was in `before`.
Result<Reverted> RevertCheckout(const Project& project, const std::string& before, const std::string& after);

}  // namespace forge
