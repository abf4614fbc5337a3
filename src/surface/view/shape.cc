#include "surface/view/shape.h"

#include "model/json_array.h"
#include "surface/view/times.h"

namespace forge {
namespace {

Json Blanked(Blank blank) {
  switch (blank) {
    case Blank::kNull:
    case Blank::kTime: return {};
    case Blank::kText: return "";
    case Blank::kZero: return 0;
    case Blank::kFalse: return false;
    case Blank::kList: return Json::MakeArray();
  }
  return {};
}

}  // namespace

Json Shaped(const Json& kept, std::span<const ShapeField> fields) {
  Json json = Json::MakeObject();
  for (const ShapeField& field : fields) {
    const Json& value = kept[field.kept.empty() ? field.name : field.kept];
    if (value.is_null() || (field.blank == Blank::kTime && value == Json(0))) {
      json.Set(std::string(field.name), Blanked(field.blank));
    } else {
      json.Set(std::string(field.name), field.blank == Blank::kTime ? Json(IsoTime({value.AsInt()})) : value);
    }
  }
  return json;
}

Json ShapedList(const Json& kept, std::span<const ShapeField> fields) {
  return JsonArray(kept.AsArray(), [&](const Json& each) { return Shaped(each, fields); });
}

}  // namespace forge
