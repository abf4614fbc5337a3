#include "service/report/findings.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "base/display.h"
#include "base/strings.h"
#include "service/report/findings_left.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/cli/run_argument.h"
#include "surface/cli/version.h"
#include "surface/view/json_answers.h"
#include "text/formats/sarif.h"

namespace forge::cli {
namespace {

Form FindingsForm() {
  return {
      .positionals = {OptionalRun()},
      .options = {{"state",
                   "STATE",
                   "only findings in this state",
                   ValueType::kText,
                   true,
                   {"open", "fixed", "rejected", "deferred", "follow-up"}},
                  {"sarif", "", "print a SARIF 2.1.0 log, for other tools"}},
      .notes =
          "Lists everything that reviews, panels and checks of the run found, in the order in which it was first "
          "raised. A finding that its reviewer no longer raises in a later round is fixed, or rejected if it is low "
          "and its file was not changed; `forge triage` settles the others. What the runs that do its steps left "
          "open stands below, with their numbers (`2:F1`). Exit 1 when a finding of the run itself is open.",
      .examples = {{"forge findings 17", "the findings and their state"},
                   {"forge findings 17 --state open --json", "what is still open, for scripts"},
                   {"forge findings 17 --sarif > findings.sarif", ""}}};
}

Tone FindingTone(const Finding& finding) {
  if (finding.state == FindingState::kFixed || finding.state == FindingState::kRejected) return Tone::kFaint;
  return finding.level == FindingLevel::kHigh ? Tone::kBad : Tone::kPlain;
}

// The text begins with the title on a line of its own; in a row nothing would show where that ends.
std::string TitleAndText(const Finding& finding) {
  const std::string head = finding.title + "\n";
  if (finding.title.empty() || !finding.description.starts_with(head)) return finding.description;
  const bool closed = IsOneOf(head.substr(head.size() - 2, 1), {".", ":", "!", "?"});
  return finding.title + (closed ? " " : ": ") + finding.description.substr(head.size());
}

std::string PlaceText(const RunFinding& found) {
  if (found.finding.file.empty()) return "-";
  std::string place = found.finding.file;
  if (found.finding.line > 0) place += fmt::format(":{}", found.finding.line);
  return place;
}

// Those of a run below are named with its number, as `forge triage` takes them.
std::vector<std::vector<Cell>> RowsOf(const std::vector<RunFinding>& findings, const std::string& below) {
  std::vector<std::vector<Cell>> rows;
  for (const RunFinding& found : findings) {
    const Tone tone = FindingTone(found.finding);
    std::string text = TitleAndText(found.finding);
    if (!found.finding.reason.empty()) text += fmt::format(" ({})", found.finding.reason);
    rows.push_back({{below + found.id, tone},
                    {std::string(Name(found.finding.state)), tone},
                    {found.finding.severity.empty() ? "-" : found.finding.severity, tone},
                    {found.from, tone},
                    {PlaceText(found), tone},
                    {Fit(text, 400), tone}});
  }
  return rows;
}

void PrintFindings(Context& context, RunId run, const std::vector<RunFinding>& findings) {
  context.Table({"ID", "STATE", "SEVERITY", "FROM", "PLACE", "WHAT"}, RowsOf(findings, ""));
  for (const RunFinding& found : findings) {
    if (found.output.empty() || found.finding.state != FindingState::kOpen) continue;
    context.out.Line(fmt::format("\n{}: the last lines", found.id));
    for (std::string_view line : Lines(found.output)) context.out.Line(fmt::format("  | {}", line));
    context.out.Line(fmt::format("  all of it  forge output {} --unit {}", run.value, found.last.value));
  }
}

void PrintBelow(Context& context, const std::vector<FindingsOfRun>& below) {
  for (const FindingsOfRun& of : below) {
    context.out.Line(fmt::format("\nleft by {}: {}", PlaceInTree(of.run), Fit(Trim(of.run.objective), 100)));
    context.Table({"ID", "STATE", "SEVERITY", "FROM", "PLACE", "WHAT"},
                  RowsOf(of.findings, fmt::format("{}:", of.run.id.value)));
  }
}

Json FindingsBelowJson(const FindingsOfRun& of) {
  return Json::MakeObject()
      .Set("run", of.run.id.value)
      .Set("step", of.run.parent_step.value)
      .Set("findings", JsonArray(of.findings, kJsonOf));
}

Json Counts(const std::vector<RunFinding>& findings) {
  Json json = Json::MakeObject();
  for (const FindingState state : {FindingState::kOpen, FindingState::kFixed, FindingState::kRejected,
                                   FindingState::kDeferred, FindingState::kFollowUp}) {
    const auto in_it = [&](const RunFinding& found) { return found.finding.state == state; };
    json.Set(ReplaceAll(Name(state), "-", "_"), std::count_if(findings.begin(), findings.end(), in_it));
  }
  return json;
}

Result<Exit> RunFindings(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  const RunRow row = TRY(ViewRun(context.forge(), run)).run;
  const RunFiles files(context.forge().project(), run, row.slug);
  std::vector<RunFinding> findings = TRY(ListFindings(context.forge().store(), run, &files));
  const bool open = std::ranges::any_of(findings, IsUndecided);
  std::vector<FindingsOfRun> below = TRY(FindingsLeftBelow(context.forge(), run));
  if (const std::vector<std::string>& wanted = args.All("state"); !wanted.empty()) {
    const auto unwanted = [&](const RunFinding& found) {
      return std::find(wanted.begin(), wanted.end(), Name(found.finding.state)) == wanted.end();
    };
    std::erase_if(findings, unwanted);
    for (FindingsOfRun& of : below) std::erase_if(of.findings, unwanted);
    std::erase_if(below, [](const FindingsOfRun& of) { return of.findings.empty(); });
  }
  if (args.Has("sarif")) {
    std::vector<SarifItem> items;
    items.reserve(findings.size());
    for (const RunFinding& found : findings) items.push_back({found.finding, found.id, found.key});
    context.out.Write(MakeSarif(items, std::string(VersionText())).Dump(2) + "\n");
  } else if (context.json) {
    Json json = Json::MakeObject().Set("ok", !open).Set("run", run.value);
    json.Set("findings", JsonArray(findings, kJsonOf)).Set("counts", Counts(findings));
    context.out.Print(json.Set("below", JsonArray(below, FindingsBelowJson)));
  } else {
    if (findings.empty()) context.out.Line("no findings");
    if (!findings.empty()) PrintFindings(context, run, findings);
    PrintBelow(context, below);
  }
  return open ? Exit::kNo : Exit::kOk;
}

}  // namespace

constinit const Command kFindingsCommand = {
    "findings", "list the findings of a run and their states", Group::kLook, Needs::kStore, FindingsForm, RunFindings};

}  // namespace forge::cli
