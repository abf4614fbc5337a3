#include "os/files/note_file.h"

#include <fcntl.h>

#include <cerrno>
#include <utility>

#include "os/fault.h"
#include "os/fd.h"
#include "os/files/state_files.h"

namespace forge {

struct NoteFile::Handle {
  std::string path;
  Fd fd;
};

NoteFile::NoteFile(std::shared_ptr<const Handle> handle) : handle_(std::move(handle)) {}

Result<NoteFile> NoteFile::Open(const std::string& path) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW | O_CLOEXEC;
  auto handle = std::make_shared<Handle>(path, Fd(sys::Open(path.c_str(), kFlags, NewFileMode(path))));
  if (!handle->fd.is_open()) return FailErrno("write", path, errno);
  return NoteFile(std::move(handle));
}

Status NoteFile::Add(std::string_view note) const {
  if (int error = WriteAll(handle_->fd.get(), note); error != 0) return FailErrno("write", handle_->path, error);
  return {};
}

}  // namespace forge
