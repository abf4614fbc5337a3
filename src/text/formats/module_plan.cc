// Plan JSON with modules. Messages use the words of that format's own validator.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/strings.h"
#include "model/json_reader.h"
#include "model/step_places.h"
#include "text/formats/foreign_fields.h"
#include "text/formats/foreign_plan.h"

namespace forge {
namespace {

constexpr std::int64_t kMsPerMinute = 60'000;
constexpr std::size_t kFewSteps = 16;  // before that, a plan's length says little about the number of its steps

bool IsFilled(const Json& value) {
  if (value.is_string()) return !IsBlankText(value.AsString());
  if (value.is_array()) return true;
  return value.is_object() || value.AsBool(false) || value.AsDouble(0) != 0;
}

// What is read of a module, those of nearly every one first. Other members are kept as they are.
enum class Member : std::size_t {
  kId,
  kTitle,
  kObjective,
  kDependsOn,
  kFiles,
  kVerify,
  kDoneWhen,
  kComplexity,
  kReads,
  kState,
  kExpectedMinutes,
  kForge,
  kCostBudget,
  kAcceptance,
  kDisallowed,
  kTrajectory,
  kEvidence,
  // Natural spellings of dependsOn.
  kDependsOnSnake,
  kDependencies
};
constexpr auto kMembers = std::to_array<std::string_view>(
    {"id", "title", "objective", "dependsOn", "files", "verify", "doneWhen", "complexity", "reads", "state",
     "expected_minutes", "forge", "cost_budget", "acceptance_criteria", "disallowed_changes", "expected_trajectory",
     "success_evidence", "depends_on", "dependencies"});

constexpr std::string_view NameOf(Member member) { return kMembers[static_cast<std::size_t>(member)]; }

// Reads into the plan's last step. Moves from the module: plans of machines have very many.
class ModuleReader {
 public:
  ModuleReader(Json::Object& module, ForeignPlan& plan) : module_(module), plan_(plan), step_(plan.steps.back()) {
    for (auto& [name, value] : module) {
      const auto* known = std::find(kMembers.begin(), kMembers.end(), name);
      if (known != kMembers.end()) found_[static_cast<std::size_t>(known - kMembers.begin())] = &value;
      has_unknown_ |= known == kMembers.end();
    }
  }

  void Read() {
    CheckRequired();
    ReadId();
    ReadPlain();
    ReadAcceptance();
    step_.disallowed = ReadStrings(Member::kDisallowed);
    step_.expected_trajectory = ReadStrings(Member::kTrajectory);
    ReadBudget();
    ReadEvidence();
    if (Has(Member::kForge)) AddOtherFields(Get(Member::kForge), step_, plan_.problems);
    if (has_unknown_) KeepUnknown();
    std::string& state = plan_.states.emplace_back("pending");
    if (std::string* said = Text(Member::kState)) state = std::move(*said);
  }

 private:
  Json* Find(Member member) { return found_[static_cast<std::size_t>(member)]; }
  bool Has(Member member) { return Find(member) != nullptr; }
  const Json& Get(Member member) {
    static const Json kNothing;
    const Json* found = Find(member);
    return found != nullptr ? *found : kNothing;
  }
  std::string* Text(Member member) { return Has(member) ? Find(member)->IfString() : nullptr; }

  void Problem(std::string_view what) {
    plan_.problems.push_back({fmt::format("Module {}: {}", Name(), what), StepId{IdOrNothing()}});
  }

  // Before and after the id has moved into the step.
  std::string IdOrNothing() {
    if (!step_.id.empty()) return step_.id.value;
    const Json& id = Get(Member::kId);
    const std::string name = IsFilled(id) ? (id.is_string() ? id.AsString() : id.Dump()) : std::string();
    return name == "?" ? std::string() : name;
  }
  std::string Name() {
    const std::string id = IdOrNothing();
    return id.empty() ? "?" : id;
  }

  void CheckRequired() {
    std::vector<std::string> missing;
    for (Member member : {Member::kId, Member::kTitle, Member::kObjective}) {
      if (!IsFilled(Get(member))) missing.emplace_back(NameOf(member));
    }
    if (Get(Member::kFiles).AsArray().empty()) missing.emplace_back("files");
    if (Get(Member::kVerify).AsArray().empty()) missing.emplace_back("verify (at least one)");
    if (!IsFilled(Get(Member::kDoneWhen))) missing.emplace_back("doneWhen");
    if (!missing.empty()) Problem("missing fields: " + Join(missing, ", "));
  }

  void ReadId() {
    if (std::string* id = Text(Member::kId); id != nullptr && *id != "?") {
      step_.id.value = std::move(*id);
    } else {
      step_.id.value = IdOrNothing();
    }
  }

  std::string TakeText(Member member) {
    if (std::string* text = Text(member)) return std::move(*text);
    if (IsFilled(Get(member))) Problem(fmt::format("{} must be a string", NameOf(member)));
    return {};
  }

  // Required lists are checked above; here only what they hold.
  template <typename Each>
  void TakeTexts(Member member, std::vector<Each>& texts) {
    if (!Has(member)) return;
    Json::Array* list = Find(member)->IfArray();
    if (list == nullptr) {
      if (IsFilled(Get(member))) Problem(fmt::format("{} must be an array of strings", NameOf(member)));
      return;
    }
    texts.reserve(list->size());
    for (Json& item : *list) {
      if (std::string* text = item.IfString()) {
        texts.push_back(Each{std::move(*text)});
      } else {
        Problem(fmt::format("{}[{}] must be a string", NameOf(member), texts.size()));
      }
    }
  }

  void ReadPlain() {
    step_.title = TakeText(Member::kTitle);
    step_.what = TakeText(Member::kObjective);
    TakeTexts(Member::kFiles, step_.writes);
    if (Has(Member::kReads)) {
      TakeTexts(Member::kReads, step_.files);
    } else {
      step_.files = step_.writes;
    }
    TakeTexts(Member::kVerify, step_.verify);
    step_.done_when = TakeText(Member::kDoneWhen);
    for (Member spelled : {Member::kDependsOn, Member::kDependsOnSnake, Member::kDependencies})
      TakeTexts(spelled, step_.depends);
    step_.complexity = TakeText(Member::kComplexity);
    if (!IsOneOf(step_.complexity, {"", "simple", "medium", "complex"})) {
      Problem(fmt::format("complexity must be simple, medium or complex, not '{}'", step_.complexity));
      step_.complexity.clear();
    }
    const double minutes = Get(Member::kExpectedMinutes).AsDouble(0);
    constexpr double kMostMinutes = 1e9;
    if (minutes > 0 && minutes < kMostMinutes) step_.estimate_ms = static_cast<std::int64_t>(minutes * kMsPerMinute);
  }

  void ReadAcceptance() {
    const Json* list = Find(Member::kAcceptance);
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

  std::vector<std::string> ReadStrings(Member member) {
    const Json* list = Find(member);
    if (list == nullptr) return {};
    std::vector<std::string> texts;
    bool fits = list->is_array();
    for (const Json& item : list->AsArray()) {
      fits = fits && item.is_string();
      if (item.is_string()) texts.push_back(item.AsString());
    }
    if (!fits) Problem(fmt::format("{} must be an array of strings", NameOf(member)));
    return texts;
  }

  void ReadBudget() {
    const Json* budget = Find(Member::kCostBudget);
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
    const Json* evidence = Find(Member::kEvidence);
    if (evidence == nullptr) return;
    if (!evidence->is_string() || IsBlankText(evidence->AsString())) {
      return Problem("success_evidence must be a non-blank string");
    }
    step_.success_evidence = evidence->AsString();
  }

  void KeepUnknown() {
    for (auto& [name, value] : module_) {
      if (!IsOneOf(name, kMembers)) step_.extra.Set(name, std::move(value));
    }
  }

  Json::Object& module_;
  ForeignPlan& plan_;
  StepSpec& step_;
  std::array<Json*, kMembers.size()> found_{};
  bool has_unknown_ = false;
};

void ReadModule(Json& module, ForeignPlan& plan) {
  if (Json::Object* members = module.IfObject()) {
    plan.steps.emplace_back();
    ModuleReader(*members, plan).Read();
  } else {
    plan.problems.push_back({fmt::format("modules[{}] must be an object", plan.steps.size()), {}});
  }
}

// What is said of the plan as a whole, and what can be judged only when all modules are read.
void ReadRest(Json& root, ForeignPlan& plan) {
  plan.objective = root["objective"].AsString();
  plan.title = root.Has("title") ? root["title"].AsString() : plan.objective;
  const StepPlaces places(plan.steps);
  for (const StepSpec& step : plan.steps) {
    for (const StepId& need : step.depends) {
      if (places.Find(need.value) >= 0) continue;
      plan.problems.push_back(
          {fmt::format("Module {}: depends on unknown module '{}'", step.id.value, need.value), step.id});
    }
  }
  for (auto& [key, value] : *root.IfObject()) {
    if (key != "objective" && key != "modules" && key != "title") plan.extra.Set(key, std::move(value));
  }
}

// How many modules a text has that had `read` of them in its first bytes. A text that begins with empty ones must not
// cost more memory than its size can explain.
std::size_t GuessModules(std::size_t read, std::size_t bytes_read, std::size_t bytes) {
  constexpr std::size_t kShortestModule = 64;  // with all that a module must have
  const std::size_t guess = read + read * (bytes - bytes_read) / bytes_read * 9 / 8 + 1;
  return std::min(guess, bytes / kShortestModule + 1);
}

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
  if (auto plan = ReadModules(json)) return *std::move(plan);
  auto root = ParseJson(json);
  if (root) return ModulePlanFrom(*std::move(root));
  ForeignPlan plan;
  plan.problems.push_back({"Invalid JSON: " + root.error().message, {}});
  return plan;
}

std::optional<ForeignPlan> ReadModules(std::string_view json) {
  ForeignPlan plan;
  auto take = [&](Json& module, std::size_t bytes_read) {
    // Steps are large: they are moved as seldom as possible, to room for as many as the text seems to hold.
    if (plan.steps.size() == plan.steps.capacity() && plan.steps.size() >= kFewSteps) {
      plan.steps.reserve(GuessModules(plan.steps.size(), bytes_read, json.size()));
      plan.states.reserve(plan.steps.capacity());
    }
    ReadModule(module, plan);
  };
  auto root = ReadJsonItems(json, "modules", take);
  if (!root) return std::nullopt;
  ReadRest(*root, plan);
  return plan;
}

ForeignPlan ModulePlanFrom(Json root) {
  ForeignPlan plan;
  if (!root.is_object()) {
    plan.problems.push_back({"the plan must be an object", {}});
    return plan;
  }
  if (!root["modules"].is_array()) plan.problems.push_back({"modules must be an array", {}});
  plan.steps.reserve(root["modules"].AsArray().size());
  plan.states.reserve(plan.steps.capacity());
  for (auto& [name, value] : *root.IfObject()) {
    if (name != "modules" || !value.is_array()) continue;
    for (Json& module : *value.IfArray()) ReadModule(module, plan);
  }
  ReadRest(root, plan);
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
