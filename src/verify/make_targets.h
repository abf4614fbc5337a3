// Targets of makefiles and recipes of justfiles, read from their lines. Does not run make, and follows no `include`.
// Pure.
#pragma once

#include <string_view>

namespace forge {

bool HasMakeTarget(std::string_view makefile, std::string_view target);
// A build product: what made it is the project's way of building.
bool IsGeneratedMakefile(std::string_view makefile);
bool HasJustRecipe(std::string_view justfile, std::string_view recipe);

}  // namespace forge
