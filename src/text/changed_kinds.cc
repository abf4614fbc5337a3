#include "text/changed_kinds.h"

#include "model/path_kinds.h"

namespace forge {

ChangedKinds KindsOf(const std::vector<std::string>& paths) {
  ChangedKinds kinds;
  for (const std::string& path : paths) (IsDocument(path) ? kinds.docs : kinds.code) = true;
  return kinds;
}

}  // namespace forge
