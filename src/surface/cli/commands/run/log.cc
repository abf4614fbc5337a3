#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <variant>

#include "engine/input.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/cli/run_argument.h"
#include "surface/view/json_rows.h"
#include "surface/view/narrator.h"

namespace forge::cli {
namespace {

constexpr std::int64_t kPage = 1000;
constexpr std::int64_t kLogPollMs = 100;
constexpr std::int64_t kFollowsFrom = 10;

Form LogForm() {
  return {.positionals = {OptionalRun()},
          .options = {Lettered("f", {"follow", "", "print the last 10 events, then what happens until the run ends"}),
                      Lettered("n", {"last", "N", "only the last N events; with --follow: begin with so many",
                                     ValueType::kCount})},
          .notes =
              "With --json: one object per line, {seq, at, kind, run, step, stage, iteration, attempt, data}; `at` is "
              "ISO 8601 in UTC, with milliseconds.",
          .examples = {{"forge log", "everything that happened in the current run"},
                       {"forge log 17 --follow --json | jq .kind", "as it happens, for scripts"},
                       {"forge log 17 -f --last 1000000", "from the first event on"}}};
}

// A run's journal as lines, from any row on.
class LogPrinter {
 public:
  LogPrinter(Context& context, RunId run) : context_(context), run_(run) {}

  // Leaves out all rows but the last `count`. The narrator hears a few before them: an approval says what was approved.
  Status SkipTo(std::int64_t count) {
    constexpr std::int64_t kHeardBefore = 50;
    const std::int64_t end = TRY(context_.forge().store().LastSeq(run_));
    after_ = std::max<std::int64_t>(0, end - count);
    if (after_ == 0 || context_.json) return {};
    skipped_ = true;
    for (const JournalRow& row : TRY(ReadRunLog(context_.forge(), run_, 0, 1))) {
      const Input started = TRY(InputFromJson(row.kind, TRY(ParseJson(row.data))));
      if (const auto* start = std::get_if<Started>(&started)) narrator_.Know(*start);
    }
    const std::int64_t before = std::max<std::int64_t>(0, after_ - kHeardBefore);
    for (const JournalRow& row : TRY(ReadRunLog(context_.forge(), run_, before, after_ - before))) TRY(Tell(row));
    return {};
  }

  // Prints all rows that are new.
  Status Print() {
    while (true) {
      const std::vector<JournalRow> rows = TRY(ReadRunLog(context_.forge(), run_, after_, kPage));
      if (rows.empty()) return {};
      for (const JournalRow& row : rows) {
        if (context_.json) {
          context_.out.Line(LogLine(run_, row));
        } else if (Story story = TRY(Tell(row)); !story.text.empty()) {
          context_.out.Line(TRY(LineOf(row, std::move(story))));
        }
      }
      after_ = rows.back().seq;
    }
  }

 private:
  Result<std::string> LineOf(const JournalRow& row, Story story) {
    // For `forge output --unit`.
    if (row.kind == "unit-started") story.text += fmt::format(" (unit {})", TRY(ParseJson(row.data))["unit"].AsInt());
    return fmt::format("{:>5}  {}", row.seq, StoryLine(context_.out.palette(), row.at, story, 0));
  }

  // The unit may have started in a row that was left out.
  Result<Story> Tell(const JournalRow& row) {
    if (skipped_ && row.kind == "ended") {
      const UnitId unit{TRY(ParseJson(row.data))["unit"].AsInt()};
      if (const auto found = TRY(context_.forge().store().FindUnit(run_, unit))) narrator_.Know(*found);
    }
    return narrator_.Tell(row);
  }

  Context& context_;
  RunId run_;
  std::int64_t after_ = 0;
  bool skipped_ = false;
  Narrator narrator_;
};

Result<Exit> RunLog(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  const bool follow = args.Has("follow");
  LogPrinter printer(context, run);
  const std::optional<std::int64_t> last = args.GetInt("last");
  if (last || follow) TRY(printer.SkipTo(last.value_or(kFollowsFrom)));
  TRY(printer.Print());
  if (!follow) return Exit::kOk;
  context.host.catch_interrupts();
  while (context.host.interrupts() == 0) {
    TRY(context.out.Flush());
    // The status is read before the rows: what came before an end has then been printed.
    const auto row = TRY(context.forge().store().FindRun(run));
    const bool over = !row || IsEnd(row->status);
    TRY(printer.Print());
    if (over) break;
    context.host.sleep(kLogPollMs);
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kLogCommand = {
    "log", "print everything that happened in a run", Group::kLook, Needs::kStore, LogForm, RunLog};

}  // namespace forge::cli
