#include "surface/mcp/protocol/schema.h"

#include <string>

namespace forge::mcp {
namespace {

Json Described(Json schema, std::string_view description) {
  if (!description.empty()) schema.Set("description", description);
  return schema;
}

}  // namespace

Json TypeOf(std::string_view type, std::string_view description) {
  return Described(Json::MakeObject().Set("type", type), description);
}

Json OneOf(std::initializer_list<std::string_view> words, std::string_view description) {
  Json schema = Json::MakeObject().Set("type", "string");
  return Described(schema.Set("enum", Json(Json::Array(words.begin(), words.end()))), description);
}

Json ListOf(Json items, std::string_view description) {
  return Described(Json::MakeObject().Set("type", "array").Set("items", std::move(items)), description);
}

Json OpenObject(Members members, std::initializer_list<std::string_view> required) {
  Json properties = Json::MakeObject();
  for (const auto& [name, schema] : members) properties.Set(std::string(name), schema);
  Json object = Json::MakeObject().Set("type", "object").Set("properties", std::move(properties));
  if (required.size() > 0) object.Set("required", Json(Json::Array(required.begin(), required.end())));
  return object;
}

Json ObjectOf(Members members, std::initializer_list<std::string_view> required) {
  return OpenObject(members, required).Set("additionalProperties", false);
}

Json Annotations(const Hints& hints) {
  Json json = Json::MakeObject().Set("readOnlyHint", hints.read_only);
  if (!hints.read_only) json.Set("destructiveHint", hints.destructive).Set("idempotentHint", hints.idempotent);
  return json.Set("openWorldHint", hints.open_world);
}

}  // namespace forge::mcp
