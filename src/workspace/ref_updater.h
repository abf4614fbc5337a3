// Moves refs through one `git update-ref` that stays for the next time. Knows no names.
#pragma once

#include <string>
#include <string_view>

#include "workspace/git.h"
#include "workspace/kept_git.h"

namespace forge {

// From any thread. git drops what was not committed when the process ends.
class RefUpdater {
 public:
  // `config`: the repository's, as in KeptGit.
  RefUpdater(const Git& git, std::string config);

  // Lines of `git update-ref --stdin`, as one transaction. False: it failed, or other threads take long; whether the
  // refs have moved is not known. A git of its own tells why.
  bool Try(std::string_view changes);

 private:
  KeptGit git_;
};

}  // namespace forge
