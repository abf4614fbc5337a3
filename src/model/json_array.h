// A range as a JSON array. Knows no element: each has its ToJson, or is text or a number, which is JSON as it is.
#pragma once

#include <functional>
#include <utility>

#include "model/json.h"

namespace forge {

template <typename Range, typename Make>
Json JsonArray(const Range& range, Make make) {
  Json::Array array;
  for (const auto& each : range) array.emplace_back(std::invoke(make, each));
  return Json(std::move(array));
}

template <typename Range>
Json JsonArray(const Range& range) {
  return JsonArray(range, [](const auto& each) -> Json {
    if constexpr (requires { ToJson(each); }) {
      return ToJson(each);
    } else {
      return Json(each);
    }
  });
}

}  // namespace forge
