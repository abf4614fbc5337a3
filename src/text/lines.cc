#include "text/lines.h"

#include "base/strings.h"

namespace forge {
LineReader::LineReader(std::string_view text) : rest_(text) {
  if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
}

bool LineReader::Next(std::string_view& line) {
  if (rest_.empty()) return false;
  std::size_t end = rest_.find('\n');
  line = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  ++number_;
  return true;
}

std::string Excerpt(std::string_view text, std::size_t max) {
  text = Trim(text);
  bool cut = text.size() > max;
  std::size_t kept = cut ? max : text.size();
  while (cut && kept > 0 && (static_cast<unsigned char>(text[kept]) & 0xC0U) == 0x80U) --kept;
  std::string out = ValidUtf8(text.substr(0, kept));
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  if (cut) out += "...";
  return out;
}

int Indent(std::string_view line) {
  constexpr int kTab = 4;
  int columns = 0;
  for (char c : line) {
    if (c == ' ') {
      ++columns;
    } else if (c == '\t') {
      columns += kTab - columns % kTab;
    } else {
      break;
    }
  }
  return columns;
}

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

bool IsWordChar(char c) { return IsLetterOrDigit(c); }

}  // namespace forge
