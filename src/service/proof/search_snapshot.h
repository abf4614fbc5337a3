// Looks for secrets in what a snapshot adds, however much it is and also in files that git calls binary.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "memory/diff_secrets.h"

namespace forge {

class Workspaces;

// The kind of a change that was not searched.
inline constexpr const char* kTooLargeToSearch = "too large to search";

// Against the snapshot's parent. A diff of more than `limit` bytes is searched file by file; a file whose own diff is
// larger is itself a finding.
Result<std::vector<DiffSecret>> SearchSnapshot(Workspaces& workspaces, const std::string& snapshot, std::size_t limit);

}  // namespace forge
