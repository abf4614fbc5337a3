// Forge's refs, read from the files where git keeps them: loose refs and packed-refs. Runs no git and changes nothing.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "os/files/files.h"

namespace forge {

// From any thread.
class RefFiles {
 public:
  // The repository's common directory.
  explicit RefFiles(std::string common) : common_(std::move(common)) {}

  using Ids = std::map<std::string, std::string>;  // by full name
  // Patterns as in ReadRefs, below refs/forge/ and refs/heads/forge/. Nothing: git must be asked, because it keeps refs
  // in another way, or one of them is symbolic, damaged or cannot be read.
  std::optional<Ids> Read(const std::vector<std::string>& patterns) const;

 private:
  bool AddLoose(const std::string& name, Ids& found) const;
  bool AddLooseBelow(const std::string& directory, const std::string& prefix, bool deeper, Ids& found) const;
  bool AddPacked(const std::vector<std::string>& patterns, Ids& found) const;

  const std::string common_;
  mutable std::mutex mutex_;  // guards what follows
  mutable std::optional<FileVersion> packed_version_;
  mutable Ids packed_;
};

// A whole object name, as git prints it.
bool IsObjectId(std::string_view text);

}  // namespace forge
