#include "service/unit/unit_verify.h"

#include <fmt/core.h>

#include <chrono>
#include <map>

#include "base/strings.h"
#include "os/process/process.h"
#include "service/proof/verify_directory.h"
#include "service/proof/verify_outcome.h"
#include "service/proof/verify_tree.h"
#include "service/transcript/transcript_writer.h"
#include "service/unit/job.h"
#include "service/unit/run_resources.h"
#include "service/unit/unit_temp.h"
#include "verify/missing_program.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

// Runs the commands that have not passed on this tree before; the report has all, in their order.
VerifyReport RunUnproved(VerifyRequest& request, const std::vector<std::string>& commands,
                         const EvidenceFiles& evidence, const std::stop_token& stop) {
  std::map<std::string, VerifyResult> known;
  for (const std::string& command : commands) {
    if (auto pass = evidence.FindPass(command)) {
      known.emplace(command, *std::move(pass));
    } else {
      request.commands.push_back(command);
    }
  }
  VerifyReport report = RunCommands(request, stop);
  for (VerifyResult& result : report.results) {
    std::string command = result.command;
    known.emplace(std::move(command), std::move(result));
  }
  report.results.clear();
  for (const std::string& command : commands) {
    if (auto it = known.find(command); it != known.end()) report.results.push_back(it->second);
  }
  FillScore(report, commands.size());
  return report;
}

const char* FileOf(UnitVerify::Record record) {
  switch (record) {
    case UnitVerify::Record::kOfUnit: return "verify.json";
    case UnitVerify::Record::kRed: return "red.json";
    case UnitVerify::Record::kBare: return "bare.json";
    case UnitVerify::Record::kRunner: return "red-with-new-files.json";
    case UnitVerify::Record::kBareRunner: return "bare-with-new-files.json";
  }
  return "";
}

std::optional<Error> WhatIsMissing(const VerifyReport& report) {
  for (const VerifyResult& result : report.results) {
    if (result.missing.empty()) continue;
    const bool there = FindProgram(result.missing).has_value();
    return Error{Code::kUnavailable,
                 fmt::format("the test command `{}` cannot run: the program `{}` {}", result.command, result.missing,
                             there ? "may not be started" : "is not installed"),
                 fmt::format("{}; then answer retry",
                             there ? "add its directory to the setting sandbox_read" : HowToGet(result.missing))};
  }
  return std::nullopt;
}

}  // namespace

Result<UnitVerify::Outcome> UnitVerify::Run(const Job& job, const std::string& cwd, const VerifyChoice& choice,
                                            const std::string& tree, const std::stop_token& stop, Record record) {
  const bool aside = record != Record::kOfUnit;
  const UnitTemp temp = TRY(UnitTemp::Make(resources_.context.process_marker, cwd));
  VerifyRequest request;
  request.cwd = cwd;
  request.env = resources_.EnvironmentFor(job);
  request.withheld = resources_.withheld;
  request.timeout = std::chrono::milliseconds(job.stage.timeout_ms > 0 ? job.stage.timeout_ms
                                                                       : resources_.context.settings.verify_timeout_ms);
  request.silence = std::chrono::milliseconds(resources_.context.settings.silence_ms);
  request.parallel = static_cast<std::size_t>(resources_.context.settings.verify_parallel);
  if (job.step) request.parallel = DeclaredParallel(*job.step).value_or(request.parallel);
  request.sandbox =
      TRY(resources_.SandboxFor(cwd, temp.path(), true, resources_.context.settings.sandbox.verify_network, {}));
  if (request.sandbox) request.env["TMPDIR"] = temp.path();
  request.reports = choice.reports;
  request.scratch = temp.path();
  request.on_start = [&](std::int64_t pid, std::int64_t start) { resources_.on_process(job.unit.id, pid, start); };
  TranscriptWriter transcript(resources_.context.files, job.unit.id, cwd, resources_.mask);
  if (!aside) {
    request.on_begin = [&](const std::string& command) { transcript.Begin(command); };
    request.on_output = [&](const std::string& command, std::string_view text) { transcript.Output(command, text); };
    request.on_result = [&](const VerifyResult& result) {
      transcript.Finish(result.command, result.exit_code, result.passed, result.duration_ms);
    };
  }
  const EvidenceFiles evidence = EvidenceOn(tree);
  Outcome run;
  run.report = RunUnproved(request, choice.commands, evidence, stop);
  resources_.mask.ApplyToReport(run.report);  // before anything of it is kept or told
  for (const VerifyResult& result : run.report.results) {
    if (result.reused_from > 0 && !aside)
      transcript.Note(fmt::format("`{}` passed on the same tree in unit {}", result.command, result.reused_from));
  }
  if (!aside) transcript.End("");
  if (run.report.shortage) return std::unexpected(*run.report.shortage);
  if (run.report.cancelled) return run;
  run.missing = WhatIsMissing(run.report);
  Json kept = ToJson(run.report);
  kept.Set("tree", tree.empty() ? Json() : Json(tree));
  TRY(resources_.context.files.KeepUnitText(job.unit.id, FileOf(record), kept.Dump(2)));
  if (tree.empty()) return run;
  const bool is_known = resources_.worktrees.isolated() && TRY(resources_.worktrees.Open())->StillHolds(cwd, tree);
  if (!is_known) {
    const auto after = WorkingTreeHash(cwd);
    run.changed_tree = !after || *after != tree;
  }
  if (run.changed_tree) return run;
  for (const VerifyResult& result : run.report.results) TRY(evidence.Keep(result, job.unit.id));
  return run;
}

EvidenceFiles UnitVerify::EvidenceOn(const std::string& tree) const {
  return {resources_.context.files.directory(), tree,
          Surroundings(resources_.context.machine.environment) + resources_.context.settings.sandbox.mode +
              Join(resources_.context.settings.pass_env, "\n")};
}

}  // namespace forge
