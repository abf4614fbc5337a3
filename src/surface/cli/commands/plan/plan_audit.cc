#include <fmt/core.h>

#include "service/plan/plan_runs.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/cli/run_argument.h"
#include "text/plan/plan_structure.h"

namespace forge::cli {
namespace {

Form PlanAuditForm() {
  return {
      .positionals = {{"PLAN", "number (17, plan-17), slug, task or path; with --structure any file", true,
                       ValueType::kFile}},
      .options = {{"structure", "", "check the structure only, and write nothing"}, AgentOption("the auditing agent")},
      .notes =
          "First checks the structure: sections, placeholders, paths. When that finds nothing serious, an auditor "
          "reads the plan. The review goes to the plan's Audit Log. Exit 0 when the plan is ready to approve, 1 "
          "when it needs a revision. With --structure --json: {\"ok\", \"severity\", \"counts\", \"findings\": "
          "[{\"severity\", \"message\", \"line\"}]}.",
      .examples = {{"forge plan audit 17", "structure, then the auditor"},
                   {"forge plan audit --structure plan.md --json", "a file's structure, for scripts"}}};
}

Result<Exit> AuditOfStructure(Context& context, const Args& args) {
  const NamedPlan plan = TRY(LoadPlanArgument(context, args.Get("PLAN")));
  const StructureAudit audit = AuditStructure(MarkdownOf(plan.source));
  const Json json = ToJson(audit);
  if (context.json) {
    Json findings = JsonArray(json["findings"].AsArray(), [](const Json& finding) {
      Json one = Json::MakeObject().Set("severity", finding["severity"]).Set("message", finding["what"]);
      return one.Set("line", finding["line"]);
    });
    Json answer = Json::MakeObject().Set("ok", !audit.revise()).Set("severity", json["severity"]);
    context.out.Print(answer.Set("counts", json["counts"]).Set("findings", std::move(findings)));
  } else {
    for (const Json& finding : json["findings"].AsArray()) {
      const std::string where = finding["line"].is_int() ? fmt::format("line {}: ", finding["line"].AsInt()) : "";
      context.out.Line(fmt::format("{}{}: {}", where, finding["severity"].AsString(), finding["what"].AsString()));
    }
    context.out.Line(fmt::format("{} {}", plan.name, audit.revise() ? "needs a revision" : "has a valid structure"));
  }
  return audit.revise() ? Exit::kNo : Exit::kOk;
}

Result<Exit> RunPlanAudit(Context& context, const Args& args) {
  if (args.Has("structure")) return AuditOfStructure(context, args);
  if (!context.project) return std::unexpected(FindProject(context.host.machine).error());
  context.open_forge = TRY(Forge::Open(context.host.machine, *context.settings, *context.project, true));
  PlanRuns plans(context.forge());
  PlanRuns::Options options;
  options.agent = args.Get("agent");
  options.by = context.user();
  const PlanRuns::Audited audited = TRY(plans.Audit(args.Get("PLAN"), options, {}));
  const std::string id = TRY(plans.plans().Find(args.Get("PLAN"))).id;
  if (context.json) {
    Json json = Json::MakeObject().Set("ok", !audited.revise).Set("plan", id).Set("review", audited.review);
    context.out.Print(json.Set("severity", audited.severity).Set("by_agent", audited.by_agent));
  } else {
    context.out.Line(fmt::format("{}: review {}, verdict {} ({})", id, audited.review, audited.severity,
                                 audited.revise ? "needs revision" : "ready to approve"));
  }
  return audited.revise ? Exit::kNo : Exit::kOk;
}

}  // namespace

// The store is opened only for a real audit: the structure of a file needs none.
constinit const Command kPlanAuditCommand = {"plan audit",  "audit a plan: check its structure, then ask an auditor",
                                             Group::kPlans, Needs::kSettings,
                                             PlanAuditForm, RunPlanAudit};

}  // namespace forge::cli
