#include "os/sandbox_cover.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

#include "os/fault.h"
#include "os/fd.h"
#include "os/files/files.h"

namespace forge {
namespace {

constexpr int kMostLinks = 16;  // on one path

// Where the system keeps its programs; no user can make a socket there.
bool IsPartOfSystem(std::string_view top) {
  constexpr std::string_view kParts[] = {"/bin",    "/boot", "/dev",  "/etc",  "/lib",  "/lib32", "/lib64", "/nix",
                                         "/libx32", "/opt",  "/proc", "/sbin", "/snap", "/sys",   "/usr"};
  return std::ranges::find(kParts, top) != std::ranges::end(kParts);
}

std::optional<std::string> LinkTarget(const std::string& path) {
  std::array<char, 4096> buffer;
  const ssize_t size = ::readlink(path.c_str(), buffer.data(), buffer.size());
  if (size <= 0) return std::nullopt;
  return std::string(buffer.data(), static_cast<std::size_t>(size));
}

// The links among the directory's entries.
std::vector<std::string> LinksIn(const std::string& directory) {
  std::vector<std::string> links;
  Fd fd(sys::Open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  Directory open(fd.is_open() ? sys::OpenDirectory(fd.get()) : nullptr);
  if (!open) return links;
  fd.Release();
  while (const dirent* entry = sys::NextEntry(open.get())) {
    if (entry->d_type == DT_LNK) links.push_back(JoinPath(directory, entry->d_name));
  }
  return links;
}

// The links that lead from a name to the real path, those of one name after the other.
std::vector<std::string> LinksOn(std::string path) {
  std::vector<std::string> links;
  for (std::size_t at = 1; at < path.size() && links.size() < kMostLinks;) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string prefix = path.substr(0, end);
    const auto target = LinkTarget(prefix);
    if (!target) {
      at = end + 1;
      continue;
    }
    links.push_back(prefix);
    const std::string rest = path.substr(end);
    const std::string next = target->starts_with('/') ? *target : JoinPath(DirName(prefix), *target);
    const auto real = RealPath(DirName(next));  // without ".." from here on
    if (!real) break;
    path = JoinPath(*real, BaseName(next)) + rest;
    at = 1;
  }
  return links;
}

std::vector<std::string> Tops() {
  std::vector<std::string> tops = {"/dev/shm"};
  for (const std::string& name : ListDirectory("/").value_or(std::vector<std::string>())) {
    const std::string top = "/" + name;
    if (!IsPartOfSystem(top) && LookAtPath(top, false).value_or(PathKind::kNothing) == PathKind::kDirectory)
      tops.push_back(top);
  }
  return tops;
}

class CoverMaker {
 public:
  CoverMaker(std::string top, const std::vector<std::string>& kept) {
    cover_.top = std::move(top);
    for (const std::string& path : kept) {
      const bool inside = std::ranges::any_of(cover_.kept, [&](const auto& above) { return IsAtOrBelow(path, above); });
      if (!inside) cover_.kept.push_back(path);  // sorted: what is above comes first
    }
    for (const std::string& path : cover_.kept) AddParents(path);
  }

  Cover Make(const std::vector<std::string>& links) {
    std::set<std::string> seen(links.begin(), links.end());
    for (const std::string& link : links) AddParents(link);
    std::set<std::string> shown = directories_;
    if (!cover_.kept.empty()) shown.insert(cover_.top);
    for (const std::string& directory : shown) {
      for (std::string& link : LinksIn(directory)) seen.insert(std::move(link));
    }
    for (const std::string& link : seen) {
      if (auto target = IsInKept(link) ? std::nullopt : LinkTarget(link)) cover_.links.emplace_back(link, *target);
    }
    cover_.directories.assign(directories_.begin(), directories_.end());
    for (const std::string& path : cover_.kept) {
      (IsDirectory(path) ? cover_.directories : cover_.files).push_back(path);
    }
    return std::move(cover_);
  }

 private:
  bool IsInKept(const std::string& path) const {
    return std::ranges::any_of(cover_.kept, [&](const std::string& kept) { return IsAtOrBelow(path, kept); });
  }
  void AddParents(const std::string& path) {
    if (IsInKept(path) && std::ranges::find(cover_.kept, path) == cover_.kept.end()) return;
    for (std::string above = DirName(path); above.size() > cover_.top.size(); above = DirName(above)) {
      directories_.insert(above);
    }
  }

  Cover cover_;
  std::set<std::string> directories_;  // sorted: parents first
};

}  // namespace

std::vector<Cover> FindCovers(const std::vector<std::string>& real, const std::vector<std::string>& named) {
  const std::set<std::string> places(real.begin(), real.end());
  std::set<std::string> links;
  for (const std::string& path : named) {
    if (!path.starts_with('/') || places.contains(path)) continue;
    for (std::string& link : LinksOn(path)) links.insert(std::move(link));
  }
  std::vector<Cover> covers;
  for (const std::string& top : Tops()) {
    const auto holds_top = [&](const std::string& place) { return IsAtOrBelow(top, place); };
    if (std::ranges::any_of(places, holds_top)) continue;
    std::vector<std::string> kept, own_links;
    for (const std::string& place : places) {
      if (IsAtOrBelow(place, top)) kept.push_back(place);
    }
    for (const std::string& link : links) {
      if (IsAtOrBelow(link, top)) own_links.push_back(link);
    }
    covers.push_back(CoverMaker(top, kept).Make(own_links));
  }
  return covers;
}

bool IsKept(const std::vector<Cover>& covers, const std::string& path) {
  const auto cover = std::ranges::find_if(covers, [&](const Cover& one) { return IsAtOrBelow(path, one.top); });
  if (cover == covers.end()) return true;
  return std::ranges::any_of(cover->kept, [&](const std::string& kept) { return IsAtOrBelow(path, kept); });
}

}  // namespace forge
