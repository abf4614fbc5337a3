// The method of Workspaces that makes a commit of two trees: MixFiles.
#include <fmt/core.h>

#include <atomic>
#include <set>
#include <string>
#include <vector>

#include "os/files/files.h"
#include "os/process/process.h"
#include "workspace/capture.h"
#include "workspace/workspace.h"
#include "workspace/workspaces_state.h"

namespace forge {
namespace {

// What `update-index --index-info` takes: the files as the listing has them, and the others removed.
std::string IndexInfo(const std::string& listing, const std::vector<std::string>& files, std::size_t id_size) {
  std::string info;
  std::set<std::string> there;
  for (const std::string& entry : NulFields(listing)) {
    const std::size_t tab = entry.find('\t');
    if (tab == std::string::npos) continue;
    there.insert(entry.substr(tab + 1));
    info += entry + '\0';
  }
  for (const std::string& file : files) {
    if (!there.contains(file)) info += "0 " + std::string(id_size, '0') + '\t' + file + '\0';
  }
  return info;
}

}  // namespace

Result<std::string> Workspaces::MixFiles(const std::string& base, const std::string& from,
                                         const std::vector<std::string>& files) {
  if (files.empty()) return base;
  const Commit commit = TRY(state_->LookUp(base));
  // Steps that are proved side by side have one each.
  static std::atomic<int> made = 0;
  TempIndex index(JoinPath(state_->common, fmt::format("forge-index-mix-{}-{}", ThisProcess().pid, ++made)));
  const Git git = state_->git.With("GIT_INDEX_FILE", index.path()).With("GIT_LITERAL_PATHSPECS", "1");
  TRY(git.Run({"read-tree", commit.id}));
  std::vector<std::string> args = {"ls-tree", "-r", "-z", "--full-tree", from, "--"};
  args.insert(args.end(), files.begin(), files.end());
  const std::string info = IndexInfo(TRY(git.Run(args)), files, commit.id.size());
  TRY(git.Run({"update-index", "-z", "--index-info"}, info));
  const std::string tree = TRY(git.Line({"write-tree"}));
  return state_->committer.Commit(tree, commit.id, "The tests of a step, without its work");
}

}  // namespace forge
