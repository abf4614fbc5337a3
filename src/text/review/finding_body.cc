#include "text/review/finding_body.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "model/finding.h"
#include "text/review/finding_title.h"

namespace forge {
namespace {

std::string IndentedUpTo(std::string_view text, std::size_t longest) {
  text = Trim(text);
  if (text.empty()) return "";
  std::string shown(text);
  if (text.size() > longest)
    shown =
        fmt::format("{}\n(cut here: {} bytes are missing)", ValidUtf8(text.substr(0, longest)), text.size() - longest);
  return "  " + ReplaceAll(shown, "\n", "\n  ") + "\n";
}

}  // namespace

std::string FindingBody(const Finding& finding, std::size_t longest) {
  const std::string title = FindingTitle(finding);
  std::string_view text = finding.description;
  if (text.starts_with(title)) {
    text.remove_prefix(title.size());
    // The title was the first sentence.
    if (text.starts_with(". ") || text.starts_with("; ") || text.starts_with(": ")) text.remove_prefix(1);
  }
  const std::string fix(Trim(finding.fix));
  return IndentedUpTo(text, longest) + (fix.empty() ? "" : IndentedUpTo("Fix: " + fix, longest));
}

}  // namespace forge
