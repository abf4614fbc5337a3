#include "verify/xml_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <system_error>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kDeepestElement = 256;
constexpr std::size_t kMostAttributes = 256;

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Letters outside ASCII are taken as they come.
bool IsNameStart(char c) { return IsLetter(c) || c == '_' || c == ':' || static_cast<unsigned char>(c) >= 0x80; }
bool IsNameChar(char c) { return IsNameStart(c) || IsDigit(c) || c == '-' || c == '.'; }

void AppendUtf8(unsigned code, std::string& out) {
  auto put = [&](unsigned byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (code < 0x80U) {
    put(code);
  } else if (code < 0x800U) {
    put(0xC0U | (code >> 6U));
    put(0x80U | (code & 0x3FU));
  } else if (code < 0x10000U) {
    put(0xE0U | (code >> 12U));
    put(0x80U | ((code >> 6U) & 0x3FU));
    put(0x80U | (code & 0x3FU));
  } else {
    put(0xF0U | (code >> 18U));
    put(0x80U | ((code >> 12U) & 0x3FU));
    put(0x80U | ((code >> 6U) & 0x3FU));
    put(0x80U | (code & 0x3FU));
  }
}

}  // namespace

std::unexpected<Error> XmlReader::Wrong(std::string what) const {
  const auto line = 1 + std::ranges::count(text_.substr(0, std::min(at_, text_.size())), '\n');
  return Fail(Code::kInvalid, fmt::format("line {}: {}", line, what));
}

void XmlReader::SkipSpace() {
  while (at_ < text_.size() && IsSpace(text_[at_])) ++at_;
}

Status XmlReader::SkipPast(std::string_view end, std::string_view what) {
  const std::size_t found = text_.find(end, at_);
  if (found == std::string_view::npos) return Wrong(fmt::format("{} has no end", what));
  at_ = found + end.size();
  return {};
}

Result<std::string> XmlReader::ReadName() {
  if (at_ >= text_.size() || !IsNameStart(text_[at_])) return Wrong("expected a name");
  const std::size_t start = at_;
  while (at_ < text_.size() && IsNameChar(text_[at_])) ++at_;
  return std::string(text_.substr(start, at_ - start));
}

Status XmlReader::ReadReference(std::string_view word, std::string& out) {
  static constexpr std::pair<std::string_view, char> kNamed[] = {
      {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [name, character] : kNamed) {
    if (word != name) continue;
    out += character;
    return {};
  }
  if (!word.starts_with('#')) return Wrong(fmt::format("unknown entity `&{};`", ValidUtf8(word.substr(0, 40))));
  word.remove_prefix(1);
  const int base = word.starts_with('x') ? 16 : 10;
  if (base == 16) word.remove_prefix(1);
  unsigned code = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), code, base);
  const bool whole = error == std::errc() && end == word.data() + word.size() && !word.empty();
  if (!whole || code > 0x10FFFFU || (code >= 0xD800U && code < 0xE000U)) return Wrong("a bad character reference");
  AppendUtf8(code == 0 ? 0xFFFDU : code, out);
  return {};
}

Status XmlReader::Unescape(std::string_view raw, std::string& out) {
  while (!raw.empty()) {
    const std::size_t ampersand = raw.find('&');
    out += raw.substr(0, ampersand);
    if (ampersand == std::string_view::npos) return {};
    raw.remove_prefix(ampersand + 1);
    const std::size_t end = raw.substr(0, 64).find(';');
    if (end == std::string_view::npos) return Wrong("`&` does not start an entity");
    TRY(ReadReference(raw.substr(0, end), out));
    raw.remove_prefix(end + 1);
  }
  return {};
}

Status XmlReader::ReadAttributes() {
  attributes_.clear();
  while (true) {
    const std::size_t before = at_;
    SkipSpace();
    if (at_ >= text_.size()) return Wrong(fmt::format("<{}> has no end", name_));
    if (text_[at_] == '>' || text_[at_] == '/') return {};
    if (at_ == before) return Wrong("expected a space between attributes");
    if (attributes_.size() >= kMostAttributes) return Wrong(fmt::format("<{}> has too many attributes", name_));
    std::string name = TRY(ReadName());
    SkipSpace();
    if (!StartsWith("=")) return Wrong(fmt::format("attribute {} has no value", name));
    ++at_;
    SkipSpace();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '"' && quote != '\'') return Wrong(fmt::format("the value of {} is not quoted", name));
    const std::size_t end = text_.find(quote, ++at_);
    if (end == std::string_view::npos) return Wrong(fmt::format("the value of {} has no end", name));
    const std::string_view raw = text_.substr(at_, end - at_);
    if (raw.find('<') != std::string_view::npos) return Wrong(fmt::format("`<` in the value of {}", name));
    if (Attribute(name)) return Wrong(fmt::format("duplicate attribute {}", name));
    std::string value;
    TRY(Unescape(raw, value));
    attributes_.emplace_back(std::move(name), std::move(value));
    at_ = end + 1;
  }
}

std::optional<std::string_view> XmlReader::Attribute(std::string_view name) const {
  for (const auto& [key, value] : attributes_) {
    if (key == name) return value;
  }
  return std::nullopt;
}

Result<XmlReader::Kind> XmlReader::ReadStart() {
  if (open_.empty() && seen_root_) return Wrong("a second element outside of the first");
  ++at_;
  name_ = TRY(ReadName());
  TRY(ReadAttributes());
  if (StartsWith("/>")) {
    at_ += 2;
    end_pending_ = true;
  } else if (StartsWith(">")) {
    ++at_;
  } else {
    return Wrong(fmt::format("<{}> has no end", name_));
  }
  if (open_.size() >= kDeepestElement) return Wrong("elements are nested too deep");
  open_.push_back(name_);
  seen_root_ = true;
  return Kind::kStart;
}

Result<XmlReader::Kind> XmlReader::ReadEnd() {
  at_ += 2;
  name_ = TRY(ReadName());
  SkipSpace();
  if (!StartsWith(">")) return Wrong(fmt::format("</{}> has no end", name_));
  ++at_;
  if (open_.empty()) return Wrong(fmt::format("</{}> closes nothing", name_));
  if (open_.back() != name_) return Wrong(fmt::format("</{}> closes <{}>", name_, open_.back()));
  open_.pop_back();
  return Kind::kEnd;
}

Result<XmlReader::Kind> XmlReader::ReadText() {
  const std::size_t end = std::min(text_.find('<', at_), text_.size());
  const std::string_view raw = text_.substr(at_, end - at_);
  if (open_.empty() && !Trim(raw).empty()) return Wrong("text outside of all elements");
  value_.clear();
  TRY(Unescape(raw, value_));
  at_ = end;
  return Kind::kText;
}

Result<XmlReader::Kind> XmlReader::Next() {
  if (end_pending_) {
    end_pending_ = false;
    open_.pop_back();
    return Kind::kEnd;
  }
  if (at_ == 0 && StartsWith(kByteOrderMark)) at_ = kByteOrderMark.size();
  while (at_ < text_.size()) {
    if (StartsWith("<?")) {
      TRY(SkipPast("?>", "an instruction"));
    } else if (StartsWith("<!--")) {
      at_ += 4;
      TRY(SkipPast("-->", "a comment"));
    } else if (StartsWith("<![CDATA[")) {
      if (open_.empty()) return Wrong("text outside of all elements");
      at_ += 9;
      const std::size_t start = at_;
      TRY(SkipPast("]]>", "a CDATA section"));
      value_ = text_.substr(start, at_ - 3 - start);
      return Kind::kText;
    } else if (StartsWith("<!")) {
      return Wrong("a DOCTYPE is not supported");
    } else if (StartsWith("</")) {
      return ReadEnd();
    } else if (StartsWith("<")) {
      return ReadStart();
    } else {
      const Kind kind = TRY(ReadText());
      if (!open_.empty()) return kind;
    }
  }
  if (!open_.empty()) return Wrong(fmt::format("<{}> is not closed", open_.back()));
  if (!seen_root_) return Wrong("the file has no element");
  return Kind::kDone;
}

}  // namespace forge
