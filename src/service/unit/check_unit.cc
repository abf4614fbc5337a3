#include "service/unit/check_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/strings.h"
#include "model/finding.h"
#include "model/json_array.h"
#include "model/repair.h"
#include "model/triage_answer.h"
#include "os/crash_point.h"
#include "os/system.h"
#include "service/memory/memory.h"
#include "service/plan/claim_history.h"
#include "service/plan/document_checks.h"
#include "service/proof/baselines.h"
#include "service/proof/evidence.h"
#include "service/proof/sarif_reports.h"
#include "service/proof/verify_directory.h"
#include "service/proof/verify_outcome.h"
#include "service/unit/check_words.h"
#include "service/unit/claims_memo.h"
#include "service/unit/evidence_unit.h"
#include "service/unit/job.h"
#include "service/unit/red_green_unit.h"
#include "service/unit/run_above.h"
#include "service/unit/run_resources.h"
#include "service/unit/secrets_gate.h"
#include "service/unit/today_check.h"
#include "service/unit/unit_verify.h"
#include "text/plan/contracts.h"
#include "text/plan/plan.h"
#include "text/plan/plan_shown.h"
#include "verify/disabled_tests.h"
#include "verify/must_have_check.h"
#include "verify/reports.h"
#include "verify/scope.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

constexpr std::size_t kLargestCheckedDiff = std::size_t{4} << 20U;

bool Names(const Job& job, std::string_view check) {
  return std::ranges::find(job.stage.checks, check) != job.stage.checks.end();
}

// The journal keeps how the step's test was proved, or why the plan waives that.
void TellProof(const Job& job, const std::optional<RedGreen>& red_green, UnitOutcome& outcome) {
  if (!job.step || std::ranges::count(job.stage.commands, "step") == 0) return;
  if (red_green) outcome.result.Set(kRedGreenMember, ToJson(*red_green));
  if (const PlannedProof proof = ProofOf(*job.step); proof.waived) outcome.result.Set(kProofWaived, proof.reason);
}

}  // namespace

// What a check gathers on its way to an outcome.
struct CheckUnit::Work {
  std::vector<std::string> findings;  // of the plan or the tree: each is a failure
  std::vector<std::string> notes;
  VerifyChoice choice;
  std::vector<std::string> testing;  // commands of the plan's `## Testing`, once all steps are settled
  std::vector<Contract> contracts;   // those of `choice`'s commands that are promises between steps
  RepairSignals signals;             // the same findings by kind
  std::vector<Finding> reported;     // by tools that write SARIF
  std::map<std::string, std::int64_t> logs_before;
  bool spoiled = false;          // the commands changed the worktree
  std::optional<Error> missing;  // what the machine must have before the commands can run
  VerifyReport report;
  std::string tree;
  std::string plan;                   // the document that `findings` speak of
  std::optional<ClaimReport> claims;  // of the check `claims`
  std::optional<RedGreen> red_green;  // of a step whose plan asks for it
  TodayCheck today;                   // of the check `fails-today`
};

UnitOutcome CheckUnit::CarryOut(const Job& job, std::stop_token stop) {
  auto work = [&]() -> Result<UnitOutcome> {
    if (job.stage.mode == CheckMode::kBaseline) return TakeBaseline(job, stop);
    Work check;
    check.today.sent = job.sent_today;
    TRY(CheckDocument(job, stop, check));
    check.signals.other = static_cast<std::int64_t>(check.findings.size());
    TRY(CheckTree(job, check));
    if (!stop.stop_requested()) TRY(CheckCommands(job, stop, check));
    if (!stop.stop_requested()) TRY(CheckProof(job, stop, check));
    if (check.missing && job.stage.mode != CheckMode::kAdvisory)
      return FailedUnit(ErrorClass::kExternal, *check.missing);
    if (!stop.stop_requested()) TRY(CheckSarif(job, check));
    if (check.spoiled) {
      // The next reader of this worktree must get the lane's snapshot.
      resources_.worktrees.Forget(job.lane);
    }
    const bool audits = Names(job, "evidence");
    const bool proves = audits || Names(job, "criteria");
    std::optional<EvidenceReport> evidence;
    if (proves && !stop.stop_requested())
      evidence = TRY(ProveCriteria(resources_, job, audits ? ProofRuns::kTwice : ProofRuns::kOnce, stop));
    if (evidence) LeaveOutGaps(*evidence, job.accepted_gaps);
    // A plan that goes back anyway is tried when it comes again.
    if (!stop.stop_requested() && Names(job, "fails-today") && check.findings.empty()) {
      TRY(TryToday(resources_, verify_, baselines_, job, stop, check.today));
      std::ranges::move(check.today.findings, std::back_inserter(check.findings));
      std::ranges::move(check.today.notes, std::back_inserter(check.notes));
    }
    UnitOutcome outcome;
    if (stop.stop_requested() || check.report.cancelled || (proves && !evidence)) {
      outcome.status = UnitStatus::kCancelled;
      return outcome;
    }
    std::string failures;
    if (evidence && !audits) {
      if (!evidence->verified()) failures = EvidencePage(*evidence);
      outcome.failures = static_cast<std::int64_t>(CountWanting(*evidence));
    } else if (evidence) {
      const std::string page = EvidencePage(*evidence);
      outcome.artifacts.push_back(TRY(resources_.context.files.WriteArtifact(job.lane, "EVIDENCE.md", page)));
      TRY(resources_.context.files.KeepUnitText(job.unit.id, std::string(kEvidenceFile), page));
      if (!evidence->verified()) failures = page;
      outcome.failures = static_cast<std::int64_t>(CountWanting(*evidence));
    }
    TRY(KeepBroken(job, check));
    CrashPoint("checked");
    const std::vector<std::string> as_before = FailingAsBefore(check.report, job);
    NoteOldFailures(as_before, check);
    outcome.failures += static_cast<std::int64_t>(check.findings.size()) + CountFailed(check.report);
    outcome.passed = outcome.failures == 0;
    outcome.score = check.report.score;
    outcome.result = Evidence(check.report, check.tree, check.findings, check.contracts);
    Json old = Json::MakeArray();
    for (const std::string& command : as_before) old.Append(command);
    if (!as_before.empty()) outcome.result.Set("as_before", std::move(old));
    check.signals.commands = CountFailed(check.report);
    check.signals.other += evidence ? static_cast<std::int64_t>(CountWanting(*evidence)) : 0;
    if (job.step && outcome.failures > 0) outcome.result.Set("signals", ToJson(check.signals));
    if (!check.reported.empty()) outcome.result.Set("findings", FindingsJson(check.reported));
    if (check.claims) outcome.result.Set(kClaimRecords, ToJson(*check.claims)["claims"]);
    TellProof(job, check.red_green, outcome);
    TellToday(check.today, outcome.result);
    if (Names(job, "findings")) TRY(SettleFindings(job, outcome));
    outcome.summary =
        BrokenContracts(check.report, check.contracts) + SummaryOfCheck(check.report, check.findings, check.notes);
    if (evidence && !audits && !evidence->entries.empty()) {
      outcome.result.Set("criteria", ToJson(*evidence)["criteria"]);
      outcome.summary += (outcome.summary.empty() ? "" : "; ") + CriteriaSummary(*evidence);
    } else if (evidence && audits) {
      outcome.result.Set("evidence", ToJson(*evidence));
      TellUnproven(*evidence, outcome.failures > static_cast<std::int64_t>(CountWanting(*evidence)), job.accepted_gaps,
                   outcome.result);
      const bool shows = check.findings.empty() && CountFailed(check.report) == 0;
      if (shows) outcome.summary = EvidenceSummary(*evidence);
    }
    const bool nothing = check.choice.commands.empty() && !job.stage.commands.empty() && !audits;
    if (nothing && outcome.passed) outcome.result.Set("nothing_run", true);
    if (outcome.summary.empty()) outcome.summary = nothing ? "nothing to run (no test command set)" : "passed";
    // Where its commands come from says nothing of what only Forge found.
    const bool of_commands = check.findings.empty() || CountFailed(check.report) > 0;
    if (of_commands && !check.choice.from.empty()) outcome.summary += " (" + check.choice.from + ")";
    std::string told;
    for (const std::string& finding : check.findings)
      told += WithLineQuoted(finding, check.plan, LineNumbers::kDropped) + "\n";
    if (!check.findings.empty() && !check.plan.empty()) told += StepsMadeFrom(ParsePlan(check.plan));
    failures = told + FailuresOf(check.report, check.contracts) + failures + NotesOf(check.notes, check.plan);
    outcome.artifacts.push_back(TRY(resources_.context.files.WriteArtifact(job.lane, "failures", failures)));
    // What failed once is worth knowing at the end, when it no longer fails.
    if (!outcome.passed) TRY(resources_.context.files.WriteArtifact(job.lane, kLastFailures, failures));
    return outcome;
  };
  auto done = work();
  return done ? *std::move(done) : FailedUnit(ErrorClass::kTooling, done.error());
}

// It counts all the same: a silent script looks the same whatever breaks, so that only a person can let it pass.
void CheckUnit::NoteOldFailures(const std::vector<std::string>& as_before, Work& check) {
  for (const std::string& command : as_before)
    check.notes.push_back(fmt::format("`{}` fails as it did before any work", command));
}

// What the commands say before the work. It never fails: what is red today is something to know.
Result<UnitOutcome> CheckUnit::TakeBaseline(const Job& job, const std::stop_token& stop) {
  UnitOutcome outcome;
  const std::string cwd = TRY(resources_.worktrees.Prepare(job, false));
  const VerifyChoice choice = resources_.ChoiceFor(job, cwd);
  std::string tree;
  if (resources_.worktrees.isolated())
    tree = TRY(TRY(resources_.worktrees.Open())->TreeOf(TRY(resources_.worktrees.CommitOf(job))));
  const BaselineAnswer answer = TRY(baselines_.Take(
      choice, tree, [&](const VerifyChoice& unknown) { return verify_.Run(job, cwd, unknown, tree, stop); }));
  if (stop.stop_requested() || answer.report.cancelled) {
    outcome.status = UnitStatus::kCancelled;
    return outcome;
  }
  if (answer.spoiled) resources_.worktrees.Forget(job.lane);
  const std::string reason = job.step ? PassesTodayReason(*job.step) : "";
  const std::string page = BaselinePage(answer.report, job.step.has_value(), reason);
  outcome.result = Evidence(answer.report, tree).Set("baseline", true);
  outcome.summary = BaselineSummary(answer.report);
  outcome.artifacts.push_back(TRY(resources_.context.files.WriteArtifact(job.lane, "baseline", page)));
  return outcome;
}

Status CheckUnit::CheckDocument(const Job& job, const std::stop_token& stop, Work& check) {
  std::vector<std::string> checks = job.stage.checks;
  for (const char* other : {"evidence", "criteria", "fails-today", "findings", "contracts", "secrets"})
    std::erase(checks, other);  // not of the document
  if (checks.empty()) return {};
  check.plan = TRY(resources_.context.files.ReadPlan()).value_or("");
  const std::string& text = check.plan;
  ClaimsBefore before;
  if (std::find(checks.begin(), checks.end(), "claims") != checks.end())
    before = TRY(ReadClaimsBefore(resources_.context.files, job, text));
  PlanCheckInput input{text, before.plan, {}, job.step ? job.step->id : StepId{}, {}, WallClock(), before.claims};
  input.memory = [this] { return Memory::Open(resources_.context.machine, resources_.context.project, false); };
  if (NeedsRepository(checks)) input.root = TRY(resources_.worktrees.Prepare(job, false));
  input.by_agent = !job.plan_given;
  input.apart = job.stage.apart;
  PlanFindings plan = CheckPlanDocument(checks, input, stop);
  check.findings = std::move(plan.findings);
  check.notes = std::move(plan.notes);
  check.claims = std::move(plan.claims);
  if (check.claims) TRY(KeepClaims(resources_.context.files, job, *check.claims));
  if (!job.step && std::ranges::count(checks, "graph") > 0) {
    // What its run may not change would be refused only when all is done.
    if (const auto above = TRY(resources_.context.files.ReadArtifact("run", kStepAbove))) {
      const StepSpec step = TRY(StepFromJson(TRY(ParseJson(*above))));
      std::ranges::move(FindBeyond(step, ParsePlan(text).steps), std::back_inserter(check.findings));
    }
  }
  const bool form = !job.step && std::find(checks.begin(), checks.end(), "structure") != checks.end();
  if (!form || job.rules < 3) return {};
  Work contracts;
  contracts.contracts = FindContracts(ParsePlan(text)).contracts;
  TRY(FindDroppedContracts(job, contracts));
  for (std::string& finding : contracts.findings) check.findings.push_back(std::move(finding));
  return {};
}

// Must-haves are met, and the step changed only what it may change. Runs with every check of the lane's work, even if
// the pipeline does not name it.
Status CheckUnit::CheckTree(const Job& job, Work& check) {
  const bool runs = !job.stage.commands.empty();
  if (!runs && !Names(job, "must-haves") && !Names(job, "contracts") && !Names(job, "secrets")) return {};
  TRY(CheckSecrets(job, check));
  MustHaves wanted;
  if (job.step) {
    wanted = job.step->must_haves;
  } else if (runs || Names(job, "contracts")) {
    const PlanDocument plan = ParsePlan(TRY(resources_.context.files.ReadPlan()).value_or(""));
    if (runs) wanted = plan.must_haves;
    TRY(ChooseContracts(job, plan, check));
    if (job.is_whole && runs) check.testing = plan.testing;
  }
  TRY(CheckPromises(job, wanted, check));
  const bool bounded = job.step && !(job.step->writes.empty() && job.step->disallowed.empty());
  if (!bounded || !resources_.worktrees.isolated() || job.snapshot.empty()) return {};
  const std::vector<std::string> changed = TRY(TRY(resources_.worktrees.Open())->ChangedFiles(job.snapshot));
  for (std::string& finding : CheckScope(*job.step, changed)) {
    ++check.signals.outside;
    check.findings.push_back(std::move(finding));
  }
  return {};
}

Status CheckUnit::CheckSecrets(const Job& job, Work& check) {
  SecretsReport secrets = TRY(FindNewSecrets(resources_, job.snapshot));
  check.signals.other += static_cast<std::int64_t>(secrets.findings.size());
  std::ranges::move(secrets.findings, std::back_inserter(check.findings));
  std::ranges::move(secrets.allowed, std::back_inserter(check.notes));
  return {};
}

// Only a person switches a contract off: a plan that says so, or no longer has one that broke, does not.
Status CheckUnit::ChooseContracts(const Job& job, const PlanDocument& plan, Work& check) {
  PlanContracts found = FindContracts(plan);
  for (std::string& problem : found.problems) check.notes.push_back(std::move(problem));
  if (found.disabled && !found.contracts.empty() && job.rules < 3) {
    check.notes.emplace_back("the plan disables its contracts: none was checked");
    return {};
  }
  if (found.disabled && !found.contracts.empty())
    check.notes.push_back(
        fmt::format("the plan disables its contracts; they were run all the same: a person switches "
                    "one off with forge skip {} --contract NAME --reason TEXT",
                    job.run.value));
  for (const auto& [name, reason] : job.contracts_off)
    check.notes.push_back(fmt::format("contract `{}` is switched off: {}", name, reason));
  std::erase_if(found.contracts, [&](const Contract& one) { return job.contracts_off.contains(one.name); });
  check.contracts = std::move(found.contracts);
  TRY(FindDroppedContracts(job, check));
  LeaveOutAccepted(check.contracts, job.accepted, check.notes);
  return {};
}

Status CheckUnit::FindDroppedContracts(const Job& job, Work& check) {
  const std::string broken = TRY(resources_.context.files.ReadArtifact(job.lane, kBrokenContracts)).value_or("");
  for (const Contract& before : ReadBrokenContracts(broken)) {
    if (job.contracts_off.contains(before.name)) continue;
    const auto now = std::ranges::find(check.contracts, before.name, &Contract::name);
    const bool kept = now != check.contracts.end();
    if (kept && (before.command.empty() || now->command == before.command)) continue;
    const std::string what =
        kept ? fmt::format("the plan changes the command of the contract `{}`, which broke, from `{}` to `{}`",
                           before.name, before.command, now->command)
             : fmt::format("the plan no longer has the contract `{}`, which broke", before.name);
    check.findings.push_back(
        fmt::format("{}; a contract stays, and only a person switches one off: forge skip {} --contract \"{}\" "
                    "--reason TEXT",
                    what, job.run.value, before.name));
  }
  return {};
}

// So that the next plan can neither leave them out nor weaken them.
Status CheckUnit::KeepBroken(const Job& job, const Work& check) {
  std::vector<Contract> broken;
  for (const VerifyResult& result : check.report.results) {
    for (const Contract& contract : check.contracts) {
      if (!result.passed && contract.command == result.command) broken.push_back(contract);
    }
  }
  if (broken.empty()) return {};
  const std::string before = TRY(resources_.context.files.ReadArtifact(job.lane, kBrokenContracts)).value_or("");
  TRY(resources_.context.files.WriteArtifact(job.lane, kBrokenContracts, AddBrokenContracts(before, broken)));
  return {};
}

// Must-haves that are missing, hollow or unused; and, where the stage repairs failures by kind, tests that the work
// disabled. What was pruned from the step is only noted.
Status CheckUnit::CheckPromises(const Job& job, const MustHaves& wanted, Work& check) {
  std::vector<BrokenPromise> broken;
  if (!wanted.empty()) broken = FindBrokenPromises(wanted, TRY(resources_.worktrees.Prepare(job, false)));
  std::vector<std::string> disabled;
  if (job.stage.repair > 0 && resources_.worktrees.isolated() && !job.snapshot.empty())
    disabled = FindDisabledTests(TRY(TRY(resources_.worktrees.Open())->Diff(job.snapshot, kLargestCheckedDiff)));
  const auto found = [&](const std::string& what, std::vector<std::string>& kind) {
    if (std::find(job.pruned.begin(), job.pruned.end(), what) != job.pruned.end()) {
      check.notes.push_back("left out: " + what);
      return;
    }
    kind.push_back(what);
    check.findings.push_back(what);
  };
  for (const BrokenPromise& one : broken) {
    RepairSignals& signals = check.signals;
    found(one.what, one.fault == PromiseFault::kMissing  ? signals.missing
                    : one.fault == PromiseFault::kHollow ? signals.hollow
                                                         : signals.unwired);
  }
  for (const std::string& what : disabled) found(what, check.signals.disabled);
  return {};
}

// SARIF results that the commands wrote: all are findings, and those at level error fail the check.
Status CheckUnit::CheckSarif(const Job& job, Work& check) {
  if (job.stage.sarif.empty()) return {};
  SarifResults results =
      ReadSarifReports(TRY(resources_.worktrees.Prepare(job, false)), job.stage.sarif, check.logs_before);
  for (std::string& problem : results.problems) {
    ++check.signals.other;
    check.findings.push_back(std::move(problem));
  }
  for (const Finding& finding : results.findings) {
    if (finding.state != FindingState::kOpen || finding.level != FindingLevel::kHigh) continue;
    ++check.signals.other;
    check.findings.push_back(DescribeFinding(finding));
  }
  check.notes.push_back(fmt::format("{} results of {} SARIF logs", results.findings.size(), results.logs));
  check.reported = std::move(results.findings);
  return {};
}

Status CheckUnit::CheckCommands(const Job& job, const std::stop_token& stop, Work& check) {
  if (job.stage.commands.empty() && check.contracts.empty()) return {};
  const std::string cwd = TRY(resources_.worktrees.Prepare(job, false));
  check.choice = resources_.ChoiceFor(job, cwd);
  for (const std::string& command : check.testing) AddCommand(check.choice.commands, command);
  for (const Contract& contract : check.contracts) AddCommand(check.choice.commands, contract.command);
  if (check.choice.commands.empty()) return {};
  check.logs_before = FindReports(cwd, job.stage.sarif);
  if (resources_.worktrees.isolated())
    check.tree = TRY(TRY(resources_.worktrees.Open())->TreeOf(TRY(resources_.worktrees.CommitOf(job))));
  // A reused pass writes no log, so with `sarif` the commands always run.
  const bool logs = !job.stage.sarif.empty();
  UnitVerify::Outcome run = TRY(verify_.Run(job, cwd, check.choice, logs ? "" : check.tree, stop));
  check.report = std::move(run.report);
  check.missing = std::move(run.missing);
  if (!run.changed_tree && !logs) return {};
  if (!logs) check.notes.emplace_back("the verify commands changed files that git tracks or would track");
  check.spoiled = true;
  return {};
}

// Only once the commands pass: what is not green needs no proof that it was red.
Status CheckUnit::CheckProof(const Job& job, const std::stop_token& stop, Work& check) {
  const bool asked = job.step && ProofOf(*job.step).red_green && std::ranges::count(job.stage.commands, "step") > 0;
  const bool green =
      check.findings.empty() && !check.missing && !check.report.cancelled && CountFailed(check.report) == 0;
  if (!asked || !green) return {};
  auto shown = ShowRed(resources_, verify_, baselines_, job, check.tree, stop);
  if (!shown && shown.error().code == Code::kUnavailable) {
    check.missing = shown.error();
    return {};
  }
  check.red_green = TRY(std::move(shown));
  if (!check.red_green) check.report.cancelled = true;
  if (!check.red_green || check.red_green->problem.empty()) return {};
  ++check.signals.other;
  check.findings.push_back(check.red_green->problem);
  return {};
}

Status CheckUnit::SettleFindings(const Job& job, UnitOutcome& outcome) {
  if (!settle_findings_) return Fail(Code::kInternal, "this run cannot settle findings");
  const FindingsSheet sheet = TRY(settle_findings_(job));
  outcome.artifacts.push_back(
      TRY(resources_.context.files.WriteArtifact(job.lane, std::string(kTriagePage), sheet.page)));
  outcome.summary = fmt::format("{} findings need an answer, {} are settled", sheet.open, sheet.settled);
  outcome.result.Set("open", sheet.open).Set("settled", sheet.settled);
  Json serious = Json::MakeArray();
  for (const std::string& id : sheet.serious) serious.Append(id);
  if (!sheet.serious.empty()) outcome.result.Set("serious", std::move(serious));
  return {};
}

}  // namespace forge
