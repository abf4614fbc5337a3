#include <fmt/core.h>

#include "surface/cli/commands.h"
#include "surface/view/plan_rows.h"

namespace forge::cli {
namespace {

// A longer list is not read, and opening thousands of files is slow.
constexpr std::size_t kNewest = 200;

Form PlanListForm() {
  return {
      .options = {Choice("status", "WORD", "only plans with this status",
                         {"draft", "review", "approved", "implementing", "auditing", "done", "closed", "cancelled"}),
                  {"all", "", "list all plans, not only the newest 200"}},
      .examples = {{"forge plan list", "the plans of this project"},
                   {"forge plan list --status review --json", "for scripts"}}};
}

Result<Exit> RunPlanList(Context& context, const Args& args) {
  if (!context.project) return std::unexpected(FindProject(context.host.machine).error());
  const bool every = args.Has("all") || args.Has("status") || context.json;
  Plans::Listing listing = TRY(Plans(*context.project).List(every ? SIZE_MAX : kNewest));
  if (auto wanted = ParsePlanStatus(args.Get("status"))) {
    std::erase_if(listing.plans, [&](const PlanEntry& plan) { return plan.status() != *wanted; });
  }
  for (const std::string& problem : listing.problems) context.out.Complain("forge: " + problem);
  if (context.json) {
    Json plans = JsonArray(listing.plans);
    Json problems = JsonArray(listing.problems);
    return context.Print(Json::MakeObject().Set("plans", std::move(plans)).Set("problems", std::move(problems)));
  }
  if (listing.plans.empty()) {
    context.out.Line(args.Has("status") ? "no such plans" : "no plans; create one: forge plan new \"title\"");
    return Exit::kOk;
  }
  if (listing.older > 0) context.out.Line(fmt::format("{} older plans: forge plan list --all", listing.older));
  std::vector<std::vector<Cell>> rows;
  for (const PlanEntry& plan : listing.plans) {
    rows.push_back({{plan.id, Tone::kStrong},
                    {std::string(Name(plan.status())), ToneOf(plan.status())},
                    {plan.header.task.empty() ? "-" : plan.header.task, Tone::kPlain},
                    {plan.title, Tone::kPlain}});
  }
  context.Table({"PLAN", "STATUS", "TASK", "TITLE"}, rows);
  return Exit::kOk;
}

}  // namespace

// Without the store: thousands of plans are listed from their files' heads.
constinit const Command kPlanListCommand = {
    "plan list", "list the plans of this project", Group::kPlans, Needs::kSettings, PlanListForm, RunPlanList};

}  // namespace forge::cli
