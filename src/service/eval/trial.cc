#include "service/eval/trial.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kHashLetters = 8;

std::string_view CheckWord(CheckResult check) {
  switch (check) {
    case CheckResult::kNotRun: return "not run";
    case CheckResult::kFailed: return "failed";
    case CheckResult::kPassed: return "passed";
  }
  return "";
}

CheckResult CheckOfWord(std::string_view word) {
  if (word == "passed") return CheckResult::kPassed;
  return word == "failed" ? CheckResult::kFailed : CheckResult::kNotRun;
}

}  // namespace

std::string VariantName(const Variant& variant) { return variant.pipeline + " @ " + variant.agent; }

std::string VariantSlug(const Variant& variant) {
  const std::string both = variant.pipeline + "\n" + variant.agent;
  return Slug(variant.pipeline + "-" + variant.agent, 40) + "-" + Sha256(both).substr(0, kHashLetters);
}

std::size_t VariantNumber(const EvalResults& results, const Variant& variant) {
  const std::vector<Variant>& all = results.known.empty() ? results.variants : results.known;
  return static_cast<std::size_t>(std::ranges::find(all, variant) - all.begin()) + 1;
}

Json ToJson(const TrialResult& trial) {
  Json json = Json::MakeObject()
                  .Set("task", trial.task)
                  .Set("pipeline", trial.variant.pipeline)
                  .Set("agent", trial.variant.agent)
                  .Set("run", trial.number)
                  .Set("solved", trial.solved)
                  .Set("check", CheckWord(trial.check))
                  .Set("status", trial.status)
                  .Set("why", trial.why)
                  .Set("units", trial.units)
                  .Set("form_rounds", trial.form_rounds)
                  .Set("tokens", trial.tokens)
                  .Set("usd", trial.usd)
                  .Set("unreported", trial.unreported)
                  .Set("unpriced", trial.unpriced)
                  .Set("time_ms", trial.time_ms)
                  .Set("findings", trial.findings)
                  .Set("path", trial.path)
                  .Set("task_fingerprint", trial.task_fingerprint)
                  .Set("fingerprint", trial.fingerprint);
  if (!trial.output.empty()) json.Set("output", trial.output);
  return json;
}

Result<TrialResult> TrialFromJson(const Json& json) {
  TrialResult trial;
  trial.task = json["task"].AsString();
  trial.variant = {json["pipeline"].AsString(), json["agent"].AsString()};
  trial.number = static_cast<int>(json["run"].AsInt());
  if (trial.task.empty() || trial.variant.pipeline.empty() || trial.number < 1)
    return Fail(Code::kCorrupt, "the result of a trial cannot be read");
  trial.solved = json["solved"].AsBool();
  trial.check = CheckOfWord(json["check"].AsString());
  trial.status = json["status"].AsString();
  trial.why = json["why"].AsString();
  trial.units = json["units"].AsInt();
  trial.form_rounds = json["form_rounds"].AsInt();
  trial.tokens = json["tokens"].AsInt();
  trial.usd = json["usd"].AsDouble();
  trial.unreported = json["unreported"].AsInt();
  trial.unpriced = json["unpriced"].AsInt();
  trial.time_ms = json["time_ms"].AsInt();
  trial.findings = json["findings"].AsInt();
  trial.path = json["path"].AsString();
  trial.task_fingerprint = json["task_fingerprint"].AsString();
  trial.fingerprint = json["fingerprint"].AsString();
  trial.output = json["output"].AsString();
  return trial;
}

}  // namespace forge
