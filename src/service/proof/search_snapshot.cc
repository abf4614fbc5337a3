#include "service/proof/search_snapshot.h"

#include <optional>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

// Of one path, or (empty) of all. Nothing: it is larger than `limit`.
Result<std::optional<std::string>> WholeDiff(const Git& git, const std::string& snapshot, const std::string& path,
                                             std::size_t limit) {
  constexpr std::size_t kCutMark = 256;  // more than git's output loses and gains where its middle is left out
  std::vector<std::string> command = {"diff-tree", "-r", "-p", "-M", "--text", "--no-color", "--no-ext-diff"};
  command.insert(command.end(), {"--no-textconv", snapshot + "^", snapshot});
  if (!path.empty()) command.insert(command.end(), {"--", ":(top,literal)" + path});
  std::string diff = TRY(git.Keeping(limit + kCutMark).Run(command));
  if (diff.size() > limit) return std::nullopt;
  return diff;
}

}  // namespace

Result<std::vector<DiffSecret>> SearchSnapshot(const Git& git, const std::string& snapshot, std::size_t limit) {
  if (const auto all = TRY(WholeDiff(git, snapshot, "", limit))) return FindSecretsInDiff(*all);
  std::vector<DiffSecret> found;
  const std::string files =
      TRY(git.Run({"diff-tree", "-r", "-z", "--name-only", "--no-renames", snapshot + "^", snapshot}));
  for (std::string_view path : Split(files, '\0')) {
    if (path.empty()) continue;
    const auto diff = TRY(WholeDiff(git, snapshot, std::string(path), limit));
    if (!diff) found.push_back({std::string(path), 1, kTooLargeToSearch});
    for (DiffSecret& secret : FindSecretsInDiff(diff.value_or(""))) found.push_back(std::move(secret));
  }
  return found;
}

}  // namespace forge
