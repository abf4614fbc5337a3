// Long actions: running, auditing and forging plans, with one message that shows progress.
#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "service/drive_run.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "service/start_run.h"
#include "service/unit/run_files.h"
#include "surface/chat/chat.h"
#include "surface/chat/live_message.h"
#include "surface/chat/progress.h"
#include "surface/chat/replies.h"
#include "text/review/audit.h"

namespace forge::chat {
namespace {

// `!forge` is defined as this pipeline (docs/chat.md). A project changes it with a .forge/pipelines/draft-audit.toml.
constexpr const char* kPipeline = "draft-audit";

std::int64_t Interval(const Settings& settings) { return ParseInt(settings.Get("progress_throttle_ms")).value_or(0); }

std::string AuditSeverity(const Forge& forge, RunId run) {
  const auto text = RunFiles(forge.project(), run, "").ReadArtifact("run", "AUDIT.md").value_or(std::nullopt);
  return text ? ToJson(ParseAudit(*text))["severity"].AsString() : "";
}

struct Rest {
  RunRow run;
  std::string asks;        // with the command that answers
  bool escalated = false;  // it asks because no further round was allowed
};

Result<Rest> LookAtRest(Forge& forge, RunId run) {
  Rest rest;
  rest.run = TRY(ViewRun(forge, run)).run;
  for (const StoredQuestion& stored : TRY(OpenQuestions(forge, run))) {
    rest.escalated = rest.escalated || stored.question.kind == QuestionKind::kEscalation;
    if (!rest.asks.empty()) continue;
    const std::string answer = stored.question.options.empty() ? "ANSWER" : stored.question.options.front();
    rest.asks =
        fmt::format("{} Answer with `forge answer {} {}`.", FirstLineOf(stored.question), stored.run.value, answer);
  }
  return rest;
}

}  // namespace

Outcome Chat::RunPlan(const PlanEntry& entry, const PlanRuns::Part& part) {
  auto view = plans_->View(entry.path);
  if (!view) return Refuse(view.error());
  if (const std::string why = WhyNotRun(*view); !why.empty()) return Refuse(why);
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
  DriveOptions drive;
  drive.on_batch = [&](const State& state, const Batch&) {
    progress.Follow(state, host_.now());
    message.Show(progress.text());
  };
  drive.on_notice = [this](const std::string& notice) { Say(notice); };
  drive.interrupts = [&] {
    message.Tick();
    return host_.interrupts() - interrupts;
  };
  auto status = DriveRun(**forge, **run, drive);
  if (!status) {
    message.End(Describe(status.error()));
    return {true, status.error().code, {}};
  }
  auto rest = LookAtRest(**forge, **run);
  message.End(progress.EndText(*status, rest ? rest->run.reason : "", rest ? rest->asks : ""));
  if (one && progress.Succeeded()) return {};  // it stopped because no more steps were requested
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
      message.End(fmt::format("Audit failed for **{}**: {}", entry.id, Describe(audited.error())));
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
    if (row.pipeline != kPipeline || row.status != RunStatus::kActive || row.parent.value != 0) continue;
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
  return LooksLikePlan(message.args) ? ResumeForge(message.args) : StartForge(message.args);
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
    request.pipeline = kPipeline;
    auto run = StartRun(**forge, request);
    if (!run) return Refuse(run.error());
    Say("Starting forge: " + description);
    return DriveForge(**forge, *run);
  });
}

Outcome Chat::ResumeForge(const std::string& name) {
  auto found = plans_->plans().Find(name);
  if (!found) return Refuse(fmt::format("No plan found matching \"{}\".", name), found.error().code);
  auto view = plans_->View(found->path);
  if (!view) return Refuse(view.error());
  const PlanStatus status = view->entry.status();
  if (status == PlanStatus::kApproved || status == PlanStatus::kImplementing) return RunPlan(*found, {});
  // A plan without a draft run has no loop to resume, so it is audited.
  if (!view->run) return Audit(*found);
  return Start(fmt::format("Plan {}", view->entry.id),
               [this, run = view->run->id, was = view->run->status]() -> Outcome {
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

Outcome Chat::DriveForge(Forge& forge, RunId run) {
  const std::string plan = PlanId(run.value);
  ForgeProgress progress(plan);
  LiveMessage message(transport_, Interval(host_.settings), host_.now);
  const int interrupts = host_.interrupts();
  DriveOptions drive;
  drive.on_batch = [&](const State& state, const Batch&) {
    progress.Follow(state, host_.now(), AuditSeverity(forge, run));
    message.Show(progress.text());
  };
  drive.on_notice = [this](const std::string& notice) { Say(notice); };
  drive.interrupts = [&] {
    message.Tick();
    return host_.interrupts() - interrupts;
  };
  auto status = DriveRun(forge, run, drive);
  if (!status) {
    message.End(Describe(status.error()));
    return {true, status.error().code, {}};
  }
  auto rest = LookAtRest(forge, run);
  const bool escalated = rest && rest->escalated;
  message.End(progress.EndText(*status, rest ? rest->run.reason : "", escalated));
  if (*status == RunStatus::kWaiting && !escalated && IsOn("auto_implement")) {
    Say(fmt::format("Approve it with `!plan approve {0}`, then build it with `!plan run {0}`.", plan));
  }
  return {true, {}, *status};
}

}  // namespace forge::chat
