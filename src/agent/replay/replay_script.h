// A replay script as data: which unit gets which answer. docs/replay.md describes the format. Pure: no files, no
// processes; does not know which turns are used up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/word_table.h"
#include "model/json.h"
#include "model/usage.h"
#include "pipeline/problem.h"

namespace forge {

enum class ReplayFail {
  kNone,
  kCrash,
  kHang,
  kGarbage,
  kEmpty,
  kRateLimit,
  kQuota,
  kRefusal,
  kContextOverflow,
  kPermanent,
  kServer,
  kNetwork,
  kStream,
  kTooling,
  kExternal,
  kTimeout,
  kUnknown,
};
constexpr auto EnumWords(ReplayFail) {
  return WordTable<ReplayFail>("", "crash", "hang", "garbage", "empty", "rate-limit", "quota", "refusal",
                               "context-overflow", "permanent", "server", "network", "stream", "tooling", "external",
                               "timeout", "unknown");
}

struct ReplayWrite {
  std::string path;  // relative to the unit's directory, and inside it
  std::string content;
  bool executable = false;
};

struct ReplayTurn {
  SourcePos pos;

  // The units that it answers; none set: any unit.
  std::optional<std::string> pipeline, stage, role, member, step;
  std::optional<int> iteration, attempt;
  bool repeat = false;

  std::string text;
  Json result;  // null: none
  std::int64_t delay_ms = 0;
  Usage usage;
  std::vector<ReplayWrite> writes;
  std::vector<std::string> deletes;
  std::vector<std::string> runs;
  ReplayFail fail = ReplayFail::kNone;
};

struct ReplayScript {
  std::vector<ReplayTurn> turns;
};

struct ParsedReplayScript {
  ReplayScript script;            // usable only if there are no problems
  std::vector<Problem> problems;  // all of them, in the order of the file
};

ParsedReplayScript ParseReplayScript(std::string_view text, const std::string& file);

}  // namespace forge
