// What the claims of a project's plan cite: files of a directory, and spikes and triples of its memory. Knows nothing
// of how claims are judged (text/plan/claims.h).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "service/memory/memory.h"
#include "verify/claim_check.h"

namespace forge {

class ProjectClaimSources : public RepositoryClaimSources {
 public:
  using OpenMemory = std::function<Result<Memory>()>;
  // Memory is opened when a claim first cites it. Without `open`, or without memory, citations of it are unverifiable.
  ProjectClaimSources(std::string root, OpenMemory open, TimePoint now);

  // `s12` or `12`: the project's, and if it has none of that number, the user's own.
  CitedRecord FindSpike(const std::string& id) override;
  // `t12` or `12`, likewise.
  CitedRecord FindTriple(const std::string& id) override;

 private:
  const std::vector<MemoryStore*>& Stores();

  OpenMemory open_;
  TimePoint now_;
  std::unique_ptr<Memory> memory_;
  std::vector<MemoryStore*> stores_;
};

}  // namespace forge
