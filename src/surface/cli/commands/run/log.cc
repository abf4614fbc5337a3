#include <fmt/core.h>

#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/cli/run_argument.h"
#include "surface/view/json_rows.h"
#include "surface/view/narrator.h"

namespace forge::cli {
namespace {

constexpr std::int64_t kPage = 1000;
constexpr std::int64_t kLogPollMs = 100;

Form LogForm() {
  return {.positionals = {OptionalRun()},
          .options = {{"follow", "", "keep printing until the run ends"}},
          .notes =
              "With --json: one object per line, {seq, at, kind, run, step, stage, iteration, attempt, data}; `at` is "
              "ISO 8601 in UTC, with milliseconds.",
          .examples = {{"forge log", "everything that happened in the current run"},
                       {"forge log 17 --follow --json | jq .kind", "as it happens, for scripts"}}};
}

// Prints all rows after `after`, and returns the last one's number.
Result<std::int64_t> PrintRows(Context& context, RunId run, std::int64_t after, Narrator& narrator) {
  while (true) {
    const std::vector<JournalRow> rows = TRY(ReadRunLog(context.forge(), run, after, kPage));
    for (const JournalRow& row : rows) {
      after = row.seq;
      if (context.json) {
        context.out.Line(LogLine(run, row));
      } else {
        context.out.Line(
            fmt::format("{:>5}  {}", row.seq, StoryLine(context.out.palette(), row.at, narrator.Tell(row), 0)));
      }
    }
    if (rows.empty()) return after;
  }
}

Result<Exit> RunLog(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  Narrator narrator;
  std::int64_t after = TRY(PrintRows(context, run, 0, narrator));
  if (!args.Has("follow")) return Exit::kOk;
  context.host.catch_interrupts();
  while (context.host.interrupts() == 0) {
    TRY(context.out.Flush());
    // The status is read before the rows: what came before an end has then been printed.
    const auto row = TRY(context.forge().store().FindRun(run));
    const bool over = !row || IsEnd(row->status);
    after = TRY(PrintRows(context, run, after, narrator));
    if (over) break;
    context.host.sleep(kLogPollMs);
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kLogCommand = {
    "log", "print everything that happened in a run", Group::kLook, Needs::kStore, LogForm, RunLog};

}  // namespace forge::cli
