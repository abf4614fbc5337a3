#include "text/plan/plan_commands.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "text/code_spans.h"
#include "text/command_words.h"
#include "text/plan/plan_fields.h"
#include "text/said_commands.h"
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

class CommandPieces {
 public:
  StepCommands Read(const std::vector<FieldPiece>& pieces) {
    for (const FieldPiece& piece : WithWholeSentences(pieces)) {
      const bool beside = piece.kind == FieldPiece::Kind::kItem && piece.at.column <= denial_column_;
      if (piece.kind == FieldPiece::Kind::kLine || beside) below_denial_ = false;
      if (piece.kind != FieldPiece::Kind::kMoreOfParagraph) in_denial_ = false;
      if (!IsWordsAgainst(piece)) Add(piece);
    }
    return std::move(found_);
  }

 private:
  // "Do not run these:", and "Do not run it" of the piece before.
  bool IsWordsAgainst(const FieldPiece& piece) {
    const bool words = piece.kind != FieldPiece::Kind::kCode && CodeSpansOf(piece.text).empty();
    if (!words || IsCommand(piece.text)) return false;
    const bool leads = LeadsToWhatIsNotRun(piece.text);
    if (!leads && !DeniesRunning(piece.text)) return false;
    found_.not_run.push_back({piece.at, std::string(Trim(piece.text)), false});
    below_denial_ = leads;
    denial_column_ = piece.kind == FieldPiece::Kind::kItem && !piece.behind_label ? piece.at.column : 0;
    in_denial_ = true;
    if (!leads) TakeBack();
    return true;
  }

  void TakeBack() {
    for (std::size_t i = last_begin_; i < found_.commands.size(); ++i)
      found_.not_run.push_back({last_at_, found_.commands[i]});
    found_.commands.resize(std::min(last_begin_, found_.commands.size()));
  }

  void Add(const FieldPiece& piece) {
    SaidCommands said = ReadCommands(piece);
    last_begin_ = found_.commands.size();
    last_at_ = piece.at;
    for (std::string& command : said.commands) found_.commands.push_back(std::move(command));
    if (piece.denied || below_denial_ || in_denial_) TakeBack();
    for (std::string& code : said.cited) found_.not_run.push_back({piece.at, std::move(code)});
  }

  StepCommands found_;
  std::size_t last_begin_ = 0;  // of the commands of the piece before
  Written last_at_;
  bool below_denial_ = false;  // in the list below "Do not run:"
  int denial_column_ = 0;      // of the item that says so: what stands beside it is not below it; 0: it is no item
  bool in_denial_ = false;     // in a paragraph that said so
};

}  // namespace

StepCommands ReadStepCommands(const std::vector<FieldPiece>& pieces) { return CommandPieces().Read(pieces); }

}  // namespace forge
