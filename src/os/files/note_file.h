// A file that gets short notes, with one system call each. Not synced: for what is worth nothing after a power cut.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace forge {

class NoteFile {
 public:
  // Makes the file, or empties it.
  static Result<NoteFile> Open(const std::string& path);
  // In one write, from any thread.
  Status Add(std::string_view note) const;

 private:
  struct Handle;
  explicit NoteFile(std::shared_ptr<const Handle> handle);
  std::shared_ptr<const Handle> handle_;
};

}  // namespace forge
