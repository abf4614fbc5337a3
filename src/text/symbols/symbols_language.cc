#include "text/symbols/symbols_language.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/strings.h"
#include "model/path_kinds.h"
#include "text/lines.h"

namespace forge {
namespace {

struct Known {
  std::string_view extension;
  Language language;
};

constexpr Known kKnown[] = {
    {"c", Language::kC},       {"h", Language::kC},        {"cc", Language::kC},       {"cpp", Language::kC},
    {"cxx", Language::kC},     {"c++", Language::kC},      {"hh", Language::kC},       {"hpp", Language::kC},
    {"hxx", Language::kC},     {"ipp", Language::kC},      {"inl", Language::kC},      {"inc", Language::kC},
    {"cs", Language::kCSharp}, {"java", Language::kJava},  {"go", Language::kGo},      {"rs", Language::kRust},
    {"js", Language::kScript}, {"jsx", Language::kScript}, {"mjs", Language::kScript}, {"cjs", Language::kScript},
    {"ts", Language::kScript}, {"tsx", Language::kScript}, {"mts", Language::kScript}, {"cts", Language::kScript},
    {"php", Language::kPhp},   {"py", Language::kPython},  {"pyi", Language::kPython}, {"rb", Language::kRuby},
    {"rake", Language::kRuby}, {"sh", Language::kShell},   {"bash", Language::kShell}, {"zsh", Language::kShell},
    {"ksh", Language::kShell}, {"bats", Language::kShell}};

constexpr std::array<bool, 256> kWord = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = 0; c < 256; ++c) {
    table[c] = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
  }
  return table;
}();

bool InWord(char c) { return kWord[static_cast<unsigned char>(c)]; }
bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }

}  // namespace

Language LanguageOf(std::string_view path) {
  std::string_view written = SplitPath(path).extension;
  if (written.empty() || written.size() > 4) {
    return path.ends_with("Rakefile") || path.ends_with("Gemfile") ? Language::kRuby : Language::kUnknown;
  }
  std::string extension = Lower(written);
  for (const Known& known : kKnown) {
    if (known.extension == extension) return known.language;
  }
  return Language::kUnknown;
}

CodeReader::CodeReader(Language language, std::string_view text, Templates templates)
    : language_(language), text_(text), templates_(templates) {
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = line_start_ = 3;  // the mark of UTF-8 is no part of the first word
  if (language_ != Language::kPhp) return;
  // Text outside the tags is not code, and its apostrophes do not start strings.
  std::size_t open = text_.find("<?");
  at_ = open == std::string_view::npos ? text_.size() : open + 2;
  CountLines(0, at_);
}

void CodeReader::CountLines(std::size_t from, std::size_t to) {
  const std::string_view before = text_.substr(0, to);  // no further: the line may be a long one
  for (std::size_t i = from; (i = before.find('\n', i)) != std::string_view::npos; ++i) {
    ++line_;
    line_start_ = i + 1;
    fresh_ = true;
  }
}

void CodeReader::SkipLine() { at_ = std::min(text_.find('\n', at_), text_.size()); }

void CodeReader::SkipTo(std::string_view end) {
  const std::size_t from = at_;
  const std::size_t found = text_.find(end, at_);
  at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  CountLines(from, at_);
}

bool CodeReader::IsComment(char c) const {
  switch (language_) {
    case Language::kPython: return c == '#';
    case Language::kRuby:
      return c == '#' || (c == '=' && at_ == line_start_ && text_.substr(at_).starts_with("=begin"));
    case Language::kShell: return c == '#' && (at_ == line_start_ || IsSpace(text_[at_ - 1]) || text_[at_ - 1] == ';');
    case Language::kPhp:
      return (c == '#' && At(1) != '[') || (c == '/' && (At(1) == '/' || At(1) == '*')) || (c == '?' && At(1) == '>');
    default: return c == '/' && (At(1) == '/' || At(1) == '*');
  }
}

// Rust's comments nest.
void CodeReader::SkipBlockComment() {
  at_ += 2;
  if (language_ != Language::kRust) return SkipTo("*/");
  const std::size_t from = at_;
  for (int depth = 1; depth > 0 && at_ < text_.size();) {
    const bool opens = At() == '/' && At(1) == '*';
    const bool closes = At() == '*' && At(1) == '/';
    depth += opens ? 1 : closes ? -1 : 0;
    at_ += opens || closes ? 2 : 1;
  }
  CountLines(from, at_);
}

bool CodeReader::SkipBlanksAndComments() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\n') {
      ++at_;
      ++line_;
      line_start_ = at_;
      fresh_ = true;
    } else if (IsSpace(c)) {
      ++at_;
    } else if (!IsComment(c)) {
      return true;
    } else if (c == '/' && At(1) == '*') {
      SkipBlockComment();
    } else if (c == '=') {
      SkipTo("\n=end");
    } else if (c == '?') {
      SkipTo("<?");
    } else {
      SkipLine();
    }
  }
  return false;
}

void CodeReader::SkipString(char quote, bool lines) {
  const std::size_t from = at_++;
  const bool escapes =
      !(language_ == Language::kShell && quote == '\'') && !(language_ == Language::kGo && quote == '`');
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\\' && escapes) {
      at_ += 2;
      continue;
    }
    if (c == '\n' && !lines) break;
    ++at_;
    if (c == quote) break;
  }
  at_ = std::min(at_, text_.size());
  CountLines(from, at_);
}

// What stands before the R of R"x(...)x" or the r of r#"..."#: u8R, br.
std::size_t CodeReader::RawPrefix() const {
  const std::string_view rest = text_.substr(at_);
  if (language_ == Language::kRust && (rest[0] == 'b' || rest[0] == 'c')) return 1;
  if (language_ != Language::kC || std::string_view("uUL").find(rest[0]) == std::string_view::npos) return 0;
  return rest.starts_with("u8") ? 2 : 1;
}

// R"x(...)x", r#"..."#, @"...", """...""".
bool CodeReader::SkipRaw() {
  const std::size_t prefix = RawPrefix();
  const std::string_view rest = text_.substr(std::min(at_ + prefix, text_.size()));
  if (language_ == Language::kC && rest.starts_with("R\"")) {
    const std::size_t open = rest.substr(0, 20).find('(');
    if (open == std::string_view::npos) return false;
    const std::string end = ")" + std::string(rest.substr(2, open - 2)) + "\"";
    at_ += prefix + open + 1;
    SkipTo(end);
    return true;
  }
  if (language_ == Language::kRust && rest.size() > 1 && rest[0] == 'r' && (rest[1] == '"' || rest[1] == '#')) {
    const std::size_t hashes = std::min(rest.find_first_not_of('#', 1), rest.size()) - 1;
    if (At(prefix + 1 + hashes) != '"') return false;
    at_ += prefix + hashes + 2;
    SkipTo("\"" + std::string(hashes, '#'));
    return true;
  }
  if (prefix > 0) return false;
  if (language_ == Language::kCSharp && rest.starts_with("@\"")) {
    const std::size_t from = at_;
    for (at_ += 2; at_ < text_.size(); ++at_) {
      if (text_[at_] != '"') continue;
      if (At(1) != '"') break;
      ++at_;
    }
    at_ = std::min(at_ + 1, text_.size());
    CountLines(from, at_);
    return true;
  }
  const bool triple = language_ == Language::kPython || language_ == Language::kJava || language_ == Language::kCSharp;
  if (triple && (rest.starts_with("\"\"\"") || (language_ == Language::kPython && rest.starts_with("'''")))) {
    const std::string end(3, rest[0]);
    at_ += 3;
    SkipTo(end);
    return true;
  }
  return false;
}

// <<EOF, <<-'EOF', <<~EOF, <<<EOF. The rest of the line it begins on is lost: nothing is defined there.
bool CodeReader::SkipHereDocument() {
  std::size_t at = at_ + 2;
  auto peek = [&] { return at < text_.size() ? text_[at] : '\0'; };
  if (language_ == Language::kPhp) {
    if (peek() != '<') return false;
    ++at;
  }
  if (peek() == '-' || peek() == '~') ++at;
  while (language_ != Language::kRuby && peek() == ' ') ++at;
  if (peek() == '\'' || peek() == '"') ++at;
  if (IsDigit(peek()) || !InWord(peek())) return false;
  const std::size_t begin = at;
  while (InWord(peek())) ++at;
  const std::string_view name = text_.substr(begin, at - begin);
  if (language_ == Language::kRuby && !(name[0] >= 'A' && name[0] <= 'Z')) return false;
  SkipLine();
  while (at_ < text_.size()) {
    ++at_;
    ++line_;
    line_start_ = at_;
    fresh_ = true;
    const std::size_t from = at_;
    SkipLine();
    if (Trim(text_.substr(from, at_ - from)).substr(0, name.size()) == name) return true;
  }
  return true;
}

// A character, or the lifetime or digit separator that looks like the beginning of one.
bool CodeReader::SkipCharacter() {
  if (language_ == Language::kRust && At(1) != '\\' && At(2) != '\'' && static_cast<unsigned char>(At(1)) < 0x80) {
    ++at_;
    return false;
  }
  SkipString('\'', false);
  return true;
}

bool CodeReader::AtRegex() const {
  if (language_ != Language::kScript && language_ != Language::kRuby) return false;
  if (At(1) == ' ' || At(1) == '=') return false;
  return last_arrow_ || last_word_ == "return" || last_ == '\0' ||
         std::string_view("(=,:[!&|?{};~").find(last_) != std::string_view::npos;
}

// A slash in brackets does not end it.
void CodeReader::SkipRegex() {
  bool in_class = false;
  for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
    const char c = text_[at_];
    if (c == '\\') {
      if (At(1) == '\n' || At(1) == '\0') continue;
      ++at_;
    } else if (c == '[' || c == ']') {
      in_class = c == '[';
    } else if (c == '/' && !in_class) {
      ++at_;
      return;
    }
  }
}

// From '`', or from the '}' behind a piece of code, to the next code or the end.
void CodeReader::SkipTemplate() {
  const std::size_t from = at_;
  if (At() == '}') braces_.pop_back();
  for (++at_; at_ < text_.size(); ++at_) {
    if (text_[at_] == '`') {
      ++at_;
      break;
    }
    if (text_[at_] == '$' && At(1) == '{') {
      at_ += 2;
      braces_.push_back(0);
      break;
    }
    if (text_[at_] == '\\') ++at_;
  }
  at_ = std::min(at_, text_.size());
  CountLines(from, at_);
}

// True at the brace that ends the code in a template.
bool CodeReader::CountBrace(char c) {
  if (braces_.empty()) return false;
  if (c == '{') ++braces_.back();
  return c == '}' && braces_.back()-- == 0;
}

// That of "don't" between the tags of a JSX element: no string of JavaScript follows a name.
bool CodeReader::IsApostrophe() const {
  if (language_ != Language::kScript || at_ == 0 || !InWord(text_[at_ - 1]) || !InWord(At(1))) return false;
  return !IsOneOf(last_word_, {"as", "await", "case", "default", "delete", "else", "export", "from", "import", "in",
                               "instanceof", "new", "of", "return", "throw", "typeof", "void", "yield"});
}

bool CodeReader::SkipLiteral() {
  const char c = text_[at_];
  if (std::string_view("\"'Rr@bcuUL").find(c) != std::string_view::npos && SkipRaw()) return true;
  const bool lines = language_ == Language::kShell || language_ == Language::kRuby || language_ == Language::kPhp;
  switch (c) {
    case '"': SkipString('"', lines || language_ == Language::kRust); return true;
    case '\'':
      if (IsApostrophe()) return false;
      if (lines || language_ == Language::kScript || language_ == Language::kPython) {
        SkipString('\'', lines);
        return true;
      }
      return SkipCharacter();
    case '`':
      if (language_ != Language::kScript && language_ != Language::kGo) return false;
      if (language_ == Language::kScript) {
        SkipTemplate();
      } else {
        SkipString('`', true);
      }
      return true;
    case '}': SkipTemplate(); return true;
    case '/':
      if (!AtRegex()) return false;
      SkipRegex();
      return true;
    case '<': return At(1) == '<' && lines && SkipHereDocument();
    case '\\':
      if (language_ != Language::kShell) return false;
      at_ = std::min(at_ + 2, text_.size());
      if (text_[at_ - 1] == '\n') CountLines(at_ - 1, at_);
      return true;
    default: return false;
  }
}

void CodeReader::Directive(CodeToken& token) {
  const std::size_t begin = ++at_;
  token.kind = CodeToken::Kind::kDirective;
  do {
    SkipLine();
    std::size_t last = at_;
    while (last > begin && text_[last - 1] == '\r') --last;
    if (last == begin || text_[last - 1] != '\\' || at_ >= text_.size()) break;
    ++at_;
    ++line_;
    line_start_ = at_;
  } while (at_ < text_.size());
  token.text = Trim(text_.substr(begin, at_ - begin));
}

bool CodeReader::Next(CodeToken& token) {
  if (!NextPiece(token)) return false;
  if (templates_ == Templates::kPieces || braces_.empty()) return true;
  CodeToken inside;
  while (!braces_.empty() && NextPiece(inside)) {
  }
  const auto begin = static_cast<std::size_t>(token.text.data() - text_.data());
  token.text = text_.substr(begin, at_ - begin);
  return true;
}

bool CodeReader::NextPiece(CodeToken& token) {
  if (!SkipBlanksAndComments()) return false;
  const bool first = fresh_;
  fresh_ = false;
  token.line = line_;
  token.indent = first ? static_cast<int>(std::min<std::size_t>(at_ - line_start_, 1000)) : token.indent;
  const std::size_t begin = at_;
  const char c = text_[at_];
  const bool directives = language_ == Language::kC || language_ == Language::kCSharp;
  if (c == '#' && first && directives) {
    Directive(token);
    return true;
  }
  const std::string_view literal_starts = "\"'`/<\\@RrbcuUL";
  if ((literal_starts.find(c) != std::string_view::npos || CountBrace(c)) && SkipLiteral()) {
    token.kind = CodeToken::Kind::kLiteral;
    token.text = text_.substr(begin, at_ - begin);
    last_ = token.text.ends_with("${") ? '{' : '"';
    last_arrow_ = false;
    last_word_ = {};
    return true;
  }
  if (at_ != begin) return NextPiece(token);  // the quote of a lifetime: its name follows
  if (InWord(c)) {
    while (at_ < text_.size() && InWord(text_[at_])) ++at_;
    // 1'000 is one number.
    while (IsDigit(c) && language_ == Language::kC && At() == '\'' && IsDigit(At(1))) {
      ++at_;
      while (at_ < text_.size() && InWord(text_[at_])) ++at_;
    }
    token.text = text_.substr(begin, at_ - begin);
    token.kind = IsDigit(c) ? CodeToken::Kind::kLiteral : CodeToken::Kind::kWord;
    last_word_ = token.text;
    last_arrow_ = false;
  } else {
    ++at_;
    token.kind = CodeToken::Kind::kMark;
    token.text = text_.substr(begin, 1);
    last_word_ = {};
    last_arrow_ = c == '>' && last_ == '=';
  }
  last_ = text_[at_ - 1];
  return true;
}

}  // namespace forge
