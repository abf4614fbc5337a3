// Changes this process's environment. What main() read of it stays as it was.
#pragma once

#include <string>

namespace forge {

// Processes that we start from now on do not inherit it. Not safe with other threads.
void RemoveVariable(const std::string& name);

}  // namespace forge
