// A mark that a process and all that it starts carry, whatever they make of their environment, session and parents: a
// limit on the time of real-time programs, so high that it limits nothing. Inside os/ only.
#pragma once

#include <cstdint>
#include <string_view>

namespace forge {

constexpr std::uint64_t kNoMark = ~std::uint64_t{0};

// The same for the same text, another one for another text.
std::uint64_t MarkOf(std::string_view text);
// For a child before its exec: only a system call. A process can only lower a limit, and in a sandbox not even that
// (call_filter.cc).
void TakeMark(std::uint64_t mark);
// kNoMark: it has none, or there is no such process.
std::uint64_t ReadMark(std::int64_t pid);
// This process's, read once: kNoMark, or that of the unit of another Forge that runs us.
std::uint64_t OwnMark();
// The same as text of /proc/PID/limits.
std::uint64_t ParseMark(std::string_view limits);

}  // namespace forge
