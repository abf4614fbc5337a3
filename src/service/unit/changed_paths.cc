#include "service/unit/changed_paths.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "model/path_kinds.h"
#include "os/files/files.h"
#include "os/system.h"
#include "service/proof/checkout_diff.h"
#include "service/unit/job.h"
#include "service/unit/run_resources.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

constexpr std::size_t kMostNames = 5000;

// Level by level: documents stand near the top.
bool HasDocuments(const std::string& root) {
  std::vector<std::string> directories = {""};
  std::size_t looked_at = 0;
  for (std::size_t next = 0; next < directories.size(); ++next) {
    const std::string within = directories[next];
    const auto names = ListDirectory(JoinPath(root, within));
    if (!names) return true;
    for (const std::string& name : *names) {
      if (name.starts_with('.') || name == "node_modules") continue;
      if (++looked_at > kMostNames) return true;
      const std::string path = within.empty() ? name : within + "/" + name;
      const auto kind = LookAtPath(JoinPath(root, path), false);
      if (!kind) return true;
      if (*kind == PathKind::kDirectory) directories.push_back(path);
      if (*kind == PathKind::kFile && IsDocument(path)) return true;
    }
  }
  return false;
}

}  // namespace

bool IsDescribed(const std::vector<std::string>& paths, const std::string& directory) {
  const auto described = [](const std::string& path) { return !IsDocument(path) && !BelongsToTests(path); };
  return std::ranges::any_of(paths, described) && HasDocuments(directory);
}

Result<std::vector<std::string>> ChangedPaths(RunResources& resources, const Job& job) {
  if (!resources.worktrees.isolated()) return CheckoutChanges(resources.context.project);
  Workspaces* work = TRY(resources.worktrees.Open());
  std::vector<std::string> paths = TRY(work->ChangedFiles(""));
  if (job.snapshot.empty()) return paths;
  for (std::string& path : TRY(work->ChangedFiles(job.snapshot))) paths.push_back(std::move(path));
  return paths;
}

}  // namespace forge
