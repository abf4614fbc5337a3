#include "workspace/workspaces_state.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "os/crash_point.h"
#include "os/files/files.h"
#include "workspace/drivers.h"
#include "workspace/set_up.h"

namespace forge {
namespace {

constexpr int kMostStarts = 20;

}  // namespace

Workspaces::State::State(Options given, std::string common_directory)
    : options(std::move(given)),
      names(options.run),
      top(options.repository),
      common(std::move(common_directory)),
      worktrees(options.worktrees),
      git(top),
      committer(git, options.keeps_git ? common : ""),
      ref_files(common),
      ref_updater(options.keeps_git ? std::make_unique<RefUpdater>(git, JoinPath(common, "config")) : nullptr),
      changed_names(options.keeps_git
                        ? std::make_unique<KeptDiff>(git, JoinPath(common, "config"), KeptDiff::NamesOnly())
                        : nullptr),
      whole_diffs(options.keeps_git ? std::make_unique<KeptDiff>(git, JoinPath(common, "config"), KeptDiff::InFull())
                                    : nullptr),
      pool(worktrees, BaseName(top)),
      trash(pool.trash()),
      config_(git, top) {}

std::string Workspaces::State::PlaceOf(const std::string& lane) const {
  std::lock_guard guard(lanes_mutex_);
  auto at = shared_.find(lane);
  return at == shared_.end() ? lane : at->second;
}

void Workspaces::State::Share(const std::string& lane, const std::string& place) {
  std::lock_guard guard(lanes_mutex_);
  shared_[lane] = place;
}

void Workspaces::State::NoteSnapshot(const std::string& lane, const std::string& tree) {
  std::lock_guard guard(lanes_mutex_);
  if (shared_.contains(lane)) known_trees_.insert(tree);
}

std::unique_lock<std::mutex> Workspaces::State::Hold(const std::string& lane) {
  LaneLock* lock = nullptr;
  const std::string place = PlaceOf(lane);
  {
    std::lock_guard guard(lanes_mutex_);
    auto& slot = lanes_[place];
    if (!slot) slot = std::make_unique<LaneLock>();
    lock = slot.get();
  }
  std::unique_lock held(lock->mutex);
  // Without a lease there is no worktree yet in which a git could have been left: TakeLease looks then.
  if (const auto lease = pool.Find(names.directory(), PlaceName(lane)); lease && *lease) MakeOurs((*lease)->directory);
  return held;
}

void Workspaces::State::MakeOurs(const std::string& directory) {
  {
    std::lock_guard guard(lanes_mutex_);
    if (!ours_.insert(directory).second) return;
  }
  EndOrphans(common, directory);
}

Result<std::string> Workspaces::State::FindPath(const std::string& lane) const {
  const std::string place = PlaceName(lane);
  auto lease = TRY(pool.Find(names.directory(), place));
  return lease ? lease->directory : pool.LinkOf(names.directory(), place);
}

// The link leads to the same directory.
std::string Workspaces::State::PathOf(const std::string& lane) const {
  return FindPath(lane).value_or(pool.LinkOf(names.directory(), PlaceName(lane)));
}

Result<Worktree> Workspaces::State::FindWorktree(const std::string& lane) {
  return Worktree::Find(TRY(Trusted()), common, TRY(FindPath(lane)), trash);
}

Result<WorktreeLease> Workspaces::State::TakeLease(const std::string& lane) {
  const std::string place = PlaceName(lane);
  auto has = TRY(pool.Find(names.directory(), place));
  if (has) return *has;
  const std::int64_t free = options.min_free > 0 ? FreeBytes(worktrees) : 0;
  if (free < options.min_free) {
    constexpr std::int64_t kMega = 1024 * 1024;
    return Fail(Code::kExhausted,
                fmt::format("{} MB are free for worktrees in {}, but {} MB are required", free / kMega, worktrees,
                            options.min_free / kMega),
                "free space with `forge workspaces clean`, or lower the setting workspace.min_free");
  }
  WorktreeLease lease = TRY(pool.Take(names.directory(), place));
  MakeOurs(lease.directory);
  CrashPoint("leased");
  return lease;
}

Result<Git> Workspaces::State::Trusted() {
  std::call_once(trust_asked_, [this] {
    auto kept = git.Try({"cat-file", "blob", names.drivers_ref()});
    if (kept && kept->exit_code == 0) trusted_ = std::move(kept->out);
  });
  if (!trusted_) return git;
  return Pinned(git, *trusted_, TRY(config_.Drivers()));
}

std::map<std::string, std::string> Workspaces::State::Environment(const WorktreeLease& lease) const {
  if (lease.number == 0) return {{"FORGE_WORKTREE", lease.directory}};
  // Repositories are spread over 10000..29999, below the range that systems use for outgoing connections.
  constexpr int kFirst = 10000;
  constexpr int kStripe = 400;
  constexpr std::int64_t kStripes = 50;
  const std::int64_t hash = std::stoll(Sha256(common).substr(0, 8), nullptr, 16);
  const int base = options.port_base > 0 ? options.port_base : kFirst + static_cast<int>(hash % kStripes) * kStripe;
  return {{"FORGE_WORKTREE", lease.directory},
          {"FORGE_PORT_BASE", std::to_string(base + (lease.number - 1) * options.port_count)},
          {"FORGE_PORT_COUNT", std::to_string(options.port_count)}};
}

Status Workspaces::State::FitOutLane(const std::string& lane, const WorktreeLease& lease, Worktree& worktree,
                                     const Target& target) {
  bool first = false;
  const std::string place = PlaceOf(lane);
  {
    std::lock_guard guard(lanes_mutex_);
    first = !std::exchange(lanes_[place]->is_fitted_out, true) || lease.is_new;
  }
  const FitOut at{git, top, lease.directory, Environment(lease)};
  if (first) TRY(Furnish(options.set_up, at, worktree));
  // Changes that the project's commands make to tracked files are not a step's work.
  if (TRY(RunSetUp(options.set_up, at, worktree))) TRY(worktree.Restore(target.commit, target.base, std::nullopt));
  return first ? AwaitReady(options.set_up, at) : Status();
}

Result<RefMap> Workspaces::State::Read(const std::vector<std::string>& patterns) const {
  auto from_files = [&]() -> std::optional<RefMap> {
    const auto ids = ref_files.Read(patterns);
    if (!ids) return std::nullopt;
    RefMap refs;
    for (const auto& [name, id] : *ids) {
      auto commit = remembered.Find(id);
      if (!commit) return std::nullopt;
      refs.emplace(name, *std::move(commit));
    }
    return refs;
  };
  if (auto refs = from_files()) return *std::move(refs);
  RefMap refs = TRY(ReadRefs(git, patterns));
  for (const auto& [name, commit] : refs) remembered.Add(commit);
  return refs;
}

Result<Commit> Workspaces::State::LookUp(const std::string& name) const {
  if (auto known = remembered.Find(name)) return *std::move(known);
  Commit commit = TRY(FindCommit(git, name));
  remembered.Add(commit);
  return commit;
}

Result<std::string> Workspaces::State::MakeCommit(const std::string& tree, const std::string& parent,
                                                  const std::string& message) {
  std::string commit = TRY(committer.Commit(tree, parent, message));
  remembered.Add({commit, tree, parent});
  return commit;
}

Result<bool> Workspaces::State::IsAncestor(const std::string& commit, const std::string& tip) const {
  if (remembered.IsBelow(commit, tip)) return true;
  const std::vector<std::string> args = {"merge-base", "--is-ancestor", commit, tip};
  const auto answer = TRY(git.Try(args));
  if (answer.exit_code > 1) return std::unexpected(GitFailure(args, answer));
  return answer.exit_code == 0;
}

Result<RefMap> Workspaces::State::ReadAll(const std::vector<std::string>& lanes) const {
  std::vector<std::string> patterns = {names.branch_ref(), names.base_ref(), names.tip_ref(),
                                       names.unsquashed_prefix() + "*"};
  for (const std::string& lane : lanes) patterns.push_back(names.lane_root(lane));
  return Read(patterns);
}

Result<Commit> Workspaces::State::FindStart() const {
  if (!options.start.empty()) return LookUp(options.start);
  if (options.parent.value > 0) {
    const RunNames parent(options.parent);
    const RefMap refs = TRY(Read({parent.branch_ref(), parent.tip_ref(), parent.base_ref()}));
    for (const std::string& name : {parent.branch_ref(), parent.tip_ref(), parent.base_ref()}) {
      if (const Commit* commit = FindRef(refs, name)) return *commit;
    }
  }
  return FindCommit(git, "HEAD");
}

// The base first: a branch without a base is not ours.
Status Workspaces::State::Start(const RefMap& refs) {
  const Commit* base = FindRef(refs, names.base_ref());
  if (base == nullptr) {
    if (refs.contains(names.branch_ref())) {
      return Fail(Code::kConflict, fmt::format("the branch {} exists but does not belong to this run", names.branch()),
                  fmt::format("rename it: git branch -m {0} {0}-old", names.branch()));
    }
    Commit head = TRY(FindStart());
    const std::string drivers = TRY(git.Line({"hash-object", "-w", "--stdin"}, TRY(ReadDrivers(git))));
    TRY(Move({{names.base_ref(), head.id, ""}, {names.drivers_ref(), drivers, std::nullopt}}));
    return {};
  }
  // If the branch was deleted, make it again where it was.
  const Commit* tip = FindRef(refs, names.tip_ref());
  auto made = Move({{names.branch_ref(), tip != nullptr ? tip->id : base->id, ""}});
  if (made) return {};
  Error error = std::move(made).error();
  if (Exists(JoinPath(common, "refs/heads/forge")) && !IsDirectory(JoinPath(common, "refs/heads/forge"))) {
    error.hint = "a branch named forge is in the way; rename it: git branch -m forge forge-old";
  }
  return std::unexpected(WithContext(fmt::format("make the branch {}", names.branch()), std::move(error)));
}

Result<RunRefs> Workspaces::State::ReadRun(const std::vector<std::string>& lanes) {
  for (int i = 0; i < kMostStarts; ++i) {
    RefMap all = TRY(ReadAll(lanes));
    const Commit* base = FindRef(all, names.base_ref());
    const Commit* branch = FindRef(all, names.branch_ref());
    if (base == nullptr || branch == nullptr) {
      TRY(Start(all));
      continue;
    }
    RunRefs refs{*base, *branch, {}, {}};
    for (auto& [name, commit] : all) {
      auto is_here = [&](const std::string& lane) { return name.starts_with(names.lane_root(lane)); };
      if (std::ranges::any_of(lanes, is_here)) refs.lane.emplace(name, commit);
      if (name.starts_with(names.unsquashed_prefix())) refs.unsquashed.emplace(name, commit);
    }
    return refs;
  }
  return Fail(Code::kConflict, fmt::format("another process keeps deleting the branch {}", names.branch()));
}

// If a lane continues after it was integrated, its older changes are already on the tip, and other steps may have built
// on them. Only the rest is its own.
Result<Merged> Workspaces::State::MergeOnto(const Commit& ours, const Commit* before, const Commit& snapshot) {
  const bool continues = before != nullptr && before->parent == snapshot.parent;
  const Commit base = continues ? *before : TRY(LookUp(snapshot.parent));
  if (auto known = remembered.FindMerge(base, ours, snapshot)) return *std::move(known);
  const bool is_below = remembered.IsBelow(base.id, ours.id);
  Merged merged = TRY(Merge(TRY(Trusted()), committer, base, ours, snapshot, is_below));
  remembered.AddMerge(base, ours, snapshot, merged);
  return merged;
}

Result<Commit> Workspaces::State::FindSnapshot(const std::string& snapshot) const {
  Commit commit = TRY(LookUp(snapshot));
  if (commit.parent.empty())
    return Fail(Code::kInvalid, fmt::format("{} is not a snapshot: it has no parent", snapshot));
  return commit;
}

Result<std::optional<Captured>> Workspaces::State::SaveLeft(const std::string& lane, const Worktree& worktree,
                                                            const RunRefs& refs) {
  if (TRY(worktree.IsResting())) return SaveIdle(worktree, PathOf(lane));
  if (!TRY(worktree.HasFiles()) || TRY(worktree.IsHalfRestored())) return std::nullopt;
  const Commit* lane_base = FindRef(refs.lane, names.lane_base_ref(lane));
  const Commit& base = lane_base != nullptr ? *lane_base : refs.tip;
  Captured captured = TRY_WITH("save the contents of the worktree", worktree.Capture(base.id));
  auto is_there = [&](const auto& entry) { return entry.second.tree == captured.tree; };
  bool known = captured.tree == base.tree || captured.tree == refs.tip.tree || std::ranges::any_of(refs.lane, is_there);
  if (!known) {
    std::lock_guard guard(lanes_mutex_);
    known = known_trees_.contains(captured.tree);
  }
  if (!known && !TRY(git.Run({"ls-tree", captured.tree})).empty()) {
    std::string commit = TRY(MakeCommit(captured.tree, base.id, fmt::format("Left in the worktree of {}\n", lane)));
    std::string prefix = names.lane_root(lane) + "left-";
    std::string name = fmt::format("{}{}", prefix, NextNumber(refs.lane, prefix));
    if (!TRY(Move({{name, commit, ""}})))
      return Fail(Code::kConflict, fmt::format("another process has made {}", name));
  }
  return captured;
}

}  // namespace forge
