#include "surface/view/json_answers.h"

#include <fmt/core.h>

#include "model/json_array.h"
#include "service/plan/plan_report.h"
#include "surface/view/shape.h"

namespace forge {
namespace {

constexpr ShapeField kUsage[] = {{"input_tokens", Blank::kZero},
                                 {"output_tokens", Blank::kZero},
                                 {"cache_read_tokens", Blank::kZero},
                                 {"cache_write_tokens", Blank::kZero},
                                 {"usd", Blank::kZero}};

constexpr ShapeField kBudget[] = {{"tokens"}, {"usd"}, {"wall_ms"}, {"units"}};

constexpr ShapeField kFinding[] = {{"file"},
                                   {"line"},
                                   {"foreign", Blank::kFalse},
                                   {"severity", Blank::kText},
                                   {"level"},
                                   {"category"},
                                   {"title", Blank::kText},
                                   {"description", Blank::kText},
                                   {"element"},
                                   {"fix", Blank::kText},
                                   {"source"},
                                   {"same_as"},
                                   {"state"},
                                   {"reason", Blank::kText},
                                   {"notes", Blank::kList}};

constexpr ShapeField kOfRun[] = {{"step"},
                                 {"stage"},
                                 {"member"},
                                 {"first_unit"},
                                 {"unit"},
                                 {"confirmed_by"},
                                 {"output", Blank::kText},
                                 {"by"},
                                 {"settled", Blank::kTime, "settled_at"}};

constexpr ShapeField kShare[] = {{"name"},
                                 {"units", Blank::kZero},
                                 {"failed", Blank::kZero},
                                 {"unreported", Blank::kZero},
                                 {"unpriced", Blank::kZero},
                                 {"input_tokens", Blank::kZero},
                                 {"output_tokens", Blank::kZero},
                                 {"cache_read_tokens", Blank::kZero},
                                 {"cache_write_tokens", Blank::kZero},
                                 {"usd", Blank::kZero}};

constexpr ShapeField kResult[] = {
    {"command"}, {"exit_code"},  {"ok", Blank::kFalse, "passed"}, {"duration_ms", Blank::kZero}, {"tests"},
    {"output"},  {"reused_from"}};

constexpr ShapeField kKeptResult[] = {{"command"},
                                      {"exit_code"},
                                      {"ok", Blank::kFalse, "passed"},
                                      {"duration_ms", Blank::kZero},
                                      {"timed_out", Blank::kFalse},
                                      {"tests"},
                                      {"tail", Blank::kText},
                                      {"reused_from"}};

constexpr ShapeField kStep[] = {{"step", Blank::kNull, "id"},
                                {"title", Blank::kText},
                                {"kind"},
                                {"what", Blank::kText},
                                {"files", Blank::kList},
                                {"writes", Blank::kList},
                                {"depends", Blank::kList},
                                {"verify", Blank::kList},
                                {"done_when", Blank::kText},
                                {"complexity"},
                                {"estimate_ms"},
                                {"acceptance", Blank::kList},
                                {"must_haves"},
                                {"claims", Blank::kList},
                                {"tier"},
                                {"effort"},
                                {"role"},
                                {"checkpoint", Blank::kFalse},
                                {"failure_mode", Blank::kText},
                                {"fallback", Blank::kText},
                                {"max_tokens"},
                                {"max_retries"},
                                {"disallowed", Blank::kList},
                                {"expected_trajectory", Blank::kList},
                                {"success_evidence", Blank::kText},
                                {"extra"}};

constexpr ShapeField kFact[] = {{"fact", Blank::kNull, "id"},
                                {"text", Blank::kText},
                                {"category"},
                                {"confidence", Blank::kZero},
                                {"hits", Blank::kZero},
                                {"scope"},
                                {"status"},
                                {"voice"},
                                {"who"},
                                {"run"},
                                {"step"},
                                {"commit"},
                                {"source"},
                                {"key"},
                                {"derived_from", Blank::kList},
                                {"superseded_by"},
                                {"created", Blank::kTime, "created_ms"},
                                {"confirmed", Blank::kTime, "confirmed_ms"},
                                {"used", Blank::kTime, "used_ms"},
                                {"uses", Blank::kZero},
                                {"expires", Blank::kTime, "expires_ms"}};

constexpr ShapeField kTriple[] = {{"triple", Blank::kNull, "id"},
                                  {"subject"},
                                  {"predicate"},
                                  {"object"},
                                  {"current", Blank::kFalse},
                                  {"status"},
                                  {"hits", Blank::kZero},
                                  {"since", Blank::kTime, "since_ms"},
                                  {"until", Blank::kTime, "until_ms"},
                                  {"voice"},
                                  {"who"},
                                  {"run"},
                                  {"step"},
                                  {"commit"},
                                  {"source"},
                                  {"doubt"}};

constexpr ShapeField kDoubt[] = {{"at", Blank::kTime, "at_ms"}, {"who"}, {"run"}, {"reason", Blank::kText, "why"}};

constexpr ShapeField kSpike[] = {{"spike", Blank::kNull, "id"},
                                 {"assumption", Blank::kText},
                                 {"result"},
                                 {"actual", Blank::kText},
                                 {"technology"},
                                 {"permanent", Blank::kFalse},
                                 {"usable", Blank::kFalse},
                                 {"tested", Blank::kTime, "tested_ms"},
                                 {"contradicts", Blank::kList},
                                 {"voice"},
                                 {"who"},
                                 {"run"},
                                 {"step"},
                                 {"commit"},
                                 {"source"}};

constexpr ShapeField kEntry[] = {
    {"entry", Blank::kNull, "id"}, {"at", Blank::kTime, "at_ms"}, {"text", Blank::kText}, {"run"}, {"who"}};

constexpr ShapeField kRisk[] = {{"subsystem"},
                                {"fail_rate"},
                                {"failed"},
                                {"passed"},
                                {"runs"},
                                {"mean_iterations"},
                                {"last", Blank::kTime, "last_ms"}};

constexpr ShapeField kTrial[] = {{"task"},
                                 {"pipeline"},
                                 {"agent"},
                                 {"run"},
                                 {"solved"},
                                 {"check"},
                                 {"status"},
                                 {"reason", Blank::kText, "why"},
                                 {"units"},
                                 {"form_rounds"},
                                 {"tokens"},
                                 {"usd"},
                                 {"unreported", Blank::kZero},
                                 {"unpriced", Blank::kZero},
                                 {"time_ms"},
                                 {"findings"},
                                 {"path"},
                                 {"output", Blank::kText},
                                 {"task_fingerprint"},
                                 {"fingerprint"}};

constexpr ShapeField kSkipped[] = {{"task"}, {"reason", Blank::kText, "why"}};
constexpr ShapeField kOpenTrial[] = {{"task"}, {"pipeline"}, {"agent"}, {"run"}, {"reason", Blank::kText, "why"}};

// An object, and the fields of another behind its own.
Json With(Json json, const Json& more) {
  for (const auto& [name, value] : more.AsObject()) json.Set(name, value);
  return json;
}

Json JsonOf(const LensGroup& group) {
  return JsonOf(group.finding)
      .Set("lenses", JsonArray(group.lenses))
      .Set("reason", group.why)
      .Set("findings", JsonArray(group.all, kJsonOf));
}

}  // namespace

Json JsonOf(const Usage& usage) { return Shaped(ToJson(usage), kUsage); }

Json JsonOf(const Budget& budget) { return Shaped(ToJson(budget), kBudget); }

Json JsonOf(const Finding& finding) { return Shaped(ToJson(finding), kFinding).Set("state", Name(finding.state)); }

Json JsonOf(const RunFinding& found) {
  Json json = Json::MakeObject().Set("finding", found.id).Set("key", found.key);
  json = With(With(std::move(json), JsonOf(found.finding)), Shaped(ToJson(found), kOfRun));
  return json.Set("same_as", ToJson(found)["same_as"]);
}

Json JsonOf(const LensVerdict& verdict) {
  const auto group = [](const LensGroup& each) { return JsonOf(each); };
  return Json::MakeObject()
      .Set("ok", !verdict.blocked)
      .Set("must_fix", JsonArray(verdict.must_fix, group))
      .Set("advisory", JsonArray(verdict.advisory, group))
      .Set("decided", verdict.decided)
      .Set("answered", verdict.answered)
      .Set("silent", JsonArray(verdict.silent));
}

Json JsonOf(const std::vector<ObjectionOutcome>& outcomes) {
  const Json kept = ToJson(outcomes);
  Json objections = JsonArray(outcomes, [](const ObjectionOutcome& one) {
    Json json = Json::MakeObject().Set("objection", one.id).Set("outcome", Name(one.outcome));
    return json.Set("reason", one.why).Set("challenge", JsonOf(one.challenge));
  });
  Json json = Json::MakeObject().Set("ok", !kept["blocked"].AsBool()).Set("objections", std::move(objections));
  return json.Set("conceded", kept["conceded"]).Set("resolved", kept["resolved"]).Set("open", kept["open"]);
}

Json JsonOf(const CostReport& report) {
  const Json kept = ToJson(report);
  Json cache = Json::MakeObject().Set("read_tokens", kept["cache"]["read_tokens"]);
  cache.Set("share", kept["cache"]["share"]).Set("saved_usd", kept["cache"]["saved_usd"]);
  Json waste = Json::MakeObject();
  for (const auto& [name, share] : kept["waste"].AsObject()) waste.Set(name, Shaped(share, kShare));
  Json json = Json::MakeObject().Set("run", kept["run"]).Set("total", Shaped(kept["total"], kShare));
  json.Set("children", Shaped(kept["children"], kShare));
  for (const char* name : {"stages", "roles", "models", "steps"}) json.Set(name, ShapedList(kept[name], kShare));
  return json.Set("cache", std::move(cache)).Set("waste", std::move(waste));
}

Json JsonOf(const GraphReport& report) {
  Json json = Json::MakeObject().Set("ok", report.valid());
  Json kept = ReportToJson(report);
  for (auto& [name, value] : *kept.IfObject()) {
    if (name != "valid") json.Set(name, std::move(value));
  }
  return json;
}

Json JsonOf(const VerifyReport& report) {
  const Json kept = ToJson(report);
  Json json = Json::MakeObject().Set("ok", report.passed).Set("score", report.score);
  return json.Set("results", ShapedList(kept["results"], kResult));
}

Json JsonOf(const Verified& verified) {
  Json json = JsonOf(verified.report).Set("tree", verified.tree ? Json(*verified.tree) : Json());
  json.Set("tree_changed", verified.tree_changed).Set("cancelled", verified.report.cancelled);
  return json.Set("from", verified.from);
}

Json JsonOfCheckResults(const Json& kept) { return ShapedList(kept, kKeptResult); }

Json JsonOf(const EvalResults& results) {
  Json json = ToJson(results);
  json.Set("trials", ShapedList(json["trials"], kTrial)).Set("skipped", ShapedList(json["skipped"], kSkipped));
  return json.Set("open", ShapedList(json["open"], kOpenTrial));
}

Json JsonOf(const StepSpec& step) {
  return Shaped(ToJson(step), kStep).Set("kind", step.kind.empty() ? "implement" : step.kind);
}

Json JsonOf(const Fact& fact) { return Shaped(ToJson(fact), kFact); }

Json JsonOf(const Triple& triple) {
  Json json = Shaped(ToJson(triple), kTriple);
  if (!json["doubt"].is_null()) json.Set("doubt", Shaped(json["doubt"], kDoubt));
  return json;
}

Json JsonOf(const Spike& spike, TimePoint now) { return Shaped(ToJson(spike, now), kSpike); }
Json JsonOf(const DiaryEntry& entry) { return Shaped(ToJson(entry), kEntry); }
Json JsonOf(const Risk& risk) { return Shaped(ToJson(risk), kRisk); }

}  // namespace forge
