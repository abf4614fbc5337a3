#include "text/review/finding_title.h"

#include <cstddef>

#include "model/finding.h"
#include "text/first_line.h"

namespace forge {
namespace {

constexpr std::size_t kLongestTitleLine = 2000;
constexpr std::size_t kLongestTitle = 120;

}  // namespace

std::string FindingTitle(const Finding& finding) {
  std::string line = FirstLine(finding.title.empty() ? finding.description : finding.title, kLongestTitleLine);
  if (line.size() <= kLongestTitle) return line;
  for (const char* end : {". ", "; ", ": "}) {
    const std::size_t at = line.find(end);
    if (at != std::string::npos && at > 0 && at <= kLongestTitle) return line.substr(0, at);
  }
  const std::size_t blank = line.rfind(' ', kLongestTitle);
  if (blank != std::string::npos && blank > 0) line.resize(blank);
  return FirstLine(line, kLongestTitle) + (blank != std::string::npos && blank > 0 ? "..." : "");
}

}  // namespace forge
