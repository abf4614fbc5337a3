// Which permissions a new file gets: what Forge keeps below a project's .forge/state (transcripts, prompts, logs,
// databases) only its user may read, as if those files had a umask of their own. Knows no content.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace forge {

// 0600 below .forge/state, 0666 elsewhere; the umask takes its part away.
mode_t NewFileMode(std::string_view path);
// What NewFileMode leaves of the permissions of a file that is replaced.
mode_t KeptFileMode(std::string_view path, mode_t mode);

// Makes an empty file that only this user may read, unless something is at the path. A file is not opened: to close a
// database that is open elsewhere in this process would end its locks. What fails here fails at the first use.
void MakeEmptyPrivateFile(const std::string& path);

// A state directory of an older Forge, whose files others could read: whether `witness`, one of its files, still is so.
// Then that is taken from each file in it, from the witness last: what was interrupted is done again.
void TightenStateFiles(const std::string& directory, const std::string& witness);

}  // namespace forge
