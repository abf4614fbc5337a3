// Whether files are as a git index has them, by what the system says of them alone. Runs no git, and reads no file but
// the index.
#pragma once

#include <cstddef>
#include <string>

#include "os/files/files.h"

namespace forge {

// `version`: of the index file. False also if it is not certain: a file changed as the index was written, or the index
// is one that only git can read. `id_size` as for ReadIndexListing.
bool AreAsIndexed(const std::string& directory, const std::string& index, const FileVersion& version,
                  std::size_t id_size);

}  // namespace forge
