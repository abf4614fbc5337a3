// Puts a section of ours into a user's text, and removes it again. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "model/json.h"

namespace forge {

// The description in a command's front matter, and the text below it.
std::pair<std::string, std::string> SplitFrontMatter(std::string_view text);

// Between markers: comments of Markdown, or lines with '#'. An existing section is replaced in place.
std::string WithSection(std::string_view text, std::string_view section, bool markdown);
std::string WithoutSection(std::string_view text, bool markdown);

// "a.b" of a JSON object; kInvalid when the text is not one.
Result<std::string> WithMember(std::string_view text, std::string_view path, const Json& value);
// Nothing when it cannot be read.
std::optional<std::string> WithoutMember(std::string_view text, std::string_view path);

}  // namespace forge
