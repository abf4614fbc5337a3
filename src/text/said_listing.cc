#include "text/said_listing.h"

#include <algorithm>
#include <cstddef>

#include "base/strings.h"
#include "text/check_commands.h"
#include "text/code_spans.h"
#include "text/command_words.h"
#include "text/plain_commands.h"
#include "text/said_labels.h"
#include "text/said_sentences.h"
#include "text/said_shapes.h"
#include "text/said_statements.h"
#include "text/said_words.h"
#include "text/shell_blocks.h"

namespace forge {
namespace {

bool IsBlock(const SaidPiece& piece) {
  return piece.kind == SaidPiece::Kind::kCode || piece.kind == SaidPiece::Kind::kLiteral;
}

bool IsOneSpan(std::string_view text, const std::vector<CodeSpan>& spans) {
  return spans.size() == 1 && spans[0].begin == 0 && spans[0].end == text.size();
}

bool IsOnlyCode(std::string_view text) {
  return std::ranges::all_of(SplitSaidSentences(text),
                             [](const SaidSentence& sentence) { return ReadSaidShape(sentence).alone; });
}

bool PointsBelow(std::string_view text) {
  return HasWord(SaidWordsOf(text), {"this", "these", "those", "following", "below"});
}

// "# Do not run this", "# careful: it wipes the disk"; not "# never run deploy", which is about something else.
bool SpeaksAgainstLine(std::string_view comment) {
  return std::ranges::any_of(SplitSaidSentences(comment), [](const SaidSentence& sentence) {
    return SpeaksAgainst(sentence.text) || Warns(sentence.text) || SaysItDestroys(sentence.text);
  });
}

}  // namespace

void SaidListReader::Heading(int level, std::string_view text) {
  EndTitle(nullptr);
  while (!headings_.empty() && headings_.back().first >= level) headings_.pop_back();
  headings_.emplace_back(level, IntroducesCode(text));
  leads_.clear();
  in_denial_ = below_denial_ = false;
  last_begin_ = list_begin_ = found_.commands.size();
}

void SaidListReader::Add(const SaidPiece& piece) {
  EndTitle(&piece);
  if (piece.kind != SaidPiece::Kind::kMore) in_denial_ = false;
  if (IsBlock(piece)) {
    AddBlock(piece);
  } else {
    AddText(piece);
  }
  if (piece.denied) TakeBack(last_begin_, SaidWhy::kBelow);
}

SaidListing SaidListReader::Take() {
  EndTitle(nullptr);
  return std::move(found_);
}

bool SaidListReader::LetsRun(Lead& lead) {
  if (!lead.lets_run) lead.lets_run = LetsRunBelow(lead.text, lead.item);
  return *lead.lets_run;
}

// What stands beside a piece, not around it, is done with.
void SaidListReader::Close(const SaidPiece& piece) {
  const auto is_over = [&](const Lead& lead) {
    if (lead.depth > piece.depth) return true;
    if (piece.kind == SaidPiece::Kind::kItem) return lead.depth == piece.depth;
    return piece.kind == SaidPiece::Kind::kParagraph && lead.depth == piece.depth && !lead.item;
  };
  while (!leads_.empty() && is_over(leads_.back())) leads_.pop_back();
}

bool SaidListReader::Above(const SaidPiece& piece) {
  bool above = !in_denial_;
  for (const auto& [level, lets_run] : headings_) above = above && lets_run;
  const bool own = piece.kind == SaidPiece::Kind::kMore;  // the last is its own paragraph
  for (std::size_t i = 0; i + (own ? 1 : 0) < leads_.size(); ++i) {
    Lead& lead = leads_[i];
    if (lead.took_back && !IsBlock(piece) && !PointsBelow(lead.text)) continue;
    above = above && LetsRun(lead);
  }
  return above;
}

void SaidListReader::AddLead(const SaidPiece& piece, bool took_back) {
  if (piece.kind == SaidPiece::Kind::kMore && !leads_.empty()) {
    Lead& lead = leads_.back();
    lead.text += "\n" + piece.text;
    lead.last_line = piece.last_line;
    lead.lets_run.reset();
    return;
  }
  leads_.push_back(
      {piece.depth, piece.last_line, piece.kind == SaidPiece::Kind::kItem, took_back, piece.text, std::nullopt});
}

// Words above nothing are told.
void SaidListReader::EndTitle(const SaidPiece* next) {
  if (!title_) return;
  const bool listed = next != nullptr && (IsBlock(*next) || next->kind == SaidPiece::Kind::kItem);
  if (!listed || (next->depth <= title_->depth && !LeadsOn(title_->text) && !IsBlock(*next)))
    found_.not_run.push_back({std::string(Trim(title_->text)), title_->line, title_->column, false, title_why_});
  title_.reset();
}

void SaidListReader::AddText(const SaidPiece& piece) {
  if (piece.kind != SaidPiece::Kind::kMore) Close(piece);
  if (piece.kind == SaidPiece::Kind::kParagraph && piece.depth == 0 && !TakesBack(piece.text))
    list_begin_ = found_.commands.size();
  bool above = Above(piece);
  if (std::exchange(below_denial_, false)) above = false;
  const bool item = piece.kind == SaidPiece::Kind::kItem;
  if (std::exchange(left_, false) && item && GoesOnWithBefore(piece.text)) above = false;
  const std::size_t before = found_.commands.size();
  const bool took_back = TakesBack(piece.text);
  const std::size_t from = TakesBackAll(piece.text) ? list_begin_ : last_begin_;
  const std::string_view text = Trim(piece.text);
  if (!CodeSpansOf(text).empty()) {
    if (took_back) TakeBack(from, SaidWhy::kBelow);
    AddSaid(piece, above);
  } else if (field_ && IsPlainCommand(text)) {
    last_begin_ = found_.commands.size();
    AddCommand(piece, std::string(text), above);
  } else if (!text.empty()) {
    AddWords(piece, above);
    if (took_back) TakeBack(from, SaidWhy::kBelow);
    below_denial_ = took_back && ((before == 0 && PointsBelow(text)) || IsCondition(text));
  }
  AddLead(piece, took_back && before > 0);
}

void SaidListReader::AddWords(const SaidPiece& piece, bool above) {
  const bool below = LetsRunBelow(piece.text, piece.kind == SaidPiece::Kind::kItem);
  in_denial_ = in_denial_ || !below;
  title_ = piece;
  title_why_ = above ? SaidWhy::kSpokenOf : SaidWhy::kAbove;
  if (!below) EndTitle(nullptr);
}

void SaidListReader::AddSaid(const SaidPiece& piece, bool above) {
  const std::string_view text = Trim(piece.text);
  const bool alone = IsOneSpan(text, CodeSpansOf(text));
  if (!field_ && piece.kind != SaidPiece::Kind::kItem && !IsOnlyCode(text))
    return CiteParagraph(piece, above ? SaidWhy::kSpokenOf : SaidWhy::kAbove);
  SaidCommands said = ReadSaidCommands(text);
  left_ = !above || (said.commands.empty() && !said.cited.empty() && said.cited[0].why == SaidWhy::kSpokenOf);
  last_begin_ = found_.commands.size();
  for (std::string& command : said.commands) AddCommand(piece, std::move(command), above, alone);
  for (SaidCommands::Cited& cited : said.cited)
    Leave(piece, std::move(cited.code), above ? cited.why : SaidWhy::kAbove);
}

// In a sentence or a table nobody can tell what is meant to be run.
void SaidListReader::CiteParagraph(const SaidPiece& piece, SaidWhy why) {
  std::size_t at = 0;
  SaidPiece placed = piece;
  const std::string_view text = Trim(piece.text);
  for (const CodeSpan& span : CodeSpansOf(text)) {
    placed.line += static_cast<int>(std::ranges::count(text.substr(at, span.begin - at), '\n'));
    at = span.begin;
    Leave(placed, std::string(span.text), why);
  }
}

void SaidListReader::AddBlock(const SaidPiece& block) {
  // What stands beside the item, not in it, is its own only directly below it, or if its sentence goes on.
  const bool beside = !leads_.empty() && leads_.back().depth > block.depth;
  const bool goes_on = beside && (block.line <= leads_.back().last_line + 1 || LeadsOn(leads_.back().text));
  bool above = !goes_on || LetsRun(leads_.back());
  Close(block);
  above = Above(block) && above;
  if (std::exchange(below_denial_, false)) above = false;
  if (Trim(block.text).empty()) return;
  last_begin_ = found_.commands.size();
  if (block.kind == SaidPiece::Kind::kLiteral) return AddCommand(block, block.text, above);
  AddShell(block, above);
}

void SaidListReader::AddShell(const SaidPiece& block, bool above) {
  const auto lines = ReadShellBlock(block.text, block.language);
  if (!lines) {
    const std::string_view text = Trim(block.text);
    if (field_ || block.language.empty())
      Leave(block, std::string(Trim(text.substr(0, text.find('\n')))), above ? SaidWhy::kNoShell : SaidWhy::kAbove);
    return;
  }
  for (const ShellLine& line : *lines) {
    if (line.printed) {
      if (IsCommand(line.command)) Leave(block, line.command, SaidWhy::kNoShell);
      continue;
    }
    if (above && HoldsPlaceholder(line.command)) {
      Leave(block, line.command, SaidWhy::kPlaceholder);
    } else if (SpeaksAgainstLine(line.comment) ||
               (ShipsOrDestroys(line.command) && !SaidWordsOf(line.comment).empty())) {
      Leave(block, line.command, SaidWhy::kAbove);
    } else {
      AddCommand(block, line.command, above);
    }
  }
}

void SaidListReader::AddCommand(const SaidPiece& piece, std::string command, bool run, bool alone) {
  if (!run) return Leave(piece, std::move(command), SaidWhy::kAbove);
  found_.commands.push_back({std::move(command), piece.line, piece.column, alone, IsBlock(piece)});
}

void SaidListReader::Leave(const SaidPiece& piece, std::string code, SaidWhy why) {
  found_.not_run.push_back({std::move(code), piece.line, piece.column, true, why});
}

void SaidListReader::TakeBack(std::size_t from, SaidWhy why) {
  for (std::size_t i = from; i < found_.commands.size(); ++i) {
    SaidListing::Command& command = found_.commands[i];
    found_.not_run.push_back({std::move(command.text), command.line, command.column, true, why});
  }
  found_.commands.resize(std::min(from, found_.commands.size()));
  last_begin_ = std::min(last_begin_, from);
}

}  // namespace forge
