#include "workspace/refs.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "workspace/ref_updater.h"

namespace forge {
namespace {

std::string ChangeLine(const RefChange& change) {
  if (change.to.empty()) {
    const bool any = !change.from || change.from->empty();
    return any ? fmt::format("delete {}\n", change.name) : fmt::format("delete {} {}\n", change.name, *change.from);
  }
  if (change.from && change.from->empty()) return fmt::format("create {} {}\n", change.name, change.to);
  if (!change.from) return fmt::format("update {} {}\n", change.name, change.to);
  return fmt::format("update {} {} {}\n", change.name, change.to, *change.from);
}

// Whether every ref has the value that its change expects.
Result<bool> StandAsExpected(const Git& git, const std::vector<RefChange>& changes) {
  std::vector<std::string> names;
  for (const RefChange& change : changes) names.push_back(change.name);
  RefMap refs = TRY(ReadRefs(git, names));
  return std::ranges::all_of(changes, [&](const RefChange& change) {
    if (!change.from) return true;
    auto at = refs.find(change.name);
    return at == refs.end() ? change.from->empty() : at->second.id == *change.from;
  });
}

Result<bool> StandAsWanted(const Git& git, const std::vector<RefChange>& changes) {
  std::vector<std::string> names;
  for (const RefChange& change : changes) names.push_back(change.name);
  const RefMap refs = TRY(ReadRefs(git, names));
  return std::ranges::all_of(changes, [&](const RefChange& change) {
    const Commit* at = FindRef(refs, change.name);
    return at == nullptr ? change.to.empty() : at->id == change.to;
  });
}

// A running git holds such a lock for milliseconds, or for seconds on a busy disk.
constexpr std::chrono::seconds kOldestLiving{10};
constexpr int kMostLockTries = 20;  // git itself waits core.filesRefLockTimeout each time

bool IsLocked(const GitAnswer& answer) { return answer.err.find(".lock': File exists") != std::string::npos; }

void RemoveStaleLocks(const std::string& common, const std::vector<RefChange>& changes) {
  for (const RefChange& change : changes) {
    const std::string lock = JoinPath(common, change.name + ".lock");
    std::error_code error;
    const auto made = std::filesystem::last_write_time(lock, error);
    if (error || std::filesystem::file_time_type::clock::now() - made < kOldestLiving) continue;
    (void)RemoveFile(lock);
  }
}

}  // namespace

Result<RefMap> ReadRefs(const Git& git, const std::vector<std::string>& patterns) {
  std::vector<std::string> args = {"for-each-ref", "--format=%(refname) %(objectname) %(tree) %(parent)"};
  args.insert(args.end(), patterns.begin(), patterns.end());
  std::string out = TRY(git.Run(args));
  RefMap refs;
  for (std::string_view line : Lines(out)) {
    auto words = Split(line, ' ');
    if (words.size() < 4) continue;
    refs[std::string(words[0])] = {std::string(words[1]), std::string(words[2]), std::string(words[3])};
  }
  return refs;
}

const Commit* FindRef(const RefMap& refs, const std::string& name) {
  auto at = refs.find(name);
  return at == refs.end() ? nullptr : &at->second;
}

Result<bool> MoveRefs(const Git& git, const std::string& common, const std::vector<RefChange>& changes,
                      RefUpdater* updater) {
  std::string input;
  for (const RefChange& change : changes) input += ChangeLine(change);
  if (updater != nullptr && updater->Try(input)) return true;
  const std::vector<std::string> args = {"update-ref", "--stdin"};
  for (int tries = 1;; ++tries) {
    const auto answer = TRY(git.Try(args, input));
    if (answer.exit_code == 0) return true;
    if (TRY(StandAsWanted(git, changes))) return true;  // git failed after it had moved them
    if (!TRY(StandAsExpected(git, changes))) return false;
    if (!IsLocked(answer) || tries == kMostLockTries) return std::unexpected(GitFailure(args, answer));
    RemoveStaleLocks(common, changes);
  }
}

int NextNumber(const RefMap& refs, const std::string& prefix) {
  std::int64_t highest = 0;
  for (const auto& [name, commit] : refs) {
    if (!name.starts_with(prefix)) continue;
    highest = std::max(highest, ParseInt(std::string_view(name).substr(prefix.size())).value_or(0));
  }
  return static_cast<int>(highest) + 1;
}

RefChange KeepAs(const RefMap& refs, const std::string& prefix, const std::string& commit) {
  return {fmt::format("{}{}", prefix, NextNumber(refs, prefix)), commit, ""};
}

}  // namespace forge
