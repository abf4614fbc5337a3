#include "service/transcript/transcript_reader.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/display.h"
#include "base/strings.h"
#include "service/transcript/transcript_writer.h"

namespace forge {
namespace {

constexpr std::size_t kMostRead = std::size_t{8} << 20U;  // more than a writer ever leaves
constexpr std::int64_t kRecent = 64 << 10;                // bytes that say what a unit does now

std::string DirectoryOf(const Project& project, RunId run, UnitId unit) {
  return fmt::format("{}/units/{}/", project.run_directory(run.value), unit.value);
}

// Of the last bytes of a file.
std::vector<TranscriptEntry> LastEntries(const std::string& path) {
  const std::optional<std::int64_t> size = FileSize(path);
  if (!size) return {};
  const std::int64_t from = std::max<std::int64_t>(0, *size - kRecent);
  const auto text = ReadFileFrom(path, from, static_cast<std::size_t>(kRecent));
  if (!text) return {};
  std::vector<TranscriptEntry> entries;
  for (std::string_view line : Lines(*text)) {
    if (auto entry = ReadEntry(line)) entries.push_back(*std::move(entry));
  }
  return entries;
}

}  // namespace

TranscriptReader::TranscriptReader(const Project& project, RunId run, UnitId unit)
    : head_(DirectoryOf(project, run, unit) + kTranscriptFile),
      tail_(DirectoryOf(project, run, unit) + kTranscriptEndFile) {}

Result<std::vector<TranscriptEntry>> TranscriptReader::Next() {
  std::vector<TranscriptEntry> entries;
  TRY(ReadHead(entries));
  TRY(ReadTail(entries));
  return entries;
}

Status TranscriptReader::ReadHead(std::vector<TranscriptEntry>& entries) {
  const auto version = TRY(VersionOf(head_));
  if (!version) return {};
  seen_ = true;
  if (version->size < offset_ + static_cast<std::int64_t>(torn_)) offset_ = 0;  // made anew
  const std::string text = TRY(ReadFileFrom(head_, offset_, kMostRead));
  const std::size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  for (std::string_view line : Lines(std::string_view(text).substr(0, whole))) Read(line, entries);
  offset_ += static_cast<std::int64_t>(whole);
  torn_ = text.size() - whole;
  return {};
}

Status TranscriptReader::ReadTail(std::vector<TranscriptEntry>& entries) {
  const auto version = TRY(VersionOf(tail_));
  if (!version || version == tail_version_) return {};
  const auto text = TRY(ReadFileIfThere(tail_, kMostRead));
  if (!text) return {};
  seen_ = true;
  tail_version_ = version;
  const std::size_t whole = text->rfind('\n') == std::string::npos ? 0 : text->rfind('\n') + 1;
  for (std::string_view line : Lines(std::string_view(*text).substr(0, whole))) Read(line, entries);
  torn_ = text->size() - whole;
  return {};
}

void TranscriptReader::Read(std::string_view line, std::vector<TranscriptEntry>& entries) {
  if (line.empty()) return;
  auto entry = ReadEntry(line);
  if (!entry) {
    ++broken_;
    return;
  }
  if (entry->number <= last_) return;
  last_ = entry->number;
  ended_ = entry->kind == kEndEntry;
  entries.push_back(*std::move(entry));
}

std::vector<std::string> TranscriptReader::Notes() const {
  std::vector<std::string> notes;
  if (broken_ > 0)
    notes.push_back(fmt::format("{} of the transcript cannot be read and {} left out", Counted(broken_, "line"),
                                broken_ == 1 ? "is" : "are"));
  if (torn_ > 0) notes.push_back(fmt::format("the transcript's last line is cut ({} bytes)", torn_));
  return notes;
}

std::string ReadDoingNow(const Project& project, RunId run, UnitId unit, TimePoint now) {
  const std::string directory = DirectoryOf(project, run, unit);
  std::vector<TranscriptEntry> entries = LastEntries(directory + kTranscriptEndFile);
  if (entries.empty()) entries = LastEntries(directory + kTranscriptFile);
  return DoingNow(entries, now);
}

}  // namespace forge
