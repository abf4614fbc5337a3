// The words of a shell command that may name files of the repository. Does not know shells, plans or a disk.
#pragma once

#include <string_view>
#include <vector>

namespace forge {

// "pytest -q ./tests/test_a.py::TestA" -> "tests/test_a.py". Each once, in order, without quotes and what follows
// `::` or `:12`; options, assignments (but what they assign), absolute paths and words without a dot or a slash are
// left out (but not `./check`). What a shell would have to work out (`$X`, `*`) is left out too. Parts of the
// command's text.
std::vector<std::string_view> PathsInCommand(std::string_view command);

}  // namespace forge
