#include "service/own_changes.h"

#include <string_view>

#include "base/strings.h"
#include "os/files/files.h"
#include "service/proof/checkout_guard.h"
#include "workspace/commits.h"
#include "workspace/git.h"

namespace forge {
namespace {

constexpr const char* kBaseMessage = "Uncommitted changes at the start of the run\n";

Result<Git> GitAtTop(const Project& project) {
  return Git(TRY(Git(project.root).Line({"rev-parse", "--show-toplevel"})));
}

Result<Reverted> Revert(const Project& project, const std::string& from, const std::string& to) {
  CheckoutRecord record;
  record.after = from + "^{tree}";
  return RevertCheckout(project, record, to + "^{tree}");
}

}  // namespace

Result<OwnChanges> FindOwnChanges(const Project& project) {
  OwnChanges changes;
  if (!project.is_git) return changes;
  // Paths from the top of the checkout, wherever git is started.
  const std::string below = project.root.size() > project.top.size() ? project.root.substr(project.top.size() + 1) : "";
  const std::string ours = below.empty() ? ".forge/" : below + "/.forge/";
  const std::vector<std::string> fields =
      NulFields(TRY(Git(project.root).Run({"status", "--porcelain", "-z", "--no-renames", "--ignore-submodules=all"})));
  for (const std::string& field : fields) {
    constexpr std::size_t kPath = 3;  // "XY path"
    if (field.size() <= kPath || field.substr(kPath).starts_with(ours)) continue;
    if (field.starts_with("??")) {
      ++changes.untracked;
    } else {
      changes.files.push_back(field.substr(kPath));
    }
  }
  return changes;
}

Result<std::string> SnapshotOwnChanges(const Project& project) {
  const Git git = TRY(GitAtTop(project));
  const std::string tree = TRY_WITH("take your uncommitted changes", CaptureCheckout(project));
  const Commit head = TRY(FindCommit(git, "HEAD"));
  if (tree == head.tree) return std::string();
  return Committer(git).Commit(tree, head.id, kBaseMessage);
}

ChangesAside::~ChangesAside() {
  if (!saved_index_.empty()) (void)RemoveFile(saved_index_);  // the next landing replaces it
}

Status ChangesAside::PutAside(const std::string& at) {
  at_ = at;
  const Git git = TRY(GitAtTop(project_));
  index_ = TRY(git.Line({"rev-parse", "--path-format=absolute", "--git-path", "index"}));
  saved_index_ = index_ + ".forge-aside";
  TRY(RemoveFile(saved_index_));
  TRY(CopyPath(index_, saved_index_));
  files_ = TRY(Revert(project_, base_, at)).files;
  if (files_.empty()) return {};
  const Git literal = git.With("GIT_LITERAL_PATHSPECS", "1");
  TRY(literal.Run({"reset", "-q", "--pathspec-from-file=-", "--pathspec-file-nul", at}, NulJoined(files_)));
  return {};
}

Status ChangesAside::PutBack() {
  if (files_.empty()) return {};
  TRY(Revert(project_, at_, base_));
  return RenamePath(saved_index_, index_);
}

Status RestoreOwnChanges(const Project& project, const std::string& base, const std::string& at) {
  TRY(Revert(project, at, base));
  return {};
}

}  // namespace forge
