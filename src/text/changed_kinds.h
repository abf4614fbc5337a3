// What kinds of files a change touches, by their paths alone: code, documents. For conditions like `run.changed.docs`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

struct ChangedKinds {
  bool code = false;  // anything that is no document
  bool docs = false;
  bool operator==(const ChangedKinds&) const = default;
};

// Pages by their ending (.md, .rst, .adoc ...), files under doc/ and docs/, and README, CHANGELOG and the like.
bool IsDocument(std::string_view path);
ChangedKinds KindsOf(const std::vector<std::string>& paths);

}  // namespace forge
