#include "os/files/empty_directory.h"

#include <fcntl.h>

#include <cerrno>

#include "os/fault.h"
#include "os/fd.h"

namespace forge {

Status RemoveEmptyDirectory(const std::string& path) {
  if (sys::RemoveAt(AT_FDCWD, path.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT) return {};
  return FailErrno("remove", path, errno);
}

}  // namespace forge
