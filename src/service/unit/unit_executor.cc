#include "service/unit/unit_executor.h"

#include <fmt/core.h>

#include <utility>

#include "engine/queue.h"
#include "os/available_memory.h"
#include "os/crash_point.h"
#include "os/system.h"
#include "service/agents/accounts.h"
#include "service/plan/plan_file.h"
#include "service/unit/admission.h"
#include "service/unit/agent_unit.h"
#include "service/unit/changed_paths.h"
#include "service/unit/gate_unit.h"
#include "service/unit/integrate_unit.h"
#include "service/unit/job.h"
#include "service/unit/learn_unit.h"
#include "service/unit/prompt_maker.h"
#include "service/unit/run_resources.h"
#include "service/unit/unit_verify.h"

namespace forge {
namespace {

constexpr std::int64_t kMegabyte = 1024 * 1024;

}  // namespace

// One of each kind, over the same resources.
struct UnitExecutor::Units {
  Units(std::unique_ptr<RunResources> given, UnitCallbacks callbacks)
      : resources(std::move(given)),
        prompts(*resources),
        verify(*resources),
        agent(*resources, prompts),
        check(*resources, verify, std::move(callbacks.settle_findings)),
        integrate(*resources, verify),
        learn(resources->context, agent),
        child(*resources, verify, integrate, std::move(callbacks.drive_child)),
        gate(resources->context, [this](const Job& job) { return ChangedPaths(*resources, job); }) {}

  std::unique_ptr<RunResources> resources;
  PromptMaker prompts;
  UnitVerify verify;
  AgentUnit agent;
  CheckUnit check;
  IntegrateUnit integrate;
  LearnUnit learn;
  ChildUnit child;
  GateUnit gate;
};

Result<std::unique_ptr<UnitExecutor>> UnitExecutor::Make(UnitContext context, UnitCallbacks callbacks,
                                                         InputQueue& queue) {
  auto resources = TRY(RunResources::Open(std::move(context)));
  const UnitContext& given = resources->context;
  TRY(CheckAgent(given.settings.agent, given.machine, given.project));
  resources->on_process = [&queue, note = callbacks.on_process](UnitId unit, std::int64_t pid, std::int64_t start) {
    // A transaction of its own would cost more than a short unit's work.
    note({pid, start});
    queue.PostQuietly(Began{unit, pid, start});
  };
  resources->list_findings = std::move(callbacks.list_findings);
  resources->points_left = std::move(callbacks.points_left);
  resources->list_decisions = std::move(callbacks.list_decisions);
  resources->settled_points = std::move(callbacks.settled_points);
  resources->worktrees.SetFence(callbacks.require_run);
  auto units = std::make_unique<Units>(std::move(resources), std::move(callbacks));
  return std::unique_ptr<UnitExecutor>(new UnitExecutor(std::move(units), queue));
}

UnitExecutor::UnitExecutor(std::unique_ptr<Units> units, InputQueue& queue)
    : units_(std::move(units)),
      queue_(queue),
      admission_(std::make_unique<Admission>(units_->resources->context.settings.min_free_memory * kMegabyte,
                                             AvailableMemory)) {}

UnitExecutor::~UnitExecutor() {
  std::lock_guard lock(mutex_);
  for (auto& [id, source] : running_) source.request_stop();
}

void UnitExecutor::Start(const State& state, const Unit& unit) {
  CrashPoint("act");
  Job job = MakeJob(state, unit, units_->resources->context.run);
  if (unit.kind != UnitKind::kGate) units_->resources->spending.Begin(unit.id, LimitsOn(state, unit), state.units);
  units_->resources->worktrees.FollowAnswer(state);
  if (unit.kind == UnitKind::kIntegrate || unit.kind == UnitKind::kChild) units_->integrate.NoteMerged(state);
  // A gate is a few look-ups: not worth a thread.
  if (unit.kind == UnitKind::kGate) {
    queue_.Post(Ended{unit.id, units_->gate.CarryOut(job)});
    return;
  }
  std::stop_source source;
  {
    std::lock_guard lock(mutex_);
    running_[unit.id] = source;
  }
  // Of a run that an older Forge began: a plan that the unit writes changes only the steps that it changes.
  std::optional<PlanRef> lined = state.plan && HasClaimLines(*state.plan) ? state.plan : std::nullopt;
  const bool runs = pool_.Run([this, job = std::move(job), source, lined = std::move(lined)] {
    std::optional<UnitOutcome> outcome = CarryOut(job, source.get_token());
    if (lined && outcome && outcome->plan) KeepClaimLines(*lined, *outcome->plan);
    CrashPoint("unit-done");
    {
      std::lock_guard lock(mutex_);
      running_.erase(job.unit.id);
    }
    if (!outcome) return queue_.PostDormant(job.unit.id);
    if (source.stop_requested() && outcome->status == UnitStatus::kFailed) outcome->status = UnitStatus::kCancelled;
    AskIfBranchMoved(job, *outcome);
    units_->resources->mask.ApplyToOutcome(*outcome);
    queue_.Post(Ended{job.unit.id, *std::move(outcome)});
  });
  if (!runs) {
    {
      std::lock_guard lock(mutex_);
      running_.erase(unit.id);
    }
    const Error error{Code::kExhausted, "start a thread: too many threads, or too little memory", ""};
    queue_.Post(Ended{unit.id, FailedUnit(ErrorClass::kMachine, error)});
  }
}

// Asked first: then no step fails for it, and the run does not end over it. The unit is repeated after the answer.
void UnitExecutor::AskIfBranchMoved(const Job& job, UnitOutcome& outcome) {
  const bool failed = outcome.status == UnitStatus::kFailed;
  if (!failed && job.lane != "run") return;  // a merge of a step has just looked
  auto moved = units_->resources->worktrees.FindMovedBranch();
  if (!moved) return;
  queue_.Post(*std::move(moved));
  if (failed) outcome.status = UnitStatus::kCancelled;
}

void UnitExecutor::Stop(UnitId unit) {
  std::lock_guard lock(mutex_);
  auto it = running_.find(unit);
  if (it != running_.end()) it->second.request_stop();
}

std::optional<UnitOutcome> UnitExecutor::CarryOut(const Job& job, std::stop_token stop) {
  switch (job.unit.kind) {
    case UnitKind::kAgent: return AdmittedAgent(job, std::move(stop));
    case UnitKind::kCheck: return units_->check.CarryOut(job, std::move(stop));
    case UnitKind::kIntegrate: return units_->integrate.CarryOut(job, std::move(stop));
    case UnitKind::kLearn: return units_->learn.CarryOut(job, std::move(stop));
    case UnitKind::kChild: return units_->child.CarryOut(job, std::move(stop));
    case UnitKind::kGate: return units_->gate.CarryOut(job);
  }
  return FailedUnit(ErrorClass::kUnknown, Error{Code::kInternal, "a unit of no kind", ""});
}

// An agent takes hundreds of megabytes: better late than killed by the kernel.
UnitOutcome UnitExecutor::AdmittedAgent(const Job& job, std::stop_token stop) {
  bool waited = false;
  const std::int64_t asked = SteadyMs();
  const Admission::Pass pass = admission_->Enter(stop, [&] { waited = true; });
  const std::int64_t seconds = (SteadyMs() - asked) / 1000;
  UnitOutcome outcome = units_->agent.CarryOut(job, std::move(stop));
  if (waited) outcome.summary += fmt::format(" (waited {} s for memory)", seconds);
  return outcome;
}

void UnitExecutor::LeaveWorkspaces(const State& state) { units_->resources->worktrees.Leave(state); }

}  // namespace forge
