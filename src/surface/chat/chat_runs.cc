// Long actions: running, auditing and forging plans, with one message that shows progress.
#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "service/drive_run.h"
#include "service/land.h"
#include "service/plan/drafts.h"
#include "service/plan/plan_file.h"
#include "service/report/report.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "service/start_run.h"
#include "service/unit/job.h"
#include "service/unit/round_files.h"
#include "service/unit/run_files.h"
#include "surface/chat/chat.h"
#include "surface/chat/live_message.h"
#include "surface/chat/progress.h"
#include "surface/chat/replies.h"
#include "surface/view/quiet_clock.h"
#include "text/review/audit.h"

namespace forge::chat {
namespace {

std::int64_t Interval(const Settings& settings) { return ParseInt(settings.Get("progress_throttle_ms")).value_or(0); }

std::string AuditSeverity(const Forge& forge, RunId run) {
  const auto text = RunFiles(forge.project(), run, "").ReadArtifact("run", "AUDIT.md").value_or(std::nullopt);
  return text ? ToJson(ParseAudit(*text))["severity"].AsString() : "";
}

// What proves the result, as the report says it.
std::string VerifiedLine(Forge& forge, RunId run, TimePoint now) {
  const auto report = GatherReport(forge, run, now);
  if (!report) return "";
  return fmt::format("\nVerification: {}.", ProofText(*report));
}

struct Refused {
  std::string path;  // from the project's root; empty: there is none
  std::string text;
};

// What the drafter wrote last, if it is no plan.
Refused FindRefused(const Forge& forge, RunId run) {
  constexpr int kMostRounds = 50;
  const RunFiles files(forge.project(), run, "");
  Refused refused;
  Job job;
  job.stage.name = "draft";
  for (int round = 1; round <= kMostRounds; ++round) {
    job.unit.iteration = round;
    const std::string name = RefusedAnswer(job);
    auto text = files.ReadArtifact("run", name).value_or(std::nullopt);
    if (text) refused = {files.ArtifactPath("run", name), *std::move(text)};
  }
  const std::string root = forge.project().root + "/";
  if (refused.path.starts_with(root)) refused.path.erase(0, root.size());
  return refused;
}

// Whether there is anything to land: steps that were all skipped changed nothing.
bool HasBuilt(Forge& forge, RunId run) {
  const auto state = LoadState(forge, run);
  return !state || state->steps.empty() ||
         std::ranges::any_of(state->steps, [](const StepState& step) { return step.status == StepStatus::kDone; });
}

struct Rest {
  RunRow run;
  std::string asks;       // with the command that answers, in one line
  std::string question;   // the same, with what the answers mean
  bool approval = false;  // it asks for the approval of its plan
  bool capped = false;    // it asks because no further audit of the plan was allowed
};

// An edit of the plan file replaces the question that shows the plan.
Result<std::vector<StoredQuestion>> QuestionsNow(Forge& forge, RunId run) {
  TRY(NoticePlanEdit(forge, run));
  return OpenQuestions(forge, run);
}

Result<Rest> LookAtRest(Forge& forge, RunId run) {
  Rest rest;
  rest.run = TRY(ViewRun(forge, run)).run;
  for (const StoredQuestion& stored : TRY(OpenQuestions(forge, run))) {
    if (!rest.asks.empty()) continue;
    const Question& question = stored.question;
    rest.approval = question.kind == QuestionKind::kAsk && question.shows == "plan";
    rest.capped = question.kind == QuestionKind::kEscalation && question.step.empty() && question.stage == kAuditStage;
    rest.question = AskedText(PlanId(run.value), question);
    const std::string answer = stored.question.options.empty() ? "ANSWER" : stored.question.options.front();
    const std::string_view asked = FirstLineOf(question);
    const bool ended = asked.ends_with('.') || asked.ends_with('?') || asked.ends_with('!');
    rest.asks =
        fmt::format("{}{} Answer with `!plan answer {} {}`.", asked, ended ? "" : ".", PlanId(run.value), answer);
  }
  return rest;
}

}  // namespace

Outcome Chat::RunPlan(const PlanEntry& entry, const PlanRuns::Part& part) {
  auto view = plans_->View(entry.path);
  if (!view) return Refuse(view.error());
  if (const std::string why = WhyNotRun(*view); !why.empty()) return Refuse(why);
  if (view->driven) return Refuse(RunningText(entry.id));
  return Start(fmt::format("Plan {}", entry.id), [this, entry, part] { return DrivePlan(entry, part); });
}

Outcome Chat::DrivePlan(const PlanEntry& entry, const PlanRuns::Part& part) {
  auto forge = OpenForge("plan_phase_timeout_ms");
  if (!forge) return Refuse(forge.error());
  PlanRuns::Options options;
  options.by = host_.user;
  auto run = PlanRuns(**forge).Prepare(entry.path, part, options);
  if (!run) return Refuse(run.error());
  if (!*run) return Say(fmt::format("All phases already complete for {}.", entry.id));
  const bool one = part.steps == 1 || !part.step.empty();
  PlanProgress progress(entry.id, one);
  LiveMessage message(transport_, Interval(host_.settings), host_.now);
  const int interrupts = host_.interrupts();
  QuietClock quiet;
  DriveOptions drive;
  drive.on_batch = [&](const State& state, const Batch&) {
    progress.Follow(state, host_.now());
    message.Show(progress.text());
    quiet.Know((*forge)->project(), state);
    quiet.News(progress.text(), host_.now());
  };
  drive.on_notice = [this](const std::string& notice) { Say(notice); };
  drive.interrupts = [&] {
    if (quiet.IsDue(host_.now())) message.Show(progress.StillText(host_.now()));
    message.Tick();
    return host_.interrupts() - interrupts;
  };
  auto status = DriveRun(**forge, **run, drive);
  if (!status) {
    message.End(InChatWords(Describe(status.error())));
    return {true, status.error().code, {}};
  }
  auto rest = LookAtRest(**forge, **run);
  std::string end = progress.EndText(*status, rest ? rest->run.reason : "", rest ? rest->asks : "");
  const bool on_branch = (*forge)->project().is_git && host_.settings.Get("isolation") != "shared";
  if (*status == RunStatus::kCompleted) end += VerifiedLine(**forge, **run, host_.now());
  if (*status == RunStatus::kCompleted && on_branch && HasBuilt(**forge, **run))
    end += fmt::format("\nBranch: `forge/run-{:03}`. Land it with `!plan land {}`.", (*run)->value, entry.id);
  message.End(InChatWords(end));
  // It stopped because no more steps were requested.
  if (one && *status == RunStatus::kPaused && progress.failed()) return {true, {}, RunStatus::kFailed};
  if (one && progress.Succeeded()) return {};
  return {true, {}, *status};
}

Outcome Chat::Audit(const PlanEntry& entry) {
  return Start(fmt::format("The audit of {}", entry.id), [this, entry]() -> Outcome {
    LiveMessage message(transport_, Interval(host_.settings), host_.now);
    message.Show(fmt::format("Auditing **{}**...", entry.id));
    auto forge = OpenForge("timeout_ms");
    if (!forge) return Refuse(forge.error());
    PlanRuns::Options options;
    options.by = host_.user;
    auto audited = PlanRuns(**forge).Audit(entry.path, options, {});
    if (!audited) {
      message.End(fmt::format("Audit failed for **{}**: {}", entry.id, InChatWords(Describe(audited.error()))));
      return {true, audited.error().code, {}};
    }
    message.End(AuditedText(entry.id, *audited));
    return {true, audited->revise ? std::optional(Code::kConflict) : std::nullopt, {}};
  });
}

// Running draft runs whose plan has no answer from the user yet.
Result<std::vector<RunRow>> Chat::FindForging() {
  std::vector<RunRow> forging;
  if (!forge_->has_store()) return forging;
  for (const RunRow& row : TRY(forge_->store().FindRuns({.which = RunChoice::kOpen}))) {
    if (row.pipeline != kDraftPipeline || row.status != RunStatus::kActive || row.parent.value != 0) continue;
    const RunView view = TRY(ViewRun(*forge_, row.id));
    if (view.owner_alive && !TRY(LoadState(*forge_, row.id)).approval_seen) forging.push_back(row);
  }
  return forging;
}

Outcome Chat::HandleForge(const Message& message) {
  if (message.action == "help") return Say(ForgeHelp());
  if (message.action == "cancel") return CancelForge(message.args);
  if (message.action == "audit") {
    PlanEntry entry;
    if (auto refused = FindPlan(message.args, "audit", entry)) return *refused;
    return Audit(entry);
  }
  auto forging = FindForging();
  if (!forging) return Refuse(forging.error());
  if (message.action == "status") return Say(ForgingText(*forging));
  const auto most = static_cast<std::size_t>(ParseInt(host_.settings.Get("max_forges")).value_or(0));
  if (most > 0 && forging->size() >= most) {
    return Refuse(most == 1 ? "A forge is already running. Use `!forge cancel` to stop it first."
                            : ForgingText(*forging) + "\nUse `!forge cancel <plan-id>` to stop one first.");
  }
  const bool names_plan = LooksLikePlan(message.args) || (Words(message.args).size() == 1 && IsPlan(message.args));
  return names_plan ? ResumeForge(message.args) : StartForge(message.args);
}

Outcome Chat::CancelForge(const std::string& name) {
  auto forging = FindForging();
  if (!forging) return Refuse(forging.error());
  if (!name.empty()) {
    PlanEntry entry;
    if (auto refused = FindPlan(name, "cancel", entry)) return *refused;
    std::erase_if(*forging, [&](const RunRow& row) { return row.id.value != entry.number; });
  }
  if (forging->empty()) return Refuse("No forge running to cancel.");
  if (forging->size() > 1) return Refuse(ForgingText(*forging) + "\nName one: `!forge cancel <plan-id>`.");
  Control cancel;
  cancel.kind = ControlKind::kCancel;
  cancel.by = host_.user;
  auto reply = SendCommand(*forge_, forging->front().id, cancel);
  return reply ? Say("Forge cancel requested.") : Refuse(reply.error());
}

Outcome Chat::StartForge(const std::string& description) {
  return Start(fmt::format("Forge {}", ++forges_), [this, description]() -> Outcome {
    auto forge = OpenForge("timeout_ms");
    if (!forge) return Refuse(forge.error());
    StartRequest request;
    request.objective = description;
    request.pipeline = kDraftPipeline;
    auto run = StartRun(**forge, request);
    if (!run) return Refuse(run.error());
    Say("Starting forge: " + description);
    return DriveForge(**forge, *run);
  });
}

Outcome Chat::ResumeForge(const std::string& name) {
  if (const auto unwritten = FindUnwritten(name); unwritten && *unwritten)
    return ContinueForge((*unwritten)->id, (*unwritten)->status);
  auto found = plans_->plans().Find(name);
  if (!found && found.error().code != Code::kNotFound) return Refuse(found.error());
  if (!found) return Refuse(fmt::format("No plan found matching \"{}\".", name), found.error().code);
  auto view = plans_->View(found->path);
  if (!view) return Refuse(view.error());
  // What is being built goes on; RunPlan says of the others that nothing is left to do.
  const PlanStatus status = view->entry.status();
  if (status != PlanStatus::kDraft && status != PlanStatus::kReview) return RunPlan(*found, {});
  if (!view->run) return ForgeDraft(*view);
  if (view->driven) return Refuse(RunningText(found->id));
  return ContinueForge(view->run->id, view->run->status);
}

Outcome Chat::ContinueForge(RunId run, RunStatus was) {
  return Start(fmt::format("Plan {}", PlanId(run.value)), [this, run, was]() -> Outcome {
    auto forge = OpenForge("timeout_ms");
    if (!forge) return Refuse(forge.error());
    Control again;
    again.kind = was == RunStatus::kFailed ? ControlKind::kRetry : ControlKind::kResume;
    again.by = host_.user;
    if (was == RunStatus::kFailed || was == RunStatus::kPaused || was == RunStatus::kParked) {
      auto reply = SendCommand(**forge, run, again);
      if (!reply) return Refuse(reply.error());
    }
    return DriveForge(**forge, run);
  });
}

// The answer to the question that shows the plan; then the forge goes on.
Outcome Chat::Modify(const PlanEntry& entry, const std::string& text) {
  auto view = plans_->View(entry.path);
  if (!view) return Refuse(view.error());
  if (!view->run) {
    return Refuse(fmt::format("{0} does not wait for an answer. Edit `{1}`, then audit it with `!forge {0}`.", entry.id,
                              entry.path));
  }
  auto open = QuestionsNow(*forge_, view->run->id);
  if (!open) return Refuse(open.error());
  for (const StoredQuestion& stored : *open) {
    const std::vector<std::string>& options = stored.question.options;
    const bool asks = stored.question.shows == "plan" && std::ranges::find(options, "modify") != options.end();
    if (!asks) continue;
    Answer answer;
    answer.question = stored.question.id;
    answer.answer = "modify";
    answer.comment = text;
    answer.by = host_.user;
    if (auto sent = SendAnswer(*forge_, stored.run, answer); !sent) return Refuse(sent.error());
    Say(fmt::format("Changes to **{}** requested. Revising it...", entry.id));
    return ContinueForge(view->run->id, RunStatus::kActive);
  }
  for (const StoredQuestion& stored : *open) {
    if (stored.question.shows != "plan") continue;
    return Refuse(fmt::format("The pipeline of {0} takes no changes here: it asks for {1}. Say `!plan answer {0} {2}`.",
                              entry.id, Join(stored.question.options, " or "), stored.question.options[0]));
  }
  return Refuse(fmt::format("{} does not wait for approval: its run is {}.", entry.id, Name(view->run->status)));
}

Outcome Chat::AnswerQuestion(const PlanEntry& entry, const std::string& text) {
  auto view = plans_->View(entry.path);
  if (!view) return Refuse(view.error());
  auto open = view->run ? QuestionsNow(*forge_, view->run->id) : Result<std::vector<StoredQuestion>>();
  if (!open) return Refuse(open.error());
  if (open->empty()) return Refuse(fmt::format("{} asks nothing.", entry.id));
  const StoredQuestion& stored = open->front();
  const std::string word = Words(text).front();
  Answer answer;
  answer.question = stored.question.id;
  answer.answer = word;
  answer.comment = std::string(Trim(text.substr(word.size())));
  answer.by = host_.user;
  if (auto sent = SendAnswer(*forge_, stored.run, answer); !sent) return Refuse(sent.error());
  const PlanStatus status = view->entry.status();
  const bool drafts = status == PlanStatus::kDraft || status == PlanStatus::kReview;
  return Say(fmt::format("Answered `{}`. Continue with `{} {}`.", word, drafts ? "!forge" : "!plan run", entry.id));
}

Outcome Chat::Land(const PlanEntry& entry) {
  auto view = plans_->View(entry.path);
  if (!view) return Refuse(view.error());
  if (!view->run) return Refuse(fmt::format("{0} was not built yet. Build it with `!plan run {0}`.", entry.id));
  if (view->run->status != RunStatus::kCompleted) return Refuse(WhyNotLand(*view, OpenQuestion(*view)));
  auto report = LandRun(*forge_, view->run->id, {});
  if (!report) return Refuse(report.error());
  const Landed& landed = report->landed;
  if (landed.rejected || landed.conflict) {
    return Refuse(
        fmt::format("**{}** was not landed: {}. In a shell: `forge land {}`.", entry.id,
                    landed.rejected ? "the merged tree fails the verify commands" : "it conflicts with your branch",
                    view->run->id.value));
  }
  std::string text = fmt::format("**{}** landed on `{}` ({}).", entry.id, landed.branch, landed.how);
  if (const std::string proof = ProofLine(*report); !proof.empty()) text += fmt::format("\nNote: {}.", proof);
  const auto state = LoadState(*forge_, view->run->id);
  const std::string accepted = state ? DescribeAccepted(*state) : "";
  if (!accepted.empty()) text += "\n**Warning:** " + accepted;
  return Say(text);
}

Outcome Chat::ForgeDraft(const PlanView& view) {
  // What cannot be read yet is told by the audit of its structure.
  if (!ReadPlanText(view.text, view.entry.path)) return Audit(view.entry);
  StartRequest request;
  request.objective = view.entry.title.empty() ? view.entry.id : view.entry.title;
  if (!view.document.objective.empty()) request.objective += "\n\n" + view.document.objective;
  request.pipeline = kDraftPipeline;
  request.plan_file = plans_->plans().AbsolutePath(view.entry);
  request.plan_path = view.entry.path;
  request.number = view.entry.number;
  return Start(fmt::format("Plan {}", view.entry.id), [this, request]() -> Outcome {
    auto forge = OpenForge("timeout_ms");
    if (!forge) return Refuse(forge.error());
    auto run = StartRun(**forge, request);
    return run ? DriveForge(**forge, *run) : Refuse(run.error());
  });
}

std::string Chat::OpenQuestion(const PlanView& view) {
  if (!view.run || view.run->status != RunStatus::kWaiting) return "";
  const auto rest = LookAtRest(*forge_, view.run->id);
  return rest && !rest->approval ? rest->question : "";
}

Result<std::optional<RunRow>> Chat::FindUnwritten(const std::string& name) {
  const auto plan = plans_->plans().Find(name);
  if (name.empty() || plan || plan.error().code != Code::kNotFound) return std::nullopt;
  return FindDraft(*forge_, name);
}

Outcome Chat::OnUnwritten(const std::string& action, const RunRow& run) {
  const std::string plan = PlanId(run.id.value);
  if (action == "show") {
    const Refused refused = FindRefused(*forge_, run.id);
    return Say(UnwrittenText(run) + RefusedText(refused.path, refused.text));
  }
  if (IsEnd(run.status) && run.status != RunStatus::kCancelled)
    return Refuse(fmt::format("There is nothing to cancel: run {} is {}.", run.id.value, Name(run.status)));
  if (auto cancelled = plans_->Cancel(plan, host_.user); !cancelled) return Refuse(cancelled.error());
  return Say(fmt::format("Plan **{}** cancelled.", plan));
}

Outcome Chat::DriveForge(Forge& forge, RunId run) {
  const std::string plan = PlanId(run.value);
  ForgeProgress progress(plan);
  LiveMessage message(transport_, Interval(host_.settings), host_.now);
  const int interrupts = host_.interrupts();
  DriveOptions drive;
  QuietClock quiet;
  drive.on_batch = [&](const State& state, const Batch&) {
    progress.Follow(state, host_.now(), AuditSeverity(forge, run));
    message.Show(progress.text());
    quiet.Know(forge.project(), state);
    quiet.News(progress.text(), host_.now());
  };
  drive.on_notice = [this](const std::string& notice) { Say(notice); };
  drive.interrupts = [&] {
    if (quiet.IsDue(host_.now())) message.Show(progress.StillText(host_.now()));
    message.Tick();
    return host_.interrupts() - interrupts;
  };
  auto status = DriveRun(forge, run, drive);
  if (!status) {
    message.End(InChatWords(Describe(status.error())));
    return {true, status.error().code, {}};
  }
  auto rest = LookAtRest(forge, run);
  if (!rest) {
    message.End(InChatWords(Describe(rest.error())));
    return {true, rest.error().code, {}};
  }
  if (const auto state = LoadState(forge, run)) progress.CountRounds(*state);
  const auto entry = Plans(forge.project()).Find(plan);
  const bool asks = *status == RunStatus::kWaiting && !rest->approval && !rest->capped;
  std::string end = progress.EndText(*status, rest->run.reason, rest->capped, entry.has_value());
  if (!entry && *status == RunStatus::kFailed && !FindRefused(forge, run).path.empty())
    end += fmt::format(" What was written is no plan: `!plan show {}` shows it.", plan);
  if (rest->capped) end += "\n" + rest->question;
  if (asks) end = rest->question.empty() ? fmt::format("Plan {} waits: {}.", plan, rest->run.reason) : rest->question;
  if (entry && entry->status() == PlanStatus::kDone)
    end = HasBuilt(forge, run) ? fmt::format("Plan {0} is DONE. Land it with `!plan land {0}`.", plan)
                               : fmt::format("Plan {} is DONE: all its steps were skipped.", plan);
  message.End(InChatWords(end));
  if (*status == RunStatus::kWaiting && rest->approval && IsOn("auto_implement")) {
    Say(fmt::format("Approve it with `!plan approve {0}`, then build it with `!plan run {0}`.", plan));
  }
  return {true, {}, *status};
}

}  // namespace forge::chat
