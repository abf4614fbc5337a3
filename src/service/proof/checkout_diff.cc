#include "service/proof/checkout_diff.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "os/files/files.h"
#include "workspace/git.h"

namespace forge {

std::string CheckoutDiff(const Project& project, std::size_t limit) {
  if (!project.is_git) return "";
  const Git git(project.root);
  std::string text = git.Keeping(limit).Run({"diff", "HEAD", "--", ".", ":(exclude).forge"}).value_or("");
  const auto listed = git.Run({"ls-files", "--others", "--exclude-standard", "-z", "--", ".", ":(exclude).forge"});
  if (!listed) return text;
  std::vector<std::string> left_out;
  for (const std::string& file : NulFields(*listed)) {
    const auto source = ReadFile(JoinPath(project.root, file), limit);
    const bool fits = source && text.size() + source->size() <= limit && ValidUtf8(*source) == *source;
    if (!fits) {
      left_out.push_back(ValidUtf8(file));
      continue;
    }
    text += fmt::format("--- /dev/null\n+++ b/{}\n", file);
    for (const std::string_view line : Lines(*source)) text += fmt::format("+{}\n", line);
  }
  if (!left_out.empty()) text += fmt::format("(new files that are not shown: {})\n", Join(left_out, ", "));
  return text;
}

Result<std::vector<std::string>> CheckoutChanges(const Project& project) {
  if (!project.is_git) return std::vector<std::string>();
  const Git git(project.root);
  std::vector<std::string> paths =
      NulFields(TRY(git.Run({"diff", "--name-only", "-z", "HEAD", "--", ".", ":(exclude).forge"})));
  const std::string fresh =
      TRY(git.Run({"ls-files", "--others", "--exclude-standard", "-z", "--", ".", ":(exclude).forge"}));
  for (std::string& path : NulFields(fresh)) paths.push_back(std::move(path));
  return paths;
}

}  // namespace forge
