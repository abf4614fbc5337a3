#include "os/files/file_lock.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "os/fault.h"
#include "os/fd.h"
#include "os/files/files.h"
#include "os/files/state_files.h"
#include "os/process/process.h"
#include "os/system.h"

namespace forge {
namespace {

Result<Fd> OpenLock(const std::string& path) {
  Fd fd(sys::Open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, NewFileMode(path)));
  if (!fd.is_open()) return FailErrno("lock", path, errno);
  return fd;
}

// A line of /proc/locks: "3: FLOCK  ADVISORY  WRITE 4711 fe:00:393238 0 EOF". None if the kernel does not tell.
std::optional<std::int64_t> FindLockHolder(const std::string& path) {
  const auto file = IdentifyFile(path);
  const auto locks = ReadFile("/proc/locks");
  if (!file || !*file || !locks) return std::nullopt;
  const auto device = static_cast<dev_t>((*file)->device);
  const std::string place = fmt::format("{:02x}:{:02x}:{}", major(device), minor(device), (*file)->inode);
  for (std::string_view line : Lines(*locks)) {
    std::vector<std::string_view> words = Split(line, ' ');
    std::erase(words, "");
    if (words.size() > 5 && words[1] == "FLOCK" && words[5] == place) return ParseInt(words[4]);
  }
  return std::nullopt;
}

struct LockHolder {
  std::int64_t pid = 0;  // 0: unknown
  bool is_stopped = false;
};

LockHolder LookAtHolder(const std::string& path) {
  const std::int64_t pid = FindLockHolder(path).value_or(0);
  return pid > 0 ? LockHolder{pid, IsStopped(pid)} : LockHolder{};
}

std::unexpected<Error> HeldByAnother(const std::string& path, const LockHolder& holder) {
  if (holder.pid == 0) return Fail(Code::kExhausted, fmt::format("lock {}: another process holds it", path));
  if (!holder.is_stopped) return Fail(Code::kExhausted, fmt::format("lock {}: process {} holds it", path, holder.pid));
  return Fail(Code::kExhausted, fmt::format("lock {}: process {} holds it, and is stopped", path, holder.pid),
              fmt::format("continue that process (kill -CONT {0}) or end it (kill -KILL {0})", holder.pid));
}

}  // namespace

Result<FileLock> FileLock::Take(const std::string& path, LockPatience patience) {
  constexpr int kLongestPauseMs = 20;
  constexpr std::int64_t kLookEveryMs = 1000;
  Fd fd = TRY(OpenLock(path));
  const std::int64_t start = SteadyMs();
  std::int64_t next_look = start + patience.stopped.count();
  for (int pause_ms = 1; sys::Lock(fd.get(), LOCK_EX | LOCK_NB) != 0;
       pause_ms = std::min(2 * pause_ms, kLongestPauseMs)) {
    if (errno != EWOULDBLOCK && errno != EINTR) return FailErrno("lock", path, errno);
    if (const std::int64_t now = SteadyMs(); now >= next_look) {
      const LockHolder holder = LookAtHolder(path);
      if (holder.is_stopped || now - start >= patience.running.count()) return HeldByAnother(path, holder);
      next_look = now + kLookEveryMs;
    }
    ::poll(nullptr, 0, pause_ms);
  }
  return FileLock(fd.Release());
}

Result<std::optional<FileLock>> FileLock::Try(const std::string& path) {
  Fd fd = TRY(OpenLock(path));
  while (sys::Lock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return std::optional<FileLock>();
    if (errno != EINTR) return FailErrno("lock", path, errno);
  }
  return std::optional<FileLock>(FileLock(fd.Release()));
}

FileLock::FileLock(FileLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

FileLock::~FileLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace forge
