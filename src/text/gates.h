// The gate language: `artifact`, `require`, `forbid`, `after`. Grammar and meaning: docs/gates.md.
// Pure: files and records come in through GateFacts.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/json.h"

namespace forge {

enum class GateOp { kEqual, kNotEqual, kIn };

struct GateDirective {
  enum class Kind { kArtifact, kRequire, kForbid, kAfter };
  Kind kind = Kind::kArtifact;
  int line = 0;         // in the text it was read from
  std::string text;     // as written, trimmed
  std::string subject;  // path template, field, or phase
  GateOp op = GateOp::kEqual;
  std::vector<std::string> values;  // one for == and !=, any number for `in`
  std::int64_t min_bytes = 0;       // artifact
};

using Gate = std::vector<GateDirective>;

struct GateProblem {
  int line = 0;
  std::string block;  // phase of the block it stands in; empty for a gate on its own
  std::string what;
};

// A gate on its own, as in a pipeline's `gate` and `when`.
struct ParsedGate {
  Gate gate;
  std::vector<GateProblem> problems;
};
ParsedGate ParseGate(std::string_view text);

// A file with ```gates phase=NAME blocks.
struct GateFile {
  std::map<std::string, Gate, std::less<>> phases;
  std::vector<GateProblem> problems;  // not empty: the file must not be used
};
GateFile ParseGateFile(std::string_view text);

// What a gate may ask. Answers are values: no side effects.
struct GateFacts {
  // Size of a regular file, or nothing when it is absent or no regular file.
  std::function<std::optional<std::int64_t>(const std::string& path)> file_size;
  // Records by name ("task", "run", "step"): an object whose members are records.
  Json records;
  // {word} in artifact paths.
  std::map<std::string, std::string, std::less<>> variables;
  // The verdict a phase ended with: "approved", "revision", "n/a"; nothing when it has none. When not set,
  // the record's `summaries.<phase with - as _>.verdict` is read.
  std::function<std::optional<std::string>(const std::string& phase)> verdict;
};

struct GateFailure {
  std::string kind;  // artifact-missing | artifact-small | require | forbid | after | unknown-record
  std::string text;
};

// Every failure, in the order artifact, require, forbid, after. Fails closed: a predicate on a record that does
// not exist fails, whichever it is; a missing field of an existing record passes `forbid` and fails `require`.
std::vector<GateFailure> EvaluateGate(const Gate& gate, const GateFacts& facts);

}  // namespace forge
