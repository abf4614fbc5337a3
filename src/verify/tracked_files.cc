#include "verify/tracked_files.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "text/lines.h"

namespace forge {

Result<std::vector<std::string>> ListTrackedFiles(const std::string& root, std::stop_token stop) {
  if (!IsDirectory(root)) return Fail(Code::kInvalid, fmt::format("{} is not a directory", root));
  ProcessSpec command;
  command.argv = {"git", "ls-files", "-z"};
  command.cwd = root;
  command.unset = {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"};  // ours when a hook started us
  std::string listed;
  command.on_stdout = [&listed](std::string_view chunk) { listed += chunk; };
  const ProcessResult ran = TRY(RunProcess(command, stop));
  if (ran.end == ProcessEnd::kCancelled) return Fail(Code::kCancelled, "listing the files was stopped");
  if (!ran.ok())
    return Fail(Code::kInvalid, fmt::format("list the files of {}: {}", root, Excerpt(ran.err, 200)),
                "name a directory in a git repository");
  std::vector<std::string> files;
  for (std::string_view path : Split(listed, '\0')) {
    // A file in conflict is listed once for each side.
    if (!path.empty() && (files.empty() || files.back() != path)) files.emplace_back(path);
  }
  return files;
}

}  // namespace forge
