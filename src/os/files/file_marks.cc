#include "os/files/file_marks.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <string_view>

#include "os/fault.h"
#include "os/fd.h"

namespace forge {
namespace {

FileMarks MarksOf(const struct stat& status) {
  FileMarks marks;
  marks.changed_s = static_cast<std::uint32_t>(status.st_ctim.tv_sec);
  marks.changed_ns = static_cast<std::uint32_t>(status.st_ctim.tv_nsec);
  marks.modified_s = static_cast<std::uint32_t>(status.st_mtim.tv_sec);
  marks.modified_ns = static_cast<std::uint32_t>(status.st_mtim.tv_nsec);
  marks.inode = static_cast<std::uint32_t>(status.st_ino);
  marks.user = status.st_uid;
  marks.group = status.st_gid;
  marks.size = static_cast<std::uint32_t>(status.st_size);
  return marks;
}

}  // namespace

bool HaveTheirMarks(const std::string& directory, const std::vector<MarkedFile>& files) {
  const Fd top(sys::Open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!top.is_open()) return false;
  // Neighbours are mostly in one directory: to look from there spares the system the rest of their paths.
  std::string inside;
  Fd here;
  return std::ranges::all_of(files, [&](const MarkedFile& file) {
    const std::size_t name = file.name.rfind('/') + 1;  // 0 where there is no slash
    const std::string_view parent = std::string_view(file.name).substr(0, name);
    if (parent != inside) {
      inside = parent;
      here = Fd(inside.empty() ? -1 : sys::OpenAt(top.get(), inside.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
      if (!inside.empty() && !here.is_open()) return false;
    }
    struct stat status{};
    const int from = inside.empty() ? top.get() : here.get();
    return sys::LookAt(from, file.name.c_str() + name, &status) == 0 && MarksOf(status) == file.marks;
  });
}

}  // namespace forge
