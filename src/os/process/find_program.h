// Finds a program on a PATH. Inside os/ only; starts nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace forge {

// A name with a slash gives itself if it is executable. Relative names and PATH entries start at `cwd`.
std::optional<std::string> FindProgramOn(std::string_view path, std::string_view name, const std::string& cwd);

// Whether it is an executable file; a relative path starts at `cwd`.
bool IsProgram(const std::string& file, const std::string& cwd);

}  // namespace forge
