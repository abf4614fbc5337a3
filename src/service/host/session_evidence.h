// What the session of a host program (Claude Code and friends) did in this project, as its hooks saw it: a line of JSON
// for each thing below .forge/state/hooks, one file for each session; of a unit's agent, below a directory of the
// unit's. Judges nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/json.h"
#include "service/project.h"

namespace forge {

class SessionEvidence {
 public:
  SessionEvidence(const Project& project, const std::string& session);
  SessionEvidence(std::string directory, const std::string& session);

  Status Note(const Json& line) const;
  // Oldest first; a broken line is passed over. None: an empty list.
  std::vector<Json> Read() const;

 private:
  std::string directory_, path_;
};

// All lines of all sessions that left any in that directory.
std::string ReadAllEvidence(const std::string& directory);
// What the write guard was told to let pass, one line each: "PATH: why it would not have"; of a
// command, that.
std::vector<std::string> BypassesIn(const std::string& evidence);

// Has Forge ever been used here?
bool HasState(const Project& project);
// Nothing when it is not there or cannot be read.
std::optional<std::string> ReadTextFile(const std::string& path);

}  // namespace forge
