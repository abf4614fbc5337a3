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
    return Report(integrated);
  };
  auto done = work();
  return done ? *std::move(done) : FailedUnit(ErrorClass::kTooling, done.error());
}

}  // namespace forge
