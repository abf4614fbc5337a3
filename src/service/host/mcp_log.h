// What clients of MCP asked for and how it ended: a line of JSON for each call, in files by day below
// .forge/state/tool-log. Secrets are masked before anything is written. The files that the modules workflow left in
// .forge/logs are read with them. Knows no tool.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "model/json.h"
#include "service/project.h"
#include "service/transcript/secret_mask.h"

namespace forge {

struct LogFilter {
  std::string run, module, phase, severity;  // empty: any
  std::size_t limit = 50;
};

// Makes the place of the log in a project that has .forge. Any other project stays as it is.
Status BeginToolLog(const Project& project);

class ToolLog {
 public:
  // `environment`: values of variables that are named like a secret are masked too.
  explicit ToolLog(const Project& project, const std::map<std::string, std::string>& environment = {});

  // `entry` has at least "event"; the time is added. Nothing is written while the project has no state, and a line that
  // cannot be written is left out. Returns the entry with its secrets masked: what clients may be told of it.
  Json Append(TimePoint now, const std::string& when, const Json& entry) const;
  // The last ones that fit, oldest first; broken lines are passed over. A file of the modules workflow is a run of its
  // own, named as the file is.
  Result<std::vector<Json>> Read(const LogFilter& filter) const;

 private:
  std::string state_, directory_;
  std::string before_;  // the modules workflow's
  SecretMask mask_;
};

}  // namespace forge
