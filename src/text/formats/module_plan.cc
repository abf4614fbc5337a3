// Plan JSON with modules. Messages use the words of that format's own validator.
#include <fmt/core.h>

#include <array>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "text/formats/foreign_fields.h"
#include "text/formats/foreign_plan.h"

namespace forge {
namespace {

constexpr std::int64_t kMsPerMinute = 60'000;

bool IsFilled(const Json& value) {
  if (value.is_string()) return !value.AsString().empty();
  if (value.is_array()) return true;
  return value.is_object() || value.AsBool(false) || value.AsDouble(0) != 0;
}

class ModuleReader {
 public:
  ModuleReader(const Json& module, ForeignPlan& plan) : module_(module), plan_(plan) {
    const Json& id = module["id"];
    name_ = IsFilled(id) ? (id.is_string() ? id.AsString() : id.Dump()) : "?";
    step_.id = StepId{name_ == "?" ? std::string() : name_};
  }

  void Read() {
    CheckRequired();
    ReadPlain();
    ReadAcceptance();
    step_.disallowed = ReadStrings("disallowed_changes");
    step_.expected_trajectory = ReadStrings("expected_trajectory");
    ReadBudget();
    ReadEvidence();
    AddOtherFields(module_["forge"], step_, plan_.problems);
    KeepUnknown();
    plan_.steps.push_back(std::move(step_));
    plan_.states.push_back(module_["state"].AsString("pending"));
  }

 private:
  void Problem(std::string_view what) {
    plan_.problems.push_back({fmt::format("Module {}: {}", name_, what), step_.id});
  }

  void CheckRequired() {
    std::vector<std::string> missing;
    for (std::string_view key : {"id", "title", "objective"}) {
      if (!IsFilled(module_[key])) missing.emplace_back(key);
    }
    if (module_["files"].AsArray().empty()) missing.emplace_back("files");
    if (module_["verify"].AsArray().empty()) missing.emplace_back("verify (at least one)");
    if (!IsFilled(module_["doneWhen"])) missing.emplace_back("doneWhen");
    if (!missing.empty()) Problem("missing fields: " + Join(missing, ", "));
  }

  std::string Text(std::string_view key) {
    const Json* value = module_.Find(key);
    if (value == nullptr || value->is_string() || !IsFilled(*value)) return module_[key].AsString();
    Problem(fmt::format("{} must be a string", key));
    return {};
  }

  // Required lists are checked above; here only what they hold.
  std::vector<std::string> Texts(std::string_view key) {
    std::vector<std::string> texts;
    const Json& list = module_[key];
    if (!list.is_array() && IsFilled(list)) Problem(fmt::format("{} must be an array of strings", key));
    for (const Json& item : list.AsArray()) {
      if (item.is_string()) {
        texts.push_back(item.AsString());
      } else {
        Problem(fmt::format("{}[{}] must be a string", key, texts.size()));
      }
    }
    return texts;
  }

  void ReadPlain() {
    step_.title = Text("title");
    step_.what = Text("objective");
    step_.writes = Texts("files");
    step_.files = module_.Has("reads") ? Texts("reads") : step_.writes;
    step_.verify = Texts("verify");
    step_.done_when = Text("doneWhen");
    for (std::string_view key : {"dependsOn", "depends_on", "dependencies"}) {
      for (std::string& id : Texts(key)) step_.depends.push_back(StepId{std::move(id)});
    }
    step_.complexity = Text("complexity");
    if (!IsOneOf(step_.complexity, {"", "simple", "medium", "complex"})) {
      Problem(fmt::format("complexity must be simple, medium or complex, not '{}'", step_.complexity));
      step_.complexity.clear();
    }
    const double minutes = module_["expected_minutes"].AsDouble(0);
    constexpr double kMostMinutes = 1e9;
    if (minutes > 0 && minutes < kMostMinutes) step_.estimate_ms = static_cast<std::int64_t>(minutes * kMsPerMinute);
  }

  void ReadAcceptance() {
    const Json* list = module_.Find("acceptance_criteria");
    if (list == nullptr) return;
    if (!list->is_array()) return Problem("acceptance_criteria must be an array");
    for (std::size_t i = 0; i < list->AsArray().size(); ++i) {
      const Json& item = list->AsArray()[i];
      auto wrong = [&](std::string_view member, std::string_view kind) {
        Problem(fmt::format("acceptance_criteria[{}].{} must be a {}", i, member, kind));
      };
      if (!item.is_object()) {
        Problem(fmt::format("acceptance_criteria[{}] must be an object", i));
        continue;
      }
      if (!item["check"].is_string()) wrong("check", "string");
      if (!item["expected"].is_string()) wrong("expected", "string");
      if (!item["blocking"].is_bool()) wrong("blocking", "boolean");
      step_.acceptance.push_back({item["kind"].AsString(), item["check"].AsString(), item["expected"].AsString(),
                                  item["blocking"].AsBool(true)});
    }
  }

  std::vector<std::string> ReadStrings(std::string_view key) {
    const Json* list = module_.Find(key);
    if (list == nullptr) return {};
    std::vector<std::string> texts;
    bool fits = list->is_array();
    for (const Json& item : list->AsArray()) {
      fits = fits && item.is_string();
      if (item.is_string()) texts.push_back(item.AsString());
    }
    if (!fits) Problem(fmt::format("{} must be an array of strings", key));
    return texts;
  }

  void ReadBudget() {
    const Json* budget = module_.Find("cost_budget");
    if (budget == nullptr) return;
    if (!budget->is_object()) return Problem("cost_budget must be an object");
    for (auto [key, out] : {std::pair("max_tokens", &step_.max_tokens), std::pair("max_retries", &step_.max_retries)}) {
      const Json* value = budget->Find(key);
      if (value == nullptr) continue;
      if (value->AsInt(0) > 0) {
        *out = value->AsInt();
      } else {
        Problem(fmt::format("cost_budget.{} must be a positive integer", key));
      }
    }
  }

  void ReadEvidence() {
    const Json* evidence = module_.Find("success_evidence");
    if (evidence == nullptr) return;
    if (!evidence->is_string() || Trim(evidence->AsString()).empty()) {
      return Problem("success_evidence must be a non-blank string");
    }
    step_.success_evidence = evidence->AsString();
  }

  void KeepUnknown() {
    constexpr auto kKnown = std::to_array<std::string_view>(
        {"id", "title", "objective", "dependsOn", "depends_on", "dependencies", "files", "reads", "verify", "doneWhen",
         "complexity", "expected_minutes", "forge", "cost_budget", "acceptance_criteria", "disallowed_changes",
         "expected_trajectory", "success_evidence", "state"});
    for (const auto& [key, value] : module_.AsObject()) {
      if (!IsOneOf(key, kKnown)) step_.extra.Set(key, value);
    }
  }

  const Json& module_;
  ForeignPlan& plan_;
  std::string name_;
  StepSpec step_;
};

Json TextsToJson(const std::vector<std::string>& texts) { return Json(Json::Array(texts.begin(), texts.end())); }

Json AcceptanceToJson(const std::vector<Criterion>& criteria) {
  Json list = Json::MakeArray();
  for (const Criterion& criterion : criteria) {
    Json one = Json::MakeObject();
    if (!criterion.kind.empty()) one.Set("kind", criterion.kind);
    one.Set("check", criterion.check).Set("expected", criterion.expected).Set("blocking", criterion.blocking);
    list.Append(std::move(one));
  }
  return list;
}

Json ModuleToJson(const StepSpec& step, std::string_view state) {
  Json module = Json::MakeObject();
  Json depends = Json::MakeArray();
  for (const StepId& id : step.depends) depends.Append(id.value);
  const std::vector<std::string>& writes = step.writes.empty() ? step.files : step.writes;
  module.Set("id", step.id.value)
      .Set("title", step.title)
      .Set("objective", step.what)
      .Set("dependsOn", std::move(depends))
      .Set("files", TextsToJson(writes))
      .Set("verify", TextsToJson(step.verify))
      .Set("doneWhen", step.done_when);
  if (state != "pending") module.Set("state", state);
  if (step.files != writes) module.Set("reads", TextsToJson(step.files));
  if (!step.complexity.empty()) module.Set("complexity", step.complexity);
  if (!step.acceptance.empty()) module.Set("acceptance_criteria", AcceptanceToJson(step.acceptance));
  if (!step.disallowed.empty()) module.Set("disallowed_changes", TextsToJson(step.disallowed));
  if (!step.expected_trajectory.empty()) module.Set("expected_trajectory", TextsToJson(step.expected_trajectory));
  if (step.max_tokens > 0 || step.max_retries > 0) {
    Json budget = Json::MakeObject();
    if (step.max_tokens > 0) budget.Set("max_tokens", step.max_tokens);
    if (step.max_retries > 0) budget.Set("max_retries", step.max_retries);
    module.Set("cost_budget", std::move(budget));
  }
  if (!Trim(step.success_evidence).empty()) module.Set("success_evidence", step.success_evidence);
  const bool whole_minutes = step.estimate_ms > 0 && step.estimate_ms % kMsPerMinute == 0;
  if (whole_minutes) module.Set("expected_minutes", step.estimate_ms / kMsPerMinute);
  Json rest = OtherFields(
      step, {"id", "title", "what", "depends", "files", "writes", "verify", "done_when", "complexity", "acceptance",
             "disallowed", "expected_trajectory", "max_tokens", "max_retries", "success_evidence", "extra"});
  // A module without declared writes still has files; only this records that it declared none.
  if (step.writes.empty() && !step.files.empty()) rest.Set("writes", Json::MakeArray());
  Json kept = Json::MakeObject();
  for (const auto& [key, value] : rest.AsObject()) {
    if (key != "estimate_ms" || !whole_minutes) kept.Set(key, value);
  }
  for (const auto& [key, value] : step.extra.AsObject()) {
    if (!module.Has(key)) module.Set(key, value);
  }
  if (!kept.AsObject().empty()) module.Set("forge", std::move(kept));
  return module;
}

}  // namespace

ForeignPlan ReadModulePlan(std::string_view json) {
  const auto root = ParseJson(json);
  if (root) return ModulePlanFrom(*root);
  ForeignPlan plan;
  plan.problems.push_back({"Invalid JSON: " + root.error().message, {}});
  return plan;
}

ForeignPlan ModulePlanFrom(const Json& root) {
  ForeignPlan plan;
  if (!root.is_object()) {
    plan.problems.push_back({"the plan must be an object", {}});
    return plan;
  }
  plan.objective = root["objective"].AsString();
  plan.title = root.Has("title") ? root["title"].AsString() : plan.objective;
  const Json* modules = root.Find("modules");
  if (modules == nullptr || !modules->is_array()) plan.problems.push_back({"modules must be an array", {}});
  plan.steps.reserve(root["modules"].AsArray().size());
  plan.states.reserve(plan.steps.capacity());
  for (const Json& module : root["modules"].AsArray()) {
    if (module.is_object()) {
      ModuleReader(module, plan).Read();
    } else {
      plan.problems.push_back({fmt::format("modules[{}] must be an object", plan.steps.size()), {}});
    }
  }
  std::unordered_set<std::string_view> ids;
  for (const StepSpec& step : plan.steps) ids.insert(step.id.value);
  for (const StepSpec& step : plan.steps) {
    for (const StepId& need : step.depends) {
      if (ids.contains(need.value)) continue;
      plan.problems.push_back(
          {fmt::format("Module {}: depends on unknown module '{}'", step.id.value, need.value), step.id});
    }
  }
  for (const auto& [key, value] : root.AsObject()) {
    if (key != "objective" && key != "modules" && key != "title") plan.extra.Set(key, value);
  }
  return plan;
}

std::string WriteModulePlan(const ForeignPlan& plan) {
  Json root = Json::MakeObject();
  root.Set("objective", plan.objective);
  if (plan.title != plan.objective) root.Set("title", plan.title);
  for (const auto& [key, value] : plan.extra.AsObject()) {
    if (!root.Has(key) && key != "modules") root.Set(key, value);
  }
  Json::Array modules;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) modules.push_back(ModuleToJson(plan.steps[i], StateOf(plan, i)));
  root.Set("modules", Json(std::move(modules)));
  return root.Dump(2) + "\n";
}

}  // namespace forge
