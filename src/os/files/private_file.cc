#include "os/files/private_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "os/fault.h"
#include "os/fd.h"
#include "os/files/files.h"

namespace forge {
namespace {

std::unexpected<Error> CannotKeep(const std::string& path) {
  return Fail(Code::kIo, fmt::format("write {}: {}", path, std::strerror(errno)));
}

}  // namespace

Status WritePrivateFile(const std::string& path, std::string_view text) {
  const std::string directory = DirName(path);
  TRY(MakeDirectories(DirName(directory)));
  if (sys::MakeDirectory(directory.c_str(), 0700) != 0 && errno != EEXIST) return CannotKeep(directory);
  if (::chmod(directory.c_str(), 0700) != 0) return CannotKeep(directory);
  return ReplacePrivateFile(path, text);
}

Status ReplacePrivateFile(const std::string& path, std::string_view text) {
  const std::string temporary = fmt::format("{}.{}.new", path, ::getpid());
  (void)sys::Remove(temporary.c_str());
  const Fd fd(sys::Open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!fd.is_open()) return CannotKeep(temporary);
  bool written = true;
  while (written && !text.empty()) {
    const ssize_t count = sys::Write(fd.get(), text.data(), text.size());
    written = count > 0 || (count < 0 && errno == EINTR);
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
  if (!written || sys::Sync(fd.get()) != 0 || sys::Rename(temporary.c_str(), path.c_str()) != 0) {
    auto failure = CannotKeep(path);
    (void)sys::Remove(temporary.c_str());
    return failure;
  }
  return {};
}

}  // namespace forge
