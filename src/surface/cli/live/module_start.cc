#include "surface/cli/live/module_start.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "service/library.h"
#include "service/memory/known_risks.h"
#include "service/memory/memory.h"
#include "service/run_queries.h"
#include "service/start_run.h"
#include "surface/view/module_screen.h"

namespace forge::cli {
namespace {

constexpr std::int64_t kRecentMs = 24LL * 60 * 60 * 1000;
constexpr std::size_t kMostFilesNamed = 10;

bool CanAsk(const Context& context, const StartRequest& request) {
  return request.attended && !context.json && context.host.input_is_terminal && context.host.output_is_terminal;
}

std::string Reply(Context& context, const std::string& prompt) {
  context.out.Write(context.out.Paint(Tone::kStrong, prompt) + " ");
  (void)context.out.Flush();
  return Lower(Trim(context.host.read_line().value_or("")));
}

bool ShowsModules(const Context& context, const std::string& pipeline) {
  const ResolvedPipelines resolved = Resolve(pipeline, MakeLibrary(context.host.machine, context.project));
  return !resolved.set.pipelines.empty() && resolved.set.pipelines[0].display == Display::kModules;
}

// The newest run of this pipeline in the last day whose engine is not running.
Result<std::optional<RunRow>> FindUnfinished(Context& context, const std::string& pipeline) {
  std::optional<RunRow> found;
  for (const RunRow& row : TRY(context.forge().store().FindRuns({.which = RunChoice::kOpen}))) {
    const bool wanted = row.parent.value == 0 && row.pipeline == pipeline;
    if (!wanted || context.host.now().ms - row.updated.ms > kRecentMs) continue;
    if (!TRY(ViewRun(context.forge(), row.id)).owner_alive) found = row;
  }
  return found;
}

Status OfferUnfinished(Context& context, const std::string& pipeline, const StartRequest& request, ModuleStart& start) {
  const auto row = TRY(FindUnfinished(context, pipeline));
  if (!row) return {};
  context.out.Line(fmt::format("[forge] Unfinished: run {} ({}/{} modules, {} ago): {}", row->id.value, row->steps_done,
                               row->steps_total, FormatDuration(context.host.now().ms - row->updated.ms),
                               row->objective.substr(0, row->objective.find('\n'))));
  context.out.Line(fmt::format("[forge] To resume it: forge resume {}", row->id.value));
  if (!CanAsk(context, request)) return {};
  if (Reply(context, "[forge] Resume it instead? (yes / no)").starts_with('y')) start.resume = row->id;
  return {};
}

void WarnOfUncommitted(Context& context, StartRequest& request, ModuleStart& start) {
  const std::string isolation = request.isolation.empty() ? context.settings->Get("isolation") : request.isolation;
  std::vector<std::string> files =
      isolation == "shared" ? std::vector<std::string>() : UncommittedFiles(*context.project);
  if (files.empty()) return;
  const std::size_t more = files.size() > kMostFilesNamed ? files.size() - kMostFilesNamed : 0;
  files.resize(files.size() - more);
  context.out.Line(fmt::format("[forge] Uncommitted changes in your checkout: {}{}", Join(files, ", "),
                               more > 0 ? fmt::format(" and {} more", more) : ""));
  context.out.Line(
      "[forge] Workers start from your last commit and will NOT see them: (a) commit them first, (b) use --lite to "
      "work in your checkout, or (c) continue if no module touches these files.");
  if (!CanAsk(context, request)) return;
  const std::string reply = Reply(context, "[forge] What now? (commit / lite / go on)");
  if (reply.starts_with('l')) {
    request.isolation = "shared";
    request.flags["lite"] = "true";
  } else if (!reply.starts_with('g')) {
    start.go_on = false;
    context.out.Line("[forge] Nothing was started. Commit your changes, then start again.");
  }
}

}  // namespace

Result<ModuleStart> BeginModules(Context& context, StartRequest& request) {
  ModuleStart start;
  const std::string pipeline = request.pipeline.empty() ? context.settings->Get("pipeline") : request.pipeline;
  if (context.json || !ShowsModules(context, pipeline)) return start;
  context.out.Write(ModuleBanner());
  TRY(OfferUnfinished(context, pipeline, request, start));
  if (!start.resume) WarnOfUncommitted(context, request, start);
  return start;
}

Result<std::string> ModuleEnd(Context& context, RunId run) {
  if (!IsOfModules(TRY(LoadStarted(context.forge(), run)))) return std::string();
  const State state = TRY(LoadState(context.forge(), run));
  const bool over = IsEnd(state.status) || state.status == RunStatus::kFailed;
  if (!over || state.steps.empty() || state.each_stage < 0) return std::string();
  SummaryNews news;
  news.objective = state.start.objective;
  news.units = TRY(ViewRun(context.forge(), run)).units;
  if (auto memory = Memory::Open(context.host.machine, context.project, false)) {
    if (const auto facts = memory->List(std::nullopt, {}))
      news.learnings = std::ranges::count_if(*facts, [&](const Fact& fact) { return fact.from.run == run; });
  }
  return ModuleSummary(state, news);
}

}  // namespace forge::cli
