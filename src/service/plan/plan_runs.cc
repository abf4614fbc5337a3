#include "service/plan/plan_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/strings.h"
#include "engine/queue.h"
#include "os/files/files.h"
#include "os/system.h"
#include "service/forge.h"
#include "service/ownership.h"
#include "service/plan/drafts.h"
#include "service/plan/plan_file.h"
#include "service/plan/plan_report.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "service/start_run.h"
#include "text/plan/plan_diff.h"
#include "text/plan/plan_edit.h"
#include "text/plan/plan_regenerate.h"
#include "text/plan/plan_states.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

constexpr std::string_view kPipeline = "plan";

bool BeingBuilt(PlanStatus status) { return status == PlanStatus::kImplementing || status == PlanStatus::kAuditing; }

std::string TheStatus(const PlanView& view) {
  return fmt::format("{} is {}", view.entry.id, Name(view.entry.status()));
}

std::string Reopen(const PlanView& view) {
  return fmt::format("import it as a new plan: forge plan import {}", view.entry.path);
}

bool IsOver(PlanStatus status) {
  return status == PlanStatus::kDone || status == PlanStatus::kClosed || status == PlanStatus::kCancelled;
}

bool AtRest(const PlanView& view) {
  const bool rests = view.run->status == RunStatus::kPaused || view.run->status == RunStatus::kParked;
  return rests && !view.driven && BeingBuilt(view.entry.status());
}

bool WasEditedAtRest(const PlanView& view) { return AtRest(view) && !view.approved && !view.changed.empty(); }

bool GivenUp(StepStatus status) { return status == StepStatus::kFailed || status == StepStatus::kBlocked; }

Control MakeControl(ControlKind kind, const std::string& by, StepId step = {}) {
  Control control;
  control.kind = kind;
  control.by = by;
  control.step = std::move(step);
  return control;
}

bool IsUnproven(const GraphError& error) { return error.type == "missing_verify"; }

std::string Told(const GraphError& error) {
  return (error.line > 0 ? fmt::format("line {}: ", error.line) : "") + error.message;
}

}  // namespace

namespace {

// It is there, and what it depends on is settled.
Status CheckStep(const PlanView& view, const StepId& wanted) {
  const std::vector<PlanStepView> steps = StepsOf(view);
  const auto find = [&](const StepId& id) {
    return std::ranges::find_if(steps, [&](const PlanStepView& step) { return step.spec->id == id; });
  };
  const auto step = find(wanted);
  const std::string show = fmt::format("forge plan steps {}", view.entry.id);
  if (step == steps.end())
    return Fail(Code::kNotFound, fmt::format("{} has no step `{}`", view.entry.id, wanted.value), show);
  for (const StepId& id : step->spec->depends) {
    const auto other = find(id);
    if (other == steps.end() || IsSettled(other->status)) continue;
    return Fail(Code::kConflict,
                fmt::format("step `{}` cannot start yet: it depends on step `{}`, which is {}", wanted.value, id.value,
                            Name(other->status)),
                show);
  }
  return {};
}

}  // namespace

PlanRuns::PlanRuns(Forge& forge) : forge_(forge), plans_(forge.project()) {}

std::vector<std::string> UnprovenSteps(const PlanView& view) {
  std::vector<std::string> told;
  for (const GraphError& error : CheckPlanSource(ReadPlanSource(view.text)).errors) {
    if (IsUnproven(error)) told.push_back(Told(error));
  }
  return told;
}

std::vector<PlanStepView> StepsOf(const PlanView& view) {
  std::vector<PlanStepView> steps;
  for (std::size_t place = 0; place < view.document.steps.size(); ++place) {
    const StepSpec& spec = view.document.steps[place];
    PlanStepView step;
    step.spec = &spec;
    // Before a run the document says what is settled: an import keeps that.
    const std::string state = place < view.document.step_states.size() ? view.document.step_states[place] : "";
    if (const auto status = SettledByImport(state); status && !view.run) step.status = *status;
    for (const StepRow& row : view.steps) {
      if (row.id != spec.id) continue;
      // A run that ended, or whose engine is gone, in the middle of its work: nothing works on the step.
      const bool left = view.run && ((IsEnd(view.run->status) && InProgress(row.status)) ||
                                     (!view.driven && row.status == StepStatus::kRunning));
      step.status = left ? StepStatus::kPending : row.status;
      step.attempts = row.attempts;
      step.reason = row.reason;
    }
    steps.push_back(step);
  }
  return steps;
}

Result<std::optional<RunRow>> PlanRuns::RunOf(const PlanEntry& entry) {
  if (!forge_.has_store()) return std::optional<RunRow>{};
  auto row = TRY(forge_.store().FindRun(RunId{entry.number}));
  // Another run may have the number if plans were copied from another project.
  if (row && row->plan_path != entry.path && !row->plan_path.empty()) return std::optional<RunRow>{};
  return row;
}

Result<PlanView> PlanRuns::ViewOf(const PlanEntry& entry) {
  PlanView view;
  view.entry = entry;
  view.text = TRY(plans_.Read(entry));
  view.document = ParsePlan(view.text);
  view.run = TRY(RunOf(entry));
  if (view.run) {
    view.steps = TRY(forge_.store().ListSteps(view.run->id));
    const auto lease = TRY(forge_.store().FindLease(view.run->id));
    view.driven = lease && IsHeld(*lease, LeaseMs(forge_.settings()));
  }
  if (auto approved = TRY(plans_.FindApproved(entry.number))) {
    view.approved = ParsePlan(*approved).hash == view.document.hash;
    if (!view.approved) view.changed = DescribePlanChange(*approved, view.text);
  }
  return view;
}

Result<PlanView> PlanRuns::View(const std::string& name) {
  auto entry = plans_.Find(name);
  if (entry) return ViewOf(*entry);
  const auto draft = entry.error().code == Code::kNotFound ? TRY(FindDraft(forge_, name)) : std::optional<RunRow>();
  if (!draft) return std::unexpected(entry.error());
  return Fail(Code::kNotFound,
              fmt::format("nothing of {} is written yet: run {} is {}", PlanId(draft->id.value), draft->id.value,
                          Name(draft->status)),
              fmt::format("forge status {}", draft->id.value));
}

Result<PlanView> PlanRuns::Show(const std::string& name) {
  auto entry = plans_.Find(name);
  if (entry) return ViewOf(*entry);
  auto draft = entry.error().code == Code::kNotFound ? TRY(FindDraft(forge_, name)) : std::optional<RunRow>();
  if (!draft) return std::unexpected(entry.error());
  PlanView view;
  view.entry = EntryOfDraft(*draft);
  view.run = std::move(draft);
  return view;
}

Result<PlanEntry> PlanRuns::Create(NewPlan plan) {
  for (const RunRow& row : TRY(forge_.store().FindRuns({.limit = 1})))
    plan.number_after = std::max(plan.number_after, row.id.value);
  if (forge_.project().is_git)
    plan.number_after = std::max(plan.number_after, TRY(Workspaces::HighestRun(forge_.project().root)));
  if (plan.date.empty()) plan.date = UtcDay(WallClock().ms);
  return plans_.Create(plan);
}

Status PlanRuns::SetStatus(const PlanEntry& entry, PlanStatus status) {
  return plans_.Edit(entry,
                     [&](const std::string& text) -> Result<std::string> { return SetPlanStatus(text, status); });
}

Result<std::optional<StoredQuestion>> PlanRuns::FindApproval(RunId run, const std::string& by) {
  // Twice: an audit that used up its rounds asks first. A person who approves the plan has read its answer.
  for (const bool first : {true, false}) {
    const std::vector<StoredQuestion> open = TRY(forge_.store().ListQuestions(run, true));
    for (const StoredQuestion& stored : open) {
      if (stored.question.shows == "plan") return std::optional(stored);
    }
    const auto cap = std::find_if(open.begin(), open.end(), [](const StoredQuestion& stored) {
      const Question& question = stored.question;
      return question.kind == QuestionKind::kEscalation && question.step.empty() &&
             std::ranges::find(question.options, "accept") != question.options.end();
    });
    const State state = TRY(LoadState(forge_, run));
    const bool rests = state.status == RunStatus::kPaused || state.status == RunStatus::kParked;
    if (!first || cap == open.end() || state.each_stage >= 0 || rests) break;
    Answer answer;
    answer.question = cap->question.id;
    answer.answer = "accept";
    answer.by = by;
    TRY(SendAnswer(forge_, run, answer));
  }
  return std::optional<StoredQuestion>();
}

Result<PlanView> PlanRuns::Approve(const std::string& name, const std::string& by) {
  const PlanView view = TRY(View(name));
  const PlanStatus status = view.entry.status();
  const bool ended = view.run && IsEnd(view.run->status);
  if (IsOver(status) || ended) return Fail(Code::kConflict, TheStatus(view), Reopen(view));
  TRY(RefuseUnsound(ReadPlanSource(view.text), view.entry.id));
  TRY(ReadPlanText(view.text, view.entry.path));
  if (view.run) {
    const auto asks = TRY(FindApproval(view.run->id, by));
    // A run that rests asks nothing before it goes on, which is another command's to say.
    const bool at_rest = !asks && WasEditedAtRest(view) && TRY(ApprovePlanEdit(forge_, view.run->id, view.text, by));
    if (!asks && !at_rest) {
      const bool goes_on = AtRest(view) || (status == PlanStatus::kApproved && !view.driven);
      return Fail(
          Code::kConflict,
          fmt::format("run {} is not waiting for approval: it is {}", view.run->id.value, Name(view.run->status)),
          goes_on              ? fmt::format("forge plan run {}", view.entry.id)
          : BeingBuilt(status) ? fmt::format("forge plan cancel {}", view.entry.id)
                               : fmt::format("forge status {}", view.run->id.value));
    }
    if (asks) {
      Answer answer;
      answer.question = asks->question.id;
      answer.answer = asks->question.options.empty() ? "yes" : asks->question.options[0];
      answer.by = by;
      TRY(SendAnswer(forge_, view.run->id, answer));
    }
  } else if (BeingBuilt(status)) {
    return Fail(Code::kConflict, TheStatus(view), fmt::format("forge plan cancel {}", view.entry.id));
  }
  TRY(plans_.KeepApproved(view.entry.number, view.text));
  if (!view.run) TRY(SetStatus(view.entry, PlanStatus::kApproved));
  return View(name);
}

Result<PlanView> PlanRuns::Close(const std::string& name, const std::string& by) {
  const PlanView view = TRY(View(name));
  const bool runs = view.run && !IsEnd(view.run->status);
  if (runs && BeingBuilt(view.entry.status()))
    return Fail(Code::kConflict, TheStatus(view), fmt::format("forge plan cancel {}", view.entry.id));
  if (runs) {
    Control abandon = MakeControl(ControlKind::kAbandon, by);
    abandon.reason = "the plan was closed";
    TRY(SendCommand(forge_, view.run->id, abandon));
  }
  TRY(SetStatus(view.entry, PlanStatus::kClosed));
  return View(name);
}

Result<PlanView> PlanRuns::Cancel(const std::string& name, const std::string& by) {
  const PlanView view = TRY(Show(name));
  const bool written = !view.entry.path.empty();
  if (!written && IsEnd(view.run->status) && view.run->status != RunStatus::kCancelled) {
    return Fail(Code::kConflict,
                fmt::format("there is nothing to cancel: run {} is {}", view.run->id.value, Name(view.run->status)));
  }
  if (view.entry.status() == PlanStatus::kDone || view.entry.status() == PlanStatus::kClosed)
    return Fail(Code::kConflict, TheStatus(view), Reopen(view));
  if (view.run && !IsEnd(view.run->status))
    TRY(SendCommand(forge_, view.run->id, MakeControl(ControlKind::kCancel, by)));
  if (written) TRY(SetStatus(view.entry, PlanStatus::kCancelled));
  return Show(name);
}

Status PlanRuns::CheckApproved(const PlanView& view) const {
  const PlanStatus status = view.entry.status();
  if (status != PlanStatus::kApproved && !BeingBuilt(status)) {
    return Fail(
        Code::kConflict,
        fmt::format("{} has status {}: it must be APPROVED or IMPLEMENTING to run", view.entry.id, Name(status)),
        IsOver(status) ? Reopen(view) : fmt::format("forge plan approve {}", view.entry.id));
  }
  if (view.run || view.approved) return {};
  const std::string hint = fmt::format("review it and approve it again: forge plan approve {}", view.entry.id);
  if (view.changed.empty()) {
    return Fail(Code::kConflict,
                fmt::format("{} says APPROVED, but Forge has no record of the approval", view.entry.id), hint);
  }
  return Fail(Code::kConflict, fmt::format("{} changed after it was approved:\n{}", view.entry.id, view.changed), hint);
}

// A run keeps the commit that it started from.
Status PlanRuns::CheckChanges(const PlanView& view, const Options& options) const {
  if (!options.include_changes || !view.run) return {};
  return Fail(Code::kInvalid,
              fmt::format("run {} of {} has already started: your uncommitted changes cannot become its base",
                          view.run->id.value, view.entry.id),
              "leave out --include-changes");
}

Result<RunId> PlanRuns::StartFor(const PlanView& view, const Part& part, const Options& options) {
  StartRequest request;
  request.objective = view.document.title.empty() ? view.entry.id : view.document.title;
  if (!view.document.objective.empty()) request.objective += "\n\n" + view.document.objective;
  request.pipeline = std::string(kPipeline);
  request.agent = options.agent;
  request.isolation = options.isolation;
  request.attended = options.attended;
  request.max_concurrent = options.max_concurrent;
  request.plan_file = plans_.AbsolutePath(view.entry);
  request.number = view.entry.number;
  request.plan_path = view.entry.path;
  request.approved = view.document.hash;
  request.include_changes = options.include_changes;
  request.focus = part.step;
  request.focus_steps = part.steps;
  return StartRun(forge_, request);
}

Result<std::optional<RunId>> PlanRuns::Prepare(const std::string& name, const Part& part, const Options& options) {
  const PlanView view = TRY(View(name));
  if (view.run && view.run->status == RunStatus::kCompleted) return std::nullopt;
  TRY(CheckApproved(view));
  TRY(CheckChanges(view, options));
  if (!part.step.empty()) TRY(CheckStep(view, part.step));
  if (!view.run) TRY(RefuseUnsound(ReadPlanSource(view.text), view.entry.id));
  if (!view.run) return std::optional<RunId>(TRY(StartFor(view, part, options)));
  const RunId run = view.run->id;
  TRY(NoticePlanEdit(forge_, run));
  const bool limited = part.steps > 0 || !part.step.empty();
  // Who asks for one step says nothing about the others, whose questions may be open.
  if (!options.attended && !limited) TRY(GoUnattended(forge_, run, options.by));
  const bool failed = view.run->status == RunStatus::kFailed;
  const bool rests = view.run->status == RunStatus::kPaused || view.run->status == RunStatus::kParked;
  const auto given_up = std::find_if(view.steps.begin(), view.steps.end(), [&](const StepRow& step) {
    return GivenUp(step.status) && (part.step.empty() || step.id == part.step);
  });
  const bool again = given_up != view.steps.end();
  // The engine of an earlier call is gone, but not what that call was limited to.
  const bool was_limited = !view.driven && TRY(LoadState(forge_, run)).starts_left >= 0;
  const StepId one = limited && again ? given_up->id : StepId{};
  // One step is asked for: the one that failed comes before those that did not begin.
  Control focus = MakeControl(ControlKind::kFocus, options.by, part.steps == 1 && again ? one : part.step);
  focus.steps = part.steps;
  const Control retry = MakeControl(ControlKind::kRetry, options.by, one);
  // A run that rests goes on with the focus, so what failed is ready by then; a failed one goes on with the retry.
  if (rests && again) TRY(SendCommand(forge_, run, retry));
  // Also to lift the limit of an earlier call.
  if (limited || rests || failed || was_limited) TRY(SendCommand(forge_, run, focus));
  if (failed) TRY(SendCommand(forge_, run, retry));
  return std::optional<RunId>(run);
}

Result<std::optional<PlanRuns::Skipped>> PlanRuns::Skip(const std::string& name, const std::string& by) {
  const PlanView view = TRY(View(name));
  if (!view.run) return std::nullopt;
  for (bool (*fits)(StepStatus) : {&InProgress, &GivenUp}) {
    for (const StepRow& row : view.steps) {
      if (!fits(row.status)) continue;
      TRY(SendCommand(forge_, view.run->id, MakeControl(ControlKind::kSkip, by, row.id)));
      const auto now = TRY(forge_.store().ListSteps(view.run->id));
      const auto step = std::ranges::find(now, row.id, &StepRow::id);
      return Skipped{row.id, row.title, row.status, step != now.end() && !IsSettled(step->status)};
    }
  }
  return std::nullopt;
}

Result<std::vector<PlanRuns::Skipped>> PlanRuns::SkipTo(const std::string& name, const StepId& step,
                                                        const Options& options) {
  const PlanView view = TRY(View(name));
  const auto& steps = view.document.steps;
  const auto target = std::find_if(steps.begin(), steps.end(), [&](const StepSpec& spec) { return spec.id == step; });
  if (target == steps.end())
    return Fail(Code::kNotFound, fmt::format("{} has no step `{}`", view.entry.id, step.value),
                fmt::format("forge plan steps {}", view.entry.id));
  TRY(CheckApproved(view));
  TRY(CheckChanges(view, options));
  // The steps before it, and its dependencies wherever they are.
  std::set<std::string> wanted;
  for (auto it = steps.begin(); it != target; ++it) wanted.insert(it->id.value);
  std::vector<StepId> look(target->depends);
  while (!look.empty()) {
    const StepId id = look.back();
    look.pop_back();
    if (id == step || !wanted.insert(id.value).second) continue;
    for (const StepSpec& spec : steps) {
      if (spec.id == id) look.insert(look.end(), spec.depends.begin(), spec.depends.end());
    }
  }
  // Nothing starts before the skipping is done.
  const RunId run = view.run ? view.run->id : TRY(StartFor(view, Part{0, step}, options));
  std::vector<Skipped> skipped;
  for (const PlanStepView& at : StepsOf(view)) {
    if (!wanted.contains(at.spec->id.value) || IsSettled(at.status)) continue;
    TRY(SendCommand(forge_, run, MakeControl(ControlKind::kSkip, options.by, at.spec->id)));
    skipped.push_back({at.spec->id, at.spec->title, at.status});
  }
  return skipped;
}

// A run's own, since the document was edited: they are what is done.
Result<std::vector<StepSpec>> PlanRuns::FormerSteps(const PlanView& view) const {
  if (view.run) {
    State state = TRY(LoadState(forge_, view.run->id));
    if (state.plan) return std::move(state.plan->steps);
  }
  return view.document.has_steps ? view.document.steps : std::vector<StepSpec>();
}

Result<PlanView> PlanRuns::Regenerate(const std::string& name, bool keep_done, const DecomposeOptions& options) {
  const PlanView view = TRY(View(name));
  const bool worked_on = std::any_of(view.steps.begin(), view.steps.end(),
                                     [](const StepRow& row) { return row.status != StepStatus::kPending; });
  const bool imported = std::ranges::any_of(
      view.document.step_states, [](const std::string& state) { return SettledByImport(state).has_value(); });
  if ((worked_on || imported) && !keep_done) {
    return Fail(Code::kConflict,
                fmt::format("steps of {} {}", view.entry.id, worked_on ? "have already started" : "are already done"),
                "keep finished, unchanged steps: --regenerate --keep-done");
  }
  DecomposeOptions with = options;
  if (keep_done) with.before = TRY(FormerSteps(view));
  TRY(plans_.Edit(view.entry, [&](const std::string& text) -> Result<std::string> {
    const std::string regenerated = TRY(RegenerateSteps(text, with));
    return keep_done ? KeepImportedStates(text, regenerated) : regenerated;
  }));
  if (view.run && !IsEnd(view.run->status)) TRY(NoticePlanEdit(forge_, view.run->id));
  return View(name);
}

}  // namespace forge
