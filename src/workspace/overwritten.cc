#include "workspace/overwritten.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "workspace/landing.h"
#include "workspace/names.h"
#include "workspace/workspace.h"

namespace forge {

std::vector<std::string> CopiesIn(const std::string& common, const std::string& prefix) {
  const std::string root = JoinPath(common, kOverwrittenDirectory);
  std::vector<std::pair<std::int64_t, std::string>> found;
  const auto names = ListDirectory(root);
  if (!names) return {};
  for (const std::string& name : *names) {
    const std::size_t dash = name.rfind('-');
    if (!name.starts_with(prefix) || dash == std::string::npos || !IsDirectory(JoinPath(root, name))) continue;
    const auto number = ParseInt(name.substr(dash + 1));
    if (number) found.emplace_back(*number, JoinPath(root, name));
  }
  std::ranges::sort(found);
  std::vector<std::string> directories;
  for (auto& [number, directory] : found) directories.push_back(std::move(directory));
  return directories;
}

Result<std::vector<std::string>> ListOverwritten(const std::string& repository, std::optional<RunId> run) {
  const std::string common = DirName(TRY(Workspaces::OwnDirectory(repository)));
  return CopiesIn(common, run ? RunNames(*run).directory() + "-" : "run-");
}

}  // namespace forge
