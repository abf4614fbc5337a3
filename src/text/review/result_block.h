// The JSON an agent's final message ends with. Pure, linear time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/json.h"

namespace forge {

// A schema: a JSON object in the JSON Schema vocabulary, subset: type (or list of types), required, properties,
// items, enum, minItems, additionalProperties (bool). docs/roles.md lists it.
// Returns violations as "path: what", empty when it fits.
std::vector<std::string> CheckSchema(const Json& value, const Json& schema);

struct ResultBlock {
  Json value;                           // null when none fits
  std::vector<std::string> violations;  // of the last object found, when none fits; or "no JSON object found"
  bool ok() const { return !value.is_null(); }
};

// The last JSON object in the text (fenced or bare) that fits the schema. An empty schema fits any object.
ResultBlock FindResultBlock(std::string_view message, const Json& schema);

// The message without the fenced JSON block that it ends with; as it is when it ends otherwise.
std::string_view WithoutResultBlock(std::string_view message);

}  // namespace forge
