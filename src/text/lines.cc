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

std::string_view CutIndent(std::string_view line, int columns) {
  while (columns-- > 0 && !line.empty() && IsBlank(line.front())) line.remove_prefix(1);
  return line;
}

bool ContainsWord(std::string_view text, std::string_view word) {
  if (word.empty()) return false;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !IsNamePart(text[at - 1]) || !IsNamePart(word.front());
    const bool ends = end == text.size() || !IsNamePart(text[end]) || !IsNamePart(word.back());
    if (begins && ends) return true;
  }
  return false;
}

bool IsNamePart(char c) { return IsLetterOrDigit(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }

}  // namespace forge
