// Worktrees and merges at size, beside git's own commands on the same repository. Prints ratios; asserts nothing.
// forge_workspace_bench DIRECTORY [FILES [leases]]: with `leases` no merges
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

constexpr int kRounds = 7;
constexpr int kMerges = 40;

void Sh(const std::string& directory, const std::string& script) {
  ProcessSpec command;
  command.argv = {"/bin/sh", "-ec", script};
  command.cwd = directory;
  command.merge_stderr = true;
  auto result = RunProcess(command);
  if (result && result->ok()) return;
  fmt::print(stderr, "{}: {}\n", script, result ? result->out : Describe(result.error()));
  std::exit(1);
}

template <typename T>
T Got(Result<T> result) {
  if (result) return *std::move(result);
  fmt::print(stderr, "{}\n", Describe(result.error()));
  std::exit(1);
}
void Got(const Status& status) {
  if (status) return;
  fmt::print(stderr, "{}\n", Describe(status.error()));
  std::exit(1);
}

double Milliseconds(const std::function<void()>& action) {
  const auto from = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - from).count();
}

double Median(std::vector<double> times) {
  std::ranges::sort(times);
  return times[times.size() / 2];
}

void Row(const std::string& what, double ours, double theirs, const char* budget) {
  fmt::print("{:<58} {:>10.1f}ms {:>10.1f}ms {:>8.2f}  {}\n", what, ours, theirs, ours / theirs, budget);
}

void MakeRepository(const std::string& repo, int files) {
  Sh(repo, "git init -q -b main . && git config user.name b && git config user.email b@localhost");
  for (int i = 0; i < files; ++i) {
    const std::string directory = fmt::format("{}/src/d{}", repo, i / 100);
    if (i % 100 == 0) Got(MakeDirectories(directory));
    std::FILE* file = std::fopen(fmt::format("{}/f{}.txt", directory, i).c_str(), "w");
    if (file == nullptr) std::exit(1);
    for (int line = 0; line < 30; ++line)
      fmt::print(file, "line {} of file {}: some text that a file may hold\n", line, i);
    std::fclose(file);
  }
  Sh(repo, "git add -A && git commit -q -m base");
}

void Leases(Workspaces& workspaces, const std::string& repo, int files) {
  std::vector<double> adds, removes, leases, releases;
  for (int i = 0; i < kRounds; ++i) {
    const std::string path = fmt::format("{}-theirs-{}", repo, i);
    adds.push_back(Milliseconds([&] { Sh(repo, "git worktree add -q --detach " + path); }));
    Sh(path, "echo change >> src/d0/f1.txt && echo new > new.txt");
    removes.push_back(Milliseconds([&] { Sh(repo, "git worktree remove --force " + path); }));
  }
  Got(workspaces.Prepare("first", ""));
  Got(workspaces.Release("first"));
  for (int i = 0; i < kRounds; ++i) {
    const std::string lane = fmt::format("s{}", i);
    leases.push_back(Milliseconds([&] { Got(workspaces.Prepare(lane, "")); }));
    Sh(workspaces.PathOf(lane), "echo change >> src/d0/f1.txt && echo new > new.txt");
    const std::string snapshot = Got(workspaces.Snapshot(lane, UnitId{i + 1}));
    releases.push_back(Milliseconds([&] { Got(workspaces.Release(lane)); }));
    Got(workspaces.Integrate(lane, snapshot, UnitId{i + 1000}, lane));
  }
  Row(fmt::format("lease of a pooled worktree, {} files / git worktree add", files), Median(leases), Median(adds),
      "<= 0.10");
  Row("release of it / git worktree remove", Median(releases), Median(removes), "");
}

// No worktree is kept: every lease makes one.
void FirstLeases(const std::string& repo, const std::string& trees, int files) {
  Workspaces::Options options;
  options.repository = repo;
  options.worktrees = trees;
  options.run = RunId{2};
  options.idle = 0;
  auto workspaces = Got(Workspaces::Open(options));
  std::vector<double> adds, removes, leases, releases;
  for (int i = 0; i < kRounds; ++i) {
    const std::string path = fmt::format("{}-aside-{}", repo, i);
    adds.push_back(Milliseconds([&] { Sh(repo, "git worktree add -q --detach " + path); }));
    removes.push_back(Milliseconds([&] { Sh(repo, "git worktree remove --force " + path); }));
    leases.push_back(Milliseconds([&] { Got(workspaces->Prepare("s1", "")); }));
    releases.push_back(Milliseconds([&] { Got(workspaces->Release("s1")); }));
  }
  Row(fmt::format("first lease of a worktree, {} files / git worktree add", files), Median(leases), Median(adds),
      "<= 1.05");
  Row("release that throws it away / git worktree remove", Median(releases), Median(removes), "");
}

void Merges(Workspaces& workspaces, const std::string& repo) {
  std::vector<Candidate> candidates;
  for (int i = 0; i < kMerges; ++i) {
    const std::string lane = fmt::format("m{}", i);
    Got(workspaces.Prepare(lane, ""));
    Sh(workspaces.PathOf(lane), fmt::format("echo change {0} >> src/d{0}/f{1}.txt", i, i * 100));
    candidates.push_back({lane, Got(workspaces.Snapshot(lane, UnitId{i + 5000})), UnitId{i + 6000}, lane});
    Got(workspaces.Release(lane));
  }
  Sh(repo, "git worktree add -q --detach ../peer refs/forge/1/tip");
  const double theirs = Milliseconds([&] {
    for (const Candidate& one : candidates) Sh(repo + "/../peer", "git merge -q --no-edit " + one.snapshot);
  });
  const double batch = Milliseconds([&] { Got(workspaces.MergeCandidates("", candidates)); });
  const double ours = Milliseconds([&] {
    for (const Candidate& one : candidates) Got(workspaces.Integrate(one.lane, one.snapshot, one.unit, one.message));
  });
  Row(fmt::format("{} merges onto the branch, each durable / git merge", kMerges), ours, theirs, "");
  Row(fmt::format("{} candidates merged as one batch / one by one", kMerges), batch, ours, "");
}

}  // namespace
}  // namespace forge

int main(int argc, char** argv) {
  using namespace forge;
  if (argc < 2) return 2;
  const int files = argc > 2 ? std::atoi(argv[2]) : 20'000;
  const std::string root = Got(RealPath(argv[1])) + "/workspace-bench";
  Got(RemoveTree(root));
  Got(MakeDirectories(root + "/repo"));
  MakeRepository(root + "/repo", files);
  Workspaces::Options options;
  options.repository = root + "/repo";
  options.worktrees = root + "/trees";
  options.run = RunId{1};
  {
    auto workspaces = Got(Workspaces::Open(options));
    Leases(*workspaces, root + "/repo", files);
    FirstLeases(root + "/repo", root + "/trees-2", files);
    if (argc <= 3) Merges(*workspaces, root + "/repo");
  }
  return RemoveTree(root) ? 0 : 1;
}
