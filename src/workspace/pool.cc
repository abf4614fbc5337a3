#include "workspace/pool.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>

#include "base/strings.h"
#include "os/fault.h"
#include "os/files/file_lock.h"
#include "os/files/files.h"

namespace forge {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPlaces = "pool";
constexpr std::string_view kRunPrefix = "run-";
constexpr std::string_view kLock = "pool.lock";
constexpr std::size_t kLongestPoolName = 40;

std::string PlainName(const std::string& name) {
  std::string plain;
  for (char c : name.substr(0, kLongestPoolName)) {
    plain += IsLetterOrDigit(c) || c == '_' ? c : '-';
  }
  return plain.empty() || plain.starts_with('-') ? "worktree" + plain : plain;
}

// Empty if it is not there, or is no link.
Result<std::string> ReadLink(const std::string& path) {
  if (TRY(LookAtPath(path, false)) != PathKind::kLink) return "";
  std::error_code error;
  const fs::path target = fs::read_symlink(path, error);
  if (error) return Fail(CodeOf(error), fmt::format("read the link {}: {}", path, error.message()));
  return target.string();
}

// None if the directory is missing. Half of a list would give a worktree away that another lane has.
Result<std::vector<std::string>> NamesIn(const std::string& directory) {
  auto names = ListDirectory(directory);
  if (!names && names.error().code == Code::kNotFound) return std::vector<std::string>();
  return names;
}

}  // namespace

Pool::Pool(std::string root, const std::string& name, LockPatience patience)
    : root_(std::move(root)), name_(PlainName(name)), patience_(patience) {}

std::string Pool::trash() const { return JoinPath(root_, "trash"); }
std::string Pool::LinkOf(const std::string& run, const std::string& lane) const {
  return JoinPath(JoinPath(root_, run), lane);
}
std::string Pool::PlaceOf(int number) const {
  return JoinPath(JoinPath(root_, kPlaces), fmt::format("{}-{}", name_, number));
}

int Pool::NumberOf(const std::string& name) const {
  const std::size_t dash = name.rfind('-');
  if (dash == std::string::npos || name.substr(0, dash) != name_) return 0;
  const auto number = ParseInt(name.substr(dash + 1));
  return number && *number > 0 && *number < 1'000'000 ? static_cast<int>(*number) : 0;
}

Result<std::optional<WorktreeLease>> Pool::Find(const std::string& run, const std::string& lane) const {
  const std::string link = LinkOf(run, lane);
  const std::string target = TRY(ReadLink(link));
  if (target.empty()) {
    if (TRY(LookAtPath(link, false)) != PathKind::kNothing) return WorktreeLease{link, 0, false};
    return std::nullopt;
  }
  // Follows only links that we made.
  const int number = NumberOf(BaseName(target));
  if (number == 0 || target != fmt::format("../{}/{}-{}", kPlaces, name_, number)) return std::nullopt;
  return WorktreeLease{PlaceOf(number), number, false};
}

Result<std::vector<PoolEntry>> Pool::Leases() const {
  std::vector<PoolEntry> leases;
  for (const std::string& run : TRY(NamesIn(root_))) {
    if (!run.starts_with(kRunPrefix)) continue;
    for (const std::string& lane : TRY(NamesIn(JoinPath(root_, run)))) {
      if (auto lease = TRY(Find(run, lane))) leases.push_back({lease->directory, lease->number, run, lane});
    }
  }
  return leases;
}

Result<std::vector<int>> Pool::Idle() const {
  std::set<int> leased;
  for (const PoolEntry& lease : TRY(Leases())) leased.insert(lease.number);
  std::vector<int> idle;
  for (const std::string& name : TRY(NamesIn(JoinPath(root_, kPlaces)))) {
    const int number = NumberOf(name);
    if (number > 0 && !leased.contains(number)) idle.push_back(number);
  }
  std::ranges::sort(idle);
  return idle;
}

Result<FileLock> Pool::Lock() const { return FileLock::Take(JoinPath(root_, kLock), patience_); }

Result<WorktreeLease> Pool::Take(const std::string& run, const std::string& lane) const {
  if (auto lease = TRY(Find(run, lane))) return *lease;
  TRY(MakeDirectories(JoinPath(root_, kPlaces)));
  const FileLock lock = TRY(Lock());
  TRY(MakeDirectories(JoinPath(root_, run)));
  std::set<int> leased;
  for (const PoolEntry& lease : TRY(Leases())) leased.insert(lease.number);
  const std::vector<int> idle = TRY(Idle());
  int number = 1;
  if (!idle.empty()) {
    number = idle.front();
  } else {
    while (leased.contains(number)) ++number;
  }
  return Link(run, lane, number);
}

Result<std::optional<WorktreeLease>> Pool::TakeIdle(const std::string& holder, const std::set<int>& except) const {
  if (TRY(LookAtPath(JoinPath(root_, kPlaces))) != PathKind::kDirectory) return std::nullopt;
  const FileLock lock = TRY(Lock());
  for (const PoolEntry& lease : TRY(Leases())) {
    if (lease.run == holder && !except.contains(lease.number))
      return WorktreeLease{lease.directory, lease.number, false};
  }
  std::vector<int> idle = TRY(Idle());
  std::erase_if(idle, [&](int number) { return except.contains(number); });
  if (idle.empty()) return std::nullopt;
  TRY(MakeDirectories(JoinPath(root_, holder)));
  return TRY(Link(holder, BaseName(PlaceOf(idle.front())), idle.front()));
}

Result<WorktreeLease> Pool::Link(const std::string& run, const std::string& lane, int number) const {
  const std::string link = LinkOf(run, lane);
  TRY(RemoveFile(link));  // not made by us
  TRY(MakeSymlink(fmt::format("../{}/{}-{}", kPlaces, name_, number), link));
  return WorktreeLease{PlaceOf(number), number, true};
}

Result<bool> Pool::GiveBack(const std::string& run, const std::string& lane, int most) const {
  const auto lease = TRY(Find(run, lane));
  if (!lease || lease->number == 0) return true;
  const FileLock lock = TRY(Lock());
  if (static_cast<int>(TRY(Idle()).size()) >= most) return true;
  TRY(Unlink(run, lane));
  return false;
}

Status Pool::Forget(const std::string& run, const std::string& lane) const {
  const FileLock lock = TRY(Lock());
  return Unlink(run, lane);
}

Status Pool::Unlink(const std::string& run, const std::string& lane) const {
  TRY(RemoveFile(LinkOf(run, lane)));
  std::error_code ignored;
  fs::remove(JoinPath(root_, run), ignored);  // only when it is empty
  return {};
}

Result<std::vector<PoolEntry>> Pool::List() const {
  std::vector<PoolEntry> entries = TRY(Leases());
  for (int number : TRY(Idle())) entries.push_back({PlaceOf(number), number, "", ""});
  return entries;
}

}  // namespace forge
