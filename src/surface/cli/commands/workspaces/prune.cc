#include "service/prune.h"

#include <fmt/core.h>

#include <cstdint>
#include <optional>
#include <set>

#include "base/amounts.h"
#include "base/display.h"
#include "base/strings.h"
#include "service/retention.h"
#include "service/run_queries.h"
#include "store/store.h"
#include "surface/cli/commands.h"
#include "surface/view/columns.h"
#include "surface/view/times.h"
#include "text/first_line.h"

namespace forge::cli {
namespace {

constexpr std::size_t kObjectiveWidth = 120;  // of an objective

Form PruneForm() {
  return {
      .positionals = {{"RUN", "only this run, and the runs below it", false}},
      .options = {{"older-than", "DAYS", "only runs that ended so many days ago or more, and also their records",
                   ValueType::kPositive},
                  {"max-size", "MB", "the oldest records, until those of all runs have at most so many megabytes",
                   ValueType::kCount},
                  Lettered("n", {"dry-run", "", "only list what would be deleted"}),
                  {"yes", "", "do not ask"}},
      .notes =
          "A run keeps every attempt as a commit under refs/forge/, and its result on forge/run-NNN. This lists the "
          "runs that have landed or were given up (cancelled or abandoned), asks, and deletes their refs and "
          "branches. Then git can free the space (git gc), and `forge show` and `forge rescue` no longer have these "
          "attempts. Runs that are open, that an engine still has, or that finished and "
          "have not landed stay, and so do logs, costs and reports. The refs "
          "of a run that worked in your checkout hold copies of your files: they go only if you name the run. `forge "
          "workspaces clean` removes worktrees.\n\nRecords are what agents were asked and did: prompts, transcripts, "
          "events and sessions below .forge/state/runs. They are deleted only with --older-than or --max-size, and "
          "only of runs that have ended, landed or not: no work is in them. Afterwards `forge output` and `forge "
          "prompt --round` have nothing of such a run; logs, costs, findings and reports stay. --max-size alone "
          "deletes no refs.",
      .examples = {
          {"forge prune --dry-run", "what would be deleted"},
          {"forge prune", "list, ask, delete"},
          {"forge prune 17 --yes", "of run 17, without asking"},
          {"forge prune --older-than 90 --max-size 2000 --dry-run", "what is older than 90 days, or too much"}}};
}

constexpr std::int64_t kMegabyte = 1'000'000;
constexpr std::int64_t kMsOfDay = 24LL * 60 * 60 * 1000;

// What one command would delete.
struct PruneList {
  Prunable refs;
  std::vector<RunRecords> records;
  std::size_t ref_count = 0;
  std::int64_t bytes = 0;
  bool by_rule = false;  // --older-than or --max-size

  bool empty() const { return refs.runs.empty() && records.empty(); }
};

Json PruneJson(const PrunableRun& run) {
  Json refs = Json::MakeArray();
  for (const KeptRef& ref : run.refs) refs.Append(ref.name);
  return Json::MakeObject()
      .Set("run", run.run.value)
      .Set("reason", run.why)
      .Set("not_landed", static_cast<std::int64_t>(run.not_landed))
      .Set("refs", std::move(refs));
}

Json RecordsJson(const RunRecords& records) {
  return Json::MakeObject()
      .Set("run", records.run.id.value)
      .Set("ended", IsoTime(records.run.updated))
      .Set("bytes", records.bytes);
}

// An objective may be a page: its first line tells which run it is.
std::string Listed(const std::string& objective) {
  return Fit(FirstLine(objective, std::string::npos), kObjectiveWidth);
}

void PrintPruneList(Context& context, const PruneList& found) {
  std::vector<std::vector<Cell>> rows;
  for (const PrunableRun& run : found.refs.runs) {
    rows.push_back({{std::to_string(run.run.value), Tone::kStrong},
                    {run.why},
                    {std::to_string(run.refs.size())},
                    {std::to_string(run.not_landed)},
                    {Listed(run.objective), Tone::kFaint}});
  }
  if (!rows.empty()) context.Table({"RUN", "WHY", "REFS", "ON NO BRANCH", "OBJECTIVE"}, rows);
  rows.clear();
  for (const RunRecords& records : found.records) {
    rows.push_back({{std::to_string(records.run.id.value), Tone::kStrong},
                    {std::string(Name(records.run.status))},
                    {UtcDay(records.run.updated.ms)},
                    {BytesText(records.bytes)},
                    {Listed(records.run.objective), Tone::kFaint}});
  }
  if (!rows.empty()) context.Table({"RUN", "STATUS", "ENDED", "RECORDS", "OBJECTIVE"}, rows);
  if (!found.by_rule) {
    for (const PrunableRun& run : found.refs.stays)
      context.out.Line(fmt::format("run {} stays: {}", run.run.value, run.why));
  }
  if (found.empty()) context.out.Line("nothing to delete");
}

// "11 refs", "4.2 MB of records", or both.
std::string AmountOf(const PruneList& found) {
  std::vector<std::string> parts;
  if (found.ref_count > 0) parts.push_back(Counted(static_cast<std::int64_t>(found.ref_count), "ref"));
  if (!found.records.empty()) parts.push_back(BytesText(found.bytes) + " of records");
  return Join(parts, " and ");
}

// True only for a clear yes.
Result<bool> MayDelete(Context& context, const Args& args, const PruneList& found) {
  if (args.Has("yes")) return true;
  if (!context.host.input_is_terminal || context.json)
    return Fail(Code::kInvalid, "prune deletes only after asking", "to delete without a question: --yes");
  std::set<RunId> runs;
  for (const PrunableRun& run : found.refs.runs) runs.insert(run.run);
  for (const RunRecords& records : found.records) runs.insert(records.run.id);
  context.out.Write(fmt::format("delete {} of {} for good? [y/N] ", AmountOf(found),
                                Counted(static_cast<std::int64_t>(runs.size()), "run")));
  (void)context.out.Flush();
  const std::string answer = Lower(Trim(context.host.read_line().value_or("")));
  return answer == "y" || answer == "yes";
}

// With a run: of that one only, and of those below it.
Status AddRecords(Context& context, const Args& args, std::optional<RunId> run, PruneList& found) {
  RetentionRule rule;
  rule.days = args.GetInt("older-than");
  if (const auto most = args.GetInt("max-size")) rule.bytes = *most * kMegabyte;
  found.by_rule = rule.days || rule.bytes;
  if (!found.by_rule) return {};
  found.records = ChooseRecords(TRY(ListRecords(context.forge())), rule, context.host.now());
  if (run) {
    std::set<RunId> named = {*run};
    for (const RunRow& below : TRY(RunsBelow(context.forge(), *run))) named.insert(below.id);
    std::erase_if(found.records, [&](const RunRecords& records) { return !named.contains(records.run.id); });
  }
  for (const RunRecords& records : found.records) found.bytes += records.bytes;
  if (!rule.days) {
    found.refs.runs.clear();
    return {};
  }
  const std::int64_t newest = context.host.now().ms - *rule.days * kMsOfDay;
  std::vector<PrunableRun> old;
  for (PrunableRun& one : found.refs.runs) {
    const auto row = TRY(context.forge().store().FindRun(one.run));
    if (row && row->updated.ms <= newest) old.push_back(std::move(one));
  }
  found.refs.runs = std::move(old);
  return {};
}

Status DeleteAll(Context& context, const PruneList& found) {
  for (const PrunableRun& one : found.refs.runs) TRY(PruneRun(context.forge(), one));
  for (const RunRecords& records : found.records) TRY(DeleteRecords(context.forge(), records));
  return {};
}

Result<Exit> RunPrune(Context& context, const Args& args) {
  std::optional<RunId> run;
  if (args.Has("RUN")) run = TRY(FindRun(context.forge(), args.Get("RUN")));
  PruneList found{TRY(FindPrunable(context.forge(), run)), {}, 0, 0, false};
  TRY(AddRecords(context, args, run, found));
  for (const PrunableRun& one : found.refs.runs) found.ref_count += one.refs.size();
  if (!context.json) PrintPruneList(context, found);
  bool deleted = false;
  if (!args.Has("dry-run") && !found.empty()) {
    deleted = TRY(MayDelete(context, args, found));
    if (deleted) TRY(DeleteAll(context, found));
    if (!context.json) context.out.Line(deleted ? "deleted " + AmountOf(found) : "nothing was deleted");
  }
  if (!context.json) return Exit::kOk;
  return context.Print(Json::MakeObject()
                           .Set("runs", JsonArray(found.refs.runs, PruneJson))
                           .Set("stays", JsonArray(found.refs.stays, PruneJson))
                           .Set("records", JsonArray(found.records, RecordsJson))
                           .Set("deleted", deleted));
}

}  // namespace

constinit const Command kPruneCommand = {"prune",       "delete kept refs and old records of runs that are over",
                                         Group::kSteer, Needs::kStore,
                                         PruneForm,     RunPrune};

}  // namespace forge::cli
