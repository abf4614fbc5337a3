// YAML as a JSON value: the one face of yaml-cpp. Does not know what any key means.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/json.h"

namespace forge {

inline constexpr std::size_t kLargestYaml = 1U << 20U;

// The first document of the text; null when there is none. Plain scalars are typed as in YAML's core schema (null,
// true, 12, 1.5), quoted ones are strings. What aliases repeat counts each time against the same bound of nodes, so no
// text grows into more than a few megabytes. A key that occurs twice in one map is an error. The message says the line;
// `first_line` is that of the text in its file.
Result<Json> ParseYaml(std::string_view text, int first_line = 1);

// Block style, two columns per level; reads back as the same value. Ends with a line end, or is empty for null.
std::string PrintYaml(const Json& value);

}  // namespace forge
