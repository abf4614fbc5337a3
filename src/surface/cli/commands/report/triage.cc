#include "service/report/triage.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "base/display.h"
#include "service/report/finding_above.h"
#include "service/report/findings_left.h"
#include "service/run_queries.h"
#include "service/start_run.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"
#include "surface/cli/run_argument.h"
#include "surface/view/json_answers.h"
#include "text/review/finding_title.h"

namespace forge::cli {
namespace {

Form TriageForm() {
  return {
      .positionals = {{"RUN", "the run's number or slug"},
                      {"FINDING", "F3, 2:F3 of a run below it, or `all` open and deferred ones (default: list them)",
                       false, ValueType::kText, true}},
      .options = {Choice("as", "STATE", "the new state",
                         {"fixed", "rejected", "deferred", "follow-up", "keep", "open"}),
                  Lettered("m", {"reason", "TEXT", "the reason; required for rejected"}),
                  {"spawn", "", "start a run for each follow-up"}},
      .notes =
          "keep: the code stays as it is; this is a rejection with that reason. follow-up: also saves a fact for "
          "later runs. Settling a finding again replaces the earlier state. What the runs that do its steps left is "
          "listed and settled with it.",
      .examples = {{"forge triage 17", "open findings, in groups"},
                   {"forge triage 17 F3 --as rejected --reason \"by design\"", ""},
                   {"forge triage 17 F4 F5 --as follow-up --spawn", "later, as separate runs"},
                   {"forge triage 17 all --as keep", "change nothing"}}};
}

// Of a run below, which `title` names; its findings are named with its number.
void PrintGroupsOf(Context& context, const std::vector<RunFinding>& findings, const std::string& title,
                   const std::string& number) {
  for (const TriageGroup& group : GroupForTriage(findings)) {
    context.out.Line(fmt::format("{}{} ({})", title, group.title, group.findings.size()));
    for (const RunFinding* found : group.findings) {
      const Finding& finding = found->finding;
      const std::string place = finding.file.empty() ? ""
                                : finding.line > 0   ? fmt::format("{}:{}  ", finding.file, finding.line)
                                                     : finding.file + "  ";
      context.out.Line(fmt::format("  {:<4} {:<9} {:<9} {}{}", number + found->id, Name(finding.state),
                                   finding.severity.empty() ? "-" : finding.severity, place, FindingTitle(finding)));
    }
  }
}

void PrintGroups(Context& context, RunId run, const std::vector<RunFinding>& findings,
                 const std::vector<FindingsOfRun>& below) {
  if (GroupForTriage(findings).empty() && below.empty()) return context.out.Line("nothing to settle");
  PrintGroupsOf(context, findings, "", "");
  for (const FindingsOfRun& of : below)
    PrintGroupsOf(context, of.findings, PlaceInTree(of.run) + ": ", fmt::format("{}:", of.run.id.value));
  context.out.Line(
      fmt::format("next: forge triage {} FINDING... --as fixed|rejected|deferred|follow-up|keep", run.value));
}

Json GroupsOf(const std::vector<RunFinding>& findings) {
  Json groups = Json::MakeArray();
  for (const TriageGroup& group : GroupForTriage(findings)) {
    Json list = JsonArray(group.findings, [](const RunFinding* found) { return JsonOf(*found); });
    groups.Append(Json::MakeObject().Set("title", group.title).Set("findings", std::move(list)));
  }
  return groups;
}

Json GroupsJson(RunId run, const std::vector<RunFinding>& findings, const std::vector<FindingsOfRun>& below) {
  Json runs = JsonArray(below, [](const FindingsOfRun& of) {
    return Json::MakeObject()
        .Set("run", of.run.id.value)
        .Set("step", of.run.parent_step.value)
        .Set("groups", GroupsOf(of.findings));
  });
  return Json::MakeObject().Set("run", run.value).Set("groups", GroupsOf(findings)).Set("below", std::move(runs));
}

struct ToSettle {
  const RunRow* run = nullptr;
  const RunFinding* found = nullptr;
};

// "2:F1" is of run 2, which is below; `all` is of all of them.
Result<std::vector<ToSettle>> Named(const FindingsOfRun& own, const std::vector<FindingsOfRun>& below,
                                    const std::vector<std::string>& names) {
  std::vector<ToSettle> chosen;
  const auto add_all = [&](const FindingsOfRun& of) {
    for (const RunFinding& found : of.findings) {
      if (NeedsTriage(found)) chosen.push_back({&of.run, &found});
    }
  };
  for (const std::string& name : names) {
    if (name == "all") {
      add_all(own);
      for (const FindingsOfRun& of : below) add_all(of);
      continue;
    }
    const FindingsOfRun* of = &own;
    std::string its_name = name;
    for (const FindingsOfRun& one : below) {
      const std::string number = fmt::format("{}:", one.run.id.value);
      if (!name.starts_with(number)) continue;
      of = &one;
      its_name = name.substr(number.size());
    }
    const RunFinding* found = FindFinding(of->findings, its_name);
    if (found == nullptr) {
      of = &own;
      found = ListedAs(own.findings, name);  // the point of this run that stands for it
    }
    if (found == nullptr) return Fail(Code::kNotFound, fmt::format("no finding `{}`", name), "forge findings RUN");
    chosen.push_back({&of->run, found});
  }
  return chosen;
}

Settlement Wish(Context& context, const Args& args) {
  Settlement settlement;
  const std::string word = args.Get("as");
  settlement.reason = args.Get("reason");
  if (word == "keep") {
    settlement.state = FindingState::kRejected;
    if (settlement.reason.empty()) settlement.reason = "kept as it is";
  } else {
    settlement.state = ParseFindingState(word).value_or(FindingState::kOpen);
  }
  settlement.by = context.user();
  settlement.at = context.host.now();
  return settlement;
}

Result<Exit> SettleFindings(Context& context, RunId run, const std::vector<ToSettle>& chosen, const Args& args) {
  const Settlement settlement = Wish(context, args);
  const bool follow_up = settlement.state == FindingState::kFollowUp;
  if (args.Has("spawn") && !follow_up) return Fail(Code::kInvalid, "--spawn needs --as follow-up");
  std::optional<Memory> memory;
  if (follow_up) memory = TRY(OpenMemory(context, true));
  Json runs = Json::MakeArray();
  for (const auto& [of, found] : chosen) {
    // The run first: a finding that is settled as work of its own has it.
    if (args.Has("spawn")) {
      const RunId made = TRY(StartFollowUp(context.forge(), of->id, *found));
      runs.Append(made.value);
      if (!context.json) {
        context.out.Line(
            fmt::format("run {} created for {}; next: forge resume {}", made.value, found->id, made.value));
      }
    }
    const RunFiles files(context.forge().project(), of->id, of->slug);
    TRY(SettleFinding(context.forge().store(), of->id, *found, settlement));
    TRY(SettleAbove(context.forge().store(), files, *found, settlement));
    if (follow_up) TRY(memory->Add(FactScope::kProject, FollowUpFact(of->id, *found, context.user()), settlement.at));
    TRY(RewriteTriagePage(context.forge().store(), of->id, files));
  }
  return context.Tell(Json::MakeObject()
                          .Set("run", run.value)
                          .Set("settled", chosen.size())
                          .Set("state", Name(settlement.state))
                          .Set("runs", std::move(runs)),
                      fmt::format("{} {}", chosen.size(), Name(settlement.state)));
}

Result<Exit> RunTriage(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  FindingsOfRun own{TRY(ViewRun(context.forge(), run)).run, {}};
  const RunFiles files(context.forge().project(), run, own.run.slug);
  own.findings = TRY(ListFindings(context.forge().store(), run, &files));
  const std::vector<FindingsOfRun> below = TRY(FindingsLeftBelow(context.forge(), run));
  const std::vector<ToSettle> chosen = TRY(Named(own, below, args.All("FINDING")));
  if (args.Has("as")) {
    if (args.All("FINDING").empty()) return Fail(Code::kInvalid, "triage: no findings given", "F3, or `all`");
    return SettleFindings(context, run, chosen, args);
  }
  if (!chosen.empty()) return Fail(Code::kInvalid, "triage: no state given", "--as STATE");
  if (context.json) {
    context.out.Print(GroupsJson(run, own.findings, below));
  } else {
    PrintGroups(context, run, own.findings, below);
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kTriageCommand = {
    "triage", "settle the open findings of a run", Group::kSteer, Needs::kStore, TriageForm, RunTriage};

}  // namespace forge::cli
