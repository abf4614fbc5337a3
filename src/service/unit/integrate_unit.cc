#include "service/unit/integrate_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/strings.h"
#include "model/path_kinds.h"
#include "os/crash_point.h"
#include "service/proof/verify_directory.h"
#include "service/proof/verify_evidence.h"
#include "service/proof/verify_outcome.h"
#include "service/unit/accepted_commands.h"
#include "service/unit/check_words.h"
#include "service/unit/commit_message.h"
#include "service/unit/job.h"
#include "service/unit/merge_queue.h"
#include "service/unit/run_resources.h"
#include "service/unit/secrets_gate.h"
#include "service/unit/unit_verify.h"
#include "text/plan/contracts.h"
#include "text/plan/plan.h"
#include "verify/scope.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

// What the next attempt sees in its prompt, in addition to the conflict markers in the files.
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

Error BranchDiffers(const std::string& branch, const std::string& wanted) {
  return {Code::kInternal,
          fmt::format("{} does not hold the work that was verified ({})", branch, wanted.substr(0, 12)),
          "`forge rescue` lists all work that is kept; please report this as a bug"};
}

struct JobTicket : MergeTicket {
  const Job* job = nullptr;
};

// A document that a run wrote beside the Writes of its step says what is true now: no other step's proof hangs on it.
bool IsBeside(const StepSpec& step, const std::string& path) {
  return IsDocument(path) && !CheckScope(step, {path}).empty();
}

// Where merged trees are verified. No step is called so: LaneName makes a name of its own for it.
constexpr const char* kMergeLane = "(merge)";

}  // namespace

// The merge queue's way to git and to verify commands. Called by one unit's thread at a time.
class IntegrateUnit::Merges : public MergePorts {
 public:
  explicit Merges(IntegrateUnit& unit) : unit_(unit) {}

  Result<MergedCandidates> Merge(const std::vector<Candidate>& candidates) override {
    auto work = TRY(unit_.resources_.worktrees.Enter());
    auto merged = work->MergeCandidates("", candidates);
    CrashPoint("merged");
    return merged;
  }

  Result<VerifyReport> Verify(const MergedCandidates& merged, const std::vector<const MergeTicket*>& tickets,
                              std::stop_token stop) override {
    VerifyChoice choice{{}, unit_.resources_.context.settings.verify_reports, ""};
    std::vector<std::string> lanes;
    for (const MergeTicket* ticket : tickets) {
      lanes.push_back(ticket->candidate.lane);
      commands_[ticket->candidate.lane] = ticket->commands;
      accepted_[ticket->candidate.lane] = static_cast<const JobTicket*>(ticket)->job->accepted;
      for (const std::string& command : ticket->commands) AddCommand(choice.commands, command);
    }
    for (const std::string& command : TRY(CommandsOfTouched(merged, tickets))) AddCommand(choice.commands, command);
    const Job& first = *static_cast<const JobTicket*>(tickets[0])->job;
    if (CompletesPlan(tickets) && !first.contracts_later) {
      const PlanContracts plan = TRY(unit_.Contracts(first));
      for (const Contract& contract : plan.contracts) AddCommand(choice.commands, contract.command);
    }
    // A step that was alone was verified on this very tree: no worktree is made for it.
    const EvidenceFiles evidence = unit_.verify_.EvidenceOn(merged.tree);
    const auto is_on_branch = [&](const std::string& lane) { return merged_.contains(lane); };
    std::erase_if(choice.commands, [&](const std::string& command) {
      return evidence.FindPass(command).has_value() || IsExcused(accepted_, is_on_branch, lanes, command);
    });
    if (choice.commands.empty()) return VerifyReport{};
    const std::string directory = TRY(TRY(unit_.resources_.worktrees.Enter())->PrepareAt(kMergeLane, merged.commit));
    UnitVerify::Outcome run = TRY(unit_.verify_.Run(first, directory, choice, merged.tree, stop));
    CrashPoint("merge-verified");
    if (run.missing) return std::unexpected(*std::move(run.missing));
    return std::move(run.report);
  }

  Result<bool> Advance(const MergedCandidates& merged, const std::vector<Candidate>& candidates) override {
    auto work = TRY(unit_.resources_.worktrees.Enter());
    auto moved = work->Advance(merged.tip, merged.commit, candidates);
    work.ForgetAll();
    CrashPoint("integrated");
    if (!moved || !*moved) return moved;
    for (const Candidate& candidate : candidates) {
      merged_.insert(candidate.lane);
      const auto files = brought_.find(candidate.lane);
      if (files == brought_.end()) {
        unread_.insert(candidate.lane);
      } else {
        NoteFiles(candidate.lane, files->second);
      }
    }
    return moved;
  }

 private:
  // Of steps that are on the branch already, those whose files change again: what they promised must still hold.
  Result<std::vector<std::string>> CommandsOfTouched(const MergedCandidates& merged,
                                                     const std::vector<const MergeTicket*>& tickets) {
    TakeMergedBefore();
    std::vector<std::string> commands;
    Workspaces* workspaces = TRY(unit_.resources_.worktrees.Open());
    const std::set<std::string> changed = TRY(ReadBrought(*workspaces, merged, tickets));
    const auto is_here = [&](const std::string& lane) {
      return std::ranges::any_of(tickets, [&](const MergeTicket* ticket) { return ticket->candidate.lane == lane; });
    };
    for (auto lane = unread_.begin(); lane != unread_.end();) {
      if (is_here(*lane) || commands_[*lane].empty()) {
        ++lane;
        continue;
      }
      NoteFiles(*lane, TRY(workspaces->IntegratedFiles(*lane)));
      lane = unread_.erase(lane);
    }
    std::set<std::string> touched;
    for (const std::string& path : changed) {
      if (const auto lanes = lanes_of_.find(path); lanes != lanes_of_.end())
        touched.insert(lanes->second.begin(), lanes->second.end());
    }
    std::erase_if(touched, is_here);
    for (const std::string& lane : touched) {
      for (const std::string& command : commands_[lane]) AddCommand(commands, command);
    }
    return commands;
  }

  // The files that the batch changes on the branch. Each step's own are kept: its next neighbours ask for them.
  Result<std::set<std::string>> ReadBrought(Workspaces& workspaces, const MergedCandidates& merged,
                                            const std::vector<const MergeTicket*>& tickets) {
    std::set<std::string> all;
    std::string before = merged.tip;
    for (std::size_t i = 0; i < merged.commits.size() && i < tickets.size(); ++i) {
      const std::string& commit = merged.commits[i];
      const std::string& lane = tickets[i]->candidate.lane;
      brought_.erase(lane);
      if (commit.empty()) continue;  // nothing new: what it holds is asked of its own commit
      std::vector<std::string> files = TRY(workspaces.ChangedBetween(before, commit));
      const std::optional<StepSpec>& step = static_cast<const JobTicket*>(tickets[i])->job->step;
      std::erase_if(files, [&](const std::string& path) { return step && IsBeside(*step, path); });
      brought_.emplace(lane, files);
      all.insert(files.begin(), files.end());
      before = commit;
    }
    return all;
  }

  void NoteFiles(const std::string& lane, const std::vector<std::string>& files) {
    for (const std::string& path : files) lanes_of_[path].insert(lane);
  }

  void TakeMergedBefore() {
    std::lock_guard lock(unit_.mutex_);
    for (auto& [lane, before] : std::exchange(unit_.merged_before_, {})) {
      if (merged_.insert(lane).second) unread_.insert(lane);
      commands_.try_emplace(lane, before.commands);
      accepted_.try_emplace(lane, before.accepted);
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

  IntegrateUnit& unit_;
  std::set<std::string> merged_;                              // lanes
  std::set<std::string> unread_;                              // those whose files are read on first use
  std::map<std::string, std::set<std::string>> lanes_of_;     // by path that they have changed
  std::map<std::string, std::vector<std::string>> brought_;   // by lane, of the batch that was verified last
  std::map<std::string, std::vector<std::string>> commands_;  // by lane
  AcceptedByLane accepted_;
};

IntegrateUnit::IntegrateUnit(RunResources& resources, UnitVerify& verify) : resources_(resources), verify_(verify) {}

IntegrateUnit::~IntegrateUnit() = default;

// The steps that were done when this process took over the run; later ones are noted as they are merged.
void IntegrateUnit::NoteMerged(const State& state) {
  std::lock_guard lock(mutex_);
  if (std::exchange(merged_before_known_, true) || !state.plan) return;
  for (std::size_t place = 0; place < state.steps.size(); ++place) {
    if (state.steps[place].status != StepStatus::kDone) continue;
    const StepSpec& step = state.plan->steps[place];
    const bool has_lane = state.steps[place].lane.has_value();
    merged_before_[step.id.value] = {step.verify, has_lane
                                                      ? AcceptedCommands(state, LaneId::OfStep(static_cast<int>(place)))
                                                      : std::vector<std::string>()};
  }
}

Result<PlanContracts> IntegrateUnit::Contracts(const Job& job) const {
  PlanContracts found = FindContracts(ParsePlan(TRY(resources_.context.files.ReadPlan()).value_or("")));
  if (found.disabled && job.rules < 3) found.contracts.clear();
  std::erase_if(found.contracts, [&](const Contract& one) { return job.contracts_off.contains(one.name); });
  return found;
}

MergeQueue& IntegrateUnit::Queue() {
  std::lock_guard lock(mutex_);
  if (!merge_queue_) {
    merge_ports_ = std::make_unique<Merges>(*this);
    merge_queue_ = std::make_unique<MergeQueue>(*merge_ports_);
  }
  return *merge_queue_;
}

UnitOutcome IntegrateUnit::CarryOut(const Job& job, std::stop_token stop) {
  UnitOutcome outcome;
  if (!resources_.worktrees.isolated()) {
    outcome.summary = "isolation is `shared`: the changes are in your checkout, uncommitted";
    return outcome;
  }
  if (job.snapshot.empty() && job.stage.how != "squash" && job.stage.how != "land") {
    outcome.summary = "nothing changed";
    return outcome;
  }
  auto work = [&]() -> Result<UnitOutcome> {
    if (job.snapshot.empty()) return Close(job, {});
    const SecretsReport secrets = TRY(FindNewSecrets(resources_, job.snapshot));
    if (!secrets.findings.empty()) return RefuseSecrets(job, secrets.findings);
    JobTicket ticket;
    ticket.candidate = {job.lane, job.snapshot, job.unit.id, CommitMessage(job, resources_.mask)};
    ticket.commands = resources_.ChoiceFor(job, resources_.context.project.root).commands;
    ticket.rejections = job.unit.iteration - 1;
    ticket.job = &job;
    const MergeAnswer answer = TRY(Queue().Enter(ticket, stop));
    return answer.merged() ? Close(job, answer) : SendBack(job, answer);
  };
  auto done = work();
  if (done) return *std::move(done);
  if (done.error().code == Code::kCancelled) {
    outcome.status = UnitStatus::kCancelled;
    return outcome;
  }
  // A program that is not there is asked about; it is nothing that the step could repair.
  const bool missing = done.error().code == Code::kUnavailable;
  return FailedUnit(missing ? ErrorClass::kExternal : ErrorClass::kTooling, done.error());
}

Result<MergeAnswer> IntegrateUnit::MergeChild(const Job& job, const std::string& snapshot, std::stop_token stop) {
  JobTicket ticket;
  ticket.candidate = {job.lane, snapshot, job.unit.id, TitleOfAll(job, resources_.mask)};
  ticket.commands = job.step->verify;
  ticket.job = &job;
  return Queue().Enter(ticket, std::move(stop));
}

Result<std::string> IntegrateUnit::WhyRefused(const Job& job, const MergeAnswer& answer) const {
  if (answer.conflict)
    return "it conflicts with work merged meanwhile: " + Join(answer.conflict->files, ", ") + "\n" +
           answer.conflict->details;
  const std::vector<Contract> contracts = TRY(Contracts(job)).contracts;
  std::string why = "on the merged tree";
  for (const VerifyResult& result : answer.report.results) {
    if (!result.passed) why += "; failed: " + result.command;
  }
  return BrokenContracts(answer.report, contracts) + why + "\n" + FailuresOf(answer.report, contracts);
}

// The lane's work is on the branch, and verified there. What the stage asks for beyond that changes no file.
Result<UnitOutcome> IntegrateUnit::Close(const Job& job, const MergeAnswer& answer) {
  UnitOutcome outcome;
  outcome.result = job.snapshot.empty() ? Json::MakeObject() : Evidence(answer.report, answer.tree);
  std::string commit = answer.commit;
  auto work = TRY(resources_.worktrees.Enter());
  const bool is_there = !answer.commit.empty() && work->IsOnBranch(answer.commit).value_or(false);
  if (job.stage.how == "squash") {
    const std::string verified = answer.tree.empty() ? TRY(work->TreeOf(TRY(work->Tip()))) : answer.tree;
    const Integrated squashed = TRY(work->Squash(job.unit.id, TitleOfAll(job, resources_.mask)));
    work.ForgetAll();
    commit = squashed.empty ? "" : squashed.commit;
    // Steps may be merged meanwhile; the run's own lane is alone.
    if (!job.step && TRY(work->TreeOf(TRY(work->Tip()))) != verified)
      return FailedUnit(ErrorClass::kPermanent, BranchDiffers(work->branch(), verified));
  }
  // What is closed is what was verified. Everything after this unit relies on it.
  // An error here is not the merge's: the branch has moved.
  // A merge after ours may have changed the same places again, so a commit that is on the branch is proof enough.
  const auto unmerged =
      job.snapshot.empty() || is_there ? Result<bool>(false) : work->IsUnmerged(job.lane, job.snapshot);
  if (unmerged && *unmerged) return FailedUnit(ErrorClass::kPermanent, BranchDiffers(work->branch(), job.snapshot));
  const Status released = job.step ? work->Release(job.lane) : Status();
  outcome.result.Set("commit", commit).Set("empty", commit.empty());
  outcome.summary = commit.empty() ? "nothing changed" : "commit " + commit.substr(0, 12);
  // Nor must the step be done again because its worktree could not be given back; the next run or a clean-up does it.
  if (!released) outcome.summary += "; its worktree is still in use: " + released.error().message;
  // Landing touches the user's branches, so a person does it; the run only says how.
  if (job.stage.how == "land") outcome.summary = "ready on branch " + work->branch();
  return outcome;
}

constexpr const char* kAfterAllowed = ". Who is asked about it allows it there with a reason, then answers `retry`";

// Nothing of it is on the branch: whoever reads that would have it for good.
Result<UnitOutcome> IntegrateUnit::RefuseSecrets(const Job& job, const std::vector<std::string>& findings) {
  UnitOutcome outcome;
  outcome.passed = false;
  outcome.failures = static_cast<std::int64_t>(findings.size());
  outcome.summary = "not merged: " + Join(findings, "; ") + kAfterAllowed;
  const std::string failures = "Not merged:\n- " + Join(findings, "\n- ") + "\n";
  outcome.artifacts.push_back(TRY(resources_.context.files.WriteArtifact(job.lane, "failures", failures)));
  return outcome;
}

// Only evidence for the lane's own tree says that it passes alone.
Result<std::string> IntegrateUnit::HowItFails(const Job& job, const MergeAnswer& answer) {
  auto work = TRY(resources_.worktrees.Enter());
  const std::string own = TRY(work->TreeOf(job.snapshot));
  if (own == answer.tree) return "fails on the tree to be merged, in which there is no other new work";
  const EvidenceFiles evidence = verify_.EvidenceOn(own);
  const bool passes = std::ranges::all_of(answer.report.results, [&](const VerifyResult& result) {
    return result.passed || evidence.FindPass(result.command).has_value();
  });
  return passes ? "passes alone, fails together with what was merged meanwhile"
                : "fails on the tree to be merged; nothing shows that it passes alone";
}

// The lane continues from the branch as it is now: its own changes on top, and what failed in `failures`.
Result<UnitOutcome> IntegrateUnit::SendBack(const Job& job, const MergeAnswer& answer) {
  UnitOutcome outcome;
  outcome.passed = false;
  std::string failures;
  if (answer.conflict) {
    outcome.failures = static_cast<std::int64_t>(answer.conflict->files.size());
    outcome.summary = "conflicts with work merged meanwhile: " + Join(answer.conflict->files, ", ");
    if (answer.conflict->unresolved)
      outcome.summary = "conflicts are not resolved: " + Join(answer.conflict->files, ", ");
    // The branch moved under the step: another order would have met no conflict. Markers that it left cost a round.
    if (job.step && !answer.conflict->unresolved) outcome.result.Set("order", true);
  } else {
    outcome.failures = CountFailed(answer.report);
    outcome.summary = TRY(HowItFails(job, answer));
    for (const VerifyResult& result : answer.report.results) {
      if (!result.passed) outcome.summary += "; failed: " + result.command;
    }
    const std::vector<Contract> contracts = TRY(Contracts(job)).contracts;
    outcome.summary = BrokenContracts(answer.report, contracts) + outcome.summary;
    failures = outcome.summary + "\n" + FailuresOf(answer.report, contracts);
    outcome.result = Evidence(answer.report, answer.tree, {}, contracts);
  }
  if (job.step) {
    auto work = TRY(resources_.worktrees.Enter());
    resources_.worktrees.Share(job, *work);
    Rebased rebased = TRY(work->Rebase(job.lane, job.snapshot));
    work.Forget(job.lane);
    outcome.snapshot = rebased.commit;
    outcome.unmerged = true;
    if (answer.conflict) failures = ConflictText(rebased);
  } else if (answer.conflict) {
    failures = outcome.summary + "\n" + answer.conflict->details + "\n";
  }
  outcome.artifacts.push_back(TRY(resources_.context.files.WriteArtifact(job.lane, "failures", failures)));
  return outcome;
}

}  // namespace forge
