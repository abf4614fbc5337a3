#include "service/proof/search_snapshot.h"

#include <optional>
#include <utility>

#include "workspace/workspace.h"

namespace forge {

Result<std::vector<DiffSecret>> SearchSnapshot(Workspaces& workspaces, const std::string& snapshot, std::size_t limit) {
  if (const auto all = TRY(workspaces.WholeDiff(snapshot, "", limit))) return FindSecretsInDiff(*all);
  std::vector<DiffSecret> found;
  for (const std::string& path : TRY(workspaces.ChangedFiles(snapshot))) {
    const auto diff = TRY(workspaces.WholeDiff(snapshot, path, limit));
    if (!diff) found.push_back({path, 1, kTooLargeToSearch});
    for (DiffSecret& secret : FindSecretsInDiff(diff.value_or(""))) found.push_back(std::move(secret));
  }
  return found;
}

}  // namespace forge
