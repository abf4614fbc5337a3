// The clock, the environment, signals and the terminal: what main() hands to the rest as values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/ids.h"

namespace forge {

std::optional<std::string> Environment(const std::string& name);
std::map<std::string, std::string> WholeEnvironment();

TimePoint WallClock();
std::int64_t SteadyMs();

// The user's directories, after XDG: "~/.config/forge", "~/.local/share/forge", "~/.cache/forge".
std::string ConfigDirectory();
std::string DataDirectory();
std::string CacheDirectory();

// Counts Ctrl-C (SIGINT) and SIGTERM from now on instead of dying of them; SIGPIPE is ignored. Call once, in main.
void CatchInterrupts();
int InterruptCount();

bool IsTerminal(int fd);
int TerminalWidth(int fd);  // 80 when unknown
void SetTerminalEcho(bool on);

}  // namespace forge
