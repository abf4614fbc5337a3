#include <fmt/core.h>

#include "service/agents/models.h"
#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form ResolveForm() {
  return {.options = {{"stage", "NAME", "a stage of the pipeline, or any name"},
                      {"pipeline", "NAME", "the pipeline to look in (setting `pipeline`)"},
                      {"plan", "FILE", "use this plan's front matter and step", ValueType::kFile},
                      {"step", "ID", "a step of the plan"},
                      {"pref", "KEY=VALUE", "override a setting", ValueType::kPair, true}},
          .notes =
              "With --json: {\"tier\", \"model\", \"effort\", \"reason\", \"effort_reason\", \"runtime\"}. An empty "
              "model leaves the choice to the agent. docs/models.md has the rules.",
          .examples = {{"forge resolve --stage plan", "the model of the planner, and why"},
                       {"forge resolve --stage implement --plan plan.md --step s2 --json", "what one step would get"},
                       {"forge resolve --stage plan --pref tier_models.heavy=opus", "the effect of a setting"}}};
}

Result<Exit> RunResolve(Context& context, const Args& args) {
  if (!args.Has("stage"))
    return Fail(Code::kInvalid, "resolve: --stage is missing", "name a stage with --stage; see forge resolve --help");
  Settings settings = *context.settings;
  for (const auto& [key, value] : args.Pairs("pref")) TRY(settings.SetFlag(key, value, "--pref"));
  const ResolveQuestion question{args.Get("stage"), args.Get("pipeline"), args.Get("plan"), args.Get("step")};
  const ResolveAnswer answer = TRY(ResolveStage(context.host.machine, context.project, settings, question));
  const Resolution& found = answer.resolution;
  if (context.json) return context.Print(ToJson(found, answer.runtime));
  auto row = [&](std::string_view name, const std::string& value, const std::string& why) {
    context.out.Line(fmt::format("{:<8} {}{}", name, context.out.Paint(Tone::kStrong, value),
                                 why.empty() ? "" : context.out.Paint(Tone::kFaint, "  (" + why + ")")));
  };
  row("tier", found.tier, found.reason);
  row("model", found.display, found.model_reason);
  row("effort", found.effort, found.effort_reason);
  row("runtime", answer.runtime, answer.runtime == "none" ? "no agent is configured: forge agents" : "");
  return Exit::kOk;
}

}  // namespace

constinit const Command kResolveCommand = {"resolve",      "show which model and effort a stage would use, and why",
                                           Group::kChecks, Needs::kSettings,
                                           ResolveForm,    RunResolve};

}  // namespace forge::cli
