#include "service/report/cost.h"

#include <fmt/core.h>

#include <cmath>

#include "agent/model_table.h"
#include "base/display.h"
#include "base/strings.h"
#include "service/agents/models.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/view/columns.h"
#include "surface/view/json_answers.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

Form CostForm() {
  return {.positionals = {{"RUN", "number, slug or `current` (default: all runs)", false}},
          .options = {{"csv", "", "print CSV for a spreadsheet"}},
          .notes =
              "Breaks a run down by stage, role, model and step, with what the provider's cache saved and what was "
              "wasted on failed units, further attempts and further rounds. Child runs are listed separately, so no "
              "total counts anything twice. docs/budgets.md shows how to limit it.",
          .examples = {{"forge cost", "every run, with a total"},
                       {"forge cost 17", "what its money was spent on"},
                       {"forge cost --csv > cost.csv", "for a spreadsheet"}}};
}

std::vector<Cell> ShareRow(const std::string& first, const CostShare& share) {
  const Usage& usage = share.usage;
  if (share.unknown()) {
    const std::string failed = share.failed == 0 ? "-" : std::to_string(share.failed);
    return {{first, Tone::kStrong}, {std::to_string(share.units)}, {failed}, {"-"}, {"-"}, {"-"}, {"unknown"}};
  }
  return {{first, Tone::kStrong},
          {std::to_string(share.units)},
          {share.failed == 0 ? "-" : std::to_string(share.failed)},
          {TokenText(usage.input_tokens)},
          {TokenText(usage.output_tokens)},
          {TokenText(usage.cache_read_tokens)},
          {CostText(share, UsdDigits::kThree)}};
}

void PrintPart(Context& context, const char* title, const std::vector<CostShare>& shares) {
  std::vector<std::vector<Cell>> rows;
  for (const CostShare& share : shares) rows.push_back(ShareRow(share.name, share));
  context.out.Write(FormatColumns(context.out.palette(),
                                  {title, "AGENT UNITS", "FAILED", "INPUT", "OUTPUT", "CACHED", "COST"}, rows,
                                  context.out.width()));
  context.out.Line("");
}

void PrintTotal(Context& context, const CostReport& report, const RunRow& run) {
  const Usage& all = report.total.usage;
  std::string cache = fmt::format("cache: {} tokens read, {} % of the input", TokenText(all.cache_read_tokens),
                                  std::lround(report.cache_share * 100));
  if (report.cache_saved_usd) cache += fmt::format(", {} saved", UsdText(*report.cache_saved_usd, UsdDigits::kThree));
  context.out.Line(cache);
  context.out.Line(fmt::format("total: {} of {} asked an agent, {} tokens, {}", report.total.units,
                               Counted(run.units, "unit"), TokenText(all.tokens()),
                               CostText(report.total, UsdDigits::kThree)));
  if (const std::string unpriced = UnpricedText(report); !unpriced.empty()) context.out.Line(unpriced);
  if (report.total.unreported > 0)
    context.out.Line(fmt::format("not in it: what {} did not report", Counted(report.total.unreported, "agent unit")));
}

void PrintCost(Context& context, const CostReport& report, const RunRow& run) {
  PrintPart(context, "STAGE", report.stages);
  PrintPart(context, "ROLE", report.roles);
  PrintPart(context, "MODEL", report.models);
  PrintPart(context, "STEP", report.steps);
  PrintPart(context, "WASTE", {report.failures, report.retries, report.revisions});
  if (report.total.unknown()) {
    context.out.Line(fmt::format("total: {} of {} asked an agent; spent: {}", report.total.units,
                                 Counted(run.units, "unit"), kSpentUnknown));
  } else {
    PrintTotal(context, report, run);
  }
  if (report.children.units == 0) return;
  context.out.Line(fmt::format("with {}: {} tokens, {}; their units are their own",
                               Counted(report.children.units, "child run"), TokenText(run.tokens),
                               UsdText(run.usd, UsdDigits::kThree)));
}

void PrintAll(Context& context, const std::vector<CostReport>& reports, const CostShare& total) {
  std::vector<std::vector<Cell>> rows;
  for (const CostReport& report : reports) rows.push_back(ShareRow(std::to_string(report.run.value), report.total));
  rows.push_back(ShareRow("total", total));
  context.out.Write(FormatColumns(context.out.palette(),
                                  {"RUN", "AGENT UNITS", "FAILED", "INPUT", "OUTPUT", "CACHED", "COST"}, rows,
                                  context.out.width()));
}

Result<Exit> RunCost(Context& context, const Args& args) {
  Forge& forge = context.forge();
  const ModelTable models = TRY(LoadModels(context.host.machine, context.project));
  const std::string name = args.Get("RUN");
  const bool one = !name.empty();
  // Found before any run is listed: a run that does not exist is an error, also when there are none.
  const std::vector<RunRow> runs =
      one ? std::vector{TRY(ViewRun(forge, TRY(FindRun(forge, name == "current" ? "" : name)))).run}
          : TRY(ListRuns(forge));
  std::vector<CostReport> reports;
  CostShare total;
  for (const RunRow& run : runs) {
    reports.push_back(TRY(CostOf(forge.store(), forge.project(), models, run)));
    total.units += reports.back().total.units;
    total.failed += reports.back().total.failed;
    total.unreported += reports.back().total.unreported;
    total.unpriced += reports.back().total.unpriced;
    total.usage += reports.back().total.usage;
  }
  if (args.Has("csv")) {
    context.out.Write(ToCsv(reports));
  } else if (context.json && one) {
    context.out.Print(JsonOf(reports.front()));
  } else if (context.json) {
    context.out.Print(Json::MakeObject().Set("runs", JsonArray(reports, kJsonOf)).Set("total", JsonOf(total.usage)));
  } else if (one) {
    PrintCost(context, reports.front(), runs.front());
  } else {
    PrintAll(context, reports, total);
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kCostCommand = {
    "cost", "show what runs cost, and what the money was spent on", Group::kLook, Needs::kStore, CostForm, RunCost};

}  // namespace forge::cli
