// Runs verify commands and says how it went. Knows neither pipelines nor which tree it stands on: the caller binds the
// report to one.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "model/json.h"
#include "os/sandbox.h"

namespace forge {

struct VerifyResult {
  std::string command;
  int exit_code = 0;  // as a shell would say it: 124 timed out, 127 could not start, 128 + n ended by signal n
  bool passed = false;
  std::string output;  // both streams as they came, head and tail kept
  std::int64_t duration_ms = 0;
  bool timed_out = false;
};

struct VerifyReport {
  bool passed = true;      // every command; none at all is a pass
  bool cancelled = false;  // stopped: the rest did not run, and nothing is proved
  double score = 1;        // passed / all
  std::vector<VerifyResult> results;
};

// What a command gets when `timeout` is 0.
inline constexpr std::chrono::milliseconds kDefaultVerifyTimeout = std::chrono::minutes(10);

// Each by `/bin/sh -c`, one after the other, all of them whatever the others did. `timeout` is for each. `on_start` may
// be empty; it gets pid and start time of each.
VerifyReport RunCommands(const std::vector<std::string>& commands, const std::string& cwd,
                         const std::map<std::string, std::string>& env, std::chrono::milliseconds timeout,
                         std::stop_token stop, const std::function<void(std::int64_t, std::int64_t)>& on_start,
                         const std::optional<Sandbox>& sandbox = std::nullopt);

// {"passed", "score", "results": [{"command", "exit_code", "passed", "output", "duration_ms"}]}
Json ToJson(const VerifyReport& report);

}  // namespace forge
