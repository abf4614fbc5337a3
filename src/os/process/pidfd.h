// Process handles by system call: the header of glibc 2.36 does not compile as C++. Inside os/ only.
#pragma once

#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "os/fault.h"
#include "os/fd.h"

namespace forge {

// Closed if the kernel has none, or the process is gone.
inline Fd OpenProcess(pid_t pid) {
  return Fd(sys::RefusedHandle() ? -1 : static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

inline void SignalProcess(const Fd& process, int signal) {
  ::syscall(SYS_pidfd_send_signal, process.get(), signal, nullptr, 0);
}

}  // namespace forge
