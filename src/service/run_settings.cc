#include "service/run_settings.h"

#include <string_view>
#include <variant>

#include "base/strings.h"
#include "service/agents/models.h"
#include "service/settings.h"

namespace forge {
namespace {

template <typename T>
using FieldPlace = T& (*)(RunSettings&);
using Words = std::vector<std::string>;
using ByName = std::map<std::string, std::string>;

enum class FieldKept { kAlways, kUnlessDefault };  // so that journals from before the key existed stay the same

// One line for each field: its key in the journal, the setting it comes from (none: it is made of several), its place.
struct RunField {
  std::string_view key, setting;
  std::variant<FieldPlace<std::string>, FieldPlace<std::int64_t>, FieldPlace<Words>, FieldPlace<ByName>,
               FieldPlace<bool>>
      member;
  FieldKept kept = FieldKept::kAlways;
  std::int64_t scale = 1;  // of a number: journal units per unit of the setting
};

constexpr std::int64_t kSecond = 1000;

// In the order of the journal.
const RunField kRunFields[] = {
    {"verify_parallel", "verify_parallel", [](RunSettings& run) -> std::int64_t& { return run.verify_parallel; },
     FieldKept::kUnlessDefault},
    {"role_agents", "", [](RunSettings& run) -> ByName& { return run.role_agents; }, FieldKept::kUnlessDefault},
    {"verify_reports", "verify_reports", [](RunSettings& run) -> Words& { return run.verify_reports; },
     FieldKept::kUnlessDefault},
    {"max_repeats", "max_repeats", [](RunSettings& run) -> std::int64_t& { return run.max_repeats; },
     FieldKept::kUnlessDefault},
    {"base", "", [](RunSettings& run) -> std::string& { return run.base; }, FieldKept::kUnlessDefault},
    {"base_holds", "", [](RunSettings& run) -> std::string& { return run.base_holds; }, FieldKept::kUnlessDefault},
    {"changes", "", [](RunSettings& run) -> std::string& { return run.changes; }, FieldKept::kUnlessDefault},
    {"agent", "agent", [](RunSettings& run) -> std::string& { return run.agent; }},
    {"isolation", "isolation", [](RunSettings& run) -> std::string& { return run.isolation; }},
    {"verify", "verify", [](RunSettings& run) -> Words& { return run.verify; }},
    {"verify_timeout_ms", "verify_timeout", [](RunSettings& run) -> std::int64_t& { return run.verify_timeout_ms; },
     FieldKept::kAlways, kSecond},
    {"unit_timeout_ms", "unit_timeout", [](RunSettings& run) -> std::int64_t& { return run.unit_timeout_ms; },
     FieldKept::kAlways, kSecond},
    {"silence_ms", "silence_timeout", [](RunSettings& run) -> std::int64_t& { return run.silence_ms; },
     FieldKept::kAlways, kSecond},
    {"account_threshold", "account_threshold", [](RunSettings& run) -> std::int64_t& { return run.account_threshold; }},
    {"min_free_memory", "min_free_memory", [](RunSettings& run) -> std::int64_t& { return run.min_free_memory; }},
    {"sandbox", "sandbox", [](RunSettings& run) -> std::string& { return run.sandbox.mode; }},
    {"sandbox_read", "sandbox_read", [](RunSettings& run) -> Words& { return run.sandbox.read; }},
    {"sandbox_write", "sandbox_write", [](RunSettings& run) -> Words& { return run.sandbox.write; }},
    {"verify_network", "verify_network", [](RunSettings& run) -> bool& { return run.sandbox.verify_network; },
     FieldKept::kUnlessDefault},
    {"prompt_budget.memory", "prompt_budget.memory",
     [](RunSettings& run) -> std::int64_t& { return run.prompt.memory; }, FieldKept::kUnlessDefault},
    {"prompt_budget.rules", "prompt_budget.rules", [](RunSettings& run) -> std::int64_t& { return run.prompt.rules; },
     FieldKept::kUnlessDefault},
    {"prompt_budget.earlier", "prompt_budget.earlier",
     [](RunSettings& run) -> std::int64_t& { return run.prompt.earlier; }, FieldKept::kUnlessDefault},
    {"prompt_budget.roadmap", "prompt_budget.roadmap",
     [](RunSettings& run) -> std::int64_t& { return run.prompt.roadmap; }, FieldKept::kUnlessDefault},
    {"prompt_budget.documents", "prompt_budget.documents",
     [](RunSettings& run) -> std::int64_t& { return run.prompt.documents; }, FieldKept::kUnlessDefault},
    {"prompt_budget.decisions", "prompt_budget.decisions",
     [](RunSettings& run) -> std::int64_t& { return run.prompt.decisions; }, FieldKept::kUnlessDefault},
    {"pass_env", "pass_env", [](RunSettings& run) -> Words& { return run.pass_env; }, FieldKept::kUnlessDefault},
};

// How each type is read from a setting, read from the journal and written there.
void ReadField(const std::string& text, std::int64_t, std::string& value) { value = text; }
void ReadField(const std::string& text, std::int64_t scale, std::int64_t& value) {
  if (const auto number = ParseInt(text)) value = *number * scale;
}
void ReadField(const std::string& text, std::int64_t, Words& value) {
  for (std::string_view line : Lines(text)) value.emplace_back(line);
}
void ReadField(const std::string& text, std::int64_t, bool& value) { value = text != "off"; }
void ReadField(const std::string&, std::int64_t, ByName&) {}

void ReadField(const Json& json, std::string& value) { value = json.AsString(value); }
void ReadField(const Json& json, std::int64_t& value) { value = json.AsInt(value); }
void ReadField(const Json& json, Words& value) {
  for (const Json& word : json.AsArray()) value.push_back(word.AsString());
}
void ReadField(const Json& json, bool& value) { value = json.AsString() != "off"; }
void ReadField(const Json& json, ByName& value) {
  for (const auto& [name, text] : json.AsObject()) value[name] = text.AsString();
}

Json WriteField(const std::string& value) { return value; }
Json WriteField(std::int64_t value) { return value; }
Json WriteField(const Words& value) {
  Json json = Json::MakeArray();
  for (const std::string& word : value) json.Append(word);
  return json;
}
Json WriteField(bool value) { return value ? "on" : "off"; }
Json WriteField(const ByName& value) {
  Json json = Json::MakeObject();
  for (const auto& [name, text] : value) json.Set(name, text);
  return json;
}

}  // namespace

RunSettings RunSettings::FromSettings(const Settings& settings) {
  RunSettings run;
  for (const RunField& field : kRunFields) {
    if (field.setting.empty()) continue;
    const std::string text = settings.Get(std::string(field.setting));
    std::visit([&](auto member) { ReadField(text, field.scale, member(run)); }, field.member);
  }
  // As with the models (service/agents/models.cc): names that chat hosts already use.
  if (const std::string auditor = settings.Get("auditor_runtime"); !auditor.empty())
    run.role_agents["auditor"] = auditor;
  if (const std::string drafter = settings.Get("drafter_runtime"); !drafter.empty())
    run.role_agents["drafter"] = run.role_agents["reviser"] = drafter;
  run.models = WishesOf(settings);
  return run;
}

RunSettings RunSettings::FromJson(const Json& json) {
  RunSettings run;
  for (const RunField& field : kRunFields)
    std::visit([&](auto member) { ReadField(json[field.key], member(run)); }, field.member);
  run.models = WishesFromJson(json["models"]);
  return run;
}

Json RunSettings::ToJson() const {
  RunSettings run = *this, fresh;
  Json json = Json::MakeObject();
  for (const RunField& field : kRunFields) {
    const auto write = [&](auto member) {
      if (field.kept == FieldKept::kAlways || member(run) != member(fresh))
        json.Set(std::string(field.key), WriteField(member(run)));
    };
    std::visit(write, field.member);
  }
  if (models != ModelWishes{}) json.Set("models", forge::ToJson(models));
  return json;
}

}  // namespace forge
