// Runs verify commands and reports the results. Knows neither pipelines nor the tree it runs on: the caller binds the
// report to one.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/json.h"
#include "os/sandbox.h"
#include "verify/test_counts.h"

namespace forge {

struct VerifyRequest {
  std::vector<std::string> commands;       // each by `/bin/sh -c`
  std::string cwd;                         // empty: ours
  std::map<std::string, std::string> env;  // on top of ours
  std::vector<std::string> withheld;       // variables of ours that commands do not get
  std::chrono::milliseconds timeout{0};    // of each; 0: kDefaultVerifyTimeout
  std::chrono::milliseconds silence{0};    // no output, no work and no change below `cwd` for so long; 0: any time
  std::size_t parallel = 1;                // how many at a time; more than one only where the settings allow it
  std::optional<Sandbox> sandbox;
  // Where commands leave JUnit reports: globs below `cwd` (read only when commands run one by one, because then it is
  // known whose a report is), and a directory of ours to which FORGE_REPORTS of each leads. Both may be empty.
  std::vector<std::string> reports;
  std::string scratch;
  std::function<void(std::int64_t pid, std::int64_t start)> on_start;  // from the command's thread
  std::function<void(const std::string& command)> on_begin;            // one call at a time
  std::function<void(const struct VerifyResult&)> on_result;           // one call at a time
  // What a command prints, as it comes; from the command's thread.
  std::function<void(const std::string& command, std::string_view text)> on_output;
};

struct VerifyResult {
  std::string command;
  int exit_code = 0;  // as a shell would say it: 124 timed out, 127 could not start, 128 + n ended by signal n
  bool passed = false;
  std::string output;  // both streams as they came, head and tail kept
  std::int64_t duration_ms = 0;
  bool timed_out = false;           // ended by us: took too long, or showed no sign of life
  std::string missing;              // the program that is not installed; empty: none (missing_program.h)
  std::optional<TestCounts> tests;  // what its own report (JUnit files, or TAP on its output) says
  std::int64_t reused_from = 0;     // the unit that had this result on the same tree; 0: it ran now
};

struct VerifyReport {
  bool passed = true;      // every command; no commands is a pass
  bool cancelled = false;  // stopped: the rest did not run, and nothing is proved
  // A command could not be started because the machine lacks something: nothing is proved, try again later.
  std::optional<Error> shortage;
  double score = 1;  // passed / all commands
  std::vector<VerifyResult> results;
};

// What a command gets when `timeout` is 0.
inline constexpr std::chrono::milliseconds kDefaultVerifyTimeout = std::chrono::minutes(10);

// Runs all of them, even after a failure. A command passes when it exits with 0 and its own report, if it has one,
// names no failed test. Processes it leaves running are ended with it.
VerifyReport RunCommands(const VerifyRequest& request, std::stop_token stop = {});

// {"passed", "score", "results": [{"command", "exit_code", "passed", "output", "duration_ms"}]}; a result whose tests
// are known has "tests": {"passed", "failed", "skipped", "failures": [{"name", "place", "message"}]}, one that was not
// run now "reused_from".
Json ToJson(const VerifyReport& report);
Json ToJson(const TestCounts& counts);

// passed and score from the results; `all` is how many commands there were.
void FillScore(VerifyReport& report, std::size_t all);

// What failed, without what differs from run to run: one entry for each failed test, or for each failed command that
// names none. Sorted; for comparing attempts (model/stagnation.h).
std::vector<std::string> Issues(const VerifyReport& report);

}  // namespace forge
