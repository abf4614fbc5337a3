// JSON Schemas written briefly. Knows only the words that tools here use.
#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "model/json.h"

namespace forge::mcp {

using Members = std::initializer_list<std::pair<std::string_view, Json>>;

Json TypeOf(std::string_view type, std::string_view description = "");
Json OneOf(std::initializer_list<std::string_view> words, std::string_view description = "");
Json ListOf(Json items, std::string_view description = "");
// An object with these members and no others.
Json ObjectOf(Members members, std::initializer_list<std::string_view> required = {});
// An object that has at least these.
Json OpenObject(Members members, std::initializer_list<std::string_view> required = {});

struct Hints {
  bool read_only = false, destructive = false, idempotent = false, open_world = false;
};
Json Annotations(const Hints& hints);

}  // namespace forge::mcp
