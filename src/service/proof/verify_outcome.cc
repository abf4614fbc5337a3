#include "service/proof/verify_outcome.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "base/strings.h"
#include "model/failed_command.h"

namespace forge {
namespace {

constexpr std::size_t kMostOfAnOutput = 8 * 1024;
constexpr std::size_t kMostIssues = 100;
constexpr std::size_t kLongestIssue = 400;

std::string FailedTests(const TestCounts& tests) {
  std::string text;
  for (const FailedTest& test : tests.failures) {
    text += fmt::format("failed test: {}{}{}\n", test.name, test.place.empty() ? "" : " at " + test.place,
                        test.message.empty() ? "" : ": " + test.message);
  }
  if (static_cast<std::size_t>(tests.failed) > tests.failures.size())
    text += fmt::format("({} failed tests in all)\n", tests.failed);
  return text;
}

// As the journal keeps it.
std::string KeptIssue(const std::string& issue) { return ValidUtf8(issue.substr(0, kLongestIssue)); }

std::vector<std::string> IssuesOf(const VerifyResult& result) {
  VerifyReport alone;
  alone.results = {result};
  std::vector<std::string> issues;
  for (const std::string& issue : Issues(alone)) issues.push_back(KeptIssue(issue));
  return issues;
}

}  // namespace

void AddCommand(std::vector<std::string>& commands, const std::string& command) {
  if (std::find(commands.begin(), commands.end(), command) == commands.end()) commands.push_back(command);
}

std::vector<std::string> CommandsFor(const std::vector<std::string>& words, const Job& job,
                                     const std::vector<std::string>& project) {
  std::vector<std::string> commands;
  auto add = [&](const std::vector<std::string>& more) {
    for (const std::string& command : more) AddCommand(commands, command);
  };
  for (const std::string& command : words) {
    if (command == "step") {
      add(job.step ? job.step->verify : job.all_verify);
    } else if (command == "project") {
      add(project);
    } else {
      add({command});
    }
  }
  if (commands.empty() && !words.empty()) add(project);
  return commands;
}

bool WantsProject(const std::vector<std::string>& words, const Job& job) {
  if (std::ranges::find(words, "project") != words.end()) return true;
  return !words.empty() && CommandsFor(words, job, {}).empty();
}

std::string FailuresOf(const VerifyReport& report, const std::vector<Contract>& contracts) {
  std::string text;
  for (const VerifyResult& result : report.results) {
    if (result.passed) continue;
    for (const Contract& contract : contracts) {
      if (contract.command == result.command) text += fmt::format("contract broken: {}\n", contract.name);
    }
    if (result.tests) text += FailedTests(*result.tests);
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

std::vector<std::string> FailingAsBefore(const VerifyReport& report, const Job& job) {
  std::vector<std::string> commands;
  const auto was_there = [&](const std::string& issue) {
    return std::ranges::find(job.failed_before, issue) != job.failed_before.end();
  };
  for (const VerifyResult& result : report.results) {
    const bool promised = std::ranges::find(job.all_verify, result.command) != job.all_verify.end();
    if (result.passed || result.timed_out || promised || job.step) continue;
    if (std::ranges::all_of(IssuesOf(result), was_there)) commands.push_back(result.command);
  }
  return commands;
}

Json Evidence(const VerifyReport& report, const std::string& tree, const std::vector<std::string>& findings,
              const std::vector<Contract>& contracts) {
  Json results = Json::MakeArray();
  for (const VerifyResult& result : report.results) {
    Json entry = Json::MakeObject()
                     .Set("command", result.command)
                     .Set("exit_code", result.exit_code)
                     .Set("passed", result.passed)
                     .Set("duration_ms", result.duration_ms);
    if (result.tests) {
      entry.Set("tests", Json::MakeObject()
                             .Set("passed", result.tests->passed)
                             .Set("failed", result.tests->failed)
                             .Set("skipped", result.tests->skipped));
    }
    if (result.timed_out) entry.Set("timed_out", true);
    if (const std::string tail = result.passed ? "" : LastLines(result.output); !tail.empty()) entry.Set("tail", tail);
    if (result.reused_from > 0) entry.Set("reused_from", result.reused_from);
    const auto contract = std::ranges::find(contracts, result.command, &Contract::command);
    if (contract != contracts.end()) entry.Set("contract", contract->name);
    results.Append(std::move(entry));
  }
  Json evidence = Json::MakeObject().Set("score", report.score).Set("results", std::move(results));
  if (!tree.empty()) evidence.Set("tree", tree);
  // What distinguishes this failure from others: attempts are compared by it.
  Json issues = Json::MakeArray();
  std::size_t count = 0;
  auto add = [&](const std::string& issue) {
    if (count++ < kMostIssues) issues.Append(KeptIssue(issue));
  };
  for (const std::string& finding : findings) add(finding);
  for (const std::string& issue : Issues(report)) add(issue);
  if (count > 0) evidence.Set("issues", std::move(issues));
  return evidence;
}

}  // namespace forge
