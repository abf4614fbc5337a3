// One shape for what --json prints (docs/json.md): an object has every field of its table, whatever the kept form
// leaves out. Knows no object in particular.
#pragma once

#include <span>
#include <string_view>

#include "model/json.h"

namespace forge {

// What a field is when the kept form has none. kTime also turns milliseconds into ISO 8601; 0 is no time.
enum class Blank { kNull, kText, kZero, kFalse, kList, kTime };

struct ShapeField {
  std::string_view name;
  Blank blank = Blank::kNull;
  std::string_view kept = {};  // its name in the kept form, where that is another
};

// The table's fields, in its order, and no others.
Json Shaped(const Json& kept, std::span<const ShapeField> fields);
// Likewise, of every object of a list.
Json ShapedList(const Json& kept, std::span<const ShapeField> fields);

}  // namespace forge
