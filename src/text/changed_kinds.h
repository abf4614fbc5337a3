// What kinds of files a change touches, by their paths alone: code, documents. For conditions like `run.changed.docs`.
#pragma once

#include <string>
#include <vector>

namespace forge {

struct ChangedKinds {
  bool code = false;  // anything that is no document
  bool docs = false;
  bool operator==(const ChangedKinds&) const = default;
};

ChangedKinds KindsOf(const std::vector<std::string>& paths);

}  // namespace forge
