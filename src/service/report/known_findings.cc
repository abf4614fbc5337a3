#include "service/report/known_findings.h"

#include <fmt/core.h>

#include "text/first_line.h"

namespace forge {
namespace {

constexpr std::size_t kMostKnown = 40;  // of each kind; the rest are counted
constexpr std::size_t kLongestKnown = 300;

std::string KnownLine(const RunFinding& found) {
  const Finding& finding = found.finding;
  std::string place = finding.file;
  if (!place.empty() && finding.line > 0) place += fmt::format(":{}", finding.line);
  std::string line = fmt::format("- {}: {}{}{}", found.id, place, place.empty() ? "" : ": ",
                                 FirstLine(finding.description, kLongestKnown));
  if (!IsDecided(found)) return line + "\n";
  line += fmt::format(" ({}", Name(finding.state));
  if (!finding.reason.empty()) line += ": " + FirstLine(finding.reason, kLongestKnown);
  return line + ")\n";
}

std::string KnownList(const std::vector<const RunFinding*>& findings) {
  std::string text;
  for (std::size_t i = 0; i < findings.size() && i < kMostKnown; ++i) text += KnownLine(*findings[i]);
  if (findings.size() > kMostKnown) text += fmt::format("(and {} more)\n", findings.size() - kMostKnown);
  return text;
}

}  // namespace

std::string TellKnownFindings(const std::vector<RunFinding>& findings, const FindingsReader& reader) {
  std::vector<const RunFinding*> decided;
  std::vector<const RunFinding*> own;
  for (const RunFinding& found : findings) {
    const bool here = reader.step.empty() || found.step == reader.step;
    const bool mine = found.step == reader.step && found.stage == reader.stage && found.member == reader.member;
    if (here && IsDecided(found) && found.same_as.empty()) decided.push_back(&found);
    if (mine && reader.repeats && NeedsTriage(found)) own.push_back(&found);
  }
  std::string text;
  if (!decided.empty())
    text += "A person decided these findings. Do not raise them again, in whatever words.\n" + KnownList(decided);
  if (!own.empty()) {
    text += fmt::format(
        "{}You reported these before, and they are open. If one still holds, report it again with its "
        "number as `same_as`; leave out what is fixed.\n{}",
        text.empty() ? "" : "\n", KnownList(own));
  }
  return text;
}

}  // namespace forge
