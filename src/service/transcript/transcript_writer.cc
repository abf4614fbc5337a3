#include "service/transcript/transcript_writer.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "os/system.h"
#include "text/lines.h"

namespace forge {
namespace {

constexpr std::size_t kLongestCommandLine = 200;
constexpr std::size_t kLongestPiece = 2'000;                // kept back until its line ends
constexpr std::size_t kMostPiece = std::size_t{64} << 10U;  // kept back at all

// Where a masked text that is too long for one entry is broken: after a line or a word, if there is one.
std::size_t EntryEnd(std::string_view text) {
  if (text.size() <= kLongestSaid) return text.size();
  for (const char* ends : {"\n", " \t"}) {
    const std::size_t end = text.find_last_of(ends, kLongestSaid - 1);
    if (end != std::string_view::npos) return end + 1;
  }
  return kLongestSaid;
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

TranscriptWriter::TranscriptWriter(RunFiles files, UnitId unit, std::string cwd, SecretMask mask,
                                   TranscriptLimits limits)
    : files_(std::move(files)), unit_(unit), cwd_(std::move(cwd)), limits_(limits), mask_(std::move(mask)) {}

TranscriptWriter::~TranscriptWriter() {
  const std::lock_guard lock(mutex_);
  FlushAll();
}

void TranscriptWriter::Hide(std::string_view value) {
  const std::lock_guard lock(mutex_);
  mask_.HideValue(value);
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
  Add(EntryOf(mask_.ApplyToEvent(event), cwd_));
}

void TranscriptWriter::Begin(const std::string& command) {
  const std::lock_guard lock(mutex_);
  const std::string masked = mask_.Apply(command);
  TranscriptEntry entry =
      EntryOf({AgentEvent::Kind::kToolCall, "verify", Json::MakeObject().Set("command", masked)}, cwd_);
  entry.line = Excerpt(masked, kLongestCommandLine);
  Add(std::move(entry));
}

void TranscriptWriter::Output(const std::string& command, std::string_view text) {
  const std::lock_guard lock(mutex_);
  Piece& piece = output_[command];
  piece.text += text;
  if (piece.data.is_null())
    piece.data = Json::MakeObject().Set("command", mask_.Apply(command).substr(0, kLongestArgument));
  FlushPiece(kOutputEntry, piece, false);
}

void TranscriptWriter::Finish(const std::string& command, int exit_code, bool passed, std::int64_t duration_ms) {
  const std::lock_guard lock(mutex_);
  if (const auto piece = output_.find(command); piece != output_.end()) {
    FlushPiece(kOutputEntry, piece->second, true);
    output_.erase(piece);
  }
  TranscriptEntry entry;
  entry.kind = Name(AgentEvent::Kind::kToolResult);
  entry.data = Json::MakeObject()
                   .Set("command", mask_.Apply(command).substr(0, kLongestArgument))
                   .Set("exit_code", exit_code)
                   .Set("passed", passed)
                   .Set("duration_ms", duration_ms);
  Add(std::move(entry));
}

void TranscriptWriter::Note(std::string_view text) {
  const std::lock_guard lock(mutex_);
  Add(EntryOf({AgentEvent::Kind::kNotice, mask_.Apply(text), {}}, cwd_));
}

void TranscriptWriter::End(std::string_view error) {
  const std::lock_guard lock(mutex_);
  FlushAll();
  if (!open_ && error.empty()) return;
  TranscriptEntry entry;
  entry.kind = kEndEntry;
  entry.text = KeepHeadAndTail(mask_.Apply(error), kLongestToolResult, 0);
  Add(std::move(entry));
}

void TranscriptWriter::Add(TranscriptEntry entry) {
  FlushPiece(Name(AgentEvent::Kind::kText), said_, true);
  Put(std::move(entry));
}

void TranscriptWriter::FlushAll() {
  FlushPiece(Name(AgentEvent::Kind::kText), said_, true);
  for (auto& [command, piece] : output_) FlushPiece(kOutputEntry, piece, true);
  output_.clear();
}

// Whole lines. Of a line that does not end, what has no secret at its break.
std::size_t TranscriptWriter::Ready(Piece& piece) const {
  const std::size_t size = piece.text.size();
  std::size_t end = piece.text.rfind('\n');
  // A secret in base64 may go on in the next line.
  while (end != std::string::npos && size - end < kMostPiece) {
    const std::size_t before = end == 0 ? std::string::npos : piece.text.rfind('\n', end - 1);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    if (!IsLineOfBase64(std::string_view(piece.text).substr(begin, end - begin))) break;
    end = before;
  }
  if (end != std::string::npos) return end + 1;
  if (size < std::max(piece.tried, mask_.longest()) + kLongestPiece) return 0;
  piece.tried = size;
  return mask_.WholeUpTo(piece.text, size > 2 * mask_.longest() + kMostPiece);
}

void TranscriptWriter::FlushPiece(std::string_view kind, Piece& piece, bool whole) {
  const std::size_t size = whole ? piece.text.size() : Ready(piece);
  if (size == 0) return;
  piece.tried = 0;
  const std::string masked = mask_.Apply(std::string_view(piece.text).substr(0, size));
  piece.text.erase(0, size);
  for (std::string_view rest = masked; !rest.empty();) {
    const std::size_t end = EntryEnd(rest);
    TranscriptEntry entry;
    entry.kind = kind;
    entry.text = ValidUtf8(rest.substr(0, end));
    entry.data = piece.data;
    Put(std::move(entry));
    rest.remove_prefix(end);
  }
}

void TranscriptWriter::Put(TranscriptEntry entry) {
  if (!open_) Reopen();
  open_ = true;
  entry.number = ++last_;
  entry.at = WallClock();
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
