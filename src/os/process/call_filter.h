// Which system calls a program in a sandbox may make, as a seccomp program: data, built once for each kind of sandbox,
// and installed between clone and exec. Inside os/ only. Knows numbers and arguments, which is all that such a program
// sees: no paths and no addresses. docs/isolation.md lists what it refuses, and why.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace forge {

// What the rest of the sandbox leaves to the filter.
struct CallFilterWish {
  bool unix_sockets = true;    // false: no mounts hide the sockets of other programs, so there are none to connect with
  bool own_ipc = true;         // false: shared memory, semaphores and queues would be those of the machine
  bool scoped_signals = true;  // false: Landlock does not keep signals inside
  bool only_local_tcp = false;  // the network is off by Landlock's rules, which know nothing but TCP
  bool operator==(const CallFilterWish&) const = default;
};

using CallFilter = std::vector<sock_filter>;

// Empty on a processor whose numbers are not known here.
CallFilter MakeCallFilter(const CallFilterWish& wish);

bool HasCallFilters();

// For this thread and what it starts, for good. After PR_SET_NO_NEW_PRIVS; only system calls. 0, or the errno.
int InstallCallFilter(const CallFilter& filter);

}  // namespace forge
