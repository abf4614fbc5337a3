// No secret is merged: what a diff adds is looked at before it becomes part of a branch.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "memory/diff_secrets.h"
#include "service/proof/allowed_secrets.h"

namespace forge {

class RunResources;

// What the diffs of snapshots hold: a check looks, and the merge right after it. Used from any number of threads.
class SeenSecrets {
 public:
  std::optional<std::vector<DiffSecret>> Find(const std::string& snapshot) const;
  void Add(const std::string& snapshot, const std::vector<DiffSecret>& found);

 private:
  mutable std::mutex mutex_;  // guards what follows
  std::map<std::string, std::vector<DiffSecret>> seen_;
};

// Of a snapshot against its lane's base. Nothing where nothing is isolated: nothing is merged there.
Result<SecretsReport> FindNewSecrets(RunResources& resources, const std::string& snapshot);

}  // namespace forge
