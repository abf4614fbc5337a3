// Words of C and C++ that no header of a project declares. Part of module_names.
#pragma once

#include <string_view>

namespace forge {

bool IsCKeyword(std::string_view word);

// Before a name, it says that the name is being declared or is a tag: `int x`, `struct x`.
bool IsCTypeWord(std::string_view word);

// Functions, types and macros of the standard headers that programs use most. Others exist.
bool IsCStandardName(std::string_view word);

// "stdio.h", "vector": it declares nothing in a project's own namespaces.
bool IsCStandardHeader(std::string_view name);

}  // namespace forge
