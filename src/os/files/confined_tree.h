// Files below one directory. No `..`, symlink, absolute path or race leads out of it. Knows nothing of tools or agents,
// and does not confine processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace forge {

struct ConfinedEntry {
  enum class Kind { kFile, kDirectory, kSymlink, kOther };
  std::string name;
  Kind kind = Kind::kOther;
  std::int64_t size = 0;
  std::int64_t modified_ns = 0;  // since the epoch
};

// Paths are relative to the directory, or absolute and below it. Reading follows relative symlinks that stay inside;
// writing follows none. Any thread.
class ConfinedTree {
 public:
  // `hidden`: absolute paths inside the directory that cannot be reached. Paths elsewhere are ignored.
  static Result<ConfinedTree> Open(const std::string& directory, const std::vector<std::string>& hidden = {});
  ConfinedTree(ConfinedTree&&) noexcept;
  ConfinedTree& operator=(ConfinedTree&&) noexcept;
  ~ConfinedTree();

  const std::string& directory() const;

  // The path relative to the directory, "" for the directory. Fails for an absolute path elsewhere.
  Result<std::string> Relative(std::string_view path) const;

  // Only regular files, chunk by chunk until `take` returns false.
  Status Read(std::string_view path, const std::function<bool(std::string_view chunk)>& take) const;
  Result<std::string> ReadWhole(std::string_view path, std::size_t limit) const;

  // Writes a new file and renames it over the old one with the same permissions, so that hard links of the old file
  // keep their content. Makes missing directories. Refuses anything but regular files, symlinks anywhere in the path,
  // and git's own files.
  Status Write(std::string_view path, std::string_view text) const;

  Result<std::vector<ConfinedEntry>> List(std::string_view path) const;  // sorted by name
  Result<ConfinedEntry> Find(std::string_view path) const;               // what the path leads to

 private:
  struct Parts;
  explicit ConfinedTree(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace forge
