// What every form of the help is made of: terminal, page and manual. Knows no markup.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "surface/cli/command.h"

namespace forge::cli {

// After "the current run is".
inline constexpr std::string_view kCurrentRunMeaning =
    "the one that you started or switched to last; if it has ended, the newest run that has not ended, or else the "
    "newest of all";

using HelpRow = std::pair<std::string, std::string>;  // an argument, and what it is for

std::span<const Group> Groups();  // in the order of the help
std::vector<const Command*> CommandsOf(Group group);

std::string UsageLine(const Command& command, const Form& form);
std::vector<HelpRow> PositionalRows(const Form& form);
std::vector<HelpRow> OptionRows(const Form& form);  // with --json and --help

}  // namespace forge::cli
