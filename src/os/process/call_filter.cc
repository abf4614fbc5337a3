#include "os/process/call_filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace forge {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kProcessor = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kProcessor = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kProcessor = 0;
#endif
constexpr std::uint32_t kForeignNumbers = 0x40000000;  // the same processor's calls with 32-bit pointers

// Newer than the header of Debian 12; the same on every processor.
constexpr int kFchmodat2 = 452;
constexpr std::uint32_t kSetIds = S_ISUID | S_ISGID;
constexpr std::uint32_t kMakesFile = O_CREAT | (O_TMPFILE & ~O_DIRECTORY);
constexpr std::uint32_t kEveryProcess = ~std::uint32_t{0};  // as a pid: -1
constexpr std::uint32_t kWhoUser = 2, kIoWhoUser = 3;       // of setpriority and ioprio_set
constexpr std::uint32_t kConsoleInput = 0x541C;             // TIOCLINUX pastes into a console
constexpr std::uint32_t kSocketType = 0xf;                  // without SOCK_CLOEXEC and SOCK_NONBLOCK
constexpr std::uint32_t kTcp = 6;

// One half of an argument, compared. An int has only the low half; the kernel does not look at the other.
struct Test {
  unsigned argument;
  bool equal;  // else: differs
  std::uint32_t value;
  std::uint32_t mask = ~std::uint32_t{0};
  bool high = false;
};
Test Is(unsigned argument, std::uint32_t value) { return {argument, true, value}; }
Test IsNot(unsigned argument, std::uint32_t value) { return {argument, false, value}; }
Test Has(unsigned argument, std::uint32_t bits) { return {argument, false, 0, bits}; }

// Refused if all tests of one of the cases hold. No case: always refused.
struct Rule {
  int number;
  int error;
  std::vector<std::vector<Test>> cases;
};

std::vector<Rule> ForSockets(const CallFilterWish& wish) {
  // Any other family reaches the machine's parts: virtual machines' hosts, packets of the wire, the kernel's ciphers.
  std::vector<Test> other = {IsNot(0, AF_INET), IsNot(0, AF_INET6), IsNot(0, AF_NETLINK)};
  if (wish.unix_sockets) other.push_back(IsNot(0, AF_UNIX));
  // Programs look up addresses and interfaces there; the other protocols tell of processes, devices and packets.
  constexpr std::uint32_t kRoutes = 0;
  Rule socket{SYS_socket, EAFNOSUPPORT, {other, {Is(0, AF_NETLINK), IsNot(2, kRoutes)}}};
  if (wish.only_local_tcp) {
    for (const std::uint32_t family : {std::uint32_t{AF_INET}, std::uint32_t{AF_INET6}}) {
      socket.cases.push_back({Is(0, family), Test{1, false, SOCK_STREAM, kSocketType}});
      socket.cases.push_back({Is(0, family), IsNot(2, 0), IsNot(2, kTcp)});
    }
  }
  Rule pair{SYS_socketpair, EAFNOSUPPORT, {{IsNot(0, AF_UNIX)}}};
  // Only these are connected for good. One of messages can send elsewhere afterwards, and the kernel makes a "raw" one
  // such a one.
  if (!wish.unix_sockets) {
    pair.cases.push_back({Test{1, false, SOCK_STREAM, kSocketType}, Test{1, false, SOCK_SEQPACKET, kSocketType}});
  }
  return {std::move(socket), std::move(pair)};
}

// A set-id file in the workspace would run with our rights for whoever can reach it.
std::vector<Rule> ForSetIdFiles() {
  return {
#ifdef SYS_chmod
      {SYS_chmod, EPERM, {{Has(1, kSetIds)}}},
      {SYS_creat, EPERM, {{Has(1, kSetIds)}}},
      {SYS_mknod, EPERM, {{Has(1, kSetIds)}}},
      {SYS_open, EPERM, {{Has(1, kMakesFile), Has(2, kSetIds)}}},
#endif
      {SYS_fchmod, EPERM, {{Has(1, kSetIds)}}},
      {SYS_fchmodat, EPERM, {{Has(2, kSetIds)}}},
      {kFchmodat2, EPERM, {{Has(2, kSetIds)}}},
      {SYS_mknodat, EPERM, {{Has(2, kSetIds)}}},
      {SYS_openat, EPERM, {{Has(2, kMakesFile), Has(3, kSetIds)}}},
      // Its mode is in memory, where a filter cannot see it. Programs then use openat.
      {SYS_openat2, ENOSYS, {}},
  };
}

// The kernel allows these for every process of the same user, so also for the engine.
std::vector<Rule> ForOtherProcesses(const CallFilterWish& wish) {
  const Test other = IsNot(0, 0);
  std::vector<Rule> rules = {
      {SYS_prlimit64,
       EPERM,
       {{other, IsNot(2, 0)},
        {other, Test{.argument = 2, .equal = false, .value = 0, .high = true}},
        {Is(1, RLIMIT_RTTIME), IsNot(2, 0)},
        {Is(1, RLIMIT_RTTIME), Test{.argument = 2, .equal = false, .value = 0, .high = true}}}},
      {SYS_setrlimit, EPERM, {{Is(0, RLIMIT_RTTIME)}}},  // the mark of the unit: process_mark.h
      {SYS_setpriority, EPERM, {{Is(0, kWhoUser)}, {IsNot(1, 0)}}},
      {SYS_ioprio_set, EPERM, {{Is(0, kIoWhoUser)}, {IsNot(1, 0)}}},
      {SYS_sched_setaffinity, EPERM, {{other}}},
      {SYS_sched_setattr, EPERM, {{other}}},
      {SYS_sched_setparam, EPERM, {{other}}},
      {SYS_sched_setscheduler, EPERM, {{other}}},
      {SYS_migrate_pages, EPERM, {{other}}},
      {SYS_move_pages, EPERM, {{other}}},
  };
  if (!wish.scoped_signals) rules.push_back({SYS_kill, EPERM, {{Is(0, kEveryProcess)}}});
  return rules;
}

// Ways around the rest, and parts of the kernel that belong to the user as a whole.
std::vector<Rule> ForTheKernel(const CallFilterWish& wish) {
  std::vector<Rule> rules = {
      {SYS_io_uring_setup, ENOSYS, {}},  // its sockets and files pass by this filter
      {SYS_io_uring_enter, ENOSYS, {}},
      {SYS_io_uring_register, ENOSYS, {}},
      {SYS_add_key, EPERM, {}},
      {SYS_request_key, EPERM, {}},
      {SYS_keyctl, EPERM, {}},
      {SYS_bpf, EPERM, {}},
      {SYS_perf_event_open, EPERM, {}},
      {SYS_userfaultfd, EPERM, {}},
      {SYS_fanotify_init, EPERM, {}},
      {SYS_syslog, EPERM, {}},
      {SYS_ioctl, EPERM, {{Is(1, TIOCSTI)}, {Is(1, kConsoleInput)}}},  // text pushed into a terminal runs outside
  };
  if (!wish.own_ipc) {
    // An identifier can be guessed: it need not be looked up.
    for (const int number : {SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semctl, SYS_semop, SYS_semtimedop,
                             SYS_msgget, SYS_msgctl, SYS_msgsnd, SYS_msgrcv, SYS_mq_open}) {
      rules.push_back({number, EPERM, {}});
    }
  }
  return rules;
}

constexpr sock_filter Load(std::size_t offset) {
  return {BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)};
}
constexpr sock_filter Jump(unsigned how, std::uint32_t value, std::size_t yes, std::size_t no) {
  return {static_cast<std::uint16_t>(BPF_JMP | how | BPF_K), static_cast<std::uint8_t>(yes),
          static_cast<std::uint8_t>(no), value};
}
constexpr sock_filter Allow() { return {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW}; }
constexpr sock_filter Refuse(int error) {
  return {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error)};
}

void Append(CallFilter& to, const CallFilter& more) { to.insert(to.end(), more.begin(), more.end()); }

std::size_t OffsetOf(const Test& test) {
  const bool high_first = std::endian::native == std::endian::big;
  return offsetof(seccomp_data, args) + std::size_t{8} * test.argument + (test.high != high_first ? 4 : 0);
}

// Ends at its last instruction if a test fails, else it has returned.
CallFilter CaseOf(const std::vector<Test>& tests, int error) {
  CallFilter code = {Refuse(error)};
  for (auto test = tests.rbegin(); test != tests.rend(); ++test) {
    CallFilter more = {Load(OffsetOf(*test))};
    if (~test->mask != 0) more.push_back({BPF_ALU | BPF_AND | BPF_K, 0, 0, test->mask});
    more.push_back(test->equal ? Jump(BPF_JEQ, test->value, 0, code.size())
                               : Jump(BPF_JEQ, test->value, code.size(), 0));
    Append(more, code);
    code = std::move(more);
  }
  return code;
}

CallFilter LeafOf(const Rule& rule) {
  CallFilter code = {Jump(BPF_JEQ, static_cast<std::uint32_t>(rule.number), 1, 0), Allow()};
  if (rule.cases.empty()) {
    code.push_back(Refuse(rule.error));
    return code;
  }
  for (const auto& tests : rule.cases) Append(code, CaseOf(tests, rule.error));
  code.push_back(Allow());
  return code;
}

// A search tree: the kernel walks it once for every number when it is installed, and for every call that has a rule.
CallFilter TreeOf(std::span<const Rule> rules) {
  if (rules.size() == 1) return LeafOf(rules[0]);
  const std::size_t half = rules.size() / 2;
  const CallFilter below = TreeOf(rules.first(half));
  const auto number = static_cast<std::uint32_t>(rules[half].number);
  CallFilter code;
  if (below.size() <= 255) {  // a branch reaches no further
    code = {Jump(BPF_JGE, number, below.size(), 0)};
  } else {
    code = {Jump(BPF_JGE, number, 0, 1), {BPF_JMP | BPF_JA, 0, 0, static_cast<std::uint32_t>(below.size())}};
  }
  Append(code, below);
  Append(code, TreeOf(rules.subspan(half)));
  return code;
}

}  // namespace

CallFilter MakeCallFilter(const CallFilterWish& wish) {
  if (kProcessor == 0) return {};
  std::vector<Rule> rules = ForSockets(wish);
  for (const auto& more : {ForSetIdFiles(), ForOtherProcesses(wish), ForTheKernel(wish)}) {
    rules.insert(rules.end(), more.begin(), more.end());
  }
  std::ranges::sort(rules, {}, &Rule::number);
  // Programs of another processor's kind have other numbers, and calls that do several things.
  CallFilter code = {Load(offsetof(seccomp_data, arch)), Jump(BPF_JEQ, kProcessor, 1, 0),      Refuse(ENOSYS),
                     Load(offsetof(seccomp_data, nr)),   Jump(BPF_JGE, kForeignNumbers, 0, 1), Refuse(ENOSYS)};
  Append(code, TreeOf(rules));
  return code;
}

bool HasCallFilters() {
  const std::uint32_t action = SECCOMP_RET_ERRNO;
  return kProcessor != 0 && ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

int InstallCallFilter(const CallFilter& filter) {
  if (filter.empty()) return 0;
  const sock_fprog program{static_cast<unsigned short>(filter.size()), const_cast<sock_filter*>(filter.data())};
  // Without this flag old kernels make every program slower.
  const long failed = ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
  return failed == 0 ? 0 : errno;
}

}  // namespace forge
