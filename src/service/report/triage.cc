#include "service/report/triage.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "base/strings.h"
#include "model/triage_answer.h"
#include "text/first_line.h"
#include "text/review/finding_body.h"
#include "text/review/finding_title.h"

namespace forge {
namespace {

constexpr std::size_t kLongestTriageLine = 400;

std::string FindingPlace(const Finding& finding) {
  if (finding.file.empty()) return "";
  return finding.line > 0 ? fmt::format("{}:{}", finding.file, finding.line) : finding.file;
}

// What is said below the title.
std::string BodyOf(const Finding& finding) {
  if (finding.title.empty() || finding.description.size() <= finding.title.size()) return "";
  return FirstLine(std::string_view(finding.description).substr(finding.title.size()), kLongestTriageLine);
}

std::string FindingLine(const RunFinding& found) {
  const std::string place = FindingPlace(found.finding);
  const std::string text = FindingTitle(found.finding);
  return place.empty() ? text : place + ": " + text;
}

// A person sees where to look; who has to fix it is told all of it.
enum class Length { kLines, kWhole };

std::string Below(const Finding& finding, Length length) {
  if (length == Length::kWhole) return FindingBody(finding, kLongestFinding);
  const std::string more = BodyOf(finding);
  const std::string fix = FirstLine(finding.fix, kLongestTriageLine);
  return (more.empty() ? "" : fmt::format("  {}\n", more)) + (fix.empty() ? "" : fmt::format("  Fix: {}\n", fix));
}

// The findings in groups; empty when there are none.
std::string PageOf(const std::vector<RunFinding>& findings, std::string_view title, Length length) {
  std::string page;
  for (const TriageGroup& group : GroupForTriage(findings)) {
    page += fmt::format("{}## {}\n\n", page.empty() ? fmt::format("# {}\n\n", title) : "\n", group.title);
    for (const RunFinding* found : group.findings) {
      page += fmt::format("- **{}** {} ({}, {})\n", found->id, FindingLine(*found),
                          found->finding.severity.empty() ? "no severity" : found->finding.severity,
                          Name(found->finding.state));
      page += Below(found->finding, length);
    }
  }
  return page;
}

}  // namespace

std::vector<TriageGroup> GroupForTriage(const std::vector<RunFinding>& findings) {
  std::vector<TriageGroup> groups;
  for (const RunFinding& found : findings) {
    if (!NeedsTriage(found)) continue;
    const std::string title = TriageTitle(found);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const TriageGroup& one) { return one.title == title; });
    if (group == groups.end()) group = groups.insert(groups.end(), TriageGroup{title, {}});
    group->findings.push_back(&found);
  }
  for (TriageGroup& group : groups) {
    std::stable_sort(group.findings.begin(), group.findings.end(),
                     [](const RunFinding* a, const RunFinding* b) { return a->finding.level < b->finding.level; });
  }
  return groups;
}

std::string TriagePage(const std::vector<RunFinding>& findings) {
  std::vector<RunFinding> asked;
  std::copy_if(findings.begin(), findings.end(), std::back_inserter(asked), IsAskedAbout);
  return PageOf(asked, "Findings to settle", Length::kLines);
}

std::string FixPage(const std::vector<RunFinding>& findings) {
  std::vector<RunFinding> to_fix;
  std::string left;
  for (const RunFinding& found : findings) {
    const FindingState state = found.finding.state;
    const bool open = IsUndecided(found) && !IsPutOff(found) && IsAskedAbout(found);
    if (open) to_fix.push_back(found);
    if (open || found.accepted_plan || !found.same_as.empty() || !(IsPutOff(found) || IsDecided(found))) continue;
    left += fmt::format("- {} {} ({})\n", found.id, FindingLine(found), found.unasked ? "put off" : Name(state));
  }
  std::string page = PageOf(to_fix, "Findings to fix", Length::kWhole);
  if (left.empty()) return page;
  return page + fmt::format("{}## Decided otherwise: leave these as they are\n\n{}", page.empty() ? "" : "\n", left);
}

Status RewriteTriagePage(Store& store, RunId run, const RunFiles& files) {
  const std::string name(kTriagePage);
  if (!TRY(files.ReadArtifact("run", name))) return {};
  TRY(files.WriteArtifact("run", name, TriagePage(TRY(ListFindings(store, run, &files)))));
  return {};
}

Result<std::vector<RunFinding>> CarryOutTriage(Store& store, Memory& memory, RunId run, const RunFiles& files,
                                               const FollowUpSpawner& spawn, TimePoint now) {
  std::vector<RunFinding> findings = TRY(ListFindings(store, run, &files));
  for (const RunFinding& found : findings) {
    if (found.finding.state != FindingState::kFollowUp || !found.same_as.empty()) continue;
    // The run first: a finding that is work of its own has it.
    const std::string mark = fmt::format("follow-up-run/{}/{}", run.value, found.key);
    if (found.spawn && !TRY(store.GetMeta(mark))) {
      const RunId made = TRY(spawn(found));
      TRY(store.SetMeta(mark, std::to_string(made.value)));
    }
    TRY(memory.Add(FactScope::kProject, FollowUpFact(run, found, found.by), now));
  }
  return findings;
}

std::string FollowUpObjective(RunId run, const RunFinding& found) {
  std::string text = fmt::format("Follow up on {} of run {}: {}", found.id, run.value, FindingLine(found));
  if (!found.finding.fix.empty()) text += "\n\nProposed: " + FirstLine(found.finding.fix, kLongestTriageLine);
  return text;
}

NewFact FollowUpFact(RunId run, const RunFinding& found, const std::string& who) {
  NewFact fact;
  fact.text = fmt::format("Review follow-up ({} of run {}): {}", found.id, run.value, FindingLine(found));
  fact.category = FactCategory::kDecision;
  fact.from.voice = Voice::kPerson;
  fact.from.who = who;
  fact.from.run = run;
  fact.from.step = found.step;
  fact.from.source = FindingPlace(found.finding);
  fact.key = fmt::format("follow-up/{}/{}", run.value, found.key);
  return fact;
}

}  // namespace forge
