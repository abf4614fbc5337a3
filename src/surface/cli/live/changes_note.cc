#include "surface/cli/live/changes_note.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "base/strings.h"
#include "service/own_changes.h"

namespace forge::cli {

Option IncludeChangesOption() {
  return {"include-changes", "", "start from your uncommitted changes instead of the last commit"};
}

std::string ChangesNote(const Context& context, const std::string& isolation, bool included) {
  const bool shared = (isolation.empty() ? context.settings->Get("isolation") : isolation) == "shared";
  const auto changes = shared ? Result<OwnChanges>(OwnChanges{}) : FindOwnChanges(*context.project);
  if (!changes || changes->files.empty()) {
    const bool taken = included && changes && changes->untracked > 0;
    return taken ? "starts from your uncommitted changes" : "";
  }
  constexpr std::size_t kMostFiles = 3;
  std::vector<std::string> named(
      changes->files.begin(),
      changes->files.begin() + static_cast<std::ptrdiff_t>(std::min(kMostFiles, changes->files.size())));
  for (std::string& file : named) file = ValidUtf8(file);
  std::string files = Join(named, ", ");
  if (changes->files.size() > kMostFiles) files += fmt::format(" and {} more", changes->files.size() - kMostFiles);
  if (included) return "starts from your uncommitted changes in " + files;
  return fmt::format(
      "uncommitted changes in {}: agents work from the last commit (to start from them: "
      "--include-changes)",
      files);
}

}  // namespace forge::cli
