// Looking a program up on a PATH. Inside os/ only; starts nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace forge {

// With a slash in it, the name itself when it may be executed. Relative names and PATH entries count from `cwd`.
std::optional<std::string> FindProgramOn(std::string_view path, std::string_view name, const std::string& cwd);

// An executable file, from `cwd` when relative.
bool IsProgram(const std::string& file, const std::string& cwd);

}  // namespace forge
