// Which of Forge's own variables the processes of a unit get: the one list of them. Knows no values. The setting
// pass_env adds to it; docs/environment.md has it for users.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

// NAME, or PREFIX_* for every name that begins so.
bool FitsVariable(std::string_view name, std::string_view pattern);
// Whether a setting can have it: letters, digits and `_`, and a `*` only at the end.
bool IsVariablePattern(std::string_view pattern);

// For every process: where things are, languages and their tools, proxies. What is named like a secret is none of them.
bool IsCommonVariable(std::string_view name);
// For people.
std::span<const std::string_view> CommonVariables();

// The names in `environment` that a process does not get: all but the common ones and those that fit `more`.
std::vector<std::string> WithheldVariables(const std::map<std::string, std::string>& environment,
                                           const std::vector<std::string>& more);

// Of the withheld variables those that the text names, as the output of a command may that missed one.
std::vector<std::string> NamedIn(std::string_view text, const std::vector<std::string>& withheld);

}  // namespace forge
