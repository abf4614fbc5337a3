#include "service/unit/secrets_gate.h"

#include <cstddef>

#include "service/proof/search_snapshot.h"
#include "service/unit/run_resources.h"

namespace forge {

namespace {
constexpr std::size_t kLargestSearchedDiff = std::size_t{64} << 20U;
}  // namespace

std::optional<std::vector<DiffSecret>> SeenSecrets::Find(const std::string& snapshot) const {
  std::lock_guard lock(mutex_);
  const auto found = seen_.find(snapshot);
  return found == seen_.end() ? std::nullopt : std::optional(found->second);
}

void SeenSecrets::Add(const std::string& snapshot, const std::vector<DiffSecret>& found) {
  constexpr std::size_t kMostSeen = 256;
  std::lock_guard lock(mutex_);
  if (seen_.size() >= kMostSeen) seen_.clear();
  seen_[snapshot] = found;
}

Result<SecretsReport> FindNewSecrets(RunResources& resources, const std::string& snapshot) {
  if (!resources.worktrees.isolated() || snapshot.empty()) return SecretsReport{};
  std::optional<std::vector<DiffSecret>> found = resources.secrets.Find(snapshot);
  if (!found) {
    found = TRY(SearchSnapshot(*TRY(resources.worktrees.Open()), snapshot, kLargestSearchedDiff));
    resources.secrets.Add(snapshot, *found);
  }
  if (found->empty()) return SecretsReport{};
  return JudgeSecrets(*found, TRY(ReadAllowedSecrets(resources.context.project)));
}

}  // namespace forge
