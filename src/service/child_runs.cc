#include "service/child_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/strings.h"
#include "engine/unit_allowance.h"
#include "model/json_array.h"
#include "os/files/file_lock.h"
#include "service/drive_run.h"
#include "service/forge.h"
#include "service/library.h"
#include "service/parent_page.h"
#include "service/plan/gsd_tree.h"
#include "service/plan/plan_file.h"
#include "service/proof/checkout_diff.h"
#include "service/report/cost.h"
#include "service/report/finding_above.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "service/run_settings.h"
#include "service/start_run.h"
#include "service/unit/job.h"
#include "service/unit/plan_remarks.h"
#include "service/unit/refused_runs.h"
#include "service/unit/run_above.h"
#include "service/unit/run_files.h"
#include "service/unit/setbacks_told.h"
#include "service/workspaces.h"
#include "store/store.h"
#include "text/first_line.h"

namespace forge {
namespace {

constexpr const char* kImportedPlan = "imported-tasks.md";

bool IsReadingStep(const Job& job) { return job.rules >= 6 && ChangesNothing(*job.step); }

// Where a pipeline names none for steps that read, theirs is the one in which nobody writes.
std::string PipelineOf(const Job& job) {
  constexpr std::string_view kReading = "look";
  if (!IsReadingStep(job)) return job.stage.pipeline;
  return job.stage.reading_pipeline.empty() ? std::string(kReading) : job.stage.reading_pipeline;
}

std::string ObjectiveOf(const StepSpec& step) { return step.title + (step.what.empty() ? "" : "\n\n" + step.what); }

// A run that ended as completed did what its step said then. The step may say something else since.
Result<bool> IsOfAnEarlierStep(Forge& forge, const RunRow& child, const Job& job) {
  if (job.rules < 7 || child.status != RunStatus::kCompleted) return false;
  const Started start = TRY(LoadStarted(forge, child.id));
  std::vector<std::string> verify;
  for (const Json& command : start.settings[kStepVerify].AsArray()) verify.push_back(command.AsString());
  return start.objective != ObjectiveOf(*job.step) || verify != job.step->verify;
}

// A number that encodes (stage, step, replacement), and the kind of a step that only reads: if an edit of the plan
// changes the kind, the step gets another run. Numbers of real units are far smaller.
UnitId ChildKey(const Job& job, int replacement) {
  std::string text = fmt::format("{}\n{}\n{}", job.stage.name, job.step->id.value, replacement);
  if (job.rules >= 7 && IsReadingStep(job)) text += "\n" + job.step->kind;
  const std::string digest = Sha256(text);
  std::int64_t key = 1;
  for (char c : digest.substr(0, 15)) key = key * 16 + (c <= '9' ? c - '0' : c - 'a' + 10);
  return UnitId{key};
}

UnitOutcome ChildOutcome(RunId child, RunStatus status, const std::string& reason, const Usage& usage, Json accepted) {
  UnitOutcome outcome;
  outcome.usage = usage;
  outcome.result = Json::MakeObject().Set("run", child.value).Set("status", Name(status));
  if (!accepted.AsArray().empty()) outcome.result.Set("accepted", std::move(accepted));
  outcome.summary = fmt::format("run {} {}", child.value, Name(status));
  if (status == RunStatus::kCompleted) return outcome;
  outcome.status = UnitStatus::kFailed;
  outcome.error_class = ErrorClass::kExternal;
  outcome.error = fmt::format("run {} is {}{}{}", child.value, Name(status), reason.empty() ? "" : ": ", reason);
  return outcome;
}

// For the parent's own list: where in the child it was, and what.
Json AcceptedBy(RunId child, const State& state) {
  Json list = Json::MakeArray();
  for (const AcceptedFailure& one : state.accepted) {
    const std::string step = one.step.empty() ? "" : one.step.value + " ";
    list.Append(Json::MakeObject()
                    .Set("stage", fmt::format("run {} {}{}", child.value, step, one.stage))
                    .Set("what", one.what)
                    .Set("by", one.by));
  }
  return list;
}

// The failures among those that were commands.
Json ExcusedBy(const State& state) {
  std::vector<std::string> commands = AcceptedCommands(state, kRunLane);
  for (std::size_t place = 0; place < state.steps.size(); ++place) {
    if (!state.steps[place].lane) continue;
    for (std::string& command : AcceptedCommands(state, LaneId::OfStep(static_cast<int>(place))))
      commands.push_back(std::move(command));
  }
  return JsonArray(commands);
}

// What a new child run may spend. Children that start at the same time share what remains; what running children may
// still spend is set aside.
Result<Budget> BudgetBelow(Forge& forge, const State& parent, const Usage& unreported, const Job& job) {
  Siblings siblings{unreported, {}, 1};
  std::set<StepId> under_way;
  for (const RunRow& row : TRY(forge.store().FindRuns({.which = RunChoice::kOpen, .parent = job.run}))) {
    const bool beside = !row.parent_step.empty() && row.parent_step != job.step->id;
    if (!beside || row.status == RunStatus::kFailed) continue;
    under_way.insert(row.parent_step);
    const State state = TRY(LoadState(forge, row.id));
    const Budget left = Remaining(state, {});
    siblings.promised += {.output_tokens = left.tokens.value_or(0), .usd = left.usd.value_or(0)};
  }
  siblings.among = StartingTogether(parent, under_way, job.stage.max_concurrent);
  return ShareOf(parent, siblings);
}

// What child runs have spent and not yet reported to their parent: of one step, or of all.
Result<Usage> Unreported(Forge& forge, RunId parent, const StepId& step) {
  Usage spent;
  for (const RunRow& row : TRY(forge.store().FindRuns({.parent = parent}))) {
    const bool counts = !row.parent_step.empty() && (step.empty() || row.parent_step == step);
    if (counts) spent += TRY(LoadState(forge, row.id)).spent;
  }
  for (const UnitRow& unit : TRY(forge.store().ListUnits(parent))) {
    const bool told = unit.kind == UnitKind::kChild && (step.empty() || unit.step == step);
    if (told) spent += Negative(unit.usage);
  }
  return spent;
}

// Runs that the step had before its kind was changed. Nothing drives them from now on.
Status AbandonOthers(Forge& forge, const Job& job) {
  for (const RunRow& row : TRY(forge.store().FindRuns({.which = RunChoice::kOpen, .parent = job.run}))) {
    if (row.parent_step != job.step->id) continue;
    Control abandon;
    abandon.kind = ControlKind::kAbandon;
    abandon.reason = fmt::format("step `{}` has another kind now and is done by another run", job.step->id.value);
    TRY(SendCommand(forge, row.id, abandon));
  }
  return {};
}

// Its parent may have been told that no person attends while it was made, or by a command that died before it told the
// child.
Status TellIfUnattended(Forge& forge, RunId child, RunId parent) {
  if (TRY(LoadState(forge, parent)).start.attended) return {};
  const State state = TRY(LoadState(forge, child));
  if (state.start.attended && !IsEnd(state.status))
    TRY(GoUnattended(forge, child, fmt::format("run {}", parent.value)));
  return {};
}

Result<std::vector<RefusedRun>> RefusedOf(Forge& forge, const Job& job) {
  return ReadRefusedRuns(TRY(RunFiles(forge.project(), job.run, "").ReadArtifact(job.lane, kRefusedRuns)).value_or(""));
}

// A slice that another tool had planned: its tasks are the plan of its run, where that carries out a plan. They are
// stale once a person has changed the step, or has ended the run that took them, or its work was refused.
Status GiveImportedTasks(Forge& forge, const Job& job, bool again, StartRequest& request, const DriveOptions& options) {
  const auto tasks = ImportedTasks(forge.project(), *job.step);
  if (!tasks || !ReadPlanText(*tasks, "the imported tasks")) return {};
  const ResolvedPipelines pipelines = Resolve(request.pipeline, MakeLibrary(forge.machine(), forge.project()));
  if (!pipelines.problems.empty() || pipelines.set.pipelines.empty()) return {};
  const bool builds = std::ranges::any_of(pipelines.set.pipelines.front().stages,
                                          [](const Stage& stage) { return stage.kind == StageKind::kEach; });
  if (!builds) return {};
  if (again || !IsAsImported(forge.project(), *job.step)) {
    if (options.on_notice) {
      options.on_notice(fmt::format("step {} is planned anew, without its imported tasks: {}", job.step->id.value,
                                    again ? "another run did it before" : "it was changed after the import"));
    }
    return {};
  }
  const RunFiles own(forge.project(), job.run, "");
  TRY(own.WriteArtifact(job.lane, kImportedPlan, *tasks));
  request.plan_file = own.ArtifactPath(job.lane, kImportedPlan);
  request.execute = true;
  return {};
}

// A child is found again by its parent and a key of its step, so neither a crash nor a retry makes a second one. Only
// an abandoned or cancelled child is replaced, and a completed one of a step that was changed since, or whose work was
// refused.
Result<RunId> FindOrStartChild(Forge& forge, const Job& job, const RunSettings& settings, const DriveOptions& options) {
  constexpr int kMostReplacements = 1000;
  // One at a time: each must see the budgets of those before it.
  const FileLock lock = TRY(FileLock::Take(forge.project().run_directory(job.run.value) + "/children.lock"));
  const std::vector<RefusedRun> refused = TRY(RefusedOf(forge, job));
  const auto is_replaced = [&](RunId run) {
    const auto known = std::ranges::find(refused, run, &RefusedRun::run);
    return known != refused.end() && known->replaced;
  };
  for (int replacement = 0; replacement < kMostReplacements; ++replacement) {
    const UnitId key = ChildKey(job, replacement);
    auto existing = TRY(forge.store().FindChild(job.run, key));
    if (existing && (existing->status == RunStatus::kCancelled || existing->status == RunStatus::kAbandoned)) continue;
    if (existing && (is_replaced(existing->id) || TRY(IsOfAnEarlierStep(forge, *existing, job)))) continue;
    if (existing) return existing->id;
    if (job.rules >= 7) TRY(AbandonOthers(forge, job));
    StartRequest request;
    request.objective = ObjectiveOf(*job.step);
    request.pipeline = PipelineOf(job);
    if (IsReadingStep(job) && job.step->kind == "audit") request.flags["audit"] = "true";
    request.agent = settings.agent;
    request.isolation = settings.isolation;
    if (!job.uses_memory) request.flags["no-memory"] = "true";
    if (const std::string risk = Lower(Trim(job.step->extra["risk"].AsString())); !risk.empty())
      request.flags["risk"] = risk;
    request.parent = job.run;
    request.parent_unit = key;
    request.parent_step = job.step->id;
    if (job.rules >= 6) request.step_verify = job.step->verify;
    const State parent = TRY(LoadState(forge, job.run));
    request.attended = parent.start.attended && job.stage.attended;
    for (const std::string& flag : job.stage.flags) request.flags[flag] = "true";
    request.budget = TRY(BudgetBelow(forge, parent, TRY(Unreported(forge, job.run, StepId{})), job));
    if (job.step->max_tokens > 0) {
      request.budget->tokens = std::min(request.budget->tokens.value_or(job.step->max_tokens), job.step->max_tokens);
    }
    TRY(GiveImportedTasks(forge, job, replacement > 0 || !refused.empty(), request, options));
    return StartRun(forge, request);
  }
  return Fail(Code::kConflict, fmt::format("step `{}` was abandoned {} times", job.step->id.value, kMostReplacements));
}

// What the child leaves in words for the stages of its parent that sum up: its last document, and its last review.
Status KeepChildPage(Forge& forge, const RunRow& child, const Job& job) {
  constexpr std::size_t kMostOfADocument = 6 * 1024;
  const State state = TRY(LoadState(forge, child.id));
  std::string document;
  const Stage* review = nullptr;
  for (const Stage& stage : state.start.pipelines.pipelines[0].stages) {
    const bool written = FindArtifact(state, kRunLane, stage.produces) != nullptr && stage.produces != "plan";
    if (written) document = stage.produces;
    if (FindArtifact(state, kRunLane, stage.verdict) != nullptr) review = &stage;
  }
  const RunFiles of_child(forge.project(), child.id, child.slug);
  const auto read = [&](const std::string& lane, const std::string& name) -> Result<std::string> {
    return TRY(of_child.ReadArtifact(lane, name)).value_or("");
  };
  std::string page;
  const auto add = [&](const std::string& name, std::string_view text) {
    if (Trim(text).empty()) return;
    page += fmt::format("{} of run {}:\n{}\n", name, child.id.value,
                        KeepHeadAndTail(Trim(text), kMostOfADocument / 2, kMostOfADocument / 2));
  };
  if (!document.empty()) add(document, TRY(read("run", document)));
  for (const Stage& stage : state.start.pipelines.pipelines[0].stages) {
    // What its runs left open, listed for who decides about it above.
    const bool listed = stage.result && stage.produces != document &&
                        FindArtifact(state, kRunLane, stage.produces) != nullptr && stage.produces != "plan";
    if (listed) add(stage.produces, TRY(read("run", stage.produces)));
  }
  if (review != nullptr) {
    std::vector<NamedText> said;
    for (const Member& member : review->members)
      said.push_back({member.name, TRY(read("run", review->name + "." + member.name + ".md"))});
    if (said.empty()) said.push_back({"", TRY(read("run", review->verdict))});
    add(review->verdict, ReviewOfChild(*review, said));
  }
  const RunFiles own(forge.project(), job.run, "");
  TRY(own.WriteArtifact(job.lane, kChildPage, page));
  const std::string setbacks =
      TRY(SetbacksTold(SetbacksOf(state), fmt::format("run {}, ", child.id.value), true, read));
  TRY(own.WriteArtifact(job.lane, kChildSetbacks, setbacks));
  return {};
}

// What the run above has changed so far: the run of a step that audits begins where it stands, and changes nothing.
Result<std::string> DiffToAudit(Forge& forge, const Job& job, const RunSettings& settings) {
  constexpr std::size_t kMostOfTheDiff = 96 * 1024;
  if (settings.isolation == "shared") return CheckoutDiff(forge.project(), kMostOfTheDiff);
  const auto workspaces = TRY(OpenWorkspaces(forge, job.run));
  if (!TRY(workspaces->HasBranch())) return "";
  return workspaces->Diff("", kMostOfTheDiff);
}

// Of the steps that are done, in the order in which they ended.
Result<std::vector<StepReportText>> ReportsOf(Forge& forge, const RunFiles& own, const State& state, const Job& job) {
  std::map<StepId, std::pair<std::int64_t, UnitId>> ended;
  for (const UnitRow& unit : TRY(forge.store().ListUnits(job.run))) {
    if (unit.kind == UnitKind::kChild && unit.status == UnitStatus::kDone) ended[unit.step] = {unit.ended.ms, unit.id};
  }
  std::vector<StepReportText> reports;
  for (std::size_t place = 0; place < state.steps.size(); ++place) {
    if (state.steps[place].status != StepStatus::kDone) continue;
    const StepId& step = state.plan->steps[place].id;
    reports.push_back({step, TRY(own.ReadArtifact(step.value, kChildPage)).value_or("") +
                                 TRY(PointsLeftIn(forge.store(), own, job.run, step))});
  }
  std::ranges::stable_sort(reports, {}, [&](const StepReportText& one) { return ended[one.step]; });
  return reports;
}

// What the reviewers of the plan above remarked about the step.
Result<std::string> RemarksAbove(const RunFiles& own, const State& state, const Job& job, const std::string& plan) {
  std::optional<Error> unread;
  const auto read = [&](const std::string& name) {
    auto text = own.ReadArtifact("run", name);
    if (!text) unread = text.error();
    return text ? text->value_or("") : "";
  };
  std::string remarks = RemarksForStep(*job.step, plan, PlanReviewsSaid(ReviewsOfPlan(state, job.unit), read));
  if (unread) return std::unexpected(*unread);
  return remarks;
}

// What the child's agents are told of the run above. Written once, so that all of them are told the same.
Status KeepParentPages(Forge& forge, const RunRow& child, const Job& job, const RunSettings& settings,
                       const DriveOptions& options) {
  constexpr std::size_t kMostOfAWhy = 300;
  const RunFiles of_child(forge.project(), child.id, child.slug);
  // A person may have changed it since.
  TRY(of_child.WriteArtifact("run", kStepAbove, ToJson(*job.step).Dump() + "\n"));
  if (TRY(of_child.ReadArtifact("run", kParentPage))) return {};
  const State state = TRY(LoadState(forge, job.run));
  const RunFiles own(forge.project(), job.run, "");
  ParentDecisions decided;
  decided.refused = TRY(RefusedOf(forge, job));
  decided.on_branches = settings.isolation != "shared";
  decided.words = PersonsWords(state, job.unit);
  for (const AskedDocument& brief : BriefsFor(state, job.unit)) {
    std::string text = TRY(own.ReadArtifact("run", brief.artifact)).value_or("");
    if (!Trim(text).empty()) decided.briefs.push_back({brief.artifact, std::move(text), brief.by_person});
  }
  const auto row = TRY(forge.store().FindRun(job.run));
  decided.plan = TRY(RunFiles(forge.project(), job.run, row ? row->slug : "").ReadPlan()).value_or("");
  decided.above = TRY(own.ReadArtifact("run", kParentPage)).value_or("");
  decided.remarks = TRY(RemarksAbove(own, state, job, decided.plan));
  RunAbove above;
  const bool begun =
      std::ranges::any_of(state.steps, [](const StepState& step) { return step.status == StepStatus::kDone; });
  for (const Stage& stage : state.start.pipelines.pipelines[0].stages) {
    const bool brief = std::ranges::find(decided.briefs, stage.produces, &ParentBrief::name) != decided.briefs.end();
    const bool written = FindArtifact(state, kRunLane, stage.produces) != nullptr && stage.produces != "plan";
    if (written && !brief)
      above.documents.push_back({ParentDocumentName(state, stage, job.run, begun),
                                 TRY(own.ReadArtifact("run", stage.produces)).value_or("")});
  }
  above.earlier = EarlierAround(state, job.step->id, TRY(ReportsOf(forge, own, state, job)));
  above.roadmap = RoadmapAround(state, job.step->id);
  if (job.step->kind == "audit") above.diff = TRY(DiffToAudit(forge, job, settings));
  TRY(of_child.WriteArtifact("run", kRunAbove, WriteRunAbove(above)));
  if (options.on_notice && !decided.refused.empty()) {
    const RefusedRun& last = decided.refused.back();
    options.on_notice(fmt::format("{}: run {} is refused: {}; run {} does the step", job.step->id.value, last.run.value,
                                  FirstLine(last.why, kMostOfAWhy), child.id.value));
  }
  TRY(of_child.WriteArtifact("run", kParentPage, ParentPage(state, job, decided)));
  return {};
}

// Whether the step was told that its run failed: then somebody has it done again. A run that failed since, as by an
// answer, is not asked to: its step is told.
Result<bool> KnowsOfFailure(Forge& forge, const Job& job, RunId child) {
  TimePoint failed;
  for (const UnitRow& unit : TRY(forge.store().ListUnits(child))) failed = std::max(failed, unit.ended);
  const State state = TRY(LoadState(forge, child));
  for (const auto& [id, question] : state.questions) failed = std::max(failed, question.answered);
  return std::ranges::any_of(TRY(forge.store().ListUnits(job.run)), [&](const UnitRow& unit) {
    const bool told = unit.kind == UnitKind::kChild && unit.step == job.step->id && unit.status == UnitStatus::kFailed;
    return told && unit.ended >= failed;
  });
}

Result<UnitOutcome> EndOf(Forge& forge, const Job& job, const RunRow& child) {
  const State state = TRY(LoadState(forge, child.id));
  UnitOutcome ended = ChildOutcome(child.id, child.status, child.reason, TRY(Unreported(forge, job.run, job.step->id)),
                                   AcceptedBy(child.id, state));
  if (state.learnt) ended.result.Set("learnt", true);
  if (const Json excused = ExcusedBy(state); !excused.AsArray().empty()) ended.result.Set(kExcusedCommands, excused);
  return ended;
}

}  // namespace

std::string RestsWith(RunId parent) { return fmt::format("it rests with run {}", parent.value); }

std::optional<UnitOutcome> DriveChild(Forge& parent, const Job& job, const RunSettings& settings,
                                      const DriveOptions& options, const std::stop_token& stop) {
  auto drive = [&]() -> Result<std::optional<UnitOutcome>> {
    auto forge = TRY(Forge::Open(parent.machine(), parent.settings(), parent.project(), false));
    forge->ShareNotices(parent);
    const RunId child = TRY(FindOrStartChild(*forge, job, settings, options));
    TRY(TellIfUnattended(*forge, child, job.run));
    auto row = TRY(forge->store().FindRun(child));
    if (row->status == RunStatus::kFailed && !TRY(KnowsOfFailure(*forge, job, child)))
      return TRY(EndOf(*forge, job, *row));
    Control again;
    again.kind = row->status == RunStatus::kFailed ? ControlKind::kRetry : ControlKind::kResume;
    if (row->status == RunStatus::kFailed || row->status == RunStatus::kPaused) TRY(SendCommand(*forge, child, again));
    TRY(KeepParentPages(*forge, *row, job, settings, options));
    DriveOptions inner;
    inner.undisturbed = nullptr;  // a stop of its unit is no signal
    inner.interrupts = [&] { return stop.stop_requested() ? 2 : options.interrupts(); };
    inner.interrupt_reason = RestsWith(job.run);
    inner.allowance = options.allowance;
    if (options.on_notice) {
      inner.on_notice = [&](const std::string& text) {
        options.on_notice(fmt::format("run {}: {}", child.value, text));
      };
    }
    const RunStatus status = TRY(DriveRun(*forge, child, inner));
    row = TRY(forge->store().FindRun(child));
    const bool alone = row->reason != RestsWith(job.run) && !(inner.allowance && inner.allowance->used_up());
    if ((status == RunStatus::kPaused && !alone) || stop.stop_requested()) {
      UnitOutcome stopped;
      stopped.status = UnitStatus::kCancelled;
      return stopped;
    }
    if (status == RunStatus::kCompleted) TRY(KeepChildPage(*forge, *row, job));
    row->status = status;
    if (IsEnd(status) || status == RunStatus::kFailed) return TRY(EndOf(*forge, job, *row));
    return std::nullopt;  // it waits for a person, also for the one who paused it alone, or for another run
  };
  auto outcome = drive();
  if (!outcome) return FailedUnit(ErrorClass::kTooling, outcome.error());
  return *std::move(outcome);
}

}  // namespace forge
