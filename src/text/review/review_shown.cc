#include "text/review/review_shown.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "base/strings.h"
#include "model/finding.h"
#include "text/review/finding_title.h"
#include "text/review/result_block.h"

namespace forge {
namespace {

// What a block of the common schema has; other members are for readers that know the role.
bool IsCommon(const Json& block) {
  return block.Has("findings") && std::ranges::all_of(block.AsObject(), [](const auto& entry) {
           return entry.first == "findings" || entry.first == "dismissed";
         });
}

std::string VerdictLine(std::string_view words) {
  for (std::string_view line : Lines(words)) {
    const std::size_t first = line.find_first_not_of("*_#> \t");
    if (first != std::string_view::npos && Lower(line.substr(first, 7)) == "verdict") return std::string(line) + "\n\n";
  }
  return "";
}

std::string PlaceOf(const Finding& finding) {
  std::vector<std::string> parts;
  if (!finding.file.empty())
    parts.push_back(finding.line > 0 ? fmt::format("{}:{}", finding.file, finding.line) : finding.file);
  if (!finding.element.empty()) parts.push_back(finding.element);
  return parts.empty() ? "" : fmt::format(" ({})", Join(parts, ", "));
}

std::string Indented(std::string_view text) { return "  " + ReplaceAll(Trim(text), "\n", "\n  ") + "\n"; }

std::string FindingShown(const Finding& finding) {
  const std::string title = FindingTitle(finding);
  std::string_view text = finding.description;
  if (text.starts_with(title)) text.remove_prefix(title.size());
  std::string shown =
      fmt::format("- {}{}{}{}\n", finding.severity, finding.severity.empty() ? "" : ": ", title, PlaceOf(finding));
  if (!Trim(text).empty()) shown += Indented(text);
  if (!Trim(finding.fix).empty()) shown += Indented("Fix: " + finding.fix);
  return shown;
}

}  // namespace

std::string ReviewShown(std::string_view review) {
  const ResultBlock block = FindResultBlock(review, Json::MakeObject());
  if (!block.ok() || !IsCommon(block.value)) return std::string(review);
  const std::string_view words = WithoutResultBlock(review);
  const std::vector<Finding> findings = FindingsFromJson(block.value);
  if (findings.empty() || words.size() == review.size())
    return std::string(findings.empty() ? TrimRight(words) : review) + "\n";
  std::string shown = VerdictLine(words);
  for (const Finding& finding : findings) shown += FindingShown(finding);
  return shown;
}

}  // namespace forge
