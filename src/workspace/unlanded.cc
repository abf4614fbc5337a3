#include "workspace/unlanded.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "workspace/git.h"
#include "workspace/landing.h"
#include "workspace/names.h"

namespace forge {

Result<bool> HasUnlanded(const std::string& repository, RunId run) {
  const Git git(repository);
  const RunNames names(run);
  // Not --contains, which looks through the whole history of every branch.
  const auto find_outside = [&](const std::string& ref) {
    return git.Try({"rev-list", "-n", "1", ref, "--not", "--exclude=forge/*", "--branches", "--remotes", "HEAD"});
  };
  auto outside = TRY(find_outside(names.branch_ref()));
  if (outside.exit_code != 0)
    outside = TRY(find_outside(names.tip_ref()));  // its branch was deleted, and can come back
  const std::string tip(TrimRight(outside.out));
  if (outside.exit_code != 0 || tip.empty()) return false;
  const std::string squashes =
      TRY(git.Run({"rev-list", "--no-commit-header", "--grep=" + tip,
                   fmt::format("--format=%(trailers:key={},valueonly)", kLandedKey), "HEAD", "^" + names.base_ref()}));
  const auto lines = Lines(squashes);
  return std::ranges::none_of(lines, [&](std::string_view line) { return Trim(line) == tip; });
}

}  // namespace forge
