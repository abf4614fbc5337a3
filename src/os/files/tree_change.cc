#include "os/files/tree_change.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <ctime>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "os/fault.h"
#include "os/fd.h"

namespace forge {
namespace {

using std::chrono::milliseconds;

constexpr int kDeepestWatched = 64;

class Search {
 public:
  explicit Search(milliseconds within) : within_(within) {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME_COARSE, &now);  // the clock of inode times
    now_ms_ = Ms(now);
  }

  std::optional<milliseconds> In(int parent, const char* name, int depth) const {
    Fd fd(sys::OpenAt(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status{};
    if (!fd.is_open() || ::fstat(fd.get(), &status) != 0) return std::nullopt;
    if (auto age = Young(status)) return age;
    Directory directory(sys::OpenDirectory(fd.get()));
    if (!directory) return std::nullopt;
    fd.Release();
    std::vector<std::string> below;
    while (const dirent* entry = sys::NextEntry(directory.get())) {
      std::string_view entry_name(entry->d_name);
      if (IsDots(entry_name) || entry_name == ".git" || entry_name == ".forge") continue;
      if (sys::LookAt(::dirfd(directory.get()), entry->d_name, &status) != 0) continue;
      if (auto age = Young(status)) return age;
      if (S_ISDIR(status.st_mode)) below.emplace_back(entry_name);
    }
    if (depth >= kDeepestWatched) return std::nullopt;
    for (const std::string& child : below) {
      if (auto age = In(::dirfd(directory.get()), child.c_str(), depth + 1)) return age;
    }
    return std::nullopt;
  }

 private:
  static std::int64_t Ms(const timespec& time) { return time.tv_sec * 1000 + time.tv_nsec / 1'000'000; }

  std::optional<milliseconds> Young(const struct stat& status) const {
    const std::int64_t age = now_ms_ - Ms(status.st_ctim);
    if (age >= within_.count()) return std::nullopt;
    return milliseconds(age > 0 ? age : 0);
  }

  milliseconds within_;
  std::int64_t now_ms_ = 0;
};

}  // namespace

std::optional<milliseconds> AgeOfLastChange(const std::string& directory, milliseconds within) {
  return Search(within).In(AT_FDCWD, directory.c_str(), 0);
}

}  // namespace forge
