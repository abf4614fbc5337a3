// Auditing a plan outside of a run: its structure by code, then an auditor.
#include <fmt/format.h>

#include "agent/prompt_parts.h"
#include "os/process/process.h"
#include "os/system.h"
#include "service/forge.h"
#include "service/library.h"
#include "service/plan/plan_runs.h"
#include "service/run_settings.h"
#include "service/unit/ask_alone.h"
#include "service/unit/project_context.h"
#include "service/unit/run_resources.h"
#include "text/plan/plan_edit.h"
#include "text/plan/plan_shown.h"
#include "text/plan/plan_structure.h"
#include "text/review/audit.h"

namespace forge {

Result<std::string> PlanRuns::AskAuditor(const PlanView& view, const Options& options, std::stop_token stop) {
  const Project& project = forge_.project();
  std::string spec = options.agent.empty() ? forge_.settings().Get("auditor_runtime") : options.agent;
  if (spec.empty()) spec = forge_.settings().Get("agent");
  if (spec.empty())
    return Fail(Code::kUnavailable, "no agent is configured",
                "name one with --agent, or check only the structure: forge plan audit --structure " + view.entry.id);
  const Role role = TRY(LoadRole(forge_.machine(), project, "auditor"));
  PromptParts parts;
  parts.persona = role.persona;
  parts.task =
      "Audit this plan before it is built. Look for what would make it fail: wrong assumptions about the code, "
      "missing files, order, tests that prove nothing.";
  parts.output.verdict = VerdictForm::kSeverity;
  parts.rules = ProjectRules(project, {});
  parts.material.push_back({"plan", PlanShown(view.text), "The plan"});
  AgentRequest request;
  request.label.run = RunId{view.entry.number};
  request.label.tree = request.label.run;
  request.label.pipeline = "plan";
  request.label.stage = "plan-audit";
  request.label.role = role.name;
  request.label.iteration = NextReviewRound(view.text);
  request.prompt = TRY(MakePrompt(parts));
  request.cwd = project.root;
  request.tools = role.tools;
  RunSettings settings = RunSettings::FromSettings(forge_.settings());
  settings.agent = spec;
  request.deadlines.wall_ms = settings.unit_timeout_ms;
  request.deadlines.silence_ms = settings.silence_ms;
  Stage stage;
  stage.name = request.label.stage;
  stage.role = role.name;
  UnitContext context{forge_.machine(),    project,
                      request.label.run,   request.label.run,
                      std::move(settings), RunFiles(project, request.label.run, ""),
                      NewProcessKey()};
  auto resources = TRY(RunResources::Open(std::move(context)));
  const AgentAnswer answer = TRY(AskAlone(*resources, stage, role, std::move(request), std::move(stop)));
  if (answer.failed)
    return Fail(Code::kUnavailable, fmt::format("the auditor failed: {}", answer.error), "nothing was written");
  return answer.text;
}

Result<PlanRuns::Audited> PlanRuns::Audit(const std::string& name, const Options& options, std::stop_token stop) {
  const PlanView view = TRY(View(name));
  const StructureAudit structure = AuditStructure(view.text);
  const Json found = ToJson(structure);
  Audited audited;
  std::string notes;
  for (const Json& finding : found["findings"].AsArray())
    notes += fmt::format("- **Severity: {}** {}\n", finding["severity"].AsString(), finding["what"].AsString());
  audited.severity = found["severity"].AsString();
  audited.revise = structure.revise();
  if (!structure.revise()) {
    const std::string said = TRY(AskAuditor(view, options, std::move(stop)));
    const forge::Audit audit = ParseAudit(said);
    if (audit.malformed)
      return Fail(Code::kInvalid, "the audit cannot be read: " + audit.why, "nothing was written; try again");
    audited.by_agent = true;
    audited.severity = ToJson(audit)["severity"].AsString();
    audited.revise = audit.revise;
    notes += (notes.empty() ? "" : "\n") + said;
  }
  notes += fmt::format("\n\n**Verdict:** {}\n", audited.revise ? "Needs revision." : "Ready to approve.");
  TRY(plans_.Edit(view.entry, [&](const std::string& text) -> Result<std::string> {
    audited.review = NextReviewRound(text);
    return AppendReview(text, ReviewEntry{UtcDay(WallClock().ms), "COMPLETE", notes});
  }));
  return audited;
}

}  // namespace forge
