// Help texts from the table and the forms: for a terminal, and as the page docs/commands.md.
#pragma once

#include <string>
#include <string_view>

#include "surface/cli/command.h"

namespace forge::cli {

// `width`: of the terminal; 0: none, and the text is as in the tests of the help.
std::string OverviewText(std::size_t width);
std::string CommandText(const Command& command, std::size_t width);
std::string FamilyText(std::string_view word, std::size_t width);  // "check": its commands
std::string MarkdownText();

}  // namespace forge::cli
