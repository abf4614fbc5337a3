#include "service/report/known_findings.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "text/first_line.h"
#include "text/review/finding_body.h"
#include "text/review/finding_title.h"

namespace forge {
namespace {

constexpr std::size_t kMostKnown = 40;  // of each kind; the rest are counted
constexpr std::size_t kLongestKnown = 300;
constexpr std::size_t kLongestJudged = 1000;  // of each text of one that is open: who judges it needs all of it

// Its own findings a reviewer reads in its review too.
enum class Detail { kTitle, kAll };

std::string KnownLine(const RunFinding& found, Detail detail) {
  const Finding& finding = found.finding;
  std::string place = finding.file;
  if (!place.empty() && finding.line > 0) place += fmt::format(":{}", finding.line);
  // Of a concern its author says no more than this.
  const std::string what =
      found.concern ? FirstLineInWords(finding.description, kLongestJudged) : FindingTitle(finding);
  std::string line = fmt::format("- {}: {}{}{}", found.id, place, place.empty() ? "" : ": ", what);
  const bool settled = IsDecided(found) || finding.state == FindingState::kFixed;
  if (settled) {
    line += fmt::format(" ({}", Name(finding.state));
    if (IsDecided(found) && !finding.reason.empty()) line += ": " + FirstLine(finding.reason, kLongestKnown);
    line += ")";
  }
  std::string_view more = finding.description;
  if (more.starts_with(what)) more.remove_prefix(what.size());
  if (detail == Detail::kTitle || found.concern) return line + "\n";
  if (!settled) return line + "\n" + FindingBody(finding, kLongestJudged);
  const std::string text = FirstLineInWords(Trim(more), kLongestKnown);
  return line + (text.empty() ? "" : "\n  " + text) + "\n";
}

std::string KnownList(const std::vector<const RunFinding*>& findings, Detail detail = Detail::kAll) {
  std::string text;
  for (std::size_t i = 0; i < findings.size() && i < kMostKnown; ++i) text += KnownLine(*findings[i], detail);
  if (findings.size() > kMostKnown) text += fmt::format("(and {} more)\n", findings.size() - kMostKnown);
  return text;
}

bool IsWithdrawn(const RunFinding& found) {
  return !found.argued.empty() && found.settled.ms == 0 && found.finding.state == FindingState::kRejected;
}

// Each with the answers that settled it.
std::string WithdrawnList(const std::vector<const RunFinding*>& findings) {
  std::string text;
  for (std::size_t i = 0; i < findings.size() && i < kMostKnown; ++i) {
    const RunFinding& found = *findings[i];
    text += KnownLine(found, Detail::kTitle);
    for (std::string_view line : Lines(found.argued)) {
      if (!Trim(line).empty()) text += "  " + FirstLineInWords(line, kLongestJudged) + "\n";
    }
  }
  if (findings.size() > kMostKnown) text += fmt::format("(and {} more)\n", findings.size() - kMostKnown);
  return text;
}

}  // namespace

ToldFindings TellKnownFindings(const std::vector<RunFinding>& findings, const FindingsReader& reader) {
  std::vector<const RunFinding*> decided;
  std::vector<const RunFinding*> put_off;
  std::vector<const RunFinding*> withdrawn;  // its own objections
  std::vector<const RunFinding*> own;
  std::vector<const RunFinding*> concerns;
  std::vector<const RunFinding*> elsewhere;  // concerns about other steps
  std::vector<const RunFinding*> others;     // of earlier reviewers
  std::vector<const RunFinding*> raised;     // of earlier reviewers, for one that has a question of its own
  const bool whole =
      reader.step.empty() && reader.judges_work && reader.judges_earlier && reader.member.empty() && reader.repeats;
  for (const RunFinding& found : findings) {
    const bool here = reader.step.empty() || found.step == reader.step;
    const bool checked =
        found.member == reader.member || std::ranges::find(reader.speaks_for, found.member) != reader.speaks_for.end();
    const bool mine = found.step == reader.step && found.stage == reader.stage && checked;
    if (here && IsDecided(found) && found.same_as.empty()) decided.push_back(&found);
    const bool no_objection = IsPutOff(found) && IsNoObjection(found);
    if (here && no_objection) put_off.push_back(&found);
    if (no_objection) continue;
    if (mine && reader.repeats && NeedsTriage(found)) own.push_back(&found);
    if (mine && reader.repeats && IsWithdrawn(found)) withdrawn.push_back(&found);
    const bool fixed = found.finding.state == FindingState::kFixed;
    const bool reviewed = !mine && !found.concern && found.same_as.empty() && found.stage != reader.stage;
    const bool resolved = fixed && (!found.before_whole || !found.step.empty());
    if (reader.lens && reviewed && !IsDecided(found) && (resolved || NeedsTriage(found))) raised.push_back(&found);
    if (!NeedsTriage(found) || mine) continue;
    if (here && reader.judges_work && found.concern)
      (reader.is_elsewhere && reader.is_elsewhere(found) ? elsewhere : concerns).push_back(&found);
    // What others say of the whole stays sealed; only a lens, which judges one thing, is told what it need not repeat.
    if (whole && found.before_whole && !found.concern) others.push_back(&found);
  }
  ToldFindings told;
  std::string& text = told.text;
  if (!decided.empty())
    text += "A person decided these findings. Do not raise them again, in whatever words.\n" + KnownList(decided);
  if (!put_off.empty()) {
    text += fmt::format(
        "{}These findings were put off: they stay as they are, and a person decides about them after the run. Do not "
        "raise them again, in whatever words.\n{}",
        text.empty() ? "" : "\n", KnownList(put_off, Detail::kTitle));
  }
  if (!withdrawn.empty()) {
    text += fmt::format(
        "{}You raised these before, and they were withdrawn in the debate. They are settled: do not raise them again, "
        "in "
        "whatever words. If what has changed since makes one true, report it with its number as `same_as`.\n{}",
        text.empty() ? "" : "\n", WithdrawnList(withdrawn));
    told.repeats = true;
  }
  if (!own.empty()) {
    text += fmt::format(
        "{}You{} reported these before, and they are open. If one still holds, report it again with its "
        "number as `same_as`; leave out what is fixed, or what you drop{}.\n{}",
        text.empty() ? "" : "\n", reader.speaks_for.empty() ? "" : ", or those whose points you check,",
        !reader.dismisses || (others.empty() && concerns.empty()) ? "" : ": it needs no entry in `dismissed`",
        KnownList(own, Detail::kTitle));
    told.repeats = true;
  }
  if (!raised.empty()) {
    text += fmt::format(
        "{}Earlier reviewers raised these. What is open among them is known: leave it out. Report one that is fixed "
        "only if "
        "it "
        "still holds.\n{}",
        text.empty() ? "" : "\n", KnownList(raised));
  }
  if (!others.empty()) {
    text += fmt::format(
        "{}Reviewers of the plan or of a step left these open. If one still holds, report it with its number as "
        "`same_as`; list one that the work has resolved (`fixed`), or that does not hold (`rejected`), in `dismissed`, "
        "with "
        "what shows it.\n{}",
        text.empty() ? "" : "\n", KnownList(others));
    told.concerns = told.repeats = true;
  }
  if (!elsewhere.empty())
    text += fmt::format(
        "{}The authors of the work have these concerns about other steps. Those who do them are told: leave them out, "
        "unless this step has to change.\n{}",
        text.empty() ? "" : "\n", KnownList(elsewhere));
  if (concerns.empty()) return told;
  text += fmt::format("{}The authors of the work have these concerns about it. Judge each. {}\n{}",
                      text.empty() ? "" : "\n",
                      reader.repeats && reader.dismisses
                          ? "Report one that holds as a finding, with its number as `same_as`; list one that "
                            "does not hold, or that the work has resolved, in `dismissed`, with what shows it."
                      : reader.repeats ? "Raise one that holds as a point of your own, with its number as `same_as`."
                                       : "Raise one that holds as a point of your own.",
                      KnownList(concerns));
  told.concerns = told.concerns || (reader.repeats && reader.dismisses);
  told.repeats = told.repeats || reader.repeats;
  return told;
}

std::string CollectedPage(const std::vector<RunFinding>& findings, const std::string& stage) {
  std::string page;
  for (const RunFinding& found : findings) {
    if (found.collected_by != stage) continue;
    const Finding& finding = found.finding;
    const std::string title = FindingTitle(finding);
    std::string place = finding.file;
    if (!place.empty() && finding.line > 0) place += fmt::format(":{}", finding.line);
    const bool open = NeedsTriage(found) && !IsPutOff(found);
    page += fmt::format("- {}{}{}{}{}: {}{}\n", found.id, finding.severity.empty() ? "" : ", ", finding.severity,
                        open ? "" : ", ",
                        open            ? ""
                        : found.unasked ? "put off"
                                        : Name(finding.state),
                        title, place.empty() ? "" : fmt::format(" ({})", place));
    page += FindingBody(finding, kLongestFinding);
  }
  return page;
}

std::vector<NotedInFile> NotedInFiles(const std::vector<RunFinding>& findings, const StepId& step) {
  std::vector<NotedInFile> noted;
  for (const RunFinding& found : findings) {
    const bool elsewhere = !found.step.empty() && found.step != step && !found.concern && found.same_as.empty();
    if (elsewhere && NeedsTriage(found) && !IsPutOff(found) && !found.finding.file.empty())
      noted.push_back({found.finding.file, KnownLine(found, Detail::kAll)});
  }
  return noted;
}

std::vector<DecidedPoint> LeftByPeople(const std::vector<RunFinding>& findings) {
  std::vector<DecidedPoint> left;
  for (const RunFinding& found : findings) {
    if (IsLeftByPerson(found) || (IsPutOff(found) && IsNoObjection(found)))
      left.push_back({found.id, found.finding, KnownLine(found, Detail::kTitle)});
    if (IsWithdrawn(found)) left.push_back({found.id, found.finding, "", true});
  }
  return left;
}

std::string TellAllFindings(const std::vector<RunFinding>& findings) {
  std::string text;
  for (const RunFinding& found : findings) {
    if (!found.same_as.empty()) continue;
    const Finding& finding = found.finding;
    text += fmt::format("- {} ({}{}{}, {}): {}", found.id, TriageTitle(found), finding.severity.empty() ? "" : ", ",
                        finding.severity, Name(finding.state), FindingTitle(finding));
    if (!finding.file.empty()) text += fmt::format(" ({})", finding.file);
    if (!finding.reason.empty()) text += "; " + FirstLine(finding.reason, kLongestKnown);
    text += "\n";
  }
  return text;
}

}  // namespace forge
