#include "service/plan/claim_sources.h"

#include <fmt/core.h>

#include "model/json_array.h"
#include "service/plan/claim_history.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

Form PlanClaimsForm() {
  return {
      .positionals = {FileOrPlan()},
      .options = {{"before", "FILE",
                   "an earlier version of the plan: a claim whose type was weakened since is a mirage",
                   ValueType::kFile},
                  {"history", "", "every claim of each round of the plan's run, with the verdict that it got then"},
                  {"repo", "DIR", "where cited files are (this project)", ValueType::kFile}},
      .notes =
          "A fact must cite a place that supports it; a bet and a strategy must have what their type requires. "
          "Text below "
          "Claims that is no claim is a problem. Exit 0 when there is neither a mirage nor a problem, 1 when there "
          "is. With "
          "--json: {\"ok\", \"counts\": {...}, \"claims\": [{\"type\", \"text\", \"citation\", \"verdict\": "
          "\"verified|mirage|unverifiable\", \"reason\", \"step\", \"line\"}], \"problems\": [{\"line\", "
          "\"message\"}]}. With --history, FILE is a run or its plan, nothing is checked, and --json gives {\"run\", "
          "\"rounds\": [{\"iteration\", \"stage\", \"unit\", \"at\", \"claims\": [...]}]}.",
      .examples = {
          {"forge plan claims 17", "every claim of the plan and its source"},
          {"forge plan claims 17 --history", "what became of each claim, round by round"},
          {"forge plan claims plan.md --before old.md --json", "compared with the earlier version, for scripts"}}};
}

Tone VerdictTone(ClaimVerdict verdict) {
  switch (verdict) {
    case ClaimVerdict::kVerified: return Tone::kGood;
    case ClaimVerdict::kMirage: return Tone::kBad;
    case ClaimVerdict::kUnverifiable: return Tone::kFaint;
  }
  return Tone::kPlain;
}

// What stands below Claims and is none.
std::vector<PlanProblem> UnreadClaims(const PlanDocument& document) {
  std::vector<PlanProblem> unread = document.problems;
  std::erase_if(unread, [](const PlanProblem& problem) { return problem.type != "claim"; });
  return unread;
}

Json UnreadToJson(const std::vector<PlanProblem>& unread) {
  Json list = Json::MakeArray();
  for (const PlanProblem& problem : unread)
    list.Append(Json::MakeObject().Set("line", problem.line).Set("message", problem.what));
  return list;
}

void PrintClaims(Context& context, const ClaimReport& report, const std::vector<PlanProblem>& unread) {
  for (const CheckedClaim& item : report.items) {
    std::string line = item.claim.line > 0 ? fmt::format("line {}: ", item.claim.line) : "";
    line += fmt::format("{} {}: {}", context.out.Paint(VerdictTone(item.verdict), Name(item.verdict)),
                        Name(item.claim.type), item.claim.text);
    if (!item.claim.citation.empty()) line += fmt::format(" ({})", item.claim.citation);
    context.out.Line(line);
    if (!item.reason.empty()) context.out.Line("  " + item.reason);
  }
  for (const PlanProblem& problem : unread) context.out.Line(fmt::format("line {}: {}", problem.line, problem.what));
  context.out.Line(fmt::format("{} verified, {} mirages, {} unverifiable", report.Count(ClaimVerdict::kVerified),
                               report.Count(ClaimVerdict::kMirage), report.Count(ClaimVerdict::kUnverifiable)));
}

std::string CitedPlace(const Json& claim) {
  std::string text = claim["step"].is_string() ? fmt::format("step {} ", claim["step"].AsString()) : "";
  return text + fmt::format("{}: {}", claim["type"].AsString(), claim["text"].AsString());
}

void PrintHistory(Context& context, const std::vector<ClaimRound>& rounds) {
  if (rounds.empty()) return context.out.Line("no check of this run looked at claims");
  for (const ClaimRound& round : rounds) {
    const std::string whose = round.step.empty() ? "" : fmt::format(" of step {}", round.step.value);
    context.out.Line(fmt::format("round {} ({}{})", round.round, round.stage, whose));
    if (round.claims.AsArray().empty()) context.out.Line("  no claims");
    for (const Json& claim : round.claims.AsArray()) {
      const auto verdict = ParseWord<ClaimVerdict>(claim["verdict"].AsString());
      std::string line = fmt::format(
          "  {} {}", context.out.Paint(verdict ? VerdictTone(*verdict) : Tone::kPlain, claim["verdict"].AsString()),
          CitedPlace(claim));
      if (claim["citation"].is_string()) line += fmt::format(" ({})", claim["citation"].AsString());
      context.out.Line(line);
      if (claim["verdict"].AsString() != "verified") context.out.Line("    " + claim["reason"].AsString());
    }
  }
}

Result<Exit> RunHistory(Context& context, const Args& args) {
  if (!context.project) return std::unexpected(FindProject(context.host.machine).error());
  context.open_forge = TRY(Forge::Open(context.host.machine, *context.settings, *context.project, false));
  const RunId run = TRY(FindRunToShow(context.forge(), args.Get("FILE")));
  const std::vector<ClaimRound> rounds = TRY(ClaimHistory(context.forge(), run));
  if (!context.json) {
    PrintHistory(context, rounds);
    return Exit::kOk;
  }
  Json list = JsonArray(rounds, [](const ClaimRound& round) {
    return Json::MakeObject()
        .Set("iteration", round.round)
        .Set("stage", round.stage)
        .Set("step", round.step.empty() ? Json() : Json(round.step.value))
        .Set("unit", round.unit.value)
        .Set("at", IsoTime(round.at))
        .Set("claims", round.claims);
  });
  context.out.Print(Json::MakeObject().Set("run", run.value).Set("rounds", std::move(list)));
  return Exit::kOk;
}

Result<Exit> RunPlanClaims(Context& context, const Args& args) {
  if (args.Has("history")) return RunHistory(context, args);
  const NamedPlan plan = TRY(LoadPlanArgument(context, args.Get("FILE")));
  std::vector<PastClaim> before;
  if (args.Has("before")) before = PastClaims(TRY(LoadPlanArgument(context, args.Get("before"))).source.document.steps);
  std::string root = context.project ? context.project->root : context.host.machine.cwd;
  if (args.Has("repo")) root = args.Get("repo");
  ProjectClaimSources sources(root, [&context] { return OpenMemory(context, false); }, context.host.now());
  const ClaimReport report = CheckPlanClaims(plan.source.document.steps, before, sources);
  const std::vector<PlanProblem> unread = UnreadClaims(plan.source.document);
  const bool sound = report.Count(ClaimVerdict::kMirage) == 0 && unread.empty();
  if (context.json) {
    const Json kept = ToJson(report);
    Json json = Json::MakeObject().Set("ok", sound).Set("counts", kept["counts"]);
    context.out.Print(json.Set("claims", kept["claims"]).Set("problems", UnreadToJson(unread)));
  } else {
    PrintClaims(context, report, unread);
  }
  return sound ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kPlanClaimsCommand = {"plan claims",  "check a plan's claims against the sources they cite",
                                              Group::kPlans,  Needs::kSettings,
                                              PlanClaimsForm, RunPlanClaims};

}  // namespace forge::cli
