#include "service/transcript/transcript_writer.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "memory/secrets.h"
#include "os/system.h"
#include "text/lines.h"

namespace forge {
namespace {

constexpr std::size_t kShortestSecret = 8;
constexpr std::size_t kLongestCommandLine = 200;
constexpr std::size_t kLongestPiece = 2'000;  // kept back until its line ends

bool NamesSecret(std::string_view name) {
  if (name.starts_with("FORGE_")) return false;  // ours are marks, not secrets
  for (std::string_view word : {"KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL"}) {
    if (name.find(word) != std::string_view::npos) return true;
  }
  return false;
}

std::string LeftOutLine(std::int64_t number, std::int64_t entries, std::int64_t bytes) {
  TranscriptEntry entry;
  entry.number = number;
  entry.at = WallClock();
  entry.kind = kLeftOutEntry;
  entry.data = Json::MakeObject().Set("entries", entries).Set("bytes", bytes);
  return ToLine(entry);
}

}  // namespace

void SecretMask::Hide(const std::map<std::string, std::string>& environment) {
  for (const auto& [name, value] : environment) {
    // A path to a secret is none.
    if (value.size() >= kShortestSecret && NamesSecret(name) && !value.starts_with('/')) values_.push_back(value);
  }
}

std::string SecretMask::Apply(std::string_view text) const {
  std::string masked(text);
  for (const std::string& value : values_) {
    if (masked.find(value) != std::string::npos) masked = ReplaceAll(masked, value, kMaskedSecret);
  }
  return MaskSecrets(masked);
}

Json SecretMask::Apply(const Json& value) const {
  if (value.is_string()) return Apply(std::string_view(value.AsString()));
  if (value.is_array()) {
    Json list = Json::MakeArray();
    for (const Json& item : value.AsArray()) list.Append(Apply(item));
    return list;
  }
  if (!value.is_object()) return value;
  Json object = Json::MakeObject();
  for (const auto& [name, member] : value.AsObject()) object.Set(name, Apply(member));
  return object;
}

TranscriptWriter::TranscriptWriter(RunFiles files, UnitId unit, std::string cwd, SecretMask mask,
                                   TranscriptLimits limits)
    : files_(std::move(files)), unit_(unit), cwd_(std::move(cwd)), mask_(std::move(mask)), limits_(limits) {}

TranscriptWriter::~TranscriptWriter() {
  const std::lock_guard lock(mutex_);
  FlushPieces();
}

void TranscriptWriter::Take(const AgentEvent& event) {
  const std::lock_guard lock(mutex_);
  if (event.kind == AgentEvent::Kind::kText && event.data["delta"].AsBool()) {
    said_.text += event.text;
    said_.data = event.data;
    return FlushPiece(Name(AgentEvent::Kind::kText), said_, false);
  }
  // The end of an agent's program says how much of its windows is used, always the same.
  if (event.kind == AgentEvent::Kind::kLimit) return;
  Add(EntryOf(event, cwd_));
}

void TranscriptWriter::Begin(const std::string& command) {
  const std::lock_guard lock(mutex_);
  TranscriptEntry entry =
      EntryOf({AgentEvent::Kind::kToolCall, "verify", Json::MakeObject().Set("command", command)}, cwd_);
  entry.line = Excerpt(command, kLongestCommandLine);
  Add(std::move(entry));
}

void TranscriptWriter::Output(const std::string& command, std::string_view text) {
  const std::lock_guard lock(mutex_);
  Piece& piece = output_[command];
  piece.text += text;
  if (piece.data.is_null()) piece.data = Json::MakeObject().Set("command", command.substr(0, kLongestArgument));
  FlushPiece(kOutputEntry, piece, false);
}

void TranscriptWriter::Finish(const std::string& command, int exit_code, bool passed, std::int64_t duration_ms) {
  const std::lock_guard lock(mutex_);
  TranscriptEntry entry;
  entry.kind = Name(AgentEvent::Kind::kToolResult);
  entry.data = Json::MakeObject()
                   .Set("command", command.substr(0, kLongestArgument))
                   .Set("exit_code", exit_code)
                   .Set("passed", passed)
                   .Set("duration_ms", duration_ms);
  Add(std::move(entry));
}

void TranscriptWriter::Note(std::string text) {
  const std::lock_guard lock(mutex_);
  Add(EntryOf({AgentEvent::Kind::kNotice, std::move(text), {}}, cwd_));
}

void TranscriptWriter::End(std::string_view error) {
  const std::lock_guard lock(mutex_);
  FlushPieces();
  if (!open_ && error.empty()) return;
  TranscriptEntry entry;
  entry.kind = kEndEntry;
  entry.text = KeepHeadAndTail(error, kLongestToolResult, 0);
  Add(std::move(entry));
}

void TranscriptWriter::Add(TranscriptEntry entry) {
  FlushPieces();
  Put(std::move(entry));
}

void TranscriptWriter::FlushPieces() {
  FlushPiece(Name(AgentEvent::Kind::kText), said_, true);
  for (auto& [command, piece] : output_) FlushPiece(kOutputEntry, piece, true);
  output_.clear();
}

// Whole lines, unless the piece is to be emptied.
void TranscriptWriter::FlushPiece(std::string_view kind, Piece& piece, bool whole) {
  std::size_t size = piece.text.size();
  if (!whole && size < kLongestPiece) {
    const std::size_t end = piece.text.rfind('\n');
    size = end == std::string::npos ? 0 : end + 1;
  }
  if (size == 0) return;
  std::string left = piece.text.substr(size);
  piece.text.resize(size);
  const std::string text = std::exchange(piece.text, std::move(left));
  for (std::size_t at = 0; at < text.size(); at += kLongestSaid) {
    TranscriptEntry entry;
    entry.kind = kind;
    entry.text = ValidUtf8(std::string_view(text).substr(at, kLongestSaid));
    entry.data = piece.data;
    Put(std::move(entry));
  }
}

void TranscriptWriter::Put(TranscriptEntry entry) {
  if (!open_) Reopen();
  open_ = true;
  entry.number = ++last_;
  entry.at = WallClock();
  entry.text = mask_.Apply(std::string_view(entry.text));
  entry.line = mask_.Apply(std::string_view(entry.line));
  entry.data = mask_.Apply(entry.data);
  const std::string line = ToLine(entry);
  if (!tail_.empty() || left_entries_ > 0 || head_bytes_ + line.size() > limits_.head) return PutTail(line);
  head_bytes_ += line.size();
  (void)files_.AppendUnitText(unit_, kTranscriptFile, line);
}

void TranscriptWriter::PutTail(const std::string& line) {
  tail_.push_back(line);
  tail_bytes_ += line.size();
  if (tail_bytes_ <= limits_.tail) {
    (void)files_.AppendUnitText(unit_, kTranscriptEndFile, line);
    return;
  }
  while (tail_.size() > 1 && tail_bytes_ > limits_.tail / 2) {
    tail_bytes_ -= tail_.front().size();
    left_bytes_ += static_cast<std::int64_t>(tail_.front().size());
    ++left_entries_;
    tail_.pop_front();
  }
  left_number_ = last_ - static_cast<std::int64_t>(tail_.size());
  std::string text = LeftOutLine(left_number_, left_entries_, left_bytes_);
  for (const std::string& one : tail_) text += one;
  (void)files_.KeepUnitText(unit_, kTranscriptEndFile, text);
}

// What an engine that was killed left of this unit stays, and is marked.
void TranscriptWriter::Reopen() {
  const auto head = files_.ReadUnitText(unit_, kTranscriptFile);
  if (!head || !*head || (*head)->empty()) return;
  const std::string& text = **head;
  head_bytes_ = text.size();
  if (!text.ends_with('\n')) (void)files_.AppendUnitText(unit_, kTranscriptFile, "\n");
  const auto know = [&](std::string_view line) {
    if (const auto entry = ReadEntry(line)) last_ = std::max(last_, entry->number);
  };
  for (std::string_view line : Lines(text)) know(line);
  const auto tail = files_.ReadUnitText(unit_, kTranscriptEndFile);
  if (tail && *tail) {
    for (std::string_view line : Lines(**tail)) {
      const auto entry = ReadEntry(line);
      if (!entry) continue;
      know(line);
      if (entry->kind == kLeftOutEntry) {
        left_entries_ = entry->data["entries"].AsInt();
        left_bytes_ = entry->data["bytes"].AsInt();
        continue;
      }
      tail_.emplace_back(std::string(line) + "\n");
      tail_bytes_ += line.size() + 1;
    }
  }
  open_ = true;
  Put(EntryOf({AgentEvent::Kind::kNotice, "the unit starts again: its engine had stopped", {}}, cwd_));
}

}  // namespace forge
