#include "text/plan/plan_commands.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "text/code_spans.h"
#include "text/command_words.h"
#include "text/plan/plan_fields.h"
#include "text/said_commands.h"
#include "text/said_labels.h"
#include "text/said_words.h"

namespace forge {
namespace {

// Without comments; a backslash at the end continues the line.
std::vector<std::string> CommandLines(const std::string& text) {
  std::vector<std::string> commands;
  std::string command;
  for (std::string_view line : Split(text, '\n')) {
    line = Trim(line);
    if (line.starts_with("$ ")) line = Trim(line.substr(2));
    if (command.empty() && (line.empty() || line.starts_with('#'))) continue;
    command += line;
    if (command.ends_with('\\')) {
      command.back() = ' ';
      continue;
    }
    commands.push_back(std::exchange(command, ""));
  }
  if (!command.empty()) commands.emplace_back(Trim(command));
  return commands;
}

// A line that goes on with the sentence of the line before is one piece with it.
std::vector<FieldPiece> WithWholeSentences(const std::vector<FieldPiece>& pieces) {
  std::vector<FieldPiece> whole;
  for (const FieldPiece& piece : pieces) {
    if (piece.goes_on && !whole.empty() && whole.back().kind != FieldPiece::Kind::kCode) {
      whole.back().text += " " + piece.text;
      whole.back().last_line = piece.last_line;
      whole.back().denied = whole.back().denied || piece.denied;
    } else {
      whole.push_back(piece);
    }
  }
  return whole;
}

SaidCommands ReadCommands(const FieldPiece& piece) {
  if (piece.kind != FieldPiece::Kind::kCode) return SplitCommands(piece.text);
  if (piece.info != kVerbatim) return {CommandLines(piece.text), {}};
  if (Trim(piece.text).empty()) return {};
  return {{piece.text}, {}};
}

bool IsCode(const FieldPiece& piece) { return piece.kind == FieldPiece::Kind::kCode; }

// A piece without code that is no command, and not "none".
bool IsWords(const FieldPiece& piece) {
  if (IsCode(piece) || Trim(piece.text).empty() || !CodeSpansOf(piece.text).empty()) return false;
  return !IsCommand(piece.text) && !IsNone(piece.text) && !IsNoneForAReason(piece.text);
}

class CommandPieces {
 public:
  StepCommands Read(const std::vector<FieldPiece>& given) {
    const std::vector<FieldPiece> pieces = WithWholeSentences(given);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const FieldPiece& piece = pieces[i];
      const bool beside = piece.kind == FieldPiece::Kind::kItem && piece.at.column <= denial_column_;
      if (piece.kind == FieldPiece::Kind::kLine || beside) below_denial_ = false;
      if (piece.kind != FieldPiece::Kind::kMoreOfParagraph) in_denial_ = false;
      if (IsCode(piece)) {
        AddBlock(piece);
        continue;
      }
      Introduce(piece);
      if (IsWordsAgainst(piece)) continue;
      const FieldPiece* next = i + 1 < pieces.size() ? &pieces[i + 1] : nullptr;
      if (!IsTitle(piece, next)) Add(piece);
      if (LeadsOn(piece.text) && IntroductionKeeps()) DenyBelow(piece, true);
    }
    return std::move(found_);
  }

 private:
  // "Do not run these:", "By hand: start the server, then", and "Do not run it" of the piece before.
  bool IsWordsAgainst(const FieldPiece& piece) {
    if (!IsWords(piece)) return false;
    const bool denies = DeniesRunning(piece.text);
    const bool leads = LeadsToWhatIsNotRun(piece.text);
    if (!leads && !denies && !KeepsFromRunning(piece.text)) return false;
    found_.not_run.push_back({piece.at, std::string(Trim(piece.text)), false});
    DenyBelow(piece, leads || LeadsOn(piece.text));
    in_denial_ = true;
    if (denies && !leads) TakeBack();
    return true;
  }

  // What is nested in an item, or follows a line that leads to it.
  void DenyBelow(const FieldPiece& piece, bool leads) {
    const bool item = piece.kind == FieldPiece::Kind::kItem && !piece.behind_label;
    below_denial_ = leads || item;
    denial_column_ = item ? piece.at.column : 0;
  }

  // "Unit tests:", "Start the server, then" above a block: words, not a command. Above nothing they are told.
  bool IsTitle(const FieldPiece& piece, const FieldPiece* next) {
    if (!IsWords(piece)) return false;
    const std::string_view text = Trim(piece.text);
    const bool leads = next != nullptr && IsCode(*next) && LeadsOn(text);
    if (!leads && !text.ends_with(':') && !text.ends_with(',')) return false;
    const bool alone = next == nullptr || (!IsCode(*next) && next->kind != FieldPiece::Kind::kItem);
    if (alone) found_.not_run.push_back({piece.at, std::string(text), false});
    return true;
  }

  // The words that a block below them goes on with: those of its paragraph.
  void Introduce(const FieldPiece& piece) {
    const bool more = piece.kind == FieldPiece::Kind::kMoreOfParagraph && !piece.behind_label;
    if (!more) {
      introduction_.clear();
      introduction_column_ = piece.kind == FieldPiece::Kind::kItem ? piece.at.column : 0;
    }
    introduction_ += (introduction_.empty() ? "" : "\n") + piece.text;
    introduction_line_ = piece.last_line;
    introduction_keeps_.reset();
  }

  bool IntroductionKeeps() {
    if (!introduction_keeps_) introduction_keeps_ = !introduction_.empty() && KeepsFromRunning(introduction_);
    return *introduction_keeps_;
  }

  void AddBlock(const FieldPiece& block) {
    // What stands beside the item, not in it, is its own only directly below it, or if its sentence goes on.
    const bool introduced =
        block.at.column >= introduction_column_ || block.at.line <= introduction_line_ + 1 || LeadsOn(introduction_);
    const bool below = below_denial_ && block.at.column >= denial_column_;
    AddCommands(block);
    if (block.denied || below || (introduced && IntroductionKeeps())) TakeBack();
  }

  void TakeBack() {
    for (std::size_t i = last_begin_; i < found_.commands.size(); ++i)
      found_.not_run.push_back({last_at_, found_.commands[i]});
    found_.commands.resize(std::min(last_begin_, found_.commands.size()));
  }

  void Add(const FieldPiece& piece) {
    AddCommands(piece);
    if (piece.denied || below_denial_ || in_denial_) TakeBack();
  }

  void AddCommands(const FieldPiece& piece) {
    SaidCommands said = ReadCommands(piece);
    last_begin_ = found_.commands.size();
    last_at_ = piece.at;
    for (std::string& command : said.commands) found_.commands.push_back(std::move(command));
    for (std::string& code : said.cited) found_.not_run.push_back({piece.at, std::move(code)});
  }

  StepCommands found_;
  std::size_t last_begin_ = 0;  // of the commands of the piece before
  Written last_at_;
  bool below_denial_ = false;  // in the list below "Do not run:"
  int denial_column_ = 0;      // of the item that says so: what stands beside it is not below it; 0: it is no item
  bool in_denial_ = false;     // in a paragraph that said so
  std::string introduction_;   // the paragraph above
  int introduction_column_ = 0;
  int introduction_line_ = 0;  // its last
  std::optional<bool> introduction_keeps_;
};

}  // namespace

StepCommands ReadStepCommands(const std::vector<FieldPiece>& pieces) { return CommandPieces().Read(pieces); }

}  // namespace forge
