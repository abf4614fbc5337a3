#include "service/proof/sarif_reports.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "os/files/confined_tree.h"
#include "text/first_line.h"
#include "text/formats/sarif.h"
#include "verify/reports.h"

namespace forge {
namespace {

constexpr std::size_t kLargestLog = std::size_t{64} << 20U;
constexpr std::size_t kLongestSarifLine = 200;

}  // namespace

SarifResults ReadSarifReports(const std::string& root, const std::vector<std::string>& patterns,
                              const std::map<std::string, std::int64_t>& before) {
  SarifResults results;
  const auto tree = ConfinedTree::Open(root);
  if (!tree) {
    results.problems.push_back("sarif: the workspace cannot be read: " + tree.error().message);
    return results;
  }
  for (const auto& [path, stamp] : FindReports(root, patterns)) {
    if (const auto old = before.find(path); old != before.end() && old->second == stamp) continue;
    const auto text = tree->ReadWhole(path, kLargestLog);
    auto findings = text ? FindingsFromSarif(*text) : Result<std::vector<Finding>>(std::unexpected(text.error()));
    if (!findings) {
      results.problems.push_back(fmt::format("{}: {}", path, findings.error().message));
      continue;
    }
    ++results.logs;
    for (Finding& finding : *findings) {
      if (finding.foreign && finding.file.starts_with(root + "/")) {
        finding.file.erase(0, root.size() + 1);
        finding.foreign = false;
      }
      results.findings.push_back(std::move(finding));
    }
  }
  if (results.logs == 0 && results.problems.empty())
    results.problems.push_back(fmt::format("no SARIF log was written: {}", Join(patterns, ", ")));
  return results;
}

Json FindingsJson(const std::vector<Finding>& findings) {
  Json list = Json::MakeArray();
  for (const Finding& finding : findings) list.Append(ToJson(finding));
  return list;
}

std::string DescribeFinding(const Finding& finding) {
  std::string text = finding.file;
  if (finding.line > 0) text += fmt::format(":{}", finding.line);
  if (!text.empty()) text += ": ";
  if (!finding.severity.empty()) text += finding.severity + ": ";
  text += FirstLine(finding.description, kLongestSarifLine);
  if (!finding.category.empty()) text += fmt::format(" [{}]", finding.category);
  return text;
}

}  // namespace forge
