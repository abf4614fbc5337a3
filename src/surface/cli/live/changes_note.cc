#include "surface/cli/live/changes_note.h"

#include <fmt/core.h>

#include <string>
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
  if (!changes) return "";
  std::vector<std::string> named;
  for (const std::string& file : changes->files) named.push_back(ValidUtf8(file));
  for (const std::string& file : changes->untracked) named.push_back(ValidUtf8(file) + " (new)");
  if (named.empty()) return "";
  constexpr std::size_t kMostFiles = 3;
  const std::size_t more = named.size() > kMostFiles ? named.size() - kMostFiles : 0;
  named.resize(named.size() - more);
  std::string files = Join(named, ", ");
  if (more > 0) files += fmt::format(" and {} more", more);
  if (included) return "starts from your uncommitted changes in " + files;
  return fmt::format(
      "uncommitted changes in {}: agents work from the last commit (to start from them: "
      "--include-changes)",
      files);
}

}  // namespace forge::cli
