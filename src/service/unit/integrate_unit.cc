// Integration: a lane's work becomes commits on the run's branch.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "base/strings.h"
#include "os/crash_point.h"
#include "service/proof/verify.h"
#include "service/proof/verify_evidence.h"
#include "service/proof/verify_outcome.h"
#include "service/unit/merge_queue.h"
#include "service/unit/unit_executor.h"
#include "text/plan/contracts.h"
#include "text/plan/plan.h"

namespace forge {
namespace {

std::string Message(const Job& job) {
  const std::string title = job.step ? job.step->title : std::string(FirstLine(job.objective, 72));
  const std::string fallback = job.step ? "plan-{run} {step}: {title}" : "{title}";
  std::string message = job.stage.message.empty() ? fallback : job.stage.message;
  // In one pass over the template: a title that holds `{run}` stays as it is.
  std::string out;
  for (std::size_t i = 0; i < message.size(); ++i) {
    const std::size_t close = message[i] == '{' ? message.find('}', i) : std::string::npos;
    const std::string word = close == std::string::npos ? "" : message.substr(i + 1, close - i - 1);
    if (word == "run") {
      out += fmt::format("{:03}", job.run.value);
    } else if (word == "step") {
      out += job.step ? job.step->id.value : "run";
    } else if (word == "title") {
      out += title;
    } else if (word == "objective") {
      out += job.objective;
    } else {
      out += message[i];
      continue;
    }
    i = close;
  }
  return out;
}

// What the next attempt is told, beside the markers that it finds in the files.
std::string ConflictText(const Rebased& rebased) {
  std::string text = fmt::format(
      "Work that was merged meanwhile changed the same places. Your changes have been applied to the new base {}; "
      "these "
      "files hold conflict markers (above the line of = what is on the branch, below it what you wrote). Resolve them, "
      "keeping what both sides meant:\n",
      rebased.base.substr(0, 12));
  if (!rebased.conflict) return text;
  for (const std::string& file : rebased.conflict->files) text += "- " + ValidUtf8(file) + "\n";
  return text + "\n" + rebased.conflict->details;
}

UnitOutcome Squashed(const Integrated& integrated) {
  UnitOutcome outcome;
  if (integrated.conflict) {
    outcome.passed = false;
    outcome.failures = static_cast<std::int64_t>(integrated.conflict->files.size());
    outcome.summary = "conflicts with work merged meanwhile: " + Join(integrated.conflict->files, ", ");
    return outcome;
  }
  outcome.result = Json::MakeObject().Set("commit", integrated.commit).Set("empty", integrated.empty);
  outcome.summary = integrated.empty ? "nothing changed" : "commit " + integrated.commit.substr(0, 12);
  return outcome;
}

struct JobTicket : MergeTicket {
  const Job* job = nullptr;
};

// Where merged trees are verified. No step is called so: LaneName makes a name of its own for it.
constexpr const char* kMergeLane = "(merge)";
// Where steps work that share one worktree. A step of that name would share it too.
constexpr const char* kStepsLane = "steps";

}  // namespace

// The merge queue's way to git and to verify commands. Called by one unit's thread at a time.
class UnitExecutor::Merges : public MergePorts {
 public:
  explicit Merges(UnitExecutor& executor) : executor_(executor) {}

  Result<MergedCandidates> Merge(const std::vector<Candidate>& candidates) override {
    Workspaces* workspaces = TRY(executor_.OpenWorkspaces());
    std::lock_guard lock(executor_.workspace_mutex_);
    auto merged = workspaces->MergeCandidates("", candidates);
    CrashPoint("merged");
    return merged;
  }

  Result<VerifyReport> Verify(const MergedCandidates& merged, const std::vector<const MergeTicket*>& tickets,
                              std::stop_token stop) override {
    VerifyChoice choice{{}, executor_.context_.settings.verify_reports, ""};
    for (const MergeTicket* ticket : tickets) {
      commands_[ticket->candidate.lane] = ticket->commands;
      for (const std::string& command : ticket->commands) AddCommand(choice.commands, command);
    }
    for (const std::string& command : TRY(CommandsOfTouched(merged, tickets))) AddCommand(choice.commands, command);
    if (CompletesPlan(tickets)) {
      const PlanContracts plan = executor_.Contracts();
      for (const Contract& contract : plan.contracts) AddCommand(choice.commands, contract.command);
    }
    // A step that was alone was verified on this very tree: no worktree is made for it.
    const EvidenceFiles evidence = executor_.EvidenceOn(merged.tree);
    std::erase_if(choice.commands, [&](const std::string& command) { return evidence.FindPass(command).has_value(); });
    if (choice.commands.empty()) return VerifyReport{};
    Workspaces* workspaces = TRY(executor_.OpenWorkspaces());
    std::unique_lock lock(executor_.workspace_mutex_);
    const std::string directory = TRY(workspaces->PrepareAt(kMergeLane, merged.commit));
    lock.unlock();
    const Job& job = *static_cast<const JobTicket*>(tickets[0])->job;
    VerifyRun run = TRY(executor_.RunVerify(job, directory, choice, merged.tree, stop));
    CrashPoint("merge-verified");
    return std::move(run.report);
  }

  Result<bool> Advance(const MergedCandidates& merged, const std::vector<Candidate>& candidates) override {
    Workspaces* workspaces = TRY(executor_.OpenWorkspaces());
    std::lock_guard lock(executor_.workspace_mutex_);
    auto moved = workspaces->Advance(merged.tip, merged.commit, candidates);
    executor_.prepared_.clear();
    CrashPoint("integrated");
    if (!moved || !*moved) return moved;
    for (const Candidate& candidate : candidates) merged_.insert_or_assign(candidate.lane, std::nullopt);
    return moved;
  }

 private:
  // Of steps that are on the branch already, those whose files change again: what they promised must still hold.
  Result<std::vector<std::string>> CommandsOfTouched(const MergedCandidates& merged,
                                                     const std::vector<const MergeTicket*>& tickets) {
    TakeMergedBefore();
    std::vector<std::string> commands;
    if (merged_.empty()) return commands;
    Workspaces* workspaces = TRY(executor_.OpenWorkspaces());
    const std::vector<std::string> changed = TRY(workspaces->ChangedBetween(merged.tip, merged.commit));
    for (auto& entry : merged_) {
      const std::string& lane = entry.first;
      std::optional<std::set<std::string>>& files = entry.second;
      const bool here =
          std::ranges::any_of(tickets, [&](const MergeTicket* ticket) { return ticket->candidate.lane == lane; });
      if (here || commands_[lane].empty()) continue;
      if (!files) {
        const std::vector<std::string> brought = TRY(workspaces->IntegratedFiles(lane));
        files = std::set<std::string>(brought.begin(), brought.end());
      }
      const bool touched = std::ranges::any_of(changed, [&](const std::string& path) { return files->contains(path); });
      if (!touched) continue;
      for (const std::string& command : commands_[lane]) AddCommand(commands, command);
    }
    return commands;
  }

  void TakeMergedBefore() {
    std::lock_guard lock(executor_.mutex_);
    for (auto& [lane, commands] : std::exchange(executor_.merged_before_, {})) {
      merged_.try_emplace(lane);
      commands_.try_emplace(lane, commands);
    }
  }

  // Whether every step of the plan is on the branch once these are: then what they promise each other can be asked.
  bool CompletesPlan(const std::vector<const MergeTicket*>& tickets) const {
    auto is_in = [&](const std::string& step) {
      return merged_.contains(step) ||
             std::ranges::any_of(tickets, [&](const MergeTicket* ticket) { return ticket->candidate.lane == step; });
    };
    return std::ranges::any_of(tickets, [&](const MergeTicket* ticket) {
      const Job& job = *static_cast<const JobTicket*>(ticket)->job;
      return job.step && std::ranges::all_of(job.open_steps, is_in);
    });
  }

  UnitExecutor& executor_;
  std::map<std::string, std::optional<std::set<std::string>>> merged_;  // lane -> its files, once somebody asked
  std::map<std::string, std::vector<std::string>> commands_;            // by lane
};

// Those that were done when this process came to the run: the others are noted as they are merged.
void UnitExecutor::NoteMerged(const State& state) {
  std::lock_guard lock(mutex_);
  if (std::exchange(merged_before_known_, true) || !state.plan) return;
  for (std::size_t place = 0; place < state.steps.size(); ++place) {
    if (state.steps[place].status != StepStatus::kDone) continue;
    const StepSpec& step = state.plan->steps[place];
    merged_before_[step.id.value] = step.verify;
  }
}

PlanContracts UnitExecutor::Contracts() const {
  PlanContracts found = FindContracts(ParsePlan(context_.files.ReadPlan().value_or("")));
  if (found.disabled) found.contracts.clear();
  return found;
}

void UnitExecutor::ShareWorktree(const Job& job, Workspaces& workspaces) const {
  if (!job.step) return;
  if (job.serial || context_.settings.isolation == "branch") workspaces.Share(job.lane, kStepsLane);
}

MergeQueue& UnitExecutor::Queue() {
  std::lock_guard lock(mutex_);
  if (!merge_queue_) {
    merge_ports_ = std::make_unique<Merges>(*this);
    merge_queue_ = std::make_unique<MergeQueue>(*merge_ports_);
  }
  return *merge_queue_;
}

// What cannot be given back now is what `forge workspaces clean` is for: the run's end is recorded and stays.
void UnitExecutor::LeaveWorkspaces() {
  std::lock_guard lock(workspace_mutex_);
  prepared_.clear();
  if (workspaces_) (void)workspaces_->ReleaseAll();
}

std::optional<UnitOutcome> UnitExecutor::Child(const Job& job, std::stop_token stop) {
  std::optional<UnitOutcome> outcome = context_.drive_child(job, std::move(stop));
  if (!outcome || outcome->status != UnitStatus::kDone || !isolated()) return outcome;
  // What a run below made is a part of this one, not a branch that somebody has to find.
  auto adopt = [&]() -> Result<Integrated> {
    Workspaces* workspaces = TRY(OpenWorkspaces());
    std::lock_guard lock(workspace_mutex_);
    prepared_.clear();
    return workspaces->Adopt(RunId{outcome->result["run"].AsInt()}, job.lane, job.unit.id, Message(job));
  };
  const auto adopted = adopt();
  if (!adopted) return FailedUnit(ErrorClass::kTooling, adopted.error());
  if (adopted->conflict) {
    Error error{Code::kConflict,
                outcome->summary + " and conflicts with work merged meanwhile: " + Join(adopted->conflict->files, ", "),
                ""};
    UnitOutcome failed = FailedUnit(ErrorClass::kExternal, error);
    failed.usage = outcome->usage;
    failed.result = outcome->result;
    return failed;
  }
  outcome->result.Set("commit", adopted->commit);
  return outcome;
}

UnitOutcome UnitExecutor::Integrate(const Job& job, std::stop_token stop) {
  UnitOutcome outcome;
  if (!isolated()) {
    outcome.summary = "isolation is `shared`: the changes are in your checkout, uncommitted";
    return outcome;
  }
  auto work = [&]() -> Result<UnitOutcome> {
    Workspaces* workspaces = TRY(OpenWorkspaces());
    if (job.stage.how == "squash") {
      std::lock_guard lock(workspace_mutex_);
      return Squashed(TRY(workspaces->Squash(job.unit.id, Message(job))));
    }
    if (job.stage.how == "land") {
      // Landing touches the user's branches, so a person does it; the run only says how.
      outcome.summary = "ready on branch " + workspaces->branch();
      return outcome;
    }
    if (job.snapshot.empty()) {
      outcome.summary = "nothing changed";
      return outcome;
    }
    JobTicket ticket;
    ticket.candidate = {job.lane, job.snapshot, job.unit.id, Message(job)};
    ticket.commands = CommandsFor(job, context_.settings.verify);
    ticket.job = &job;
    MergeAnswer answer = TRY(Queue().Enter(ticket, stop));
    if (!answer.merged()) return SendBack(job, answer);
    std::lock_guard lock(workspace_mutex_);
    if (job.step) TRY(workspaces->Release(job.lane));
    outcome.result =
        Evidence(answer.report, answer.tree).Set("commit", answer.commit).Set("empty", answer.commit.empty());
    outcome.summary = answer.commit.empty() ? "nothing changed" : "commit " + answer.commit.substr(0, 12);
    return outcome;
  };
  auto done = work();
  if (done) return *std::move(done);
  if (done.error().code == Code::kCancelled) {
    outcome.status = UnitStatus::kCancelled;
    return outcome;
  }
  return FailedUnit(ErrorClass::kTooling, done.error());
}

// The lane goes on from the branch as it is now, with its own changes on top and what was wrong in `failures`.
Result<UnitOutcome> UnitExecutor::SendBack(const Job& job, const MergeAnswer& answer) {
  UnitOutcome outcome;
  outcome.passed = false;
  std::string failures;
  if (answer.conflict) {
    outcome.failures = static_cast<std::int64_t>(answer.conflict->files.size());
    outcome.summary = "conflicts with work merged meanwhile: " + Join(answer.conflict->files, ", ");
  } else {
    outcome.failures = CountFailed(answer.report);
    outcome.summary = "passes alone, fails together with what was merged meanwhile";
    for (const VerifyResult& result : answer.report.results) {
      if (!result.passed) outcome.summary += "; failed: " + result.command;
    }
    failures = outcome.summary + "\n" + FailuresOf(answer.report, Contracts().contracts);
    outcome.result = Evidence(answer.report, answer.tree);
  }
  if (job.step) {
    std::lock_guard lock(workspace_mutex_);
    Workspaces* workspaces = TRY(OpenWorkspaces());
    ShareWorktree(job, *workspaces);
    Rebased rebased = TRY(workspaces->Rebase(job.lane, job.snapshot));
    prepared_.erase(job.lane);
    outcome.snapshot = rebased.commit;
    if (answer.conflict) failures = ConflictText(rebased);
  } else if (answer.conflict) {
    failures = outcome.summary + "\n" + answer.conflict->details + "\n";
  }
  outcome.artifacts.push_back(TRY(context_.files.WriteArtifact(job.lane, "failures", failures)));
  return outcome;
}

}  // namespace forge
