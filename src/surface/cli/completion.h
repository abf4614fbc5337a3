// Completion scripts for shells, from the table and the forms.
#pragma once

#include <string>

namespace forge::cli {

std::string BashCompletion();
std::string ZshCompletion();
std::string FishCompletion();

}  // namespace forge::cli
