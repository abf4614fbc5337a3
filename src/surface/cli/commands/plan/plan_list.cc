#include <fmt/core.h>

#include "service/plan/drafts.h"
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
  const bool every = args.Has("all") || args.Has("status") || context.json;
  Plans::Listing listing = TRY(Plans(context.forge().project()).List(every ? SIZE_MAX : kNewest));
  AddDrafts(TRY(ListDrafts(context.forge(), every ? -1 : static_cast<std::int64_t>(kNewest))), listing.plans);
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
                    {plan.title + (plan.path.empty() ? " (nothing written yet)" : ""), Tone::kPlain}});
  }
  context.Table({"PLAN", "STATUS", "TASK", "TITLE"}, rows);
  return Exit::kOk;
}

}  // namespace

// Thousands of plans are listed from their files' heads; the store only has the drafts of which there is no file yet.
constinit const Command kPlanListCommand = {
    "plan list", "list the plans of this project", Group::kPlans, Needs::kAnyStore, PlanListForm, RunPlanList};

}  // namespace forge::cli
