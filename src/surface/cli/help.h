// Help texts from the table and the forms: for a terminal, and as the page docs/commands.md.
#pragma once

#include <string>
#include <string_view>

#include "surface/cli/command.h"

namespace forge::cli {

std::string OverviewText();
std::string CommandText(const Command& command);
std::string FamilyText(std::string_view word);  // "check": its commands
std::string MarkdownText();

}  // namespace forge::cli
