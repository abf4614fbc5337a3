#include "workspace/merge.h"

#include <cstddef>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

struct Sides {
  std::string ours, theirs;
};

// git finds the merge base in the commits' history. If that would differ from ours (the branch was squashed, or a part
// of theirs is already merged), we give git a history of three commits that leads to the right base.
Result<Sides> MakeSides(const Git& git, Committer& committer, const Commit& base, const Commit& ours,
                        const Commit& theirs, bool is_below) {
  if (theirs.parent == base.id) {
    if (is_below) return Sides{ours.id, theirs.id};
    auto answer = TRY(git.Try({"merge-base", "--is-ancestor", base.id, ours.id}));
    if (answer.exit_code == 0) return Sides{ours.id, theirs.id};
  }
  std::string root = TRY(committer.Commit(base.tree, "", "base"));
  std::string left = TRY(committer.Commit(ours.tree, root, "ours"));
  return Sides{left, TRY(committer.Commit(theirs.tree, root, "theirs"))};
}

Result<Merged> MergeTrees(const Git& git, const Sides& sides, bool renormalize) {
  std::vector<std::string> args = {"merge-tree", "--write-tree", "-z", "--name-only", sides.ours, sides.theirs};
  if (renormalize) args.insert(args.begin(), {"-c", "merge.renormalize=true"});
  auto answer = TRY(git.Try(args));
  if (answer.exit_code != 0 && answer.exit_code != 1) return std::unexpected(GitFailure(args, answer));
  Merged merged = ReadMerge(answer.out);
  merged.clean = answer.exit_code == 0;
  return merged;
}

}  // namespace

Merged ReadMerge(const std::string& out) {
  Merged merged;
  auto fields = NulFields(out);
  std::size_t at = 0;
  if (at < fields.size()) merged.tree = fields[at++];
  while (at < fields.size() && !fields[at].empty()) merged.files.push_back(fields[at++]);
  ++at;  // the empty field between files and messages
  while (at < fields.size()) {
    auto paths = ParseInt(fields[at++]).value_or(-1);
    if (paths < 0 || static_cast<std::size_t>(paths) + 2 > fields.size() - at) break;
    at += static_cast<std::size_t>(paths);
    const std::string& type = fields[at++];
    const std::string& words = fields[at++];
    if (type != "Auto-merging") merged.details += std::string(TrimRight(words)) + "\n";
  }
  return merged;
}

Result<Merged> Merge(const Git& git, Committer& committer, const Commit& base, const Commit& ours, const Commit& theirs,
                     bool is_below) {
  if (theirs.tree == base.tree || theirs.tree == ours.tree) return Merged{ours.tree, true, {}, ""};
  if (ours.tree == base.tree) return Merged{theirs.tree, true, {}, ""};
  Sides sides = TRY(MakeSides(git, committer, base, ours, theirs, is_below));
  return MergeCommits(git, sides.ours, sides.theirs);
}

// Files whose line endings changed with .gitattributes conflict in every line. Only then git compares normalised
// contents: that runs the user's filters.
Result<Merged> MergeCommits(const Git& git, const std::string& ours, const std::string& theirs) {
  Merged merged = TRY(MergeTrees(git, {ours, theirs}, false));
  if (merged.clean) return merged;
  Merged normal = TRY(MergeTrees(git, {ours, theirs}, true));
  return normal.clean ? std::move(normal) : std::move(merged);
}

}  // namespace forge
