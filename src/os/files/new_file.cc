#include "os/files/new_file.h"

#include <fcntl.h>

#include <cerrno>

#include "os/fault.h"
#include "os/fd.h"
#include "os/files/state_files.h"

namespace forge {

Status WriteNewFile(const std::string& path, std::string_view text) {
  const Fd fd(sys::Open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, NewFileMode(path)));
  if (!fd.is_open()) return FailErrno("write", path, errno);
  const int error = WriteAll(fd.get(), text);
  if (error == 0) return {};
  sys::Remove(path.c_str());
  return FailErrno("write", path, error);
}

}  // namespace forge
