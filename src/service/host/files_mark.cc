#include "service/host/files_mark.h"

#include <fmt/core.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/files/tree_stamps.h"
#include "os/process/process.h"
#include "workspace/git.h"

namespace forge {
namespace {

constexpr std::size_t kLargestMarked = std::size_t{1} << 20;
constexpr std::size_t kMostMarkedBytes = std::size_t{64} << 20;

struct MarkedFiles {
  std::string top;
  std::vector<std::string> paths;
};

std::optional<MarkedFiles> FindMarked(const std::string& directory) {
  MarkedFiles files{directory, {}};
  const Git git(directory);
  const auto top = git.Line({"rev-parse", "--show-toplevel"});
  if (!top) {
    for (const auto& [path, stamp] : ListTree(directory, {".git", ".forge", "node_modules", "__pycache__"})) {
      files.paths.push_back(path);
    }
    return files;
  }
  files.top = *top;
  const auto listed = Git(*top).Run({"ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"});
  if (!listed) return std::nullopt;
  files.paths = NulFields(*listed);
  return files;
}

// By its content as long as little enough was read, so that writing the same again is no change.
std::string MarkOf(const std::string& path, std::size_t& left) {
  const PathKind kind = LookAtPath(path, false).value_or(PathKind::kOther);
  if (kind == PathKind::kNothing) return "-";
  if (kind == PathKind::kDirectory) return "d";  // a submodule
  const auto version = VersionOf(path).value_or(std::nullopt);
  if (!version) return "?";
  const bool executable = FindProgram(path).has_value();
  const auto size = static_cast<std::size_t>(version->size);
  if (kind == PathKind::kFile && size <= kLargestMarked && size <= left) {
    left -= size;
    if (const auto text = ReadFile(path, kLargestMarked)) return fmt::format("{} {}", executable, Sha256(*text));
  }
  return fmt::format("{} {} {}", executable, version->size, version->modified_ns);
}

}  // namespace

std::string FilesMark(const std::string& directory) {
  const auto files = FindMarked(directory);
  if (!files) return "";
  std::string all;
  std::size_t left = kMostMarkedBytes;
  for (const std::string& path : files->paths) {
    all += fmt::format("{}\n{}\n", path, MarkOf(JoinPath(files->top, path), left));
  }
  return Sha256(all);
}

}  // namespace forge
