#include "os/process/process_jail.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string_view>
#include <utility>

#include "os/fault.h"
#include "os/fd.h"
#include "os/files/files.h"
#include "os/process/adopted.h"
#include "os/process/descriptor_copies.h"
#include "os/process/process.h"

namespace forge {
namespace {

// The header of Debian 12 knows ABI 2; these numbers are the kernel's for good.
constexpr std::uint64_t kTruncate = 1ULL << 14;  // ABI 3
constexpr std::uint64_t kIoctlDev = 1ULL << 15;  // ABI 5
constexpr std::uint64_t kNetBind = 1ULL << 0;    // ABI 4
constexpr std::uint64_t kNetConnect = 1ULL << 1;
constexpr std::uint64_t kScopeAbstractSockets = 1ULL << 0;  // ABI 6
constexpr std::uint64_t kScopeSignals = 1ULL << 1;

struct RulesetAttributes {
  std::uint64_t files = 0;
  std::uint64_t network = 0;
  std::uint64_t scope = 0;
};

constexpr std::uint64_t kRead = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
// Never: device nodes.
constexpr std::uint64_t kDeviceNodes = LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK;
constexpr std::uint64_t kWrite = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                 LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |
                                 LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                                 LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_SYM;
// The rights of a file; the kernel refuses a rule with more for anything but a directory.
constexpr std::uint64_t kOnFiles =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate | kIoctlDev;

std::uint64_t Handled(int abi) {
  std::uint64_t all = kRead | kWrite | kDeviceNodes;
  if (abi >= 2) all |= LANDLOCK_ACCESS_FS_REFER;
  if (abi >= 3) all |= kTruncate;
  if (abi >= 5) all |= kIoctlDev;
  return all;
}

long CreateRuleset(const RulesetAttributes* attributes, std::size_t size, unsigned flags) {
  return ::syscall(SYS_landlock_create_ruleset, attributes, size, flags);
}

// Older kernels refuse the longer structure.
std::size_t SizeFor(int abi) {
  if (abi >= 6) return sizeof(RulesetAttributes);
  return abi >= 4 ? 2 * sizeof(std::uint64_t) : sizeof(std::uint64_t);
}

Status AddRule(const Fd& ruleset, const std::string& path, std::uint64_t access) {
  Fd place(sys::Open(path.c_str(), O_PATH | O_CLOEXEC));
  // A sandbox that is smaller than it should be would look like a fault of the program inside.
  if (!place.is_open() && IsShortage(errno)) return FailErrno("sandbox: allow", path, errno);
  struct stat status{};
  if (!place.is_open() || ::fstat(place.get(), &status) != 0) return {};  // missing: nothing to allow
  if (!S_ISDIR(status.st_mode)) access &= kOnFiles;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = access;
  rule.parent_fd = place.get();
  if (::syscall(SYS_landlock_add_rule, ruleset.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0) return {};
  return FailErrno("sandbox: allow", path, errno);
}

bool WriteWhole(const char* path, std::string_view text) {
  int fd = ::open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool written = ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  ::close(fd);
  return written;
}

// The loopback of a new network namespace is down.
void RaiseLoopback() {
  int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return;
  ifreq request{};
  request.ifr_name[0] = 'l';
  request.ifr_name[1] = 'o';
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  ::ioctl(socket, SIOCSIFFLAGS, &request);
  ::close(socket);
}

}  // namespace

int LandlockAbi() {
  long abi = CreateRuleset(nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return abi > 0 ? static_cast<int>(abi) : 0;
}

namespace {

// One of each kind for the whole program.
std::shared_ptr<const CallFilter> FilterFor(const CallFilterWish& wish) {
  static std::mutex mutex;
  static std::vector<std::pair<CallFilterWish, std::shared_ptr<const CallFilter>>> made;
  const std::lock_guard lock(mutex);
  const auto entry = std::ranges::find(made, wish, [](const auto& one) { return one.first; });
  if (entry != made.end()) return entry->second;
  return made.emplace_back(wish, std::make_shared<const CallFilter>(MakeCallFilter(wish))).second;
}

}  // namespace

Result<Jail> Jail::Make(const Sandbox& sandbox) {
  const int abi = LandlockAbi();
  if (abi == 0) {
    return Fail(Code::kUnavailable, "this kernel enforces no sandbox (Landlock is missing or switched off)",
                "set sandbox to \"bwrap\" or \"off\"; Linux 5.13 or newer has Landlock");
  }
  RulesetAttributes attributes;
  attributes.files = Handled(abi);
  // A namespace keeps its own loopback usable and blocks more than TCP.
  static const SandboxPowers powers = FindSandboxPowers();
  const bool own_network = powers.network_namespace;
  const bool by_rule = !sandbox.network && !own_network;
  if (by_rule && abi < 4) {
    return Fail(Code::kUnavailable, "this kernel cannot block a process's network",
                "use Linux 6.7 or newer, or allow user namespaces");
  }
  if (by_rule) attributes.network = kNetBind | kNetConnect;
  if (abi >= 6) attributes.scope = kScopeAbstractSockets | kScopeSignals;
  Jail jail;
  jail.ruleset_ = Fd(static_cast<int>(CreateRuleset(&attributes, SizeFor(abi), 0)));
  if (!jail.ruleset_.is_open()) {
    return FailErrno("sandbox: make a ruleset", errno);
  }
  // Landlock always denies REFER unless a rule grants it; without it no file can move between directories.
  const std::uint64_t write = (kRead | kWrite | LANDLOCK_ACCESS_FS_REFER | kTruncate) & attributes.files;
  SandboxReach reach = FindReach(sandbox, powers.mounts);
  for (const std::string& path : reach.read) TRY(AddRule(jail.ruleset_, path, kRead & attributes.files));
  for (const std::string& path : sandbox.listed) TRY(AddRule(jail.ruleset_, path, LANDLOCK_ACCESS_FS_READ_DIR));
  for (const std::string& path : sandbox.write) TRY(AddRule(jail.ruleset_, path, write));
  // No terminals: text pushed into a terminal's input would run as its owner.
  for (const char* path : {"/dev/null", "/dev/zero", "/dev/full"}) {
    TRY(AddRule(jail.ruleset_, path, (kRead | LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate) & attributes.files));
  }
  if (powers.mounts) jail.mounts_ = JailMounts(sandbox, reach);
  jail.listed_ = std::move(reach.listed);
  jail.own_mounts_ = powers.mounts;
  jail.own_ipc_ = powers.mounts && powers.ipc_namespace;
  if (powers.call_filter) {
    jail.filter_ = FilterFor({.unix_sockets = powers.allows_unix_sockets(),
                              .own_ipc = jail.own_ipc_,
                              .scoped_signals = abi >= 6,
                              .only_local_tcp = by_rule});
  }
  jail.own_network_ = !sandbox.network && own_network;
  jail.in_own_user_namespace_ = ::geteuid() != 0;
  jail.uid_map_ = fmt::format("{0} {0} 1\n", ::geteuid());
  jail.gid_map_ = fmt::format("{0} {0} 1\n", ::getegid());
  return jail;
}

namespace {

// Landlock grants a directory, not its name.
std::vector<FileIdentity> IdentitiesOf(const Sandbox& sandbox, const std::string& cwd) {
  std::vector<FileIdentity> out;
  const auto add = [&](const std::string& path) {
    out.push_back(IdentifyFile(path).value_or(std::nullopt).value_or(FileIdentity{}));
  };
  add(cwd);
  for (const std::string& path : sandbox.write) add(path);
  for (const std::string& path : sandbox.listed) {
    if (path != cwd) add(path);
  }
  for (const std::string& path : sandbox.read_only) add(path);
  return out;
}

}  // namespace

Result<std::shared_ptr<const Jail>> Jail::For(const Sandbox& sandbox, const std::string& cwd) {
  using Clock = std::chrono::steady_clock;
  constexpr std::size_t kMost = 64;  // each holds a descriptor
  struct Kept {
    Sandbox sandbox;
    std::vector<FileIdentity> identities;
    std::shared_ptr<const Jail> jail;
    Clock::time_point made;
  };
  static std::mutex mutex;
  static std::vector<Kept> kept;
  const auto now = Clock::now();
  const std::vector<FileIdentity> identities = IdentitiesOf(sandbox, cwd);
  std::shared_ptr<const Jail> known;
  const auto same = [&](const Kept& entry) { return entry.identities == identities && entry.sandbox == sandbox; };
  {
    const std::lock_guard lock(mutex);
    std::erase_if(kept, [&](const Kept& entry) { return now - entry.made > kSandboxFresh; });
    const auto entry = std::ranges::find_if(kept, same);
    if (entry != kept.end() && entry->jail->listed_.Unchanged()) known = entry->jail;
  }
  if (known != nullptr) {
    if (known->CanKeepMounts() && known->kept_->wanted.fetch_add(1) == 0) known->KeepMounts();
    return known;
  }
  auto jail = std::make_shared<const Jail>(TRY(Make(sandbox)));
  const std::lock_guard lock(mutex);
  std::erase_if(kept, same);
  if (kept.size() >= kMost) kept.erase(kept.begin());
  kept.push_back({sandbox, identities, jail, now});
  return jail;
}

int Jail::kept_mounts() const { return kept_->number.load(); }

int Jail::SharedNamespaces() const {
  return (own_mounts_ ? CLONE_NEWNS : 0) | (own_ipc_ ? CLONE_NEWIPC : 0) | (in_own_user_namespace_ ? CLONE_NEWUSER : 0);
}

int Jail::namespaces(int mounts) const {
  const int network = own_network_ ? CLONE_NEWNET : 0;
  // Only the owner of a user namespace may make another one in it: Enter does, once it is in.
  if (mounts >= 0) return in_own_user_namespace_ ? 0 : network;
  const int which = (own_mounts_ ? CLONE_NEWNS : 0) | (own_ipc_ ? CLONE_NEWIPC : 0) | network;
  return which != 0 && in_own_user_namespace_ ? which | CLONE_NEWUSER : which;
}

bool Jail::MapUser() const {
  WriteWhole("/proc/self/setgroups", "deny");
  return WriteWhole("/proc/self/uid_map", uid_map_) && WriteWhole("/proc/self/gid_map", gid_map_);
}

namespace {

// The capabilities that a build or a package manager needs. The rest would bypass path rules: modules, clocks, other
// processes' memory, raw disks. What is dropped does not come back with an exec: NO_NEW_PRIVS stops that.
constexpr std::uint64_t kKeptCapabilities = 1ULL << CAP_CHOWN | 1ULL << CAP_DAC_OVERRIDE | 1ULL << CAP_FOWNER |
                                            1ULL << CAP_FSETID | 1ULL << CAP_KILL | 1ULL << CAP_SETGID |
                                            1ULL << CAP_SETUID;

bool DropCapabilities() {
  __user_cap_header_struct header{};
  header.version = _LINUX_CAPABILITY_VERSION_3;
  __user_cap_data_struct sets[2] = {};
  sets[0].effective = sets[0].permitted = static_cast<std::uint32_t>(kKeptCapabilities);
  return ::syscall(SYS_capset, &header, sets) == 0;
}

}  // namespace

bool Jail::EnterKept() const {
  // The user's first: the others belong to it.
  for (const Fd* space : {&kept_->user, &kept_->space, &kept_->ipc}) {
    if (space->is_open() && ::setns(space->get(), 0) != 0) return false;
  }
  return !own_network_ || !in_own_user_namespace_ || ::unshare(CLONE_NEWNET) == 0;
}

int Jail::Enter(int mounts) const {
  if (mounts >= 0 && !EnterKept()) return errno;
  if ((namespaces(mounts) & CLONE_NEWUSER) != 0 && !MapUser()) return EPERM;
  if (own_network_) RaiseLoopback();
  if (mounts < 0 && own_mounts_ && !mounts_.Make()) return EPERM;
  if (!in_own_user_namespace_ && !DropCapabilities()) return errno;
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  if (::syscall(SYS_landlock_restrict_self, ruleset_.get(), 0) != 0) return errno;
  return filter_ == nullptr ? 0 : InstallCallFilter(*filter_);
}

namespace {

// What is found here holds for the whole process: a machine that is short of processes for a moment must not make
// every later sandbox weaker.
pid_t ForkPatiently() {
  for (int pause_ms = 1;; pause_ms *= 2) {
    errno = sys::RefusedStart();
    const pid_t child = errno != 0 ? -1 : ::fork();
    if (child >= 0 || !IsShortage(errno) || pause_ms > 1024) return child;
    ::poll(nullptr, 0, pause_ms);
  }
}

// Whether a process that enters its own mounts again has the same root. In a chroot it would be the machine's.
bool KeepsRoot() {
  struct stat before{}, after{};
  const int space = ::open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
  return space >= 0 && ::stat("/", &before) == 0 && ::setns(space, CLONE_NEWNS) == 0 && ::stat("/", &after) == 0 &&
         before.st_dev == after.st_dev && before.st_ino == after.st_ino;
}

// What a child found that the kernel allows.
constexpr int kMountsFound = 1, kNetworkFound = 2, kIpcFound = 4;
int TryNamespaces() {
  const BirthCertificate birth;  // held until it is reaped
  const DescriptorCopies copies;
  const pid_t child = ForkPatiently();
  if (child == 0) {
    const int user = ::geteuid() == 0 ? 0 : CLONE_NEWUSER;
    int found = 0;
    if (::unshare(user | CLONE_NEWNS) == 0 && ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
        MakeTreeReadOnly("/")) {
      found |= kMountsFound;
    }
    if (::unshare(CLONE_NEWNET) == 0) found |= kNetworkFound;
    if (::unshare(CLONE_NEWIPC) == 0) found |= kIpcFound;
    ::_exit(found);
  }
  int status = 0;
  if (child < 0) return 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

}  // namespace

// In a child, which waits until we have opened its namespace. Whatever fails: then nothing is kept.
void Jail::KeepMounts() const {
  int ready[2], end[2];
  if (sys::MakePipe(ready, O_CLOEXEC) != 0) return;
  const Fd told(ready[0]);
  Fd tell(ready[1]);
  if (sys::MakePipe(end, O_CLOEXEC) != 0) return;
  const Fd await(end[0]);
  Fd let_go(end[1]);
  const BirthCertificate birth;  // held until it is reaped
  const DescriptorCopies copies;
  const pid_t self = ::getpid();
  const pid_t child = sys::RefusedStart() != 0 ? -1 : ::fork();
  if (child == 0) {
    char byte = 0;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);   // if this program is killed meanwhile
    if (::getppid() != self) ::_exit(1);  // it was killed before that: nobody would ever let go
    let_go.Close();
    const bool entered = ::unshare(SharedNamespaces()) == 0 && (!in_own_user_namespace_ || MapUser());
    const bool made = entered && mounts_.Make() && KeepsRoot();
    const bool told_it = ::write(tell.get(), made ? "k" : "n", 1) == 1;
    ::_exit(told_it && made && ::read(await.get(), &byte, 1) == 1 ? 0 : 1);
  }
  if (child < 0) return;
  // By a byte each, never by an end of file: the children of other threads hold copies of these pipes, and wait as
  // well.
  tell.Close();
  char byte = 0;
  if (::read(told.get(), &byte, 1) == 1 && byte == 'k') {
    const auto open = [&](const char* name) {
      return Fd(sys::Open(fmt::format("/proc/{}/ns/{}", child, name).c_str(), O_RDONLY | O_CLOEXEC));
    };
    kept_->space = open("mnt");
    if (own_ipc_) kept_->ipc = open("ipc");
    if (in_own_user_namespace_) kept_->user = open("user");
    const bool all =
        kept_->space.is_open() && kept_->ipc.is_open() == own_ipc_ && kept_->user.is_open() == in_own_user_namespace_;
    if (all) kept_->number = kept_->space.get();
  }
  if (WriteAll(let_go.get(), "e") != 0) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
}

SandboxPowers FindSandboxPowers() {
  SandboxPowers powers;
  powers.landlock = LandlockAbi();
  const int namespaces = TryNamespaces();
  powers.mounts = (namespaces & kMountsFound) != 0;
  powers.network_namespace = (namespaces & kNetworkFound) != 0;
  powers.ipc_namespace = (namespaces & kIpcFound) != 0;
  powers.call_filter = HasCallFilters();
  powers.bwrap = FindProgram("bwrap").value_or("");
  return powers;
}

}  // namespace forge
