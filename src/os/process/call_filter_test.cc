#include "os/process/call_filter.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>

namespace forge {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kThisProcessor = AUDIT_ARCH_X86_64, kAnotherProcessor = AUDIT_ARCH_I386;
#else
constexpr std::uint32_t kThisProcessor = AUDIT_ARCH_AARCH64, kAnotherProcessor = AUDIT_ARCH_ARM;
#endif

// What the kernel would do: as slow and as simple as can be. 0: allowed; else the errno.
int Verdict(const CallFilter& filter, long number, std::initializer_list<std::uint64_t> arguments,
            std::uint32_t processor = kThisProcessor) {
  seccomp_data call{};
  call.nr = static_cast<int>(number);
  call.arch = processor;
  std::size_t place = 0;
  for (const std::uint64_t value : arguments) call.args[place++] = value;
  std::uint32_t word = 0;
  for (std::size_t at = 0; at < filter.size(); ++at) {
    const sock_filter& step = filter[at];
    switch (step.code) {
      case BPF_LD | BPF_W | BPF_ABS: std::memcpy(&word, reinterpret_cast<const char*>(&call) + step.k, 4); break;
      case BPF_ALU | BPF_AND | BPF_K: word &= step.k; break;
      case BPF_JMP | BPF_JA: at += step.k; break;
      case BPF_JMP | BPF_JEQ | BPF_K: at += word == step.k ? step.jt : step.jf; break;
      case BPF_JMP | BPF_JGE | BPF_K: at += word >= step.k ? step.jt : step.jf; break;
      case BPF_RET | BPF_K: return step.k == SECCOMP_RET_ALLOW ? 0 : static_cast<int>(step.k & SECCOMP_RET_DATA);
      default: ADD_FAILURE() << "instruction " << step.code; return -1;
    }
  }
  ADD_FAILURE() << "no verdict on call " << number;
  return -1;
}

constexpr std::uint64_t kMinusOne = 0xffffffff;

TEST(CallFilter, RefusesWhatActsOnOtherProcesses) {
  const CallFilter filter = MakeCallFilter({});
  EXPECT_EQ(Verdict(filter, SYS_prlimit64, {1234, 7, 0x1000, 0}), EPERM);
  EXPECT_EQ(Verdict(filter, SYS_prlimit64, {1234, 7, std::uint64_t{1} << 32, 0}), EPERM);  // an address
  EXPECT_EQ(Verdict(filter, SYS_prlimit64, {1234, 7, 0, 0x1000}), 0);                      // only asks
  EXPECT_EQ(Verdict(filter, SYS_prlimit64, {0, 7, 0x1000, 0}), 0);
  // The mark of the unit, which it cannot change (process_mark.h).
  EXPECT_EQ(Verdict(filter, SYS_prlimit64, {0, 15, 0x1000, 0}), EPERM);
  EXPECT_EQ(Verdict(filter, SYS_prlimit64, {0, 15, std::uint64_t{1} << 32, 0}), EPERM);
  EXPECT_EQ(Verdict(filter, SYS_prlimit64, {0, 15, 0, 0x1000}), 0);
  EXPECT_EQ(Verdict(filter, SYS_setrlimit, {15, 0x1000}), EPERM);
  EXPECT_EQ(Verdict(filter, SYS_setrlimit, {7, 0x1000}), 0);
  EXPECT_EQ(Verdict(filter, SYS_prlimit64, {std::uint64_t{1} << 32, 7, 0x1000, 0}), 0);  // a pid has 32 bits
  for (const long number : {SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr,
                            SYS_migrate_pages, SYS_move_pages}) {
    EXPECT_EQ(Verdict(filter, number, {1234}), EPERM) << number;
    EXPECT_EQ(Verdict(filter, number, {0}), 0) << number;
  }
  for (const long number : {SYS_setpriority, SYS_ioprio_set}) {
    EXPECT_EQ(Verdict(filter, number, {1, 1234}), EPERM) << number;
    EXPECT_EQ(Verdict(filter, number, {1, 0}), 0) << number;
  }
  EXPECT_EQ(Verdict(filter, SYS_setpriority, {2, 0}), EPERM);  // all of the user
  EXPECT_EQ(Verdict(filter, SYS_ioprio_set, {3, 0}), EPERM);
  EXPECT_EQ(Verdict(filter, SYS_kill, {kMinusOne, 9}), 0);  // Landlock keeps it inside
  EXPECT_EQ(Verdict(MakeCallFilter({.scoped_signals = false}), SYS_kill, {kMinusOne, 9}), EPERM);
  EXPECT_EQ(Verdict(MakeCallFilter({.scoped_signals = false}), SYS_kill, {1234, 9}), 0);
}

TEST(CallFilter, AllowsTheSocketsThatProgramsNeed) {
  const CallFilter filter = MakeCallFilter({});
  for (const unsigned family : {1U * AF_UNIX, 1U * AF_INET, 1U * AF_INET6, 1U * AF_NETLINK}) {
    EXPECT_EQ(Verdict(filter, SYS_socket, {family, SOCK_STREAM, 0}), 0) << family;
  }
  for (std::uint64_t family = 0; family < 50; ++family) {
    if (family == AF_UNIX || family == AF_INET || family == AF_INET6 || family == AF_NETLINK) continue;
    EXPECT_EQ(Verdict(filter, SYS_socket, {family, SOCK_STREAM, 0}), EAFNOSUPPORT) << family;
    EXPECT_EQ(Verdict(filter, SYS_socketpair, {family, SOCK_STREAM, 0}), EAFNOSUPPORT) << family;
  }
  for (std::uint64_t protocol = 1; protocol < 25; ++protocol) {
    EXPECT_EQ(Verdict(filter, SYS_socket, {AF_NETLINK, SOCK_RAW, protocol}), EAFNOSUPPORT) << protocol;
  }
  EXPECT_EQ(Verdict(filter, SYS_socketpair, {AF_UNIX, SOCK_DGRAM, 0}), 0);
}

TEST(CallFilter, WithoutMountsThereAreOnlyPairsOfUnixSockets) {
  const CallFilter filter = MakeCallFilter({.unix_sockets = false});
  EXPECT_EQ(Verdict(filter, SYS_socket, {AF_UNIX, SOCK_STREAM, 0}), EAFNOSUPPORT);
  EXPECT_EQ(Verdict(filter, SYS_socketpair, {AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0}), 0);
  EXPECT_EQ(Verdict(filter, SYS_socketpair, {AF_UNIX, SOCK_SEQPACKET, 0}), 0);
  EXPECT_EQ(Verdict(filter, SYS_socketpair, {AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0}), EAFNOSUPPORT);
  EXPECT_EQ(Verdict(filter, SYS_socketpair, {AF_UNIX, SOCK_RAW | SOCK_CLOEXEC, 0}), EAFNOSUPPORT)
      << "the kernel makes it one of messages";
}

// Landlock knows TCP only: what is no TCP would get out.
TEST(CallFilter, WithoutANetworkNamespaceThereIsOnlyTcpToRefuse) {
  const CallFilter filter = MakeCallFilter({.only_local_tcp = true});
  for (const unsigned family : {1U * AF_INET, 1U * AF_INET6}) {
    EXPECT_EQ(Verdict(filter, SYS_socket, {family, SOCK_STREAM | SOCK_NONBLOCK, 0}), 0);
    EXPECT_EQ(Verdict(filter, SYS_socket, {family, SOCK_STREAM, 6}), 0);
    EXPECT_EQ(Verdict(filter, SYS_socket, {family, SOCK_STREAM, 262}), EAFNOSUPPORT);  // several paths
    EXPECT_EQ(Verdict(filter, SYS_socket, {family, SOCK_DGRAM, 0}), EAFNOSUPPORT);
    EXPECT_EQ(Verdict(filter, SYS_socket, {family, SOCK_RAW, 1}), EAFNOSUPPORT);
  }
}

TEST(CallFilter, RefusesSetIdFiles) {
  const CallFilter filter = MakeCallFilter({});
  for (const unsigned bits : {04000U, 02000U, 06000U}) {
    EXPECT_EQ(Verdict(filter, SYS_fchmod, {3, 0755 | bits}), EPERM);
    EXPECT_EQ(Verdict(filter, SYS_fchmodat, {3, 0, 0755 | bits}), EPERM);
    EXPECT_EQ(Verdict(filter, SYS_openat, {3, 0, O_WRONLY | O_CREAT, 0755 | bits}), EPERM);
    EXPECT_EQ(Verdict(filter, SYS_openat, {3, 0, O_RDONLY, 0755 | bits}), 0);  // no mode: whatever is there
  }
  EXPECT_EQ(Verdict(filter, SYS_fchmod, {3, 01777}), 0);
  EXPECT_EQ(Verdict(filter, SYS_openat, {3, 0, O_RDWR | O_TMPFILE, 04700}), EPERM);
  EXPECT_EQ(Verdict(filter, SYS_openat2, {}), ENOSYS);
}

TEST(CallFilter, RefusesWaysAroundIt) {
  const CallFilter filter = MakeCallFilter({});
  for (const long number : {SYS_keyctl, SYS_add_key, SYS_request_key, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd}) {
    EXPECT_EQ(Verdict(filter, number, {}), EPERM) << number;
  }
  EXPECT_EQ(Verdict(filter, SYS_io_uring_setup, {}), ENOSYS);
  EXPECT_EQ(Verdict(filter, SYS_ioctl, {0, TIOCSTI}), EPERM);
  EXPECT_EQ(Verdict(filter, SYS_ioctl, {0, (std::uint64_t{1} << 32) | TIOCSTI}), EPERM);
  EXPECT_EQ(Verdict(filter, SYS_ioctl, {0, TIOCGWINSZ}), 0);
  EXPECT_EQ(Verdict(filter, SYS_getpid, {}, kAnotherProcessor), ENOSYS);
  EXPECT_EQ(Verdict(filter, SYS_getpid | 0x40000000, {}), ENOSYS);
  for (const long number : {SYS_shmget, SYS_shmat, SYS_semctl, SYS_semop, SYS_msgctl, SYS_msgsnd, SYS_mq_open}) {
    EXPECT_EQ(Verdict(filter, number, {}), 0) << number;
    EXPECT_EQ(Verdict(MakeCallFilter({.own_ipc = false}), number, {}), EPERM) << number;
  }
}

TEST(CallFilter, EveryOtherCallIsAllowed) {
  const CallFilter filter = MakeCallFilter({});
  int refused = 0;
  for (long number = 0; number < 600; ++number) refused += Verdict(filter, number, {0, 1, 0, 0}) != 0 ? 1 : 0;
  EXPECT_LE(refused, 20);
  EXPECT_LT(filter.size(), 300U);
}

}  // namespace
}  // namespace forge
