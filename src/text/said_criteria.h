// The command that proves a sentence: of an acceptance criterion or a contract. There words say what holds, and the
// code proves it. Knows sentences with code, not steps.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

// The first code of the criterion that is one of the `verify` commands, or that the criterion says to run
// (said_commands.h); else a check (check_commands.h) at its end, behind a colon, a dash, by, with or via, or in
// brackets: "retries stop at three: `pytest tests/test_retry.py`". What must fail only if `expected` names an exit
// code. Empty: none is run.
std::string CommandOfCriterion(std::string_view criterion, std::string_view expected,
                               const std::vector<std::string>& verify);

// Of the words before a command: do they keep it from being run? "Do not deploy", "By hand", "shape (disabled)", "only
// in production". Not what must never be true: "no cycles", "a name is never used twice".
bool ReservesCommand(std::string_view words);

// Do the words beside the command of a criterion say more than that it passes? "prints one line for each month"
bool SaysMoreThanExit(std::string_view criterion);

}  // namespace forge
