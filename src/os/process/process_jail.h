// A sandbox prepared before fork and entered after it. Inside os/ only. Make does everything that allocates, opens or
// needs an error message; Enter runs in the child of a threaded program and may only make system calls.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/fd.h"
#include "os/files/listed_directories.h"
#include "os/process/call_filter.h"
#include "os/process/jail_mounts.h"
#include "os/sandbox.h"

namespace forge {

class Jail {
 public:
  // Fails if the kernel has no Landlock: an error is better than a sandbox that does not work.
  static Result<Jail> Make(const Sandbox& sandbox);
  // The same, kept for the processes that get an equal sandbox within the next seconds: Make takes a thousand system
  // calls. It is made anew after that, because places come and go, and at once if the place that a process works in, or
  // one that it writes, is another directory by now, or if there is a new name beside what is hidden.
  static Result<std::shared_ptr<const Jail>> For(const Sandbox& sandbox, const std::string& cwd);

  // The mounts that earlier processes of this jail left for the next ones: a namespace to enter, or -1. To be asked
  // once for each process.
  int kept_mounts() const;
  // The flags for clone() that make the child's own namespaces: those that it does not enter.
  int namespaces(int mounts) const;
  // In the child, before it enters its directory. 0, or the errno of the step that failed: the program must not run
  // then. Landlock works without namespaces; one that this machine is known to allow must be made.
  int Enter(int mounts) const;

 private:
  bool MapUser() const;
  bool EnterKept() const;
  int SharedNamespaces() const;
  bool CanKeepMounts() const { return own_mounts_; }
  // A copy of the mounts of the machine costs more than to enter one, and its end as well. So they are kept once a
  // second process wants them, with the rest that processes of one jail may share: messages and shared memory. Without
  // them each makes its own.
  void KeepMounts() const;

  Fd ruleset_;
  JailMounts mounts_;
  std::shared_ptr<const CallFilter> filter_;  // none: this kernel has none
  ListedDirectories listed_;
  struct KeptMounts {
    std::atomic<int> wanted = 0;
    Fd space, ipc, user;
    std::atomic<int> number = -1;  // of `space`, once it is there
  };
  std::unique_ptr<KeptMounts> kept_ = std::make_unique<KeptMounts>();
  bool own_mounts_ = false;
  bool own_network_ = false;
  bool own_ipc_ = false;
  bool in_own_user_namespace_ = false;
  std::string uid_map_, gid_map_;
};

// The kernel's Landlock ABI; 0: none.
int LandlockAbi();

}  // namespace forge
