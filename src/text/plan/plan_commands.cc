#include "text/plan/plan_commands.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "text/check_commands.h"
#include "text/code_spans.h"
#include "text/command_words.h"
#include "text/plain_commands.h"
#include "text/plan/plan_fields.h"
#include "text/said_commands.h"
#include "text/said_criteria.h"
#include "text/said_labels.h"
#include "text/said_shapes.h"
#include "text/said_words.h"

namespace forge {
namespace {

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

SaidPiece::Kind KindOf(const FieldPiece& piece) {
  switch (piece.kind) {
    case FieldPiece::Kind::kCode: return piece.info == kVerbatim ? SaidPiece::Kind::kLiteral : SaidPiece::Kind::kCode;
    case FieldPiece::Kind::kItem: return SaidPiece::Kind::kItem;
    case FieldPiece::Kind::kMoreOfParagraph:
      return piece.behind_label ? SaidPiece::Kind::kParagraph : SaidPiece::Kind::kMore;
    case FieldPiece::Kind::kLine:
    case FieldPiece::Kind::kRaw: return SaidPiece::Kind::kParagraph;
  }
  return SaidPiece::Kind::kParagraph;
}

bool MeansNone(const FieldPiece& piece) {
  return piece.kind != FieldPiece::Kind::kCode &&
         (IsNoneForAReason(piece.text) || (IsNone(piece.text) && CodeSpansOf(piece.text).empty()));
}

}  // namespace

SaidListing ReadStepCommands(const std::vector<FieldPiece>& pieces) {
  SaidListReader reader(true);
  for (FieldPiece& piece : WithWholeSentences(pieces)) {
    if (MeansNone(piece)) continue;
    SaidPiece said;
    said.kind = KindOf(piece);
    said.line = piece.at.line;
    said.column = piece.at.column;
    said.last_line = piece.last_line;
    said.depth = piece.depth;
    said.text = std::move(piece.text);
    said.language = piece.info.substr(0, piece.info.find_first_of(" {"));
    said.denied = piece.denied;
    reader.Add(said);
  }
  return reader.Take();
}

bool SaysCommand(std::string_view text) {
  return CodeSpansOf(text).empty() ? IsCommand(text) : !ReadSaidCommands(text).commands.empty();
}

bool NamesCheck(const FieldLabel& label) {
  return !label.name.empty() && IntroducesCode(label.written) &&
         (label.value.empty() || !CodeSpansOf(label.value).empty());
}

std::vector<std::string> PromisedRuns(std::string_view item) {
  std::vector<std::string> promised;
  std::size_t end = 0;
  for (const CodeSpan& span : CodeSpansOf(item)) {
    const std::string_view code = WithoutPrompt(span.text);
    const std::string_view before = item.substr(end, span.begin - end);
    end = span.end;
    if (!IsCommand(code) || !(code.contains(' ') || IsCheckCommand(code))) continue;
    if (ShipsOrDestroys(code) || HoldsPlaceholder(code) || ReservesCommand(before) || SpeaksAgainst(before)) continue;
    promised.emplace_back(code);
  }
  const std::string_view behind = item.substr(end);
  const bool denied = SpeaksAgainst(behind) ||
                      HasWord(WordsOutsideCode(behind), {"hand", "manually", "manual", "ci", "disabled", "production"});
  return denied ? std::vector<std::string>() : promised;
}

bool SaysNoProof(const FieldPiece& piece) {
  if (piece.kind == FieldPiece::Kind::kCode || !CodeSpansOf(piece.text).empty()) return false;
  const std::string_view text = Trim(piece.text);
  const bool command = text.contains(' ') && IsPlainCommand(text) && IsCommand(text);
  return !command && !MeansNone(piece) && !(EndsAsLabel(text) && IntroducesCode(text));
}

}  // namespace forge
