#include "text/prose.h"

#include <algorithm>

#include "base/strings.h"

namespace forge {
namespace {

std::string_view SkipBlanks(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  return text;
}

// Length of the list marker and the space at the start of `text`, or 0.
std::size_t ListMarker(std::string_view text) {
  constexpr std::size_t kMostDigits = 9;
  if (text.empty()) return 0;
  std::size_t mark = 0;
  if (text[0] == '-' || text[0] == '+' || text[0] == '*') {
    mark = 1;
  } else {
    std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0 || digits > kMostDigits || digits == text.size()) return 0;
    if (text[digits] != '.' && text[digits] != ')') return 0;
    mark = digits + 1;
  }
  return mark < text.size() && IsBlank(text[mark]) ? mark + 1 : 0;
}

std::size_t RunLength(std::string_view text, char c) { return std::min(text.find_first_not_of(c), text.size()); }

}  // namespace

std::string_view AfterListMarkers(std::string_view line) {
  line = SkipBlanks(line);
  while (std::size_t marker = ListMarker(line)) line = SkipBlanks(line.substr(marker));
  return line;
}

bool IsListItem(std::string_view line) { return ListMarker(SkipBlanks(line)) != 0; }

HeadingLine ParseHeading(std::string_view line) {
  constexpr std::size_t kDeepest = 6;
  if (Indent(line) > 3) return {};
  std::string_view text = SkipBlanks(line);
  std::size_t level = RunLength(text, '#');
  if (level == 0 || level > kDeepest) return {};
  text.remove_prefix(level);
  if (!text.empty() && !IsBlank(text.front())) return {};
  text = Trim(text);
  std::size_t end = text.find_last_not_of('#');
  if (end == std::string_view::npos) {
    text = {};
  } else if (end + 1 < text.size() && IsBlank(text[end])) {
    text = Trim(text.substr(0, end));
  }
  return {static_cast<int>(level), text};
}

bool ProseReader::OpensFence(std::string_view text, ProseLine& line) {
  constexpr std::size_t kShortest = 3;
  std::string_view rest = AfterListMarkers(text);
  if (rest.empty() || (rest[0] != '`' && rest[0] != '~')) return false;
  std::size_t length = RunLength(rest, rest[0]);
  if (length < kShortest) return false;
  std::string_view info = Trim(rest.substr(length));
  if (rest[0] == '`' && info.find('`') != std::string_view::npos) return false;
  std::size_t offset = text.size() - rest.size();
  bool behind_marker = offset != text.find_first_not_of(" \t");
  int indent = behind_marker ? static_cast<int>(std::min<std::size_t>(offset, 1000)) : Indent(text);
  fence_ = {rest[0], length, indent, behind_marker || indent > 3};
  line.kind = ProseLine::Kind::kFenceOpen;
  line.text = info;
  return true;
}

bool ProseReader::ClosesFence(std::string_view text) const {
  if (Indent(text) > fence_.indent + 3) return false;
  std::string_view rest = SkipBlanks(text);
  std::size_t length = RunLength(rest, fence_.mark);
  return length >= fence_.length && Trim(rest.substr(length)).empty();
}

// A list item, and a fence in it, ends at the first line that is indented less. How much a fence is indented
// beyond its item is not known here: up to three columns are given.
bool ProseReader::LeavesFence(std::string_view text) const {
  return fence_.in_list && !Trim(text).empty() && Indent(text) < std::max(fence_.indent - 3, 1);
}

// Four columns to the right of what it stands in, and not a line that goes on with a paragraph.
bool ProseReader::IsIndentedCode(std::string_view text) {
  constexpr int kCodeIndent = 4;
  const int indent = Indent(text);
  if (after_blank_ && indent < content_) content_ = indent;
  const bool code = after_blank_ && indent >= content_ + kCodeIndent;
  if (!code && IsListItem(text))
    content_ = static_cast<int>(std::min<std::size_t>(text.size() - AfterListMarkers(text).size(), 1000));
  after_blank_ = code;
  return code;
}

bool ProseReader::Next(ProseLine& line) {
  std::string_view text;
  if (!lines_.Next(text)) return false;
  line.number = lines_.number();
  line.text = text;
  line.indented = false;
  line.kind = fence_.mark != 0 ? ProseLine::Kind::kCode
              : in_comment_    ? ProseLine::Kind::kComment
                               : ProseLine::Kind::kSaid;
  if (text.empty()) {  // a text of 100 MB may consist of them
    after_blank_ = true;
    return true;
  }
  if (fence_.mark != 0) {
    if (ClosesFence(text)) {
      fence_ = {};
      line.kind = ProseLine::Kind::kFenceClose;
      return true;
    }
    if (!LeavesFence(text)) return true;
    fence_ = {};
  }
  if (in_comment_ || (Indent(text) <= 3 && SkipBlanks(text).starts_with("<!--"))) {
    in_comment_ = text.find("-->") == std::string_view::npos;
    line.kind = ProseLine::Kind::kComment;
    return true;
  }
  if (OpensFence(text, line)) return true;
  line.kind = AfterListMarkers(text).starts_with('>') ? ProseLine::Kind::kQuoted : ProseLine::Kind::kSaid;
  if (Trim(text).empty()) {
    after_blank_ = true;
  } else {
    line.indented = IsIndentedCode(text);
  }
  return true;
}

}  // namespace forge
