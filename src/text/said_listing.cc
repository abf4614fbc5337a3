#include "text/said_listing.h"

#include <algorithm>
#include <cstddef>

#include "base/strings.h"
#include "text/check_commands.h"
#include "text/code_spans.h"
#include "text/command_words.h"
#include "text/said_commands.h"
#include "text/said_labels.h"
#include "text/shell_blocks.h"

namespace forge {
namespace {

bool IsBlock(const SaidPiece& piece) {
  return piece.kind == SaidPiece::Kind::kCode || piece.kind == SaidPiece::Kind::kLiteral;
}

// Code that its own sentence says to run, below such words.
bool IsRunBelow(SaidAround above, std::string_view code) {
  return above == SaidAround::kNeutral || (above == SaidAround::kOther && IsCheckCommand(code));
}

SaidAround AroundOfComment(std::string_view comment) {
  return SpeaksAgainst(comment) ? SaidAround::kAgainst : WordsAround(SaidWordsOf(comment));
}

bool IsOneSpan(std::string_view text, const std::vector<CodeSpan>& spans) {
  return spans.size() == 1 && spans[0].begin == 0 && spans[0].end == text.size();
}

bool PointsBelow(std::string_view text) {
  return HasWord(SaidWordsOf(text), {"this", "these", "those", "following", "below"});
}

}  // namespace

void SaidListReader::Heading(int level, std::string_view text) {
  EndTitle(nullptr);
  while (!headings_.empty() && headings_.back().first >= level) headings_.pop_back();
  headings_.emplace_back(level, AroundOfComment(text));
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
  if (piece.denied) TakeBack(last_begin_, Why::kBelow);
}

SaidListing SaidListReader::Take() {
  EndTitle(nullptr);
  return std::move(found_);
}

SaidAround SaidListReader::AroundOf(Lead& lead) {
  if (!lead.around) lead.around = ReadIntroduction(lead.text, lead.item);
  return *lead.around;
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

SaidAround SaidListReader::Above(const SaidPiece& piece) {
  SaidAround above = in_denial_ ? SaidAround::kAgainst : SaidAround::kNeutral;
  for (const auto& [level, around] : headings_) above = std::max(above, around);
  const bool own = piece.kind == SaidPiece::Kind::kMore;  // the last is its own paragraph
  for (std::size_t i = 0; i + (own ? 1 : 0) < leads_.size(); ++i) {
    Lead& lead = leads_[i];
    if (lead.took_back && !IsBlock(piece) && !PointsBelow(lead.text)) continue;
    above = std::max(above, AroundOf(lead));
  }
  return above;
}

void SaidListReader::AddLead(const SaidPiece& piece, bool took_back) {
  if (piece.kind == SaidPiece::Kind::kMore && !leads_.empty()) {
    Lead& lead = leads_.back();
    lead.text += "\n" + piece.text;
    lead.last_line = piece.last_line;
    lead.around.reset();
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
  SaidAround above = Above(piece);
  if (std::exchange(below_denial_, false)) above = SaidAround::kAgainst;
  const std::size_t before = found_.commands.size();
  const bool took_back = TakesBack(piece.text);
  const std::size_t from = TakesBackAll(piece.text) ? list_begin_ : last_begin_;
  const std::string_view text = Trim(piece.text);
  if (!CodeSpansOf(text).empty()) {
    if (took_back) TakeBack(from, Why::kBelow);
    AddSaid(piece, above);
  } else if (field_ && IsPlainCommand(text)) {
    last_begin_ = found_.commands.size();
    AddCommand(piece, std::string(text), IsRunBelow(above, text));
  } else if (!text.empty()) {
    AddWords(piece, above);
    if (took_back) TakeBack(from, Why::kBelow);
    below_denial_ = took_back && before == 0 && PointsBelow(text);
  }
  AddLead(piece, took_back && before > 0);
}

void SaidListReader::AddWords(const SaidPiece& piece, SaidAround above) {
  const SaidAround below = ReadIntroduction(piece.text, piece.kind == SaidPiece::Kind::kItem);
  in_denial_ = in_denial_ || below == SaidAround::kAgainst;
  title_ = piece;
  title_why_ = above == SaidAround::kAgainst ? Why::kAbove : Why::kSpokenOf;
  if (below == SaidAround::kAgainst) EndTitle(nullptr);
}

void SaidListReader::AddSaid(const SaidPiece& piece, SaidAround above) {
  const std::string_view text = Trim(piece.text);
  const bool alone = IsOneSpan(text, CodeSpansOf(text));
  if (!field_ && piece.kind != SaidPiece::Kind::kItem && !alone)
    return CiteParagraph(piece, above == SaidAround::kAgainst ? Why::kAbove : Why::kSpokenOf);
  SaidCommands said = ReadSaidCommands(text);
  last_begin_ = found_.commands.size();
  for (std::string& command : said.commands) {
    const bool run = IsRunBelow(above, command);
    AddCommand(piece, std::move(command), run, alone);
  }
  for (std::string& code : said.cited)
    Leave(piece, std::move(code), above == SaidAround::kAgainst ? Why::kAbove : Why::kSpokenOf);
}

// In a sentence or a table nobody can tell what is meant to be run.
void SaidListReader::CiteParagraph(const SaidPiece& piece, Why why) {
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
  SaidAround above = goes_on ? AroundOf(leads_.back()) : SaidAround::kNeutral;
  Close(block);
  above = std::max(above, Above(block));
  if (std::exchange(below_denial_, false)) above = SaidAround::kAgainst;
  if (Trim(block.text).empty()) return;
  last_begin_ = found_.commands.size();
  if (block.kind == SaidPiece::Kind::kLiteral) return AddCommand(block, block.text, IsRunBelow(above, block.text));
  AddShell(block, above);
}

void SaidListReader::AddShell(const SaidPiece& block, SaidAround above) {
  const auto lines = ReadShellBlock(block.text, block.language);
  if (!lines) {
    const std::string_view text = Trim(block.text);
    if (field_ || block.language.empty())
      Leave(block, std::string(Trim(text.substr(0, text.find('\n')))),
            above == SaidAround::kAgainst ? Why::kAbove : Why::kNoShell);
    return;
  }
  std::string all;
  for (const ShellLine& line : *lines) all += line.printed ? "" : line.command + "\n";
  const bool run = IsRunBelow(above, all);
  for (const ShellLine& line : *lines) {
    if (line.printed) {
      if (IsCommand(line.command)) Leave(block, line.command, Why::kNoShell);
      continue;
    }
    const SaidAround said = AroundOfComment(line.comment);
    const bool kept = said == SaidAround::kAgainst || (said == SaidAround::kOther && ShipsOrDestroys(line.command));
    AddCommand(block, line.command, run && !kept);
  }
}

void SaidListReader::AddCommand(const SaidPiece& piece, std::string command, bool run, bool alone) {
  if (!run) return Leave(piece, std::move(command), Why::kAbove);
  found_.commands.push_back({std::move(command), piece.line, piece.column, alone, IsBlock(piece)});
}

void SaidListReader::Leave(const SaidPiece& piece, std::string code, Why why) {
  found_.not_run.push_back({std::move(code), piece.line, piece.column, true, why});
}

void SaidListReader::TakeBack(std::size_t from, Why why) {
  for (std::size_t i = from; i < found_.commands.size(); ++i) {
    SaidListing::Command& command = found_.commands[i];
    found_.not_run.push_back({std::move(command.text), command.line, command.column, true, why});
  }
  found_.commands.resize(std::min(from, found_.commands.size()));
  last_begin_ = std::min(last_begin_, from);
}

}  // namespace forge
