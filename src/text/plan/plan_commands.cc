#include "text/plan/plan_commands.h"

#include <string>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "text/plan/plan_fields.h"

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

}  // namespace

std::vector<FieldPiece> WithWholeSentences(const std::vector<FieldPiece>& pieces) {
  std::vector<FieldPiece> whole;
  for (const FieldPiece& piece : pieces) {
    const bool goes_on = piece.kind == FieldPiece::Kind::kMoreOfParagraph && !piece.behind_label && !whole.empty() &&
                         whole.back().kind != FieldPiece::Kind::kCode && SaysMore(whole.back().text);
    if (goes_on) {
      whole.back().text += " " + piece.text;
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

}  // namespace forge
