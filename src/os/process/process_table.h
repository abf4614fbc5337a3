// The machine's processes, from /proc. Inside os/ only; sends no signals.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "os/process/process.h"

namespace forge {

struct ProcessRow {
  ProcessId id;
  std::int64_t parent = 0;
  std::int64_t group = 0;
  char state = '?';
  std::int64_t cpu_ticks = 0;  // its own and that of children it has waited for
  bool dead() const { return state == 'Z' || state == 'X'; }
};

// Parses /proc/<pid>/stat. The program's name in it may contain anything, even ") R 1 ".
std::optional<ProcessRow> ParseProcStat(std::string_view text);

std::optional<ProcessRow> ReadProcess(std::int64_t pid);
std::vector<ProcessRow> ReadProcessTable();

}  // namespace forge
