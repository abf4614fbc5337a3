// A sandbox made ready before fork, entered after it. Inside os/ only. Everything that allocates, opens or may fail for
// a reason worth a sentence happens in Make; Enter runs in the child of a threaded program and may only make system
// calls.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "os/fd.h"
#include "os/sandbox.h"

namespace forge {

class Jail {
 public:
  // Fails when the kernel has no Landlock: a sandbox that was asked for and does not hold is worse than an error.
  static Result<Jail> Make(const Sandbox& sandbox);

  // In the child, before its directory is entered. 0, or the errno of the step that failed: nothing must run then.
  // Landlock holds without a namespace; one that this machine is known to allow must be made.
  int Enter() const;

 private:
  struct Mask {
    std::string path;
    bool directory = false;
  };

  bool EnterNamespaces(int which) const;
  bool MakeMountsReadOnly() const;

  Fd ruleset_;
  std::vector<Mask> masks_;
  std::vector<std::string> writable_;
  bool own_mounts_ = false;
  bool own_network_ = false;
  bool in_own_user_namespace_ = false;
  std::string uid_map_, gid_map_;
};

// The kernel's Landlock ABI; 0: none.
int LandlockAbi();

}  // namespace forge
