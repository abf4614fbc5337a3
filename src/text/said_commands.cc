#include "text/said_commands.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "text/check_commands.h"
#include "text/command_words.h"
#include "text/lines.h"
#include "text/said_labels.h"
#include "text/said_sentences.h"
#include "text/said_shapes.h"
#include "text/said_statements.h"
#include "text/said_words.h"

namespace forge {
namespace {

std::string_view WithoutBox(std::string_view text) {
  text = Trim(text);
  for (std::string_view box : {"[ ]", "[x]", "[X]"}) {
    if (text.starts_with(box)) return Trim(text.substr(box.size()));
  }
  return text;
}

bool CanBeCommand(std::string_view code, bool introduced) {
  if (introduced && !code.contains('=') && !NamesNoCommand(code)) return true;
  return code.find_first_of(" \t") != std::string_view::npos || IsCommand(code, true);
}

std::size_t CountCommands(const SaidSentence& sentence, const SaidShape& shape) {
  return shape.kind == SaidShape::Kind::kNone || shape.kind == SaidShape::Kind::kChoice
             ? sentence.spans.size()
             : std::min(shape.shown, sentence.spans.size());
}

// Nothing: the sentence says to run its commands.
std::optional<SaidWhy> WhyNot(const SaidSentence& sentence, const SaidShape& shape, bool only_code) {
  switch (shape.kind) {
    case SaidShape::Kind::kNone: return SaidWhy::kSpokenOf;
    case SaidShape::Kind::kChoice: return SaidWhy::kChoice;
    case SaidShape::Kind::kMustFail:
    case SaidShape::Kind::kRun: break;
  }
  const bool alone = shape.alone && only_code;
  for (std::size_t i = 0; i < CountCommands(sentence, shape); ++i) {
    const std::string_view code = WithoutPrompt(sentence.spans[i].text);
    if (IsDigits(code)) continue;
    if (HoldsPlaceholder(code)) return SaidWhy::kPlaceholder;
    if (!shape.alone && !CanBeCommand(code, shape.introduced)) return SaidWhy::kSpokenOf;
    if (!alone && ShipsOrDestroys(code)) return SaidWhy::kShips;
  }
  if (shape.kind == SaidShape::Kind::kMustFail) return SaidWhy::kMustFail;
  return std::nullopt;
}

class SaidReader {
 public:
  // `proves`: sentences without code before the code say what it proves.
  explicit SaidReader(bool proves) : proves_(proves) {}

  SaidCommands Read(std::string_view text) {
    const std::vector<SaidSentence> sentences = SplitSaidSentences(WithoutBox(text));
    std::vector<SaidShape> shapes;
    for (const SaidSentence& sentence : sentences) {
      shapes.push_back(ReadSaidShape(sentence));
      only_code_ = only_code_ && (shapes.back().alone || SaidWordsOf(sentence.text).empty());
    }
    for (std::size_t i = 0; i < sentences.size(); ++i) Add(sentences[i], shapes[i]);
    return std::move(said_);
  }

 private:
  void Add(const SaidSentence& sentence, const SaidShape& shape) {
    if (TakesBack(sentence.text)) TakeBack(TakesBackAll(sentence.text) ? 0 : before_);
    if (sentence.spans.empty()) {
      denied_ = denied_ || DeniesWhatFollows(sentence.text);
      reserved_ = reserved_ || ReservesWhatFollows(sentence.text);
      return;
    }
    before_ = said_.commands.size();
    const bool above = denied_ || reserved_ || (left_ && GoesOnWithBefore(sentence.text));
    const std::optional<SaidWhy> why = above ? SaidWhy::kAbove : WhyNot(sentence, shape, only_code_);
    left_ = why == SaidWhy::kSpokenOf || why == SaidWhy::kAbove;
    const std::size_t commands = CountCommands(sentence, shape);
    for (std::size_t i = 0; i < sentence.spans.size(); ++i) {
      std::string code(WithoutPrompt(sentence.spans[i].text));
      const bool shown = i >= commands || (!shape.alone && IsDigits(code));
      if (why || shown) {
        said_.cited.push_back({std::move(code), shown ? SaidWhy::kSpokenOf : *why});
      } else {
        said_.commands.push_back(std::move(code));
      }
    }
    denied_ = false;
  }

  static bool DeniesWhatFollows(std::string_view sentence) {
    const SaidWords words = SaidWordsOf(sentence);
    return SpeaksAgainst(sentence) ||
           (AnyWord(words, IsDenyingWord) && HasWord(words, {"run", "running", "execute", "executed"}));
  }

  // "After the merge.", "Billing.", "Ask the team first.": not a statement, an order or the name of a check.
  bool ReservesWhatFollows(std::string_view sentence) const {
    if (SaidWordsOf(sentence).empty() || IntroducesCode(sentence)) return false;
    return IsCondition(sentence) || Warns(sentence) || (!proves_ && !IsStatement(sentence));
  }

  void TakeBack(std::size_t from) {
    for (std::size_t i = from; i < said_.commands.size(); ++i)
      said_.cited.push_back({std::move(said_.commands[i]), SaidWhy::kBelow});
    said_.commands.resize(std::min(from, said_.commands.size()));
  }

  SaidCommands said_;
  std::size_t before_ = 0;  // commands up to the sentence before
  bool only_code_ = true;
  bool proves_ = false;
  bool denied_ = false;    // by "Do not run the following."
  bool reserved_ = false;  // by "After the merge.", to the end of the text
  bool left_ = false;      // the code of the sentence before is not run
};

}  // namespace

std::string AdviceFor(SaidWhy why, std::string_view code) {
  const std::string shown = Excerpt(code, 60);
  switch (why) {
    case SaidWhy::kSpokenOf: return fmt::format("the line only speaks of it; to run it, write it alone: - `{}`", shown);
    case SaidWhy::kMustFail:
      return fmt::format("the line says that it fails, and Forge expects exit code 0; write: - `! {}`", shown);
    case SaidWhy::kChoice: return "the line leaves a choice; write the one command to run";
    case SaidWhy::kPlaceholder: return "it is a placeholder; write the command";
    case SaidWhy::kShips:
      return fmt::format("it ships or destroys something; to run it, write it alone: - `{}`", shown);
    case SaidWhy::kAbove:
      return fmt::format(
          "the words above it are no order and no name of a check; to run it, write it alone, away from them: - `{}`",
          shown);
    case SaidWhy::kBelow:
      return fmt::format(
          "the words behind it say that it is not, or only when or where; to run it, write it alone, away from them: - "
          "`{}`",
          shown);
    case SaidWhy::kNoShell: return "begin a block of commands with ```sh";
  }
  return "";
}

std::string_view WithoutPrompt(std::string_view code) {
  code = Trim(code);
  const bool prompt = code.starts_with("$ ") || code.starts_with("% ") || code.starts_with("> ");
  return prompt ? Trim(code.substr(2)) : code;
}

bool HoldsPlaceholder(std::string_view code) {
  if (code.starts_with('#')) return true;  // a comment runs nothing and passes
  constexpr std::string_view kEllipsis = "\xE2\x80\xA6";
  for (std::string_view word : Split(code, ' ')) {
    const std::string lower = Lower(word);
    if (IsOneOf(lower, {"...", kEllipsis, "todo", "tbd"})) return true;
    const std::size_t open = word.find('<');
    const std::size_t close = open == std::string_view::npos ? open : word.find('>', open);
    if (close != std::string_view::npos && close > open + 1 && IsLetter(word[open + 1])) return true;
  }
  return false;
}

SaidCommands ReadSaidCommands(std::string_view text) { return SaidReader(false).Read(text); }

SaidCommands ReadSaidProof(std::string_view text) { return SaidReader(true).Read(text); }

}  // namespace forge
