#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "service/land.h"
#include "service/run_queries.h"
#include "service/serve/awaited_engine.h"
#include "service/transcript/transcript_reader.h"
#include "service/transcript/unit_output.h"
#include "surface/cli/commands.h"
#include "surface/cli/run_argument.h"
#include "surface/view/json_rows.h"
#include "surface/view/times.h"
#include "surface/view/transcript_text.h"

namespace forge::cli {
namespace {

constexpr std::int64_t kOutputPollMs = 100;
constexpr int kOutputPollsPerCheck = 5;

Form OutputForm() {
  return {
      .positionals = {OptionalRun(), {"STEP", "a step's id, or a stage; `run`: the run's own (default: any)", false}},
      .options = {{"unit", "N", "this unit: `forge log` says its number where it started", ValueType::kPositive},
                  Lettered("f", {"follow", "", "print what comes, until the unit, the step or the run ends"})},
      .notes =
          "Prints what a unit said and did: the agent's text, its tool calls with their results, and what it cost; "
          "of a check its commands and what they print. Without --unit it is the latest unit, and one that runs "
          "before one that has ended. Long texts and results are cut in the middle. With --json: one object per "
          "line, {run, unit, step, stage, n, at, kind, text, doing, data}.",
      .examples = {{"forge output", "what the current run's latest agent or check said"},
                   {"forge output -f", "as it happens, one unit after the other"},
                   {"forge output 17 s1 --json | jq -r .text", "the latest unit of step s1, for scripts"},
                   {"forge output 17 --unit 23", "unit 23 of run 17"}}};
}

// Prints units as they grow; of several at a time, each under its own head.
class UnitPrinter {
 public:
  UnitPrinter(Context& context, RunId run) : context_(context), run_(run) {}

  // What is new of the unit.
  Status Print(const UnitRow& unit) {
    Shown& shown = Find(unit);
    for (const TranscriptEntry& entry : TRY(shown.reader.Next())) PrintEntry(unit, shown, entry);
    return {};
  }

  // What can be told when nothing more comes.
  Status Finish(const UnitRow& unit, bool is_over) {
    TRY(Print(unit));
    Shown& shown = Find(unit);
    if (std::exchange(shown.finished, is_over)) return {};
    Head(unit);
    if (!shown.reader.exists()) {
      const OtherOutput kept = TRY(OutputWithoutTranscript(context_.forge(), run_, unit));
      for (const TranscriptEntry& entry : kept.entries) PrintEntry(unit, shown, entry);
      Note(unit, kept.note);
    } else {
      const std::vector<std::string> notes = shown.reader.Notes();
      for (const std::string& note : notes) Note(unit, note);
      if (is_over && notes.empty() && !shown.reader.complete()) Note(unit, "the end of the transcript is missing");
    }
    if (is_over && !context_.json) context_.out.Line(UnitEnd(context_.out.palette(), unit));
    return {};
  }

  bool IsFinished(UnitId unit) const {
    const auto it = shown_.find(unit);
    return it != shown_.end() && it->second.finished;
  }

 private:
  struct Shown {
    TranscriptReader reader;
    TranscriptText text;
    bool finished = false;
  };

  Shown& Find(const UnitRow& unit) {
    auto it = shown_.find(unit.id);
    if (it == shown_.end()) {
      Shown fresh{{context_.forge().project(), run_, unit.id}, TranscriptText(context_.out.palette())};
      it = shown_.emplace(unit.id, std::move(fresh)).first;
    }
    return it->second;
  }

  void Head(const UnitRow& unit) {
    if (context_.json || std::exchange(current_, unit.id) == unit.id) return;
    if (std::exchange(any_, true)) context_.out.Line("");
    context_.out.Line(UnitHead(context_.out.palette(), unit));
  }

  void PrintEntry(const UnitRow& unit, Shown& shown, const TranscriptEntry& entry) {
    if (context_.json) return context_.out.Print(EntryJson(unit, entry));
    Head(unit);
    const std::string told = shown.text.Tell(entry);
    // What a command printed stays as it is.
    const bool words = entry.Is(AgentEvent::Kind::kText) || entry.Is(AgentEvent::Kind::kThinking);
    words ? context_.out.Flow(told) : context_.out.Write(told);
  }

  void Note(const UnitRow& unit, const std::string& note) {
    if (note.empty()) return;
    if (!context_.json) return context_.out.Line(context_.out.Paint(Tone::kWarn, "note: " + note));
    context_.out.Print(EntryJson(unit, {0, {}, "note", note, "", {}}));
  }

  Json EntryJson(const UnitRow& unit, const TranscriptEntry& entry) const {
    Json json = Json::MakeObject().Set("run", run_.value).Set("unit", unit.id.value);
    json.Set("step", OrNull(unit.step.value)).Set("stage", unit.stage).Set("n", entry.number);
    json.Set("at", entry.at.ms > 0 ? Json(IsoTime(entry.at)) : Json()).Set("kind", entry.kind);
    return json.Set("text", entry.text).Set("doing", OrNull(entry.line)).Set("data", entry.data);
  }

  Context& context_;
  RunId run_;
  std::map<UnitId, Shown> shown_;
  UnitId current_{};
  bool any_ = false;
};

// Whether more can come: of the unit or step that is asked for, or of the run.
bool MayGoOn(const RunView& view, const UnitQuery& query) {
  if (IsEnd(view.run.status)) return false;
  const auto step = std::ranges::find(view.steps, query.step, [](const StepRow& row) { return row.id.value; });
  return step == view.steps.end() || !IsSettled(step->status);
}

// The units that run now, or else the latest one, and all that come after them.
Result<UnitId> FirstToFollow(Context& context, const UnitQuery& query) {
  for (const UnitRow& unit : TRY(OutputUnits(context.forge(), query))) {
    if (unit.status == UnitStatus::kRunning) return unit.id;
  }
  const auto latest = FindOutputUnit(context.forge(), query);
  // A run that has just begun has no unit yet.
  const bool may_come = !latest && latest.error().code == Code::kNotFound && !query.unit && query.step.empty();
  if (may_come) return UnitId{};
  if (!latest) return std::unexpected(latest.error());
  return latest->id;
}

Status FollowOutput(Context& context, const UnitQuery& query, UnitPrinter& printer) {
  const UnitId first = TRY(FirstToFollow(context, query));
  context.host.catch_interrupts();
  RunView view;
  AwaitedEngine awaited;
  bool has_engine = false;
  for (int poll = 0; context.host.interrupts() == 0; ++poll) {
    // The state is read before the transcripts: what came before an end has then been printed.
    if (poll % kOutputPollsPerCheck == 0) {
      view = TRY(ViewRun(context.forge(), query.run));
      if (view.owner_alive) awaited.Came();
      has_engine = view.owner_alive || awaited.MayCome(context.forge().project(), view, context.host.now());
    }
    const bool goes_on = has_engine && MayGoOn(view, query);
    bool all_over = true;
    for (const UnitRow& unit : TRY(OutputUnits(context.forge(), query))) {
      if (unit.id < first || printer.IsFinished(unit.id)) continue;
      const bool over = unit.status != UnitStatus::kRunning;
      all_over = all_over && over;
      TRY(over || !goes_on ? printer.Finish(unit, over) : printer.Print(unit));
    }
    TRY(context.out.Flush());
    if (query.unit && all_over) return {};
    if (!goes_on) break;
    context.host.sleep(kOutputPollMs);
  }
  if (context.host.interrupts() == 0 && !context.json && !IsEnd(view.run.status) && !view.owner_alive)
    context.out.Line("next: " + NextCommand(context.forge(), view));
  return {};
}

// One word that names no run and no step may name a stage of the run that is shown without it.
Result<UnitQuery> ChosenUnits(Context& context, const Args& args) {
  const auto chosen = ChosenRunAndStep(context, args, WhichRun::kToShow);
  if (chosen) return AskForUnit(context.forge(), chosen->run, chosen->step);
  const std::string word = args.Get("RUN");
  const auto shown = FindRunToShow(context.forge(), "");
  if (!args.Has("STEP") && !word.empty() && shown) {
    if (auto query = AskForUnit(context.forge(), *shown, word)) return query;
  }
  return std::unexpected(chosen.error());
}

Result<Exit> RunOutput(Context& context, const Args& args) {
  UnitQuery query = TRY(ChosenUnits(context, args));
  if (const auto unit = args.GetInt("unit")) query.unit = UnitId{*unit};
  UnitPrinter printer(context, query.run);
  if (args.Has("follow")) {
    TRY(FollowOutput(context, query, printer));
    return Exit::kOk;
  }
  const auto unit = FindOutputUnit(context.forge(), query);
  if (!unit) return std::unexpected(unit.error());
  const bool over = unit->status != UnitStatus::kRunning;
  TRY(printer.Finish(*unit, over));
  if (over || context.json) return Exit::kOk;
  const RunView view = TRY(ViewRun(context.forge(), query.run));
  context.out.Line(view.owner_alive ? fmt::format("still running; to follow it: forge output {} -f", query.run.value)
                                    : fmt::format("run {} is not running\nnext: {}", query.run.value,
                                                  NextCommand(context.forge(), view)));
  return Exit::kOk;
}

}  // namespace

constinit const Command kOutputCommand = {
    "output", "print what an agent or a check said and did", Group::kLook, Needs::kStore, OutputForm, RunOutput};

}  // namespace forge::cli
