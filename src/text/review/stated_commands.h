// What a text says that its author ran: "I ran `make test`", "`pytest -q` passes", "I wrote the test first; it failed".
// Pure; does not know what was run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

// In the order of the text, each once. Only code spans of sentences that speak of running, outside of code blocks.
std::vector<std::string> StatedCommands(std::string_view text);

// Of those, what it says directly was run: not how a command ended.
std::vector<std::string> StatedRuns(std::string_view text);

// Of all, what no run command contains. White space does not count.
std::vector<std::string> UnsupportedCommands(std::string_view text, const std::vector<std::string>& ran);

// Sentences that say that a test was written before the work and failed, outside of code blocks; each once.
std::vector<std::string> StatedTestsFirst(std::string_view text);

}  // namespace forge
