// Which programming language a file is written in, and its text as tokens without comments and strings. Does not know
// what a declaration is (symbols_definitions.h). Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace forge {

enum class Language : std::uint8_t { kUnknown, kC, kCSharp, kJava, kGo, kRust, kScript, kPhp, kPython, kRuby, kShell };

// By the file's name: kC is C and C++, kScript JavaScript and TypeScript.
Language LanguageOf(std::string_view path);

struct CodeToken {
  enum class Kind : std::uint8_t { kWord, kMark, kLiteral, kDirective };
  Kind kind = Kind::kMark;
  std::string_view text;  // a mark is one byte; a directive (C, C#) is its whole line without the '#'
  int line = 0;           // from 1
  int indent = 0;         // bytes of blanks its line begins with

  bool Is(char mark) const { return kind == Kind::kMark && text[0] == mark; }
  bool IsWord(std::string_view word) const { return kind == Kind::kWord && text == word; }
};

// What a template string of JavaScript is: one literal, or its pieces of text with the code between them.
enum class Templates : std::uint8_t { kWhole, kPieces };

// Linear. A string that is never closed ends with its line where the language has no strings of several lines, and
// with the text where it has.
class CodeReader {
 public:
  CodeReader(Language language, std::string_view text, Templates templates = Templates::kWhole);

  bool Next(CodeToken& token);

 private:
  bool NextPiece(CodeToken& token);
  bool SkipBlanksAndComments();  // false at the end
  void SkipLine();
  void SkipTo(std::string_view end);
  void SkipBlockComment();
  void SkipString(char quote, bool lines);
  void SkipTemplate();
  void SkipRegex();
  bool SkipLiteral();
  std::size_t RawPrefix() const;
  bool SkipRaw();
  bool SkipHereDocument();
  bool SkipCharacter();
  bool IsComment(char c) const;
  bool AtRegex() const;
  bool IsApostrophe() const;
  bool CountBrace(char c);
  void Directive(CodeToken& token);
  void CountLines(std::size_t from, std::size_t to);
  char At(std::size_t offset = 0) const { return at_ + offset < text_.size() ? text_[at_ + offset] : '\0'; }

  Language language_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
  bool fresh_ = true;  // nothing but blanks on this line so far
  char last_ = '\0';   // last byte of the token before
  bool last_arrow_ = false;
  std::string_view last_word_;  // the token before, if it is a word
  Templates templates_;
  std::vector<int> braces_;  // open ones in the code of each open template
};

}  // namespace forge
