// The commands that steer a run by one control: pause, park, cancel, complete, abandon, skip, retry.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "service/answer_command.h"
#include "service/land.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/cli/live/background.h"
#include "surface/cli/run_argument.h"
#include "surface/view/json_rows.h"
#include "surface/view/status_words.h"

namespace forge::cli {
namespace {

Form ControlForm(std::string notes, std::vector<Example> examples) {
  return {.positionals = {OptionalRun()},
          .options = {Lettered("m", {"reason", "TEXT", "why, for the record"})},
          .notes = std::move(notes),
          .examples = std::move(examples)};
}

Form StepControlForm(std::string notes, std::vector<Example> examples) {
  notes += " --auto holds for this run and the runs that do its steps, not for a run above it.";
  Form form = ControlForm(std::move(notes), std::move(examples));
  form.positionals.push_back({"STEP", "a step of its plan (default: the run's current stage)", false});
  form.options.insert(form.options.begin(), {"step", "STEP", "the step, when RUN is left out"});
  form.options.push_back({"contract", "NAME",
                          "not a step, but this contract of the plan: skip switches it off (with --reason), retry on"});
  form.options.push_back(GoOption());
  form.options.push_back(AutoOption());
  return form;
}

// What asks whether to do that is answered; empty: nothing asks so.
std::string AnswerInstead(Context& context, RunId run, std::string_view verb) {
  const auto open = OpenQuestions(context.forge(), run);
  if (!open) return "";
  for (const StoredQuestion& stored : *open) {
    if (std::ranges::find(stored.question.options, verb) == stored.question.options.end()) continue;
    const bool go = NothingDrives(context, stored.run).value_or(false);
    return "it asks: " + CommandToAnswer(stored, std::string(verb), IsOnlyOpen(*open, stored), go);
  }
  return "";
}

template <ControlKind Kind>
Result<Exit> GiveControl(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  Control control;
  control.kind = Kind;
  control.step = StepId{args.Has("STEP") ? args.Get("STEP") : args.Get("step")};
  control.contract = args.Get("contract");
  control.reason = args.Get("reason");
  if (!control.contract.empty()) TRY(CheckContract(context.forge(), run, control.contract));
  control.by = context.user();
  constexpr bool kContinues = Kind == ControlKind::kRetry || Kind == ControlKind::kSkip;
  // As `forge resume`: a plan that was edited meanwhile is asked about before a step of it starts.
  if (kContinues) TRY_WITH(fmt::format("{} run {}", Name(Kind), run.value), NoticePlanEdit(context.forge(), run));
  auto sent = SendCommand(context.forge(), run, control);
  if (!sent && sent.error().hint.empty()) sent.error().hint = AnswerInstead(context, run, Name(Kind));
  const CommandReply reply = TRY_WITH(fmt::format("{} run {}", Name(Kind), run.value), std::move(sent));
  const RunView view = TRY(ViewRun(context.forge(), run));
  if (context.json && !kContinues) return context.Print(TRY(RunAnswer(context, run)));
  std::string line = fmt::format("run {} {}", run.value, Phrase(view.run.status));
  if (!view.run.reason.empty()) line += ": " + view.run.reason;
  if (!context.json) context.out.Line(line);
  if (kContinues) return GoOnOrSay(context, run, reply.by_owner, {args.Has("go"), args.Has("auto")});
  if (reply.by_owner)
    context.out.Line(fmt::format("  process {} received the command", view.lease ? view.lease->owner.pid : 0));
  context.out.Line("next: " + NextCommand(context.forge(), view));
  return Exit::kOk;
}

Form PauseForm() {
  return ControlForm(
      "Work that is running finishes, and nothing new starts, also in the runs that do its steps. You can type it in "
      "any terminal.",
      {{"forge pause", "the current run"}, {"forge pause 17 --reason \"lunch\"", "run 17, with a reason"}});
}

Form ParkForm() {
  return ControlForm(
      "Like pause, for longer: `forge list` shows the run as parked until `forge resume` or `forge switch` continues "
      "it.",
      {{"forge park", "the current run"},
       {"forge park 17 --reason \"waits for the release\"", "run 17, with a reason"}});
}

Form CancelForm() {
  return ControlForm(
      "Running agents are stopped with all their child processes. Their work is kept: `forge rescue` lists it. A run "
      "that waits for this one asks what to do next.",
      {{"forge cancel", "the current run"},
       {"forge cancel 17 --reason \"not needed any more\"", "run 17, with a reason"}});
}

Form CompleteForm() {
  return ControlForm("Refused while work is running: pause the run first. A run that waits for this one continues.",
                     {{"forge complete 17", "mark run 17 as complete"},
                      {"forge complete 17 --reason \"finished by hand\"", "with a reason"}});
}

Form AbandonForm() {
  return ControlForm(
      "Does the same as `forge cancel`, and records the run as abandoned: you do not want its result any more. A run "
      "that waits for this one asks what to do next.",
      {{"forge abandon 17", "run 17"}, {"forge abandon 17 --reason \"wrong approach\"", "with a reason"}});
}

Form SkipForm() {
  return StepControlForm(
      "Steps that depend on a skipped step can start. A contract that is switched off is not run any more; the report "
      "names it and the reason.",
      {{"forge skip 17 s2", "step s2 of run 17"},
       {"forge skip --step s2", "step s2 of the current run"},
       {"forge skip 17 --contract api-shape --reason \"the old client is gone\"", "do not run this contract"}});
}

Form RetryForm() {
  return StepControlForm(
      "Without a step it retries everything that failed. --go or `forge resume` then runs it, if it is not running.",
      {{"forge retry --go", "everything that failed in the current run, at once"},
       {"forge retry 17 s2", "step s2 of run 17"}});
}

}  // namespace

constinit const Command kPauseCommand = {"pause",       "pause a run after current work; forge resume continues it",
                                         Group::kSteer, Needs::kStore,
                                         PauseForm,     GiveControl<ControlKind::kPause>};

constinit const Command kParkCommand = {"park",        "set a run aside for later; forge resume continues it",
                                        Group::kSteer, Needs::kStore,
                                        ParkForm,      GiveControl<ControlKind::kPark>};

constinit const Command kCancelCommand = {"cancel",      "stop a run now; its work is kept, but it cannot be resumed",
                                          Group::kSteer, Needs::kStore,
                                          CancelForm,    GiveControl<ControlKind::kCancel>};

constinit const Command kCompleteCommand = {"complete",    "mark a run completed without the remaining work",
                                            Group::kSteer, Needs::kStore,
                                            CompleteForm,  GiveControl<ControlKind::kComplete>};

constinit const Command kAbandonCommand = {
    "abandon",     "give up a run for good; its work is kept, but it cannot be resumed",
    Group::kSteer, Needs::kStore,
    AbandonForm,   GiveControl<ControlKind::kAbandon>};

constinit const Command kSkipCommand = {"skip",        "skip a step, or the current stage of a run",
                                        Group::kSteer, Needs::kStore,
                                        SkipForm,      GiveControl<ControlKind::kSkip>};

constinit const Command kRetryCommand = {"retry",       "retry what failed", Group::kSteer,
                                         Needs::kStore, RetryForm,           GiveControl<ControlKind::kRetry>};

}  // namespace forge::cli
