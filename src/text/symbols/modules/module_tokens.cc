#include "text/symbols/modules/module_tokens.h"

#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::string_view kOpening = "([{";
constexpr std::string_view kClosing = ")]}";

bool Touch(const CodeToken& a, const CodeToken& b) { return a.text.data() + a.text.size() == b.text.data(); }

bool IsFormatPrefix(const CodeToken& token) {
  return token.kind == CodeToken::Kind::kWord && token.text.size() <= 2 &&
         token.text.find_first_of("fF") != std::string_view::npos &&
         token.text.find_first_not_of("fFrR") == std::string_view::npos;
}

}  // namespace

ModuleTokens::ModuleTokens(Language language, std::string_view text) {
  Read(language, text);
  PairBrackets();
}

void ModuleTokens::Read(Language language, std::string_view text) {
  CodeReader reader(language, text, Templates::kPieces);
  CodeToken token;
  int joined = 0, joined_to = 0;  // lines
  while (reader.Next(token)) {
    if (language == Language::kScript && !tokens_.empty() && Touch(tokens_.back(), token)) {
      CodeToken& last = tokens_.back();
      const bool begins = last.kind == CodeToken::Kind::kWord || last.Is('$');
      const bool goes_on = token.kind == CodeToken::Kind::kWord || token.Is('$') ||
                           (token.kind == CodeToken::Kind::kLiteral && IsDigit(token.text[0]));
      if (begins && goes_on) {
        last.kind = CodeToken::Kind::kWord;
        last.text = std::string_view(last.text.data(), last.text.size() + token.text.size());
        continue;
      }
    }
    if (language == Language::kScript && token.Is('$')) token.kind = CodeToken::Kind::kWord;
    if (language == Language::kRust && token.kind == CodeToken::Kind::kWord) DropRawMark(token);
    // Behind a backslash, the next line is part of this one.
    if (token.line == joined) token.line = joined_to;
    if (language == Language::kPython && token.Is('\\')) {
      joined_to = token.line;
      if (!reader.Next(token)) break;
      joined = std::exchange(token.line, joined_to);
    }
    tokens_.push_back(token);
    const bool format = language == Language::kPython && token.kind == CodeToken::Kind::kLiteral &&
                        tokens_.size() > 1 && IsFormatPrefix(tokens_[tokens_.size() - 2]) &&
                        Touch(tokens_[tokens_.size() - 2], token);
    if (format) AddCodeOfFormat(token);
  }
}

// r#type is the name `type`.
void ModuleTokens::DropRawMark(const CodeToken& name) {
  if (tokens_.size() < 2) return;
  const CodeToken& mark = tokens_[tokens_.size() - 2];
  if (mark.IsWord("r") && tokens_.back().Is('#') && Touch(mark, tokens_.back()) && Touch(tokens_.back(), name)) {
    tokens_.resize(tokens_.size() - 2);
  }
}

// f"{a.b:>{width}} {{no code}}"
void ModuleTokens::AddCodeOfFormat(const CodeToken& literal) {
  const std::string_view text = literal.text;
  int last_line = literal.line;
  for (char c : text) last_line += c == '\n' ? 1 : 0;
  const auto add = [&](CodeToken token) {
    token.line = last_line;
    token.indent = literal.indent;
    tokens_.push_back(token);
  };
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' && depth == 0 && i + 1 < text.size() && text[i + 1] == '{') {
      ++i;
    } else if (text[i] == '{') {
      if (depth++ == 0) begin = i + 1;
    } else if (text[i] == '}' && depth > 0 && --depth == 0) {
      add({CodeToken::Kind::kMark, "(", 0, 0});
      CodeReader reader(Language::kPython, text.substr(begin, i - begin));
      for (CodeToken inside; reader.Next(inside);) add(inside);
      add({CodeToken::Kind::kMark, ")", 0, 0});
    }
  }
}

// A bracket that another one's end passes over has no partner.
void ModuleTokens::PairBrackets() {
  partner_.assign(tokens_.size(), tokens_.size());
  parent_.assign(tokens_.size(), kNone);
  std::vector<std::size_t> open;
  int counts[3] = {0, 0, 0};
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const CodeToken& token = tokens_[i];
    if (token.kind == CodeToken::Kind::kMark) {
      const std::size_t kind = kClosing.find(token.text[0]);
      if (kind != std::string_view::npos && counts[kind] > 0) {
        for (bool found = false; !found; open.pop_back()) {
          const std::size_t opener = kOpening.find(tokens_[open.back()].text[0]);
          --counts[opener];
          found = opener == kind;
          if (!found) continue;
          partner_[open.back()] = i;
          partner_[i] = open.back();
        }
      }
    }
    if (!open.empty()) parent_[i] = open.back();
    if (token.kind != CodeToken::Kind::kMark) continue;
    if (const std::size_t kind = kOpening.find(token.text[0]); kind != std::string_view::npos) {
      open.push_back(i);
      ++counts[kind];
    }
  }
}

const CodeToken& ModuleTokens::At(std::size_t i) const {
  static const CodeToken kNothing{CodeToken::Kind::kMark, "\n", 0, 0};
  return i < tokens_.size() ? tokens_[i] : kNothing;
}

bool ModuleTokens::IsOneWordOf(std::size_t i, std::initializer_list<std::string_view> words) const {
  return IsWord(i) && IsOneOf(At(i).text, words);
}

bool ModuleTokens::Reads(std::size_t i, std::string_view marks) const {
  for (std::size_t n = 0; n < marks.size(); ++n) {
    if (!Is(i + n, marks[n]) || (n > 0 && !Touch(At(i + n - 1), At(i + n)))) return false;
  }
  return true;
}

bool ModuleTokens::IsAssignment(std::size_t i) const {
  if (!Is(i, '=') || Reads(i, "==") || Reads(i, "=>")) return false;
  const CodeToken& before = At(i - 1);
  return i == 0 || before.kind != CodeToken::Kind::kMark || !Touch(before, At(i)) ||
         std::string_view("=!<>:+-*/%&|^@~?").find(before.text[0]) == std::string_view::npos;
}

std::size_t ModuleTokens::Partner(std::size_t i) const { return i < partner_.size() ? partner_[i] : size(); }

std::size_t ModuleTokens::After(std::size_t i) const {
  const bool opens = At(i).kind == CodeToken::Kind::kMark && kOpening.find(At(i).text[0]) != std::string_view::npos;
  return opens && Partner(i) < size() ? Partner(i) + 1 : i + 1;
}

std::size_t ModuleTokens::Parent(std::size_t i) const { return i < parent_.size() ? parent_[i] : kNone; }

bool ModuleTokens::IsFirstOnLine(std::size_t i) const {
  if (i == 0 || i >= size()) return true;
  const CodeToken& before = At(i - 1);
  int line = before.line;
  if (before.kind == CodeToken::Kind::kLiteral) {
    for (char c : before.text) line += c == '\n' ? 1 : 0;
  }
  return At(i).line > line;
}

std::optional<std::string> ModuleTokens::Quoted(std::size_t i) const {
  const std::string_view text = At(i).text;
  if (!IsLiteral(i) || text.size() < 2 || text.front() != text.back()) return std::nullopt;
  if (std::string_view("'\"`").find(text[0]) == std::string_view::npos) return std::nullopt;
  const bool triple = text.size() >= 6 && text[0] == text[1] && text[1] == text[2];
  const std::string_view inside = triple ? text.substr(3, text.size() - 6) : text.substr(1, text.size() - 2);
  if (inside.find('\\') != std::string_view::npos) return std::nullopt;
  return std::string(inside);
}

}  // namespace forge
