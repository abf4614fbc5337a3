#include "graph/graph_draw.h"
#include "service/plan/plan_report.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/view/json_answers.h"

namespace forge::cli {
namespace {

Form PlanGraphForm() {
  return {.positionals = {FileOrPlan()},
          .options = {Choice("format", "WORD", "the format (text)", {"text", "svg", "mermaid"}),
                      {"svg", "", "the same as --format svg"}},
          .notes =
              "Draws tiers, dependencies and the critical path. Exit 1 when steps form a cycle or depend on a step "
              "that does not exist (the rest is still drawn), or when there are no steps. With --json it prints only "
              "the graph, like `forge plan "
              "check --json`.",
          .examples = {{"forge plan graph 17", "in the terminal"},
                       {"forge plan graph 17 --format svg > plan.svg", "as SVG"},
                       {"forge plan graph plan.md --format mermaid", "for a page that renders Mermaid"}}};
}

// There is no order of these steps, or there are no steps.
bool IsOfOrder(const GraphError& error, const PlanDocument& plan) {
  return error.type == "cycle" || error.type == "duplicate_id" || error.type.ends_with("_dependency") ||
         plan.steps.empty();
}

Result<Exit> RunPlanGraph(Context& context, const Args& args) {
  const NamedPlan& plan = KeepToTheEnd(TRY(LoadPlanArgument(context, args.Get("FILE"))));
  const GraphReport& report = KeepToTheEnd(CheckPlanSource(plan.source));
  const PlanDocument& document = plan.source.document;
  bool sound = true;
  for (const GraphError& error : report.errors) {
    if (!IsOfOrder(error, document)) continue;
    sound = false;
    if (!context.json) context.out.Complain("forge: " + error.message);
  }
  const std::string title = document.title.empty() ? plan.name : document.title;
  const PlanGraph graph{title, document.steps, report};
  if (context.json) {
    context.out.Print(JsonOf(report).Set("ok", sound));
  } else if (args.Has("svg") || args.Get("format") == "svg") {
    context.out.Write(DrawPlanSvg(graph));
  } else if (args.Get("format") == "mermaid") {
    context.out.Write(DrawPlanMermaid(graph));
  } else {
    context.out.Write(DrawPlanText(graph));
  }
  return sound ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kPlanGraphCommand = {"plan graph",  "draw a plan's steps: tiers, dependencies, critical path",
                                             Group::kPlans, Needs::kSettings,
                                             PlanGraphForm, RunPlanGraph};

}  // namespace forge::cli
