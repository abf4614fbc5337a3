#include "service/report/triage.h"

#include <fmt/core.h>

#include <optional>

#include "base/display.h"
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
  return {.positionals = {{"RUN", "the run's number or slug"},
                          {"FINDING", "F3, or `all` open and deferred ones (default: list them)", false,
                           ValueType::kText, true}},
          .options = {Choice("as", "STATE", "the new state",
                             {"fixed", "rejected", "deferred", "follow-up", "keep", "open"}),
                      Lettered("m", {"reason", "TEXT", "the reason; required for rejected"}),
                      {"spawn", "", "start a run for each follow-up"}},
          .notes =
              "keep: the code stays as it is; this is a rejection with that reason. follow-up: also saves a fact for "
              "later runs. Settling a finding again replaces the earlier state.",
          .examples = {{"forge triage 17", "open findings, in groups"},
                       {"forge triage 17 F3 --as rejected --reason \"by design\"", ""},
                       {"forge triage 17 F4 F5 --as follow-up --spawn", "later, as separate runs"},
                       {"forge triage 17 all --as keep", "change nothing"}}};
}

void PrintGroups(Context& context, RunId run, const std::vector<RunFinding>& findings) {
  const std::vector<TriageGroup> groups = GroupForTriage(findings);
  if (groups.empty()) return context.out.Line("nothing to settle");
  for (const TriageGroup& group : groups) {
    context.out.Line(fmt::format("{} ({})", group.title, group.findings.size()));
    for (const RunFinding* found : group.findings) {
      const Finding& finding = found->finding;
      const std::string place = finding.file.empty() ? ""
                                : finding.line > 0   ? fmt::format("{}:{}  ", finding.file, finding.line)
                                                     : finding.file + "  ";
      context.out.Line(fmt::format("  {:<4} {:<9} {:<9} {}{}", found->id, Name(finding.state),
                                   finding.severity.empty() ? "-" : finding.severity, place, FindingTitle(finding)));
    }
  }
  context.out.Line(
      fmt::format("next: forge triage {} FINDING... --as fixed|rejected|deferred|follow-up|keep", run.value));
}

Json GroupsJson(RunId run, const std::vector<RunFinding>& findings) {
  Json groups = Json::MakeArray();
  for (const TriageGroup& group : GroupForTriage(findings)) {
    Json list = JsonArray(group.findings, [](const RunFinding* found) { return JsonOf(*found); });
    groups.Append(Json::MakeObject().Set("title", group.title).Set("findings", std::move(list)));
  }
  return Json::MakeObject().Set("run", run.value).Set("groups", std::move(groups));
}

Result<std::vector<const RunFinding*>> Named(const std::vector<RunFinding>& findings,
                                             const std::vector<std::string>& names) {
  std::vector<const RunFinding*> chosen;
  for (const std::string& name : names) {
    if (name == "all") {
      for (const RunFinding& found : findings) {
        if (NeedsTriage(found)) chosen.push_back(&found);
      }
      continue;
    }
    const RunFinding* found = FindFinding(findings, name);
    if (found == nullptr) return Fail(Code::kNotFound, fmt::format("no finding `{}`", name), "forge findings RUN");
    chosen.push_back(found);
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

Result<Exit> SettleFindings(Context& context, const RunRow& row, const std::vector<const RunFinding*>& chosen,
                            const Args& args) {
  const Settlement settlement = Wish(context, args);
  const bool follow_up = settlement.state == FindingState::kFollowUp;
  if (args.Has("spawn") && !follow_up) return Fail(Code::kInvalid, "--spawn needs --as follow-up");
  std::optional<Memory> memory;
  if (follow_up) memory = TRY(OpenMemory(context, true));
  Json runs = Json::MakeArray();
  for (const RunFinding* found : chosen) {
    // The run first: a finding that is settled as work of its own has it.
    if (args.Has("spawn")) {
      const RunId made = TRY(StartFollowUp(context.forge(), row.id, *found));
      runs.Append(made.value);
      if (!context.json) {
        context.out.Line(
            fmt::format("run {} created for {}; next: forge resume {}", made.value, found->id, made.value));
      }
    }
    TRY(SettleFinding(context.forge().store(), row.id, *found, settlement));
    if (follow_up) TRY(memory->Add(FactScope::kProject, FollowUpFact(row.id, *found, context.user()), settlement.at));
  }
  TRY(RewriteTriagePage(context.forge().store(), row.id, RunFiles(context.forge().project(), row.id, row.slug)));
  return context.Tell(Json::MakeObject()
                          .Set("run", row.id.value)
                          .Set("settled", chosen.size())
                          .Set("state", Name(settlement.state))
                          .Set("runs", std::move(runs)),
                      fmt::format("{} {}", chosen.size(), Name(settlement.state)));
}

Result<Exit> RunTriage(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  const RunRow row = TRY(ViewRun(context.forge(), run)).run;
  const RunFiles files(context.forge().project(), run, row.slug);
  const std::vector<RunFinding> findings = TRY(ListFindings(context.forge().store(), run, &files));
  const std::vector<const RunFinding*> chosen = TRY(Named(findings, args.All("FINDING")));
  if (args.Has("as")) {
    if (args.All("FINDING").empty()) return Fail(Code::kInvalid, "triage: no findings given", "F3, or `all`");
    return SettleFindings(context, row, chosen, args);
  }
  if (!chosen.empty()) return Fail(Code::kInvalid, "triage: no state given", "--as STATE");
  if (context.json) {
    context.out.Print(GroupsJson(run, findings));
  } else {
    PrintGroups(context, run, findings);
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kTriageCommand = {
    "triage", "settle the open findings of a run", Group::kSteer, Needs::kStore, TriageForm, RunTriage};

}  // namespace forge::cli
