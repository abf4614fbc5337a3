#include "text/said_tokens.h"

#include <utility>

#include "base/strings.h"
#include "text/lines.h"

namespace forge {
namespace {

using Token = SaidToken;

std::size_t DashAt(std::string_view text) {
  for (std::string_view dash : {kEmDash, kEnDash, std::string_view("--"), std::string_view("- ")}) {
    if (text.starts_with(dash)) return dash.size();
  }
  return text == "-" ? 1 : 0;
}

class SentenceTokens {
 public:
  explicit SentenceTokens(const SaidSentence& sentence) : sentence_(sentence) {}

  std::vector<Token> Read() {
    std::size_t at = 0;
    for (const CodeSpan& span : sentence_.spans) {
      ReadText(at, span.begin);
      const bool exits = !tokens_.empty() && tokens_.back().IsWordIn(" exit exits return returns with code status ");
      if (exits && IsDigits(span.text)) {  // "exits with `0`"
        tokens_.push_back({Token::Kind::kWord, std::string(span.text), '\0', span.begin});
      } else {
        tokens_.push_back({Token::Kind::kCode, "", '\0', span.begin});
      }
      at = span.end;
    }
    ReadText(at, sentence_.text.size());
    return std::move(tokens_);
  }

 private:
  void ReadText(std::size_t at, std::size_t end) {
    const std::string_view text = sentence_.text;
    while (at < end) {
      const std::string_view rest = text.substr(at, end - at);
      if (const std::size_t dash = DashAt(rest); dash > 0) {
        Mark('-', at);
        at += dash;
      } else if (const std::size_t word = WordLength(rest); word > 0) {
        tokens_.push_back({Token::Kind::kWord, Lower(rest.substr(0, word)), '\0', at});
        at += word;
      } else {
        if (!IsSilent(at)) Mark(rest[0], at);
        ++at;
      }
    }
  }

  // "re-run" and "don't" are one.
  static std::size_t WordLength(std::string_view text) {
    std::size_t length = 0;
    while (length < text.size()) {
      const auto byte = static_cast<unsigned char>(text[length]);
      const bool inner = (text[length] == '-' || text[length] == '\'') && length > 0 && length + 1 < text.size() &&
                         IsLetterOrDigit(text[length + 1]);
      if (!IsLetterOrDigit(text[length]) && byte < 0x80 && !inner) break;
      if (byte >= 0x80 && DashAt(text.substr(length)) > 0) break;
      ++length;
    }
    return length;
  }

  // Blanks, emphasis, the end of the sentence, and the stop of "1."
  bool IsSilent(std::size_t at) const {
    const char c = sentence_.text[at];
    if (IsBlank(c) || c == '\n' || c == '*' || c == '_') return true;
    const bool number = tokens_.size() == 1 && tokens_[0].kind == Token::Kind::kWord && IsDigits(tokens_[0].word);
    if (number && (c == '.' || c == ')')) return true;
    return (c == '.' || c == '!') && sentence_.text.find_first_not_of("*_)!. \t\n", at) == std::string_view::npos;
  }

  void Mark(char c, std::size_t place) {
    const bool known = std::string_view(",;:-()&+").contains(c);
    if (c == '&' && !tokens_.empty() && tokens_.back().Is('&')) return;  // "&&"
    tokens_.push_back({Token::Kind::kMark, "", known ? c : '?', place});
  }

  const SaidSentence& sentence_;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<SaidToken> ReadSaidTokens(const SaidSentence& sentence) { return SentenceTokens(sentence).Read(); }

}  // namespace forge
