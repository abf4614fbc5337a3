// The clock, the environment, signals and the terminal. main() passes them to the rest as values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/ids.h"

namespace forge {

std::optional<std::string> Environment(const std::string& name);
std::map<std::string, std::string> WholeEnvironment();

// Of the user that this process runs as: the name in the system's list, or else "uid 1000". Never empty.
std::string AccountName();

TimePoint WallClock();
std::int64_t SteadyMs();
// Since the machine was started, with the time that it slept: monotonic, and yet it keeps pace with the wall clock.
std::int64_t UptimeMs();
void PauseMs(std::int64_t ms);

// The user's directories, after XDG: "~/.config/forge", "~/.local/share/forge", "~/.cache/forge".
std::string ConfigDirectory();
std::string DataDirectory();
std::string CacheDirectory();

// From now on Ctrl-C (SIGINT) and SIGTERM are counted and do not end the process; SIGPIPE is ignored. Call once, in
// main.
void CatchInterrupts();
int InterruptCount();
// An eventfd that each of these signals writes to, until it is given back; it stays open. -1: none is left.
int BorrowInterruptEvents();
void ReturnInterruptEvents(int fd);
bool TerminationAsked();  // SIGTERM was among them: the machine or a service manager wants us to end soon

// From now on a hangup (SIGHUP: the terminal was closed) is noted and does not end the process. One that was told to
// ignore it (nohup) still does. Call once, in main's thread.
void OutliveTerminal();
void OutliveTermination();  // the same for SIGTERM
bool HungUp();

bool IsTerminal(int fd);
int TerminalWidth(int fd);   // as the terminal says, or else COLUMNS; 80 when unknown
int TerminalHeight(int fd);  // 24 when unknown
void SetTerminalEcho(bool on);

}  // namespace forge
