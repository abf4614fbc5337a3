#include "os/files/file_marks.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>

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
  return std::ranges::all_of(files, [&top](const MarkedFile& file) {
    struct stat status{};
    return sys::LookAt(top.get(), file.name.c_str(), &status) == 0 && MarksOf(status) == file.marks;
  });
}

}  // namespace forge
