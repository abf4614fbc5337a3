// The directories that were listed to work something out, so that it can be told whether it still holds. Knows no names
// in them.
#pragma once

#include <map>
#include <string>

#include "os/files/files.h"

namespace forge {

class ListedDirectories {
 public:
  // Before it is listed.
  void Add(const std::string& path);
  // Whether no name came to them or went since. False also where a change would not show: when one of them was added
  // within a tick of the kernel's clock after its last change.
  bool Unchanged() const;

 private:
  std::map<std::string, FileVersion> versions_;
  bool settled_ = true;
};

}  // namespace forge
