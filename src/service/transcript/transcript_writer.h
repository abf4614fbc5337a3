// Keeps a unit's transcript beside its prompt: units/23/transcript.jsonl has the beginning, and of what is too long
// transcript-end.jsonl has the end. No file before the first entry, none for a unit that says nothing. A transcript
// that cannot be written does not stop the work. docs/transcripts.md.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "agent/runtime.h"
#include "base/ids.h"
#include "service/transcript/entry.h"
#include "service/transcript/secret_mask.h"
#include "service/unit/run_files.h"

namespace forge {

inline constexpr const char* kTranscriptFile = "transcript.jsonl";
inline constexpr const char* kTranscriptEndFile = "transcript-end.jsonl";

struct TranscriptLimits {
  std::size_t head = std::size_t{2} << 20U;  // bytes of the beginning
  std::size_t tail = std::size_t{1} << 20U;  // of the end; when it is full, its older half goes
};

// From any number of threads.
class TranscriptWriter {
 public:
  TranscriptWriter(RunFiles files, UnitId unit, std::string cwd, SecretMask mask, TranscriptLimits limits = {});
  ~TranscriptWriter();
  TranscriptWriter(const TranscriptWriter&) = delete;
  TranscriptWriter& operator=(const TranscriptWriter&) = delete;

  // A secret that was not known when this was made.
  void Hide(std::string_view value);
  // Text that comes in pieces (data.delta) is kept by the line.
  void Take(const AgentEvent& event);
  // A check's command: its start, its output as it comes, its end.
  void Begin(const std::string& command);
  void Output(const std::string& command, std::string_view text);
  void Finish(const std::string& command, int exit_code, bool passed, std::int64_t duration_ms);
  void Note(std::string_view text);
  // The last entry, if there was any before or there is an error.
  void End(std::string_view error);

 private:
  struct Piece {
    std::string text;  // not masked: what follows may make it a secret
    Json data;
    std::size_t tried = 0;  // its size when no place to break it was found
  };

  void Add(TranscriptEntry entry);
  void Put(TranscriptEntry entry);
  void PutTail(const std::string& line);
  void Reopen();
  void FlushAll();
  void FlushPiece(std::string_view kind, Piece& piece, bool whole);
  std::size_t Ready(Piece& piece) const;

  const RunFiles files_;
  const UnitId unit_;
  const std::string cwd_;
  const TranscriptLimits limits_;
  std::mutex mutex_;  // guards what follows
  SecretMask mask_;
  bool open_ = false;
  std::int64_t last_ = 0;  // number
  std::size_t head_bytes_ = 0;
  std::deque<std::string> tail_;  // its lines, without what was left out
  std::size_t tail_bytes_ = 0;
  std::int64_t left_entries_ = 0, left_bytes_ = 0, left_number_ = 0;
  Piece said_;                           // not yet a line
  std::map<std::string, Piece> output_;  // by command
};

}  // namespace forge
