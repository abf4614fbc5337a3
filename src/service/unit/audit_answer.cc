#include "service/unit/audit_answer.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace forge {
namespace {

constexpr std::pair<std::string_view, std::string_view> kOfAudits[] = {
    {"status",
     "done: you compared all of it. concerns: the same, and you found something. blocked: it cannot be compared, and a "
     "person has to decide"},
    {"summary", "what you compared with what, and what came of it, in at most three sentences"},
    {"concerns", "every deviation, gap and defect, one entry each, with its severity, file and line"},
};

bool IsAboutChanges(std::string_view field) { return field == "files_changed" || field == "left_out"; }

}  // namespace

Json AuditAnswer(Json of_author) {
  if (!of_author["properties"].is_object()) return of_author;
  Json fields = of_author["properties"];
  std::erase_if(*fields.IfObject(), [](const auto& field) { return IsAboutChanges(field.first); });
  for (const auto& [name, says] : kOfAudits) {
    if (fields.Has(name)) fields.Set(std::string(name), Json(fields[name]).Set("description", says));
  }
  of_author.Set("properties", std::move(fields));
  Json required = of_author["required"];
  if (Json::Array* names = required.IfArray()) {
    std::erase_if(*names, [](const Json& name) { return IsAboutChanges(name.AsString()); });
    of_author.Set("required", std::move(required));
  }
  return of_author;
}

}  // namespace forge
