#include "model/step.h"

#include <utility>

#include "model/fields.h"

namespace forge {

Json ToJson(const StepSpec& step) {
  Json json = Json::MakeObject();
  SetUnlessEmpty(json, "id", step.id.value);
  SetUnlessEmpty(json, "title", step.title);
  SetUnlessEmpty(json, "what", step.what);
  SetUnlessEmpty(json, "files", step.files);
  SetUnlessEmpty(json, "writes", step.writes);
  if (!step.depends.empty()) {
    Json depends = Json::MakeArray();
    for (const StepId& id : step.depends) depends.Append(id.value);
    json.Set("depends", std::move(depends));
  }
  SetUnlessEmpty(json, "verify", step.verify);
  SetUnlessEmpty(json, "done_when", step.done_when);
  SetUnlessEmpty(json, "complexity", step.complexity);
  SetUnlessZero(json, "estimate_ms", step.estimate_ms);
  if (!step.extra.is_null()) json.Set("extra", step.extra);
  return json;
}

Result<StepSpec> StepFromJson(const Json& json) {
  StepSpec step;
  std::vector<std::string> depends;
  FieldReader fields(json, "step");
  fields.Read("id", step.id.value);
  fields.Read("title", step.title);
  fields.Read("what", step.what);
  fields.Read("files", step.files);
  fields.Read("writes", step.writes);
  fields.Read("depends", depends);
  fields.Read("verify", step.verify);
  fields.Read("done_when", step.done_when);
  fields.Read("complexity", step.complexity);
  fields.Read("estimate_ms", step.estimate_ms);
  fields.Read("extra", step.extra);
  if (!fields.status()) return std::unexpected(fields.status().error());
  step.depends.reserve(depends.size());
  for (std::string& id : depends) step.depends.push_back(StepId{std::move(id)});
  return step;
}

}  // namespace forge
