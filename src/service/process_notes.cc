#include "service/process_notes.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "os/files/files.h"

namespace forge {
namespace {

constexpr std::string_view kEnded = "ended\n";

std::string NotesIn(const std::string& run_directory) { return run_directory + "/processes"; }

// The first line: where the numbers below it mean something.
std::string NumbersOf() { return fmt::format("{} {}", BootId(), PidNamespace()); }

}  // namespace

ProcessNotes::ProcessNotes(const std::string& run_directory) : file_(NoteFile::Open(NotesIn(run_directory))) {
  if (file_) (void)file_->Add(NumbersOf() + "\n");
}

void ProcessNotes::Add(const ProcessId& process) const {
  if (file_) (void)file_->Add(fmt::format("{} {}\n", process.pid, process.start));
}

bool NotesAwaitAnEnd(const std::string& run_directory) {
  const auto text = ReadFile(NotesIn(run_directory));
  return text && text->starts_with(NumbersOf() + "\n") && !text->ends_with(kEnded);
}

Status NoteTheirEnd(const std::string& run_directory) { return AppendUnsynced(NotesIn(run_directory), kEnded); }

std::vector<ProcessId> ReadProcessNotes(const std::string& run_directory) {
  std::vector<ProcessId> noted;
  const auto text = ReadFile(NotesIn(run_directory));
  if (!text) return noted;
  const std::vector<std::string_view> lines = Split(*text, '\n');
  if (lines[0] != NumbersOf()) return noted;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string_view> numbers = Split(lines[i], ' ');
    const auto pid = ParseInt(numbers[0]);
    const auto start = numbers.size() == 2 ? ParseInt(numbers[1]) : std::nullopt;
    if (pid && start) noted.push_back({*pid, *start});
  }
  return noted;
}

}  // namespace forge
