// Check units: verify commands on the lane's tree, and the built-in checks of the plan document.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/strings.h"
#include "os/crash_point.h"
#include "service/evidence.h"
#include "service/plan_check.h"
#include "service/unit_executor.h"
#include "service/unit_temp.h"
#include "verify/verify.h"

namespace forge {
namespace {

constexpr std::size_t kMostOfAnOutput = 8 * 1024;

// "step" stands for the step's own commands (on the run's lane: those of every step), "project" for the settings'.
std::vector<std::string> CommandsFor(const Job& job, const std::vector<std::string>& project) {
  std::vector<std::string> commands;
  auto add = [&](const std::vector<std::string>& more) {
    for (const std::string& command : more) {
      if (std::find(commands.begin(), commands.end(), command) == commands.end()) commands.push_back(command);
    }
  };
  for (const std::string& command : job.stage.commands) {
    if (command == "step") {
      add(job.step ? job.step->verify : job.all_verify);
    } else if (command == "project") {
      add(project);
    } else {
      add({command});
    }
  }
  if (commands.empty() && !job.stage.commands.empty()) add(project);
  return commands;
}

std::string Failures(const VerifyReport& report) {
  std::string text;
  for (const VerifyResult& result : report.results) {
    if (result.passed) continue;
    text +=
        fmt::format("$ {}\nexit {}{}\n{}\n", result.command, result.exit_code, result.timed_out ? " (timed out)" : "",
                    KeepHeadAndTail(result.output, kMostOfAnOutput / 4, kMostOfAnOutput));
  }
  return text;
}

std::int64_t CountFailed(const VerifyReport& report) {
  std::int64_t failed = 0;
  for (const VerifyResult& result : report.results) failed += result.passed ? 0 : 1;
  return failed;
}

// The journal keeps what was run and how it ended; the whole output is in the run's files.
Json Evidence(const VerifyReport& report, const std::string& tree) {
  Json results = Json::MakeArray();
  for (const VerifyResult& result : report.results) {
    results.Append(Json::MakeObject()
                       .Set("command", result.command)
                       .Set("exit_code", result.exit_code)
                       .Set("passed", result.passed)
                       .Set("duration_ms", result.duration_ms));
  }
  Json evidence = Json::MakeObject().Set("score", report.score).Set("results", std::move(results));
  if (!tree.empty()) evidence.Set("tree", tree);
  return evidence;
}

std::string Summary(const VerifyReport& report, const std::vector<std::string>& notes) {
  std::string text;
  if (!report.results.empty()) {
    text = fmt::format("{} of {} commands passed",
                       report.results.size() - static_cast<std::size_t>(CountFailed(report)), report.results.size());
    for (const VerifyResult& result : report.results) {
      if (!result.passed) text += fmt::format("; failed: {}", result.command);
    }
  }
  if (!notes.empty()) {
    text += (text.empty() ? "" : "; ") + notes[0];
    if (notes.size() > 1) text += fmt::format(" (and {} more notes)", notes.size() - 1);
  }
  return text;
}

// The plan whose claims were checked in the round before; a unit that is run again after a crash gets the same.
Result<std::string> PlanOfRoundBefore(const RunFiles& files, const Job& job, const std::string& plan) {
  constexpr const char* kLatest = "claims-latest";
  constexpr const char* kBefore = "claims-before";
  const std::string mine = fmt::format("{}\n", job.unit.id.value);
  const std::string latest = files.ReadArtifact(job.lane, kLatest).value_or("");
  std::string before = latest;
  if (latest.starts_with(mine)) {
    before = files.ReadArtifact(job.lane, kBefore).value_or("");
  } else {
    TRY(files.WriteArtifact(job.lane, kBefore, latest));
    TRY(files.WriteArtifact(job.lane, kLatest, mine + plan));
  }
  const std::size_t line = before.find('\n');
  return line == std::string::npos ? std::string() : before.substr(line + 1);
}

}  // namespace

UnitOutcome UnitExecutor::Check(const Job& job, std::stop_token stop) {
  auto work = [&]() -> Result<UnitOutcome> {
    UnitOutcome outcome;
    std::string failures;
    PlanFindings plan;
    std::vector<std::string> checks = job.stage.checks;
    const bool proves = std::erase(checks, "evidence") > 0;
    if (!checks.empty()) {
      const std::string text = context_.files.ReadPlan().value_or("");
      std::string before;
      if (std::find(checks.begin(), checks.end(), "claims") != checks.end())
        before = TRY(PlanOfRoundBefore(context_.files, job, text));
      PlanCheckInput input{text, before, {}, job.step ? job.step->id : StepId{}};
      if (NeedsRepository(checks)) input.root = TRY(WorkDirectory(job, false));
      plan = CheckPlanDocument(checks, input, stop);
      if (stop.stop_requested()) {
        outcome.status = UnitStatus::kCancelled;
        return outcome;
      }
      for (const std::string& finding : plan.findings) failures += finding + "\n";
      for (const std::string& note : plan.notes) failures += "note: " + note + "\n";
      outcome.failures += static_cast<std::int64_t>(plan.findings.size());
    }
    const std::vector<std::string> commands = CommandsFor(job, context_.settings.verify);
    VerifyReport report;
    std::string tree;
    if (!commands.empty()) {
      const std::string cwd = TRY(WorkDirectory(job, false));
      const std::int64_t timeout =
          job.stage.timeout_ms > 0 ? job.stage.timeout_ms : context_.settings.verify_timeout_ms;
      const UnitTemp temp = TRY(UnitTemp::Make());
      const std::optional<Sandbox> sandbox =
          TRY(SandboxFor(cwd, temp.path(), true, context_.settings.sandbox.verify_network, {}));
      std::map<std::string, std::string> env = UnitEnvironment(job);
      if (sandbox) env["TMPDIR"] = temp.path();
      report = RunCommands(
          commands, cwd, env, std::chrono::milliseconds(timeout), stop,
          [&](std::int64_t pid, std::int64_t start) { queue_.Post(Began{job.unit.id, pid, start}); }, sandbox);
      if (report.cancelled) {
        outcome.status = UnitStatus::kCancelled;
        return outcome;
      }
      if (isolated()) tree = TRY(TRY(OpenWorkspaces())->TreeOf(TRY(CommitOf(job))));
      TRY(context_.files.KeepUnitText(job.unit.id, "verify.json", ToJson(report).Dump(2)));
      failures += Failures(report);
      outcome.failures += CountFailed(report);
    }
    std::optional<EvidenceReport> evidence;
    if (proves) {
      evidence = TRY(ProveCriteria(job, stop));
      if (!evidence) {
        outcome.status = UnitStatus::kCancelled;
        return outcome;
      }
      const std::string page = EvidencePage(*evidence);
      outcome.artifacts.push_back(TRY(context_.files.WriteArtifact(job.lane, "EVIDENCE.md", page)));
      if (!evidence->verified()) failures += page;
      outcome.failures += static_cast<std::int64_t>(CountWanting(*evidence));
    }
    CrashPoint("checked");
    outcome.passed = outcome.failures == 0;
    outcome.score = report.score;
    outcome.result = Evidence(report, tree);
    outcome.summary = Summary(report, plan.notes);
    if (evidence) {
      outcome.result.Set("evidence", ToJson(*evidence));
      outcome.summary = EvidenceSummary(*evidence);
    }
    if (!plan.findings.empty())
      outcome.summary =
          plan.findings[0] + (plan.findings.size() > 1 ? fmt::format(" (and {} more)", plan.findings.size() - 1) : "");
    if (outcome.summary.empty())
      outcome.summary =
          commands.empty() && !job.stage.commands.empty() ? "no verify command: nothing was checked" : "passed";
    outcome.artifacts.push_back(TRY(context_.files.WriteArtifact(job.lane, "failures", failures)));
    return outcome;
  };
  auto done = work();
  return done ? *std::move(done) : FailedUnit(ErrorClass::kTooling, done.error());
}

// The commit whose tree the lane stands on.
Result<std::string> UnitExecutor::CommitOf(const Job& job) {
  if (!job.snapshot.empty()) return job.snapshot;
  return TRY(OpenWorkspaces())->Tip();
}

}  // namespace forge
