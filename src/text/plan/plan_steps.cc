#include "text/plan/plan_steps.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/strings.h"
#include "text/code_spans.h"
#include "text/command_words.h"
#include "text/html_comments.h"
#include "text/lines.h"
#include "text/plan/plan_check.h"
#include "text/plan/plan_commands.h"
#include "text/plan/plan_fence.h"
#include "text/plan/plan_field_table.h"
#include "text/plan/plan_fields.h"
#include "text/plan/plan_step_states.h"
#include "text/plan/plan_values.h"
#include "text/said_commands.h"
#include "text/said_labels.h"
#include "text/said_sentences.h"

namespace forge {
namespace {

// A piece with where it stands among lists.
struct PlacedPiece {
  FieldPiece piece;
  int depth = 0;      // of its block
  int column = 0;     // of its item's bullet, or of its text
  bool lazy = false;  // a line directly below a list, which Markdown takes for more of the last item
};

// A label that no field has.
struct UnknownLabel {
  Written at;
  std::string written;
};

// "2, `s3` and step 4", not a sentence: between commas and *and* stands one word each.
bool IsIdList(std::string_view text) {
  const std::string list = ReplaceAll(ReplaceAll(std::string(text), " and ", ","), " & ", ",");
  return std::ranges::all_of(Split(list, ','), [](std::string_view piece) {
    piece = Trim(piece);
    for (std::string_view word : {std::string_view("step "), std::string_view("and ")}) {
      if (EqualsIgnoreCase(piece.substr(0, word.size()), word)) piece = Trim(piece.substr(word.size()));
    }
    return piece.find_first_of(" \t") == std::string_view::npos && !piece.ends_with('.');
  });
}

// Sorts the pieces of one step by field. A field stays open for the lines, items and code that follow its label.
// docs/plans.md says which lines are labels.
class FieldCollector {
 public:
  FieldCollector() { Close(0); }

  void Add(PlacedPiece entry) {
    in_row_ = in_row_ && IsMore(entry);
    if (IsTextLine(entry)) {
      if (FieldLabel label = LabelOf(entry); !label.name.empty()) return OpenFields(entry);
    }
    in_row_ = false;
    if (IsTextLine(entry)) EndAtBoldName(entry.piece);
    const bool paragraph = entry.piece.kind == FieldPiece::Kind::kLine && !expects_value_;
    if (paragraph && !(TakesCommands() && LeadsToCommands(entry.piece.text))) {
      below_commands_ = TakesCommands() || (below_commands_ && entry.depth > 0);
      if (TakesCommands()) LeaveParagraph(entry.piece);
      Close(0);
    }
    if (IsMore(entry) && IsProseBelowValues(entry.piece.text)) {
      below_commands_ = TakesCommands();
      if (TakesCommands()) LeaveCommands(entry.piece);
      Close(0);
    }
    // The label was an item too, and this one stands beside it, not below it.
    if (entry.piece.kind == FieldPiece::Kind::kItem && label_in_list_ && entry.depth <= label_depth_)
      Close(entry.column - 1);
    if (below_commands_ && field_ == "do") NoteCommand(entry.piece);
    AddPiece(std::move(entry.piece));
    expects_value_ = false;
  }

  void OpenHeading(std::string name) {
    below_commands_ = false;
    Close(0);
    field_ = std::move(name);
    expects_value_ = true;
  }

  // What is text wherever it stands: a quote, HTML, and a heading that names no field, which ends the one before.
  void AddText(PlacedPiece entry, bool heading) {
    below_commands_ = false;
    if (!IsTextField(field_) || (heading && entry.depth == 0)) Close(0);
    AddPiece(std::move(entry.piece));
    expects_value_ = false;
  }

  std::vector<StepField> Take() { return std::move(fields_); }
  std::vector<UnknownLabel> TakeUnknown() { return std::move(unknown_); }
  // The first lines of what stands directly below commands, or is a command, and is text of Do.
  std::vector<FieldPiece> TakeProse() { return std::move(prose_); }

 private:
  bool TakesCommands() const {
    const PlanField* field = FindPlanField(field_);
    return field != nullptr && field->value == FieldValue::kCommands;
  }

  // "Never run it." is said of the command above.
  void LeaveCommands(const FieldPiece& prose) {
    Deny(prose);
    prose_.push_back(prose);
  }

  void LeaveParagraph(const FieldPiece& prose) {
    if (Deny(prose) || SaysCommand(prose.text)) prose_.push_back(prose);
  }

  bool Deny(const FieldPiece& prose) {
    const auto own = index_.find(field_);
    if (own == index_.end() || !TakesBack(prose.text)) return false;
    std::vector<FieldPiece>& pieces = fields_[own->second].pieces;
    const bool all = TakesBackAll(prose.text);
    for (FieldPiece& piece : pieces) piece.denied = piece.denied || all || &piece == &pieces.back();
    return true;
  }

  // **Verify** make x: no label, and no value of the field above it.
  void EndAtBoldName(const FieldPiece& piece) {
    const PlanField* named = FindPlanField(BoldName(piece.text));
    if (named == nullptr) return;
    if (!IsTextField(field_)) Close(0);
    if (named->value == FieldValue::kCommands) prose_.push_back(piece);
  }

  // "Run also:" goes on with the list.
  static bool LeadsToCommands(std::string_view text) {
    return EndsAsLabel(text) && CodeSpansOf(text).empty() && LetsRunBelow(text, true);
  }

  // In the list or block below the paragraph that ended the commands.
  void NoteCommand(const FieldPiece& piece) {
    const bool code = piece.kind == FieldPiece::Kind::kCode;
    if (!code && piece.kind != FieldPiece::Kind::kItem) return;
    const std::string_view text = Trim(piece.text);
    if (code ? IsCommand(text.substr(0, text.find('\n'))) : SaysCommand(text)) prose_.push_back(piece);
  }

  // A line below `Depends: 1` goes on with the ids only if the list is not finished, or if the line is ids and nothing
  // else; one below `Verify: x` only if the sentence is not finished, or if the line says what to run.
  bool IsProseBelowValues(std::string_view text) const {
    const PlanField* field = FindPlanField(field_);
    const bool ids = field != nullptr && field->value == FieldValue::kIds;
    const bool commands = TakesCommands();
    if (expects_value_ || (!ids && !commands)) return false;
    const auto own = index_.find(field_);
    const bool begun = own != index_.end() && !fields_[own->second].pieces.empty();
    if (!begun) return false;
    const std::string& last = fields_[own->second].pieces.back().text;
    if (Trim(last).ends_with(',') || (commands && sentence_.GoesOn(text))) return false;
    if (ids) return !IsIdList(text);
    return !SaysCommand(text);
  }

  static bool IsMore(const PlacedPiece& entry) { return entry.piece.kind == FieldPiece::Kind::kMoreOfParagraph; }

  static bool IsTextLine(const PlacedPiece& entry) {
    return entry.piece.kind != FieldPiece::Kind::kCode && entry.piece.kind != FieldPiece::Kind::kRaw;
  }

  // Its label, if it has one. An unknown one is noted; prose that looks like a label is none.
  FieldLabel LabelOf(PlacedPiece& entry) {
    const bool below = entry.depth > label_depth_ && !entry.lazy;  // in the list of the open field
    FieldLabel label = ParseFieldLabel(entry.piece.text);
    if (label.name == "state" && (entry.depth > 0 || !FindStatePart(entry.piece.text))) return {};
    // A line without a colon may be words of the list, and so may a field's name before an item of it.
    const bool list_of_its_own = IsItemField(label.name) && label.value.empty();
    if (label.known && IsItemField(field_) && below && !list_of_its_own) return {};
    if (label.alone && below && IsTextField(field_)) return {};
    // "- Acceptance: `npm test`" in a list of commands is one.
    if (TakesCommands() && below && IsItemField(label.name) && !CodeSpansOf(label.value).empty()) return {};
    if (label.known) return Placed(entry, std::move(label));
    if (TakesCommands() && (below || IsMore(entry)) && NamesCheck(label)) return {};
    if (below && (IsTextField(field_) || IsItemField(field_))) return {};
    const bool plain = label.name.empty() && IsFieldPosition(entry);
    if (plain) label = ParsePlainLabel(entry.piece.text);
    in_row_ = in_row_ || plain;
    if (label.name.empty()) return {};
    if (label.known && label.name != "state") return Placed(entry, std::move(label));
    if (IsProseLabel(label.name) || label.known) {
      if (!IsTextField(field_)) Close(0);
      return {};
    }
    unknown_.push_back({entry.piece.at, std::string(label.written)});
    return Placed(entry, std::move(label));
  }

  // A label below a list ends the list.
  FieldLabel Placed(PlacedPiece& entry, FieldLabel label) const {
    if (entry.lazy) entry.depth = entry.column > 1 ? label_depth_ : 0;
    return label;
  }

  // Here a line without emphasis can only be meant as a label: between values, below another such label, and beside
  // items that are fields.
  bool IsFieldPosition(const PlacedPiece& entry) const {
    if (label_in_list_ && entry.piece.kind == FieldPiece::Kind::kItem) return entry.depth <= label_depth_;
    if (!IsMore(entry)) return false;
    return in_row_ || (!IsTextField(field_) && !IsItemField(field_));
  }

  void OpenFields(const PlacedPiece& entry) {
    for (std::string_view field : SplitFields(entry.piece.text)) {
      PlacedPiece one = entry;
      one.piece.at.column += static_cast<int>(field.data() - entry.piece.text.data());
      FieldLabel label = ParseFieldLabel(field);
      if (label.name.empty()) label = ParsePlainLabel(field);
      if (label.name == "state" && entry.depth > 0) label = {"do", field, field, true, false};  // only a line is one
      OpenLabel(std::move(one), label);
    }
  }

  void OpenLabel(PlacedPiece entry, const FieldLabel& label) {
    below_commands_ = false;
    field_ = label.name;
    label_in_list_ = entry.piece.kind == FieldPiece::Kind::kItem;
    label_depth_ = entry.depth;
    cut_ = entry.depth > 0 ? entry.piece.at.column - 1 : 0;
    expects_value_ = label.value.empty();
    if (!label.value.empty()) {
      FieldPiece piece = std::move(entry.piece);
      piece.text = std::string(label.value);
      piece.kind = FieldPiece::Kind::kMoreOfParagraph;
      piece.behind_label = true;
      AddPiece(std::move(piece));
    }
    if (field_ == "state") Close(0);
  }

  void Close(int cut) {
    field_ = "do";
    label_in_list_ = false;
    label_depth_ = 0;
    cut_ = cut;
  }

  void AddPiece(FieldPiece piece) {
    piece.cut = cut_;
    if (TakesCommands()) FollowSentence(piece);
    auto [entry, added] = index_.emplace(field_, fields_.size());
    if (added) fields_.push_back({field_, {}});
    fields_[entry->second].pieces.push_back(std::move(piece));
  }

  void FollowSentence(FieldPiece& piece) {
    if (piece.kind == FieldPiece::Kind::kCode) {
      sentence_ = {};
      return;
    }
    const bool more = piece.kind == FieldPiece::Kind::kMoreOfParagraph && !piece.behind_label;
    piece.goes_on = more && sentence_.GoesOn(piece.text);
    sentence_.Add(piece.text, piece.goes_on);
  }

  std::vector<StepField> fields_;
  std::vector<UnknownLabel> unknown_;
  std::vector<FieldPiece> prose_;
  SentenceEnd sentence_;  // of the last command
  std::unordered_map<std::string, std::size_t> index_;
  std::string field_;
  bool expects_value_ = false;  // the label stood alone
  bool label_in_list_ = false;
  bool in_row_ = false;          // of labels without emphasis, line below line
  bool below_commands_ = false;  // in Do, below the paragraph that ended a list of commands
  int label_depth_ = 0;
  int cut_ = 0;
};

class StepsReader {
 public:
  StepsReader(Markdown document, std::vector<PlanProblem>& problems, const StepRemarks& remarks)
      : document_(std::move(document)), problems_(problems), labels_(remarks.unknown_labels), notes_(remarks.notes) {}

  std::vector<PlanStep> Read(std::size_t begin, std::size_t end, int last_line) {
    const auto& blocks = document_.blocks();
    steps_.reserve(static_cast<std::size_t>(std::count_if(
        blocks.begin() + static_cast<std::ptrdiff_t>(begin), blocks.begin() + static_cast<std::ptrdiff_t>(end),
        [&](const MarkdownBlock& block) { return IsStepHeading(document_, block); })));
    std::size_t at = begin;
    while (at < end) {
      std::size_t next = at + 1;
      if (IsStepHeading(document_, blocks[at])) {
        while (next < end && !IsStepHeading(document_, blocks[next])) ++next;
        ReadStep(at, next, next < end ? blocks[next].line - 1 : last_line);
      }
      at = next;
    }
    return std::move(steps_);
  }

 private:
  void ReadStep(std::size_t begin, std::size_t end, int last_line) {
    const MarkdownBlock& block = document_.blocks()[begin];
    StepHeading heading = ParseStepHeading(document_.HeadingText(block));
    if (!heading.problem.empty()) {
      return AddPlanProblem(problems_, {block.line, std::move(heading.problem), block.column, "heading"});
    }
    PlanStep step;
    step.spec.id = {std::move(heading.id)};
    step.spec.title = std::move(heading.title);
    step.heading = {block.line, block.column};
    step.last_line = last_line;
    FieldCollector collector;
    const auto& blocks = document_.blocks();
    for (std::size_t at = begin + 1; at < end;) {
      AddBlock(at, collector);
      int depth = blocks[at].depth;
      bool quote = blocks[at].kind == MarkdownBlock::Kind::kQuote;
      for (++at; quote && at < end && blocks[at].depth > depth;) ++at;
    }
    for (const UnknownLabel& label : collector.TakeUnknown()) ReportUnknown(step.spec.id, label);
    for (const FieldPiece& prose : collector.TakeProse()) NoteProse(step.spec.id, prose);
    SetStepFields(document_, collector.Take(), step, problems_, notes_);
    for (int line : FindStateLines(document_, begin, end)) step.state_line = line;
    steps_.push_back(std::move(step));
  }

  void NoteProse(const StepId& step, const FieldPiece& prose) {
    if (notes_ == nullptr) return;
    AddPlanProblem(*notes_, {prose.at.line,
                             fmt::format("step {}: \"{}\" is not run: from here on it is text of Do; put a command in "
                                         "backticks",
                                         step.value, Excerpt(Trim(prose.text), 60)),
                             prose.at.column, "verify", step.value});
  }

  // The list of fields is given once.
  void ReportUnknown(const StepId& step, const UnknownLabel& label) {
    if (labels_ == nullptr) return;
    std::vector<std::string> labels, asked;
    for (const PlanField& field : PlanFields()) {
      labels.emplace_back(field.label);
      if (field.asked) asked.emplace_back(field.label);
    }
    const auto meant = Closest(label.written, labels);
    std::string what = fmt::format("step {}: \"{}\" is not a field of a step{}", step.value, label.written,
                                   meant ? fmt::format(" (did you mean {}?)", *meant) : "");
    if (!std::exchange(listed_, true)) what += "; the fields are " + Join(asked, ", ");
    AddPlanProblem(*labels_, {label.at.line, std::move(what), label.at.column, "label", step.value});
  }

  void AddBlock(std::size_t at, FieldCollector& collector) {
    const MarkdownBlock& block = document_.blocks()[at];
    FieldPiece piece;
    piece.at = {block.line, block.column};
    piece.last_line = block.last_line;
    piece.depth = block.depth;
    switch (block.kind) {
      case MarkdownBlock::Kind::kHeading:
        if (IsUnderlined(document_, block)) return AddParagraph(at, collector);
        if (std::string name = FieldName(document_.HeadingText(block)); FindPlanField(name) && name != "state")
          return collector.OpenHeading(std::move(name));  // only a line is a state
        piece.kind = FieldPiece::Kind::kRaw;
        piece.text = document_.Line(block.line);
        return collector.AddText({std::move(piece), block.depth, block.column}, true);
      case MarkdownBlock::Kind::kCode: {
        PlanFence fence = ReadFence(document_, block);
        piece.kind = FieldPiece::Kind::kCode;
        piece.text = std::move(fence.text);
        piece.info = std::move(fence.info);
        return collector.Add({std::move(piece), block.depth, block.column});
      }
      case MarkdownBlock::Kind::kParagraph: return AddParagraph(at, collector);
      // Quotations are kept for the reader, but no fields are read from them. The same holds for HTML; comments are
      // blank.
      case MarkdownBlock::Kind::kHtml:
      case MarkdownBlock::Kind::kQuote: {
        piece.kind = FieldPiece::Kind::kRaw;
        const auto lines = document_.ParagraphLines(block);
        piece.text = Join(std::vector<std::string>(lines.begin(), lines.end()), "\n");
        if (Trim(piece.text).empty()) return;
        return collector.AddText({std::move(piece), block.depth, block.column}, false);
      }
      case MarkdownBlock::Kind::kList:
      case MarkdownBlock::Kind::kItem:
      case MarkdownBlock::Kind::kRule: return;
    }
  }

  void AddParagraph(std::size_t at, FieldCollector& collector) {
    const MarkdownBlock& block = document_.blocks()[at];
    bool item = at > 0 && document_.blocks()[at - 1].kind == MarkdownBlock::Kind::kItem &&
                document_.blocks()[at - 1].depth < block.depth;
    std::vector<std::string_view> lines = document_.ParagraphLines(block);
    // cmark may count the blank line below an underlined heading to it.
    while (block.kind == MarkdownBlock::Kind::kHeading && lines.size() > 1 && lines.back().empty()) lines.pop_back();
    if (block.kind == MarkdownBlock::Kind::kHeading && lines.size() > 1) lines.pop_back();
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].empty()) continue;  // a comment
      PlacedPiece entry;
      entry.depth = block.depth;
      entry.column = item ? document_.blocks()[at - 1].column : block.column;
      if (i > 0 && block.depth > 0) {
        const int column = Indent(document_.Line(block.line + static_cast<int>(i))) + 1;
        entry.lazy = column < block.column;
        if (entry.lazy) entry.column = column;
      }
      entry.piece.kind = i > 0  ? FieldPiece::Kind::kMoreOfParagraph
                         : item ? FieldPiece::Kind::kItem
                                : FieldPiece::Kind::kLine;
      entry.piece.at = {block.line + static_cast<int>(i), i == 0 ? block.column : 1};
      entry.piece.last_line = entry.piece.at.line;
      entry.piece.depth = block.depth;
      entry.piece.text = lines[i];
      collector.Add(std::move(entry));
    }
  }

  const Markdown document_;
  std::vector<PlanProblem>& problems_;
  std::vector<PlanProblem>* labels_;
  std::vector<PlanProblem>* notes_;
  std::vector<PlanStep> steps_;
  bool listed_ = false;
};

}  // namespace

bool IsUnderlined(const Markdown& document, const MarkdownBlock& block) {
  return block.last_line > block.line && !Trim(document.Line(block.line)).starts_with('#');
}

bool IsStepHeading(const Markdown& document, const MarkdownBlock& block) {
  return block.kind == MarkdownBlock::Kind::kHeading && block.depth == 0 && block.level == 3 &&
         !IsUnderlined(document, block);
}

std::vector<PlanStep> ReadPlanSteps(const Markdown& document, std::size_t begin, std::size_t end, int last_line,
                                    std::vector<PlanProblem>& problems, const StepRemarks& remarks) {
  const std::string text = BlankComments(document);
  return StepsReader(Markdown(document, text), problems, remarks).Read(begin, end, last_line);
}

}  // namespace forge
