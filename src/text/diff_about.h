// The part of a diff that a text speaks of. Pure.
#pragma once

#include <string>
#include <string_view>

namespace forge {

// The files of a git diff whose path stands in `text`, and the names of the others. The whole diff where the text names
// none of its files, or all of them.
std::string DiffAbout(std::string_view diff, std::string_view text);

// The diff without the files that are tests by their names; these are listed with how many lines were added and
// removed. The whole diff where all of it is tests.
std::string DiffWithoutTests(std::string_view diff);

}  // namespace forge
