// What claims cite, looked up in a directory. Knows no store of spikes or triples (service/plan/claim_sources.h does).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "text/plan/claims.h"

namespace forge {

// Regular files below `root` only; a symlink that leads out of it is as good as absent. Reads each file once.
class RepositoryClaimSources : public ClaimSources {
 public:
  explicit RepositoryClaimSources(std::string root);

  std::optional<std::string_view> ReadCited(const std::string& path) override;
  CitedRecord FindSpike(const std::string&) override { return {}; }
  CitedRecord FindTriple(const std::string&) override { return {}; }

 private:
  std::string root_;
  std::map<std::string, std::optional<std::string>> files_;
};

}  // namespace forge
