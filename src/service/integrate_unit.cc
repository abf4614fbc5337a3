// Integration: a lane's work becomes commits on the run's branch.
#include <fmt/format.h>

#include "base/strings.h"
#include "os/crash_point.h"
#include "service/unit_executor.h"

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

UnitOutcome Report(const Integrated& integrated) {
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

}  // namespace

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

UnitOutcome UnitExecutor::Integrate(const Job& job) {
  UnitOutcome outcome;
  if (!isolated()) {
    outcome.summary = "isolation is `shared`: the changes are in your checkout, uncommitted";
    return outcome;
  }
  auto work = [&]() -> Result<UnitOutcome> {
    Workspaces* workspaces = TRY(OpenWorkspaces());
    std::lock_guard lock(workspace_mutex_);
    if (job.stage.how == "squash") return Report(TRY(workspaces->Squash(job.unit.id, Message(job))));
    if (job.stage.how == "land") {
      // Landing touches the user's branches, so a person does it; the run only says how.
      UnitOutcome ready;
      ready.summary = "ready on branch " + workspaces->branch();
      return ready;
    }
    if (job.snapshot.empty()) {
      UnitOutcome none;
      none.summary = "nothing changed";
      return none;
    }
    Integrated integrated = TRY(workspaces->Integrate(job.lane, job.snapshot, job.unit.id, Message(job)));
    CrashPoint("integrated");
    if (!integrated.conflict && job.step) TRY(workspaces->Release(job.lane));
    prepared_.clear();
    UnitOutcome report = Report(integrated);
    if (integrated.conflict && job.step) {
      // The step goes back to where its work and the branch meet.
      const Rebased rebased = TRY(workspaces->Rebase(job.lane, job.snapshot));
      report.snapshot = rebased.commit;
      report.artifacts.push_back(TRY(context_.files.WriteArtifact(job.lane, "failures", ConflictText(rebased))));
    }
    return report;
  };
  auto done = work();
  return done ? *std::move(done) : FailedUnit(ErrorClass::kTooling, done.error());
}

}  // namespace forge
