// Snapshots that an agent keeps of its own session, to continue after an interruption: any JSON object, by run. Files
// below .forge/state/sessions. Those that the modules workflow left in .forge/state are read where they are, and stay.
// Does not know what is in them beyond a few counts for lists.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "model/json.h"
#include "service/project.h"

namespace forge {

struct SessionEntry {
  std::string run;
  std::string updated;  // as it was written; empty: unknown
  std::string phase;
  std::int64_t completed = 0, total = 0;
};

class Sessions {
 public:
  explicit Sessions(const Project& project) : directory_(project.state + "/sessions"), before_(project.state) {}

  // `updated` is written into the snapshot as lastUpdatedAt.
  Status Save(const std::string& run, Json state, const std::string& updated) const;
  // Where both have one, the one that was written later.
  Result<std::optional<Json>> Load(const std::string& run) const;
  Result<std::vector<SessionEntry>> List() const;  // newest first; what cannot be read is left out

 private:
  Result<std::string> PathOf(const std::string& run) const;

  std::string directory_;
  std::string before_;  // the modules workflow's
};

}  // namespace forge
