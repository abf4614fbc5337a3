// What imports and exports of JavaScript and TypeScript have in common: where statements begin, patterns, lists in
// braces. Part of module_names.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "text/symbols/modules/module_tokens.h"

namespace forge {

// A statement at the top of the file begins here; not one in a namespace.
bool ScriptStatementAt(const ModuleTokens& t, std::size_t i);

// The statement before ends with the line, without a semicolon.
bool ScriptLineEndsAt(const ModuleTokens& t, std::size_t i);

// A name, or a string that is one.
std::optional<std::string> ScriptName(const ModuleTokens& t, std::size_t i);

// The names that a pattern declares (`{a, b: [c]}` gives a and c). Returns the index behind it; `i` if there is none.
std::size_t ScriptPattern(const ModuleTokens& t, std::size_t i, const std::function<void(std::string)>& declared);

// The members that the pattern at the brace `i` takes (`{a, b: c}` gives a and b). False: it takes more than it names.
bool ScriptPatternKeys(const ModuleTokens& t, std::size_t i, const std::function<void(std::string)>& taken);

// `{a, type b, c as d, e as "f"}` at the brace `i`: the name on the left and on the right.
void ScriptList(const ModuleTokens& t, std::size_t i,
                const std::function<void(std::string left, std::string right)>& each);

// The module of `from "m"` at `i`.
std::optional<std::string> ScriptFrom(const ModuleTokens& t, std::size_t i);

// The module of `require("m")` at `i`.
std::optional<std::string> ScriptRequire(const ModuleTokens& t, std::size_t i);

}  // namespace forge
