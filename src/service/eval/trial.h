// One trial of an evaluation: a task, taken once through a pipeline by an agent. Values and their JSON; runs nothing.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/json.h"

namespace forge {

// What is compared: a pipeline with an agent.
struct Variant {
  std::string pipeline;
  std::string agent;
  auto operator<=>(const Variant&) const = default;
};
std::string VariantName(const Variant& variant);  // "forge @ claude"
// As a directory name: readable, and different for different variants.
std::string VariantSlug(const Variant& variant);

enum class CheckResult {
  kNotRun,  // there is no result to check
  kFailed,
  kPassed,
};

struct TrialResult {
  std::string task;
  Variant variant;
  int number = 1;       // of the trials of this task and variant, from 1
  bool solved = false;  // the run completed, and the hidden check passed on its result
  CheckResult check = CheckResult::kNotRun;
  std::string status;      // how the run ended
  std::string why;         // one line: why it is not solved
  std::int64_t units = 0;  // of agents
  std::int64_t form_rounds = 0;
  std::int64_t tokens = 0;
  double usd = 0;
  std::int64_t unreported = 0;  // units whose agent did not say what it used: it is not in `tokens` and `usd`
  std::int64_t unpriced = 0;    // units of a model without a known price: it is not in `usd`
  std::int64_t time_ms = 0;     // in which the run was at work (BusyMs)
  std::int64_t findings = 0;
  std::string output;            // of the check, when it failed
  std::string task_fingerprint;  // of the task alone
  std::string fingerprint;       // of the task and the pipeline
  std::string path;              // relative to the results' directory
  bool knows_tokens() const { return unreported == 0; }
  bool knows_usd() const { return unreported == 0 && unpriced == 0; }
  bool operator==(const TrialResult&) const = default;
};

Json ToJson(const TrialResult& trial);
Result<TrialResult> TrialFromJson(const Json& json);

// A task that was not run, and why.
struct SkippedTask {
  std::string task;
  std::string why;
};

// A trial that has no result yet, and why.
struct OpenTrial {
  std::string task;
  Variant variant;
  int number = 1;
  std::string why;
};

// All that an evaluation knows: what its table, its page and its JSON show.
struct EvalResults {
  std::string suite;
  std::string directory;
  std::vector<Variant> variants;    // as they were asked for
  std::vector<Variant> known;       // all that were ever tried in the directory, in that order
  std::vector<TrialResult> trials;  // by task, variant and number
  std::vector<SkippedTask> skipped;
  std::vector<OpenTrial> open;
};

// The number by which people name it, in tables and in `--compare NAME#2`: its place in `known`, from 1. It stays the
// same when more variants are tried in the directory.
std::size_t VariantNumber(const EvalResults& results, const Variant& variant);

}  // namespace forge
