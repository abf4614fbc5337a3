#include <fmt/core.h>

#include "base/display.h"
#include "base/strings.h"
#include "service/plan/gsd_tree.h"
#include "service/plan/plan_source.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"

namespace forge::cli {
namespace {

Form PlanExportForm() {
  return {
      .json = false,
      .positionals = {FileOrPlan()},
      .options = {Choice("format", "WORD", "the format (default: modules, which is plan JSON)", PlanFormatNames()),
                  {"to", "PATH",
                   "write there instead of standard output; required for a slice and a milestone, which are folders",
                   ValueType::kFile},
                  {"force", "", "overwrite existing files"}},
      .notes =
          "modules is plan JSON, phases a phases file, slice a folder of tasks, milestone a folder of slices, speckit "
          "a tasks.md, taskmaster a tasks.json.",
      .examples = {{"forge plan export 17 > plan.json", "as plan JSON"},
                   {"forge plan export 17 --format slice --to slices/S01", "as a folder"},
                   {"forge plan export tasks.json --format markdown --to plan.md", "from one format to another"}}};
}

Result<Exit> RunPlanExport(Context& context, const Args& args) {
  NamedPlan plan = TRY(LoadPlanArgument(context, args.Get("FILE")));
  const PlanFormat format = args.Has("format") ? *ParsePlanFormat(args.Get("format")) : PlanFormat::kModules;
  const bool folder = format == PlanFormat::kSlice || format == PlanFormat::kMilestone;
  if (folder && !args.Has("to")) {
    return Fail(Code::kInvalid, fmt::format("a {} is a folder", Name(format)), "say where to write it: --to DIR");
  }
  if (format == PlanFormat::kMilestone)
    TRY(AddDocuments(context.project, args.Get("to"), args.Has("force"), plan.source));
  const TextFiles files = WritePlanAs(format, plan.source);
  if (!args.Has("to")) {
    for (const auto& [name, text] : files) context.out.Write(text);
    return Exit::kOk;
  }
  TRY(SavePlanFiles(args.Get("to"), files, args.Has("force")));
  context.out.Line(fmt::format("{} as {}: {} in {}", plan.name, Name(format),
                               Counted(static_cast<std::int64_t>(files.size()), "file"), args.Get("to")));
  return Exit::kOk;
}

}  // namespace

constinit const Command kPlanExportCommand = {"plan export",  "export a plan in another tool's format",
                                              Group::kPlans,  Needs::kSettings,
                                              PlanExportForm, RunPlanExport};

}  // namespace forge::cli
