#include "os/process/process_mark.h"

#include <sys/resource.h>

#include <charconv>
#include <string>
#include <system_error>
#include <vector>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/process/process_table.h"

namespace forge {
namespace {

// Of numbers that no person would choose.
constexpr std::uint64_t kFirstMark = std::uint64_t{1} << 60;

}  // namespace

std::uint64_t MarkOf(std::string_view text) {
  constexpr std::size_t kDigits = 15;  // of 4 bits
  const std::string digits = Sha256(text).substr(0, kDigits);
  std::uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  return kFirstMark + number;
}

void TakeMark(std::uint64_t mark) {
  const rlimit marked{mark, mark};
  ::setrlimit(RLIMIT_RTTIME, &marked);
}

// "Max realtime timeout      1234                 1234                 us"
std::uint64_t ParseMark(std::string_view limits) {
  constexpr std::string_view kName = "Max realtime timeout";
  const std::size_t at = limits.find(kName);
  if (at == std::string_view::npos) return kNoMark;
  std::string_view line = limits.substr(at + kName.size());
  line = Trim(line.substr(0, line.find('\n')));
  const std::size_t hard = line.find_first_of("0123456789u", line.find(' '));
  if (hard == std::string_view::npos) return kNoMark;
  std::uint64_t mark = 0;
  const auto [end, error] = std::from_chars(line.data() + hard, line.data() + line.size(), mark);
  return error == std::errc() && mark >= kFirstMark ? mark : kNoMark;
}

std::uint64_t ReadMark(std::int64_t pid) {
  return ParseMark(ReadFile("/proc/" + std::to_string(pid) + "/limits").value_or(""));
}

std::uint64_t OwnMark() {
  static const std::uint64_t own = ReadMark(OwnPid());
  return own;
}

std::vector<ProcessId> FindByMark(std::string_view value) {
  const std::uint64_t mark = MarkOf(value);
  std::vector<ProcessId> found;
  if (ReadMark(OwnPid()) == mark) return found;  // a process of that run looks: we would find ourselves
  for (const ProcessRow& row : ReadProcessTable()) {
    if (!row.dead() && !row.of_kernel && row.id.pid != OwnPid() && ReadMark(row.id.pid) == mark)
      found.push_back(row.id);
  }
  return found;
}

}  // namespace forge
