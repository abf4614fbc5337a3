// The record of a repository's landings: what `forge undo` takes back. One line of JSON for each, in the repository's
// own directory, written before the branch moves: git says whether it did. Moves nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"

namespace forge {

struct LandingRecord {
  RunId run;
  std::string branch;  // without refs/heads/
  std::string before;  // where it was; empty: the landing made it
  std::string commit;  // where it went
  std::string tip;     // of the run, when it landed; empty: noted by a Forge that did not say
};

// `common` is the repository's git directory.
Status NoteLanding(const std::string& common, const LandingRecord& record);
// Oldest first. Lines that cannot be read are passed over.
Result<std::vector<LandingRecord>> ReadLandings(const std::string& common);

// The newest landing that its branch still contains; with a run, of that run. kNotFound: there is none.
Result<LandingRecord> FindLastLanding(const std::string& repository, std::optional<RunId> run);

// A landing whose undo moved the branch, and was interrupted before its end.
Result<std::optional<LandingRecord>> FindBegunUndo(const std::string& repository);

}  // namespace forge
