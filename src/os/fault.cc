#include "os/fault.h"

#include <dirent.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "os/trace.h"

// The linker's: where this program begins, and where its code ends.
extern "C" const char __executable_start;  // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" const char etext;               // NOLINT(readability-identifier-naming)

namespace forge {
namespace {

enum class Call {
  kOpen,
  kCreate,
  kRead,
  kWrite,
  kSync,
  kRename,
  kTruncate,
  kMakeDirectory,
  kRemove,
  kList,
  kLink,
  kCopy,
  kLook,
  kLock,
  kMap,
  kPipe,
  kHandle,
  kStart,
  kClock,
  kAny
};

// What a call is named, and how it can fail.
struct CallRow {
  Call call;
  std::string_view name, fails;
};

constexpr std::array<CallRow, 20> kCalls = {{
    {Call::kOpen, "open", "EMFILE,ENFILE,ENOMEM,EIO"},
    {Call::kCreate, "create", "EMFILE,ENFILE,ENOMEM,ENOSPC,EDQUOT,EIO"},
    {Call::kRead, "read", "ENOMEM,EIO"},
    {Call::kWrite, "write", "ENOSPC,EDQUOT,ENOMEM,EIO,short"},
    {Call::kSync, "sync", "ENOSPC,EDQUOT,EIO"},
    {Call::kRename, "rename", "ENOSPC,EDQUOT,ENOMEM,EIO,lost"},
    {Call::kTruncate, "truncate", "ENOSPC,EIO"},
    {Call::kMakeDirectory, "mkdir", "ENOSPC,EDQUOT,ENOMEM,EIO"},
    {Call::kRemove, "remove", "ENOSPC,ENOMEM,EIO"},
    {Call::kList, "list", "ENOMEM,EIO"},
    {Call::kLink, "link", "ENOSPC,EDQUOT,ENOMEM,EIO"},
    {Call::kCopy, "copy", "EMFILE,ENOSPC,EDQUOT,EIO"},
    {Call::kLook, "look", "ENOMEM,EIO"},
    {Call::kLock, "lock", "ENOLCK,ENOMEM,EIO"},
    {Call::kMap, "map", "ENOMEM"},
    {Call::kPipe, "pipe", "EMFILE,ENFILE"},
    {Call::kHandle, "handle", "EMFILE,ENFILE,ENOMEM"},
    {Call::kStart, "start", "EAGAIN,ENOMEM,EMFILE"},
    {Call::kClock, "clock", "+3600000,-3600000"},
    {Call::kAny, "any", ""},
}};

constexpr std::array<std::pair<std::string_view, int>, 8> kErrors = {{{"EIO", EIO},
                                                                      {"ENOSPC", ENOSPC},
                                                                      {"EDQUOT", EDQUOT},
                                                                      {"EMFILE", EMFILE},
                                                                      {"ENFILE", ENFILE},
                                                                      {"ENOMEM", ENOMEM},
                                                                      {"ENOLCK", ENOLCK},
                                                                      {"EAGAIN", EAGAIN}}};

// Instead of an errno.
constexpr int kShort = -1;
constexpr int kLost = -2;
constexpr int kNoted = -3;

struct Fault {
  Call call = Call::kAny;
  std::string site;  // empty: anywhere
  std::int64_t first = 1, last = 1;
  int what = 0;
  std::int64_t step_ms = 0;  // of the clock
  std::int64_t seen = 0;
};

std::atomic<bool> armed_faults = false;

struct Faults {
  std::mutex mutex;  // guards what follows
  std::vector<Fault> all;
  std::string log;
};

Faults& TheFaults() {
  static Faults faults;
  return faults;
}

std::optional<int> ErrorNamed(std::string_view name) {
  for (const auto& [known, value] : kErrors) {
    if (known == name) return value;
  }
  return std::nullopt;
}

std::optional<Call> CallNamed(std::string_view name) {
  for (const CallRow& row : kCalls) {
    if (row.name == name) return row.call;
  }
  return std::nullopt;
}

static_assert([] {
  for (std::size_t i = 0; i < kCalls.size(); ++i) {
    if (static_cast<std::size_t>(kCalls[i].call) != i) return false;
  }
  return true;
}());
const CallRow& RowOf(Call call) { return kCalls.at(static_cast<std::size_t>(call)); }

// Which code calls: the same in every process of one binary, wherever it was loaded.
struct Site {
  std::string name, frames;
};

// The innermost frames of this program. Those of libraries do not count: SQLite comes to one call of ours on a hundred
// ways. A function that calls itself is one site, however deep it is.
Site ThisSite() {
  constexpr int kDeepest = 64;
  constexpr std::size_t kFrames = 9;  // this file's and those of os/ are half of them
  std::array<void*, kDeepest> stack{};
  const int depth = ::backtrace(stack.data(), kDeepest);
  std::vector<std::uint64_t> seen;
  Site site;
  std::uint64_t hash = 14695981039346656037ULL;
  for (int i = 0; i < depth && seen.size() < kFrames; ++i) {
    const char* place = static_cast<const char*>(stack.at(static_cast<std::size_t>(i)));
    if (place < &__executable_start || place >= &etext) continue;
    const auto offset = static_cast<std::uint64_t>(place - &__executable_start);
    if (std::ranges::find(seen, offset) != seen.end()) continue;
    seen.push_back(offset);
    hash = (hash ^ offset) * 1099511628211ULL;
    site.frames += fmt::format(" {:#x}", offset);
  }
  site.name = fmt::format("{:08x}", (hash >> 32U) ^ (hash & 0xffffffffU));
  return site;
}

bool ReadCount(std::string_view text, Fault& fault) {
  const std::size_t dash = text.find('-');
  const auto first = ParseInt(text.substr(0, dash));
  if (!first || *first < 1) return false;
  fault.first = fault.last = *first;
  if (dash == std::string_view::npos) return true;
  if (dash + 1 == text.size()) {
    fault.last = std::numeric_limits<std::int64_t>::max();
    return true;
  }
  const auto last = ParseInt(text.substr(dash + 1));
  fault.last = last.value_or(0);
  return fault.last >= fault.first;
}

bool ReadWhat(std::string_view text, Fault& fault) {
  if (fault.call == Call::kClock) {
    const auto step = ParseInt(text.starts_with('+') ? text.substr(1) : text);
    fault.step_ms = step.value_or(0);
    return step.has_value();
  }
  if (text == "noted") {
    fault.what = kNoted;
  } else if (text == "short" && (fault.call == Call::kWrite || fault.call == Call::kAny)) {
    fault.what = kShort;
  } else if (text == "lost" && (fault.call == Call::kRename || fault.call == Call::kAny)) {
    fault.what = kLost;
  } else {
    fault.what = ErrorNamed(text).value_or(0);
  }
  return fault.what != 0;
}

// With the raw calls: a note about a fault must not be one.
void Note(const std::string& log, const std::string& line) {
  if (log.empty()) return;
  const int fd = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0) return;
  [[maybe_unused]] const ssize_t written = ::write(fd, line.data(), line.size());
  ::close(fd);
}

bool IsAbout(const Fault& fault, Call call) {
  if (fault.call == Call::kAny) return call != Call::kClock || fault.what == kNoted;
  return fault.call == call || (fault.call == Call::kOpen && call == Call::kCreate);
}

bool CanFailSo(Call call, const Fault& fault) {
  if (fault.what == kShort) return call == Call::kWrite;
  return fault.what != kLost || call == Call::kRename;
}

// Counts the call for every fault that is about it, and returns the one that is due.
const Fault* DueAt(Call call) {
  Faults& faults = TheFaults();
  std::optional<Site> site;
  const Fault* due = nullptr;
  for (Fault& fault : faults.all) {
    if (!IsAbout(fault, call)) continue;
    if (!site && (fault.what == kNoted || !fault.site.empty())) site = ThisSite();
    if (!fault.site.empty() && fault.site != site->name) continue;
    ++fault.seen;
    if (fault.seen < fault.first || (fault.seen > fault.last && call != Call::kClock)) continue;
    if (fault.what == kNoted) {
      Note(faults.log, fmt::format("{} {} {}{}\n", RowOf(call).name, site->name, RowOf(call).fails, site->frames));
    } else if (due == nullptr && CanFailSo(call, fault)) {
      due = &fault;
      if (call == Call::kClock) fault.site.clear();  // a clock that was set stays wrong for every reader
      if (call == Call::kClock && fault.seen > fault.first) continue;
      Note(faults.log, fmt::format("{} {}\n", RowOf(call).name, fault.seen));
    }
  }
  return due;
}

// The errno, kShort or kLost of the fault that is due; 0: none.
int DueFault(Call call) {
  if (!armed_faults.load(std::memory_order_relaxed)) return 0;
  std::lock_guard lock(TheFaults().mutex);
  const Fault* due = DueAt(call);
  return due == nullptr ? 0 : due->what;
}

// True: the call fails, with errno set.
bool Fails(Call call) {
  const int due = DueFault(call);
  if (due <= 0) return false;
  errno = due;
  return true;
}

}  // namespace

Status ArmFaults(std::string_view spec) {
  Faults& faults = TheFaults();
  std::lock_guard lock(faults.mutex);
  const std::size_t at = spec.find('@');
  faults.log = at == std::string_view::npos ? "" : std::string(spec.substr(at + 1));
  faults.all.clear();
  for (const std::string_view one : Split(spec.substr(0, at), ',')) {
    const auto parts = Split(one, ':');
    Fault fault;
    const std::size_t slash = parts[0].find('/');
    const auto call = parts.size() == 3 ? CallNamed(parts[0].substr(0, slash)) : std::nullopt;
    if (slash != std::string_view::npos) fault.site = parts[0].substr(slash + 1);
    if (call) fault.call = *call;
    if (!call || !ReadCount(parts[1], fault) || !ReadWhat(parts[2], fault)) {
      return Fail(Code::kInvalid, fmt::format("\"{}\" is not a fault", one),
                  "write call:count:what, as write:3:ENOSPC");
    }
    faults.all.push_back(fault);
  }
  armed_faults = !faults.all.empty();
  return {};
}

void DisarmFaults() {
  Faults& faults = TheFaults();
  std::lock_guard lock(faults.mutex);
  armed_faults = false;
  faults.all.clear();
}

bool FaultsArmed() { return armed_faults.load(std::memory_order_relaxed); }

bool IsShortage(int error) {
  switch (error) {
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case EAGAIN:
    case ENOLCK:
    case ENOSPC:
    case EDQUOT: return true;
    default: return false;
  }
}

Code CodeOf(const std::error_code& error) {
  const bool of_system = error.category() == std::system_category() || error.category() == std::generic_category();
  return of_system && IsShortage(error.value()) ? Code::kExhausted : Code::kIo;
}

bool NamesShortage(std::string_view text) {
  // git does not always name the errno: "fatal: Out of memory, malloc failed", "fatal: inflateInit: out of memory".
  for (const std::string_view words : {"Out of memory, ", "Out of memory? ", ": out of memory"}) {
    if (text.find(words) != std::string_view::npos) return true;
  }
  return std::ranges::any_of(kErrors, [&](const auto& entry) {
    return IsShortage(entry.second) && text.find(std::strerror(entry.second)) != std::string_view::npos;
  });
}

namespace sys {

int Open(const char* path, int flags, mode_t mode) { return OpenAt(AT_FDCWD, path, flags, mode); }

int OpenAt(int directory, const char* path, int flags, mode_t mode) {
  return RefusedOpen(flags) ? -1 : ::openat(directory, path, flags, mode);
}

bool RefusedOpen(int flags) { return Fails((flags & O_CREAT) != 0 ? Call::kCreate : Call::kOpen); }

ssize_t Read(int fd, void* to, std::size_t size) { return Fails(Call::kRead) ? -1 : ::read(fd, to, size); }

ssize_t ReadAt(int fd, void* to, std::size_t size, off_t place) {
  return Fails(Call::kRead) ? -1 : ::pread(fd, to, size, place);
}

ssize_t Write(int fd, const void* bytes, std::size_t size) {
  const int due = DueFault(Call::kWrite);
  if (due > 0) {
    errno = due;
    return -1;
  }
  return ::write(fd, bytes, due == kShort ? (size + 1) / 2 : size);
}

ssize_t WriteAt(int fd, const void* bytes, std::size_t size, off_t place) {
  const int due = DueFault(Call::kWrite);
  if (due > 0) {
    errno = due;
    return -1;
  }
  return ::pwrite(fd, bytes, due == kShort ? (size + 1) / 2 : size, place);
}

bool RefusedSync() { return Fails(Call::kSync); }

namespace {

bool RefusedCountedSync() {
  CountSync();
  return RefusedSync();
}

}  // namespace

int Sync(int fd) { return RefusedCountedSync() ? -1 : ::fsync(fd); }
int SyncData(int fd) { return RefusedCountedSync() ? -1 : ::fdatasync(fd); }
int SyncFileSystem(int fd) { return RefusedCountedSync() ? -1 : ::syncfs(fd); }

int Truncate(int fd, off_t size) { return Fails(Call::kTruncate) ? -1 : ::ftruncate(fd, size); }

int Rename(const char* from, const char* to) { return RenameAt(AT_FDCWD, from, AT_FDCWD, to); }

int RenameAt(int from_directory, const char* from, int to_directory, const char* to) {
  const int due = DueFault(Call::kRename);
  if (due == kLost) return 0;
  if (due > 0) {
    errno = due;
    return -1;
  }
  return ::renameat(from_directory, from, to_directory, to);
}

int MakeDirectory(const char* path, mode_t mode) { return MakeDirectoryAt(AT_FDCWD, path, mode); }

int MakeDirectoryAt(int directory, const char* path, mode_t mode) {
  return Fails(Call::kMakeDirectory) ? -1 : ::mkdirat(directory, path, mode);
}

char* MakeTempDirectory(char* pattern) { return Fails(Call::kMakeDirectory) ? nullptr : ::mkdtemp(pattern); }

int Remove(const char* path) { return RemoveAt(AT_FDCWD, path, 0); }

int RemoveAt(int directory, const char* name, int flags) {
  return Fails(Call::kRemove) ? -1 : ::unlinkat(directory, name, flags);
}

DIR* OpenDirectory(int fd) { return Fails(Call::kList) ? nullptr : ::fdopendir(fd); }

const dirent* NextEntry(DIR* directory) {
  errno = 0;
  return Fails(Call::kList) ? nullptr : ::readdir(directory);
}

int MakeLink(const char* target, const char* path) { return Fails(Call::kLink) ? -1 : ::symlink(target, path); }

int MakeHardLink(const char* from, const char* to) { return Fails(Call::kLink) ? -1 : ::link(from, to); }

bool RefusedCopy() { return Fails(Call::kCopy); }

int Look(const char* path, struct stat* status) { return Fails(Call::kLook) ? -1 : ::stat(path, status); }

int LookAt(int directory, const char* name, struct stat* status) {
  return Fails(Call::kLook) ? -1 : ::fstatat(directory, name, status, AT_SYMLINK_NOFOLLOW);
}

int Lock(int fd, int operation) { return Fails(Call::kLock) ? -1 : ::flock(fd, operation); }

int Control(int fd, int operation, void* argument) {
  const bool locks = operation == F_SETLK || operation == F_SETLKW;
  return locks && Fails(Call::kLock) ? -1 : ::fcntl(fd, operation, argument);
}

void* Map(void* address, std::size_t size, int protection, int flags, int fd, off_t place) {
  return Fails(Call::kMap) ? MAP_FAILED : ::mmap(address, size, protection, flags, fd, place);
}

int MakePipe(int ends[2], int flags) { return Fails(Call::kPipe) ? -1 : ::pipe2(ends, flags); }

bool RefusedHandle() { return Fails(Call::kHandle); }

int RefusedStart() { return Fails(Call::kStart) ? errno : 0; }

std::int64_t ClockStepMs() {
  if (!armed_faults.load(std::memory_order_relaxed)) return 0;
  std::lock_guard lock(TheFaults().mutex);
  const Fault* due = DueAt(Call::kClock);
  return due == nullptr ? 0 : due->step_ms;
}

}  // namespace sys
}  // namespace forge
