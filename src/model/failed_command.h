// The commands of a check that failed, as the journal keeps them: how each ended, and the last lines of its output.
// Knows neither how commands are run nor where the whole output is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/json.h"

namespace forge {

struct FailedCommand {
  std::string command;
  std::int64_t exit_code = 0;
  bool timed_out = false;
  std::string tail;  // the last lines of its output; empty: none, or a journal that does not keep them
  std::string contract =
      {};  // the contract of the plan that it proves; empty: none, or a journal that does not keep it
  bool operator==(const FailedCommand&) const = default;
};

// Members of the result of the check `evidence`, since they are acted on: what it could not prove, in a line each; the
// criteria among that which name no command; whether nothing else fails; those which were accepted without proof; and
// which of them still have none.
inline constexpr const char* kUnprovenMember = "unproven";
inline constexpr const char* kGapsMember = "gaps";
inline constexpr const char* kOnlyGapsMember = "only_gaps";
inline constexpr const char* kAcceptedGapsMember = "accepted_gaps";
inline constexpr const char* kGapsLeftMember = "gaps_left";

// Of the "results" of a check unit or a merge.
std::vector<FailedCommand> FailedCommands(const Json& result);

// "`make test`", or "contract `api`: `make api-check`".
std::string DescribeCommand(const FailedCommand& failed);

// "`make test` fails (exit 2)". The same in every round, so that two reports of it are one finding.
std::string DescribeFailure(const FailedCommand& failed);

// For people: what does not hold, then each command as "$ make test (exit 2)" and the last lines of its output. Of many
// commands the first few.
std::string FailedOutput(const Json& result);

// An issue (verify.h) that only compares outputs: the command, its exit code and a hash. It says nothing to people.
bool IsSignature(std::string_view issue, const FailedCommand& failed);

inline constexpr std::size_t kTailLines = 12;
inline constexpr std::size_t kTailBytes = 1500;
// The last lines, at most so many and so long, without empty ones at the end and without terminal escapes.
std::string LastLines(std::string_view output, std::size_t lines = kTailLines, std::size_t bytes = kTailBytes);

}  // namespace forge
