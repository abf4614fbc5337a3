// Reads a unit's transcript, also while it grows, from any process. Changes nothing. What cannot be read is left out
// and told.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "os/files/files.h"
#include "service/project.h"
#include "service/transcript/entry.h"

namespace forge {

class TranscriptReader {
 public:
  TranscriptReader(const Project& project, RunId run, UnitId unit);

  // The entries that came since the last call, in order.
  Result<std::vector<TranscriptEntry>> Next();
  bool exists() const { return seen_; }  // by what Next found
  // Whether the unit's own last entry was read: without it the transcript was cut.
  bool complete() const { return ended_; }
  // What is wrong with what was read: "the last line is cut". For the end: a line that is being written is none.
  std::vector<std::string> Notes() const;

 private:
  Status ReadHead(std::vector<TranscriptEntry>& entries);
  Status ReadTail(std::vector<TranscriptEntry>& entries);
  void Read(std::string_view line, std::vector<TranscriptEntry>& entries);

  std::string head_, tail_;  // paths
  std::int64_t offset_ = 0;  // in the head: whole lines before it were read
  std::size_t torn_ = 0;     // bytes after the last whole line
  std::optional<FileVersion> tail_version_;
  std::int64_t last_ = 0;  // number of the entry read last
  std::int64_t broken_ = 0;
  bool seen_ = false;
  bool ended_ = false;
};

// What a running unit does now, from the end of its transcript: "Bash: make test". Empty: unknown.
std::string ReadDoingNow(const Project& project, RunId run, UnitId unit, TimePoint now);

}  // namespace forge
