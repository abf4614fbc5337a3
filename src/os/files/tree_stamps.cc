#include "os/files/tree_stamps.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "os/fault.h"
#include "os/fd.h"

namespace forge {
namespace {

constexpr int kDeepestStamped = 256;

FileStamp StampOf(const struct stat& status) {
  FileStamp stamp;
  stamp.size = status.st_size;
  stamp.changed_ns = status.st_ctim.tv_sec * 1'000'000'000 + status.st_ctim.tv_nsec;
  stamp.inode = status.st_ino;
  stamp.executable = (status.st_mode & S_IXUSR) != 0;
  stamp.link = S_ISLNK(status.st_mode);
  return stamp;
}

void Walk(int parent, const std::string& name, const std::string& prefix, const std::vector<std::string>& but,
          int depth, std::map<std::string, FileStamp>& out) {
  Fd fd(sys::OpenAt(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!fd.is_open() || depth > kDeepestStamped) return;
  Directory directory(sys::OpenDirectory(fd.get()));
  if (!directory) return;
  fd.Release();
  std::vector<std::string> below;
  while (const dirent* entry = sys::NextEntry(directory.get())) {
    const std::string child(entry->d_name);
    struct stat status{};
    if (IsDots(child) || std::find(but.begin(), but.end(), child) != but.end()) continue;
    if (sys::LookAt(::dirfd(directory.get()), entry->d_name, &status) != 0) continue;
    if (S_ISDIR(status.st_mode)) below.push_back(child);
    if (S_ISREG(status.st_mode) || S_ISLNK(status.st_mode)) out[prefix + child] = StampOf(status);
  }
  for (const std::string& child : below) {
    Walk(::dirfd(directory.get()), child, prefix + child + "/", but, depth + 1, out);
  }
}

}  // namespace

std::map<std::string, FileStamp> ListTree(const std::string& directory, const std::vector<std::string>& but) {
  std::map<std::string, FileStamp> out;
  Walk(AT_FDCWD, directory, "", but, 0, out);
  return out;
}

}  // namespace forge
