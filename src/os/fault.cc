#include "os/fault.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/strings.h"

namespace forge {
namespace {

enum class Call { kOpen, kWrite, kSync, kRename, kMakeDirectory, kPipe, kStart, kClock, kAny };

constexpr std::array<std::pair<std::string_view, Call>, 9> kCalls = {{{"open", Call::kOpen},
                                                                      {"write", Call::kWrite},
                                                                      {"sync", Call::kSync},
                                                                      {"rename", Call::kRename},
                                                                      {"mkdir", Call::kMakeDirectory},
                                                                      {"pipe", Call::kPipe},
                                                                      {"start", Call::kStart},
                                                                      {"clock", Call::kClock},
                                                                      {"any", Call::kAny}}};

constexpr std::array<std::pair<std::string_view, int>, 7> kErrors = {{{"EIO", EIO},
                                                                      {"ENOSPC", ENOSPC},
                                                                      {"EDQUOT", EDQUOT},
                                                                      {"EMFILE", EMFILE},
                                                                      {"ENFILE", ENFILE},
                                                                      {"ENOMEM", ENOMEM},
                                                                      {"EAGAIN", EAGAIN}}};

// Instead of an errno.
constexpr int kShort = -1;
constexpr int kLost = -2;

struct Fault {
  Call call = Call::kAny;
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

template <typename Value, std::size_t Size>
std::optional<Value> Named(const std::array<std::pair<std::string_view, Value>, Size>& table, std::string_view name) {
  for (const auto& [known, value] : table) {
    if (known == name) return value;
  }
  return std::nullopt;
}

std::string_view NameOf(Call call) {
  for (const auto& [name, value] : kCalls) {
    if (value == call) return name;
  }
  return "";
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
  if (text == "short" && (fault.call == Call::kWrite || fault.call == Call::kAny)) {
    fault.what = kShort;
  } else if (text == "lost" && (fault.call == Call::kRename || fault.call == Call::kAny)) {
    fault.what = kLost;
  } else {
    fault.what = Named(kErrors, text).value_or(0);
  }
  return fault.what != 0;
}

// With the raw calls: a note about a fault must not be one.
void NoteFault(const std::string& log, Call call, const Fault& fault) {
  if (log.empty()) return;
  const std::string line = fmt::format("{} {}\n", NameOf(call), fault.seen);
  const int fd = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0) return;
  [[maybe_unused]] const ssize_t written = ::write(fd, line.data(), line.size());
  ::close(fd);
}

// Counts the call for every fault that is about it: the errno, kShort or kLost of the one that is due; 0: none.
int DueFault(Call call) {
  if (!armed_faults.load(std::memory_order_relaxed)) return 0;
  Faults& faults = TheFaults();
  std::lock_guard lock(faults.mutex);
  int due = 0;
  for (Fault& fault : faults.all) {
    if (fault.call != call && (fault.call != Call::kAny || call == Call::kClock)) continue;
    ++fault.seen;
    if (fault.seen < fault.first || fault.seen > fault.last || due != 0) continue;
    if (fault.what == kShort && call != Call::kWrite) continue;
    if (fault.what == kLost && call != Call::kRename) continue;
    due = fault.what;
    NoteFault(faults.log, call, fault);
  }
  return due;
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
    const auto call = parts.size() == 3 ? Named(kCalls, parts[0]) : std::nullopt;
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
  return Fails(Call::kOpen) ? -1 : ::openat(directory, path, flags, mode);
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

int Sync(int fd) { return Fails(Call::kSync) ? -1 : ::fsync(fd); }

int SyncData(int fd) { return Fails(Call::kSync) ? -1 : ::fdatasync(fd); }

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

int MakePipe(int ends[2], int flags) { return Fails(Call::kPipe) ? -1 : ::pipe2(ends, flags); }

int RefusedStart() { return Fails(Call::kStart) ? errno : 0; }

std::int64_t ClockStepMs() {
  if (!armed_faults.load(std::memory_order_relaxed)) return 0;
  Faults& faults = TheFaults();
  std::lock_guard lock(faults.mutex);
  std::int64_t step = 0;
  for (Fault& fault : faults.all) {
    if (fault.call == Call::kClock && ++fault.seen >= fault.first) step += fault.step_ms;
  }
  return step;
}

}  // namespace sys
}  // namespace forge
