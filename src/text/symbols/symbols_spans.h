// Which words and pieces of code are names, and which of them are declared by their form. Part of symbols; knows
// neither sentences nor plans.
#pragma once

#include <functional>
#include <string_view>

namespace forge {

// A word of prose that can only be a name: import_csv, readAll, `read(`; or any that a noun introduces ("a method
// read").
bool IsPlainName(std::string_view word, bool called, std::string_view word_before);

// Calls `found` with the name of every declaration in a line of code, by its form alone: `def f(x):`,
// `impl Box { fn f() }`, `int f(int x) {`.
void FindDeclaredNames(std::string_view line, const std::function<void(std::string_view)>& found);

}  // namespace forge
