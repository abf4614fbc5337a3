#include "agent/native/sse.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"

namespace forge {

void SseParser::Keep(std::string_view bytes) {
  if (line_.size() + bytes.size() > most_) {
    overflowed_ = true;
    bytes = bytes.substr(0, most_ - std::min(most_, line_.size()));
  }
  line_ += bytes;
}

bool SseParser::Feed(std::string_view bytes, const Take& take) {
  while (!bytes.empty()) {
    if (after_cr_) {
      after_cr_ = false;
      if (bytes.front() == '\n') {
        bytes.remove_prefix(1);
        continue;
      }
    }
    const std::size_t end = bytes.find_first_of("\r\n");
    if (end == std::string_view::npos) {
      Keep(bytes);
      return true;
    }
    after_cr_ = bytes[end] == '\r';
    bool more = true;
    if (line_.empty()) {
      more = Line(bytes.substr(0, end), take);
    } else {
      Keep(bytes.substr(0, end));
      std::string line = std::move(line_);
      line_.clear();
      more = Line(line, take);
    }
    if (!more) return false;
    bytes.remove_prefix(end + 1);
  }
  return true;
}

bool SseParser::End(const Take& take) {
  if (!line_.empty()) {
    std::string line = std::move(line_);
    line_.clear();
    if (!Line(line, take)) return false;
  }
  return Dispatch(take);
}

bool SseParser::Line(std::string_view line, const Take& take) {
  if (line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  if (line.empty()) return Dispatch(take);
  if (line.starts_with(':')) return true;
  const std::size_t colon = line.find(':');
  const std::string_view field = line.substr(0, colon);
  std::string_view value = colon == std::string_view::npos ? "" : line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (field == "event") {
    event_ = value;
  } else if (field == "data") {
    if (data_.size() + value.size() + 1 > most_) {
      overflowed_ = true;
      return true;
    }
    if (has_data_) data_ += '\n';
    data_ += value;
    has_data_ = true;
  } else if (field == "id") {
    if (value.find('\0') == std::string_view::npos) id_ = std::string(value);
  } else if (field == "retry") {
    if (IsDigits(value)) retry_ms_ = ParseInt(value);
  }
  return true;
}

bool SseParser::Dispatch(const Take& take) {
  if (id_) last_id_ = *std::exchange(id_, std::nullopt);
  const bool more = !has_data_ || take(event_, data_);
  event_.clear();
  data_.clear();
  has_data_ = false;
  return more;
}

}  // namespace forge
