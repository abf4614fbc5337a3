// Whether the files of a directory changed between two looks at them. Writes nothing and starts no program of the
// directory: git's filters would be some.
#pragma once

#include <string>

namespace forge {

// A mark of the files as they are now. In a git repository: of all that git does not ignore, from its top. Elsewhere:
// of what is at or below the directory, without Forge's files, packages and caches. Empty: unknown.
std::string FilesMark(const std::string& directory);

}  // namespace forge
