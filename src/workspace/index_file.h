// Reads from a git index file what a capture must know before it starts: entries that git is told not to look at, and
// gitlinks; and what git saw of each file. The format is git's (gitformat-index(5)), versions 2 to 4. Runs no git.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "os/files/file_marks.h"

namespace forge {

struct IndexListing {
  std::vector<std::string> hidden;    // git is told to ignore changes in them
  std::vector<std::string> gitlinks;  // submodules, or repositories that an agent made
  bool is_plain() const { return hidden.empty() && gitlinks.empty(); }
};

// Nothing: git must be asked, because the file is damaged, a part of a split index, sparse, or of a later version.
// `id_size`: bytes of an object name, 20 or 32.
std::optional<IndexListing> ReadIndexListing(std::string_view bytes, std::size_t id_size);

// The files with the marks that they had when git last compared them with the index. Nothing: as above.
std::optional<std::vector<MarkedFile>> ReadIndexedFiles(std::string_view bytes, std::size_t id_size);

}  // namespace forge
