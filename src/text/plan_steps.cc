#include "text/plan_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/strings.h"
#include "text/lines.h"
#include "text/plan_check.h"
#include "text/plan_fields.h"
#include "text/wait_time.h"

namespace forge {
namespace {

using Kind = MarkdownBlock::Kind;

// A piece of a step's text that may carry a label or a value.
struct Entry {
  enum class Kind { kLine, kMoreOfParagraph, kItem, kCode, kLabelHeading };
  Kind kind = Kind::kLine;
  int depth = 0;  // of its block
  Written at;
  std::string text;
};

// Puts the pieces of one step together. A field stays open for the lines, items and code that follow its label.
class StepBuilder {
 public:
  StepBuilder(PlanStep& step, std::vector<PlanProblem>& problems) : step_(step), problems_(problems) {}

  void Add(const Entry& entry) {
    if (entry.kind == Entry::Kind::kLabelHeading) return Open(FieldName(entry.text), entry, "");
    if (entry.kind != Entry::Kind::kCode) {
      FieldLabel label = ParseFieldLabel(entry.text);
      if (!label.name.empty()) return Open(std::move(label.name), entry, label.value);
    }
    switch (entry.kind) {
      case Entry::Kind::kLine:
        if (!expects_value_) Close();
        break;
      case Entry::Kind::kItem:
        // The label was an item too, and this one stands beside it, not below it.
        if (label_in_list_ && entry.depth <= label_depth_) Close();
        break;
      case Entry::Kind::kMoreOfParagraph:
      case Entry::Kind::kCode:
      case Entry::Kind::kLabelHeading: break;
    }
    AddValue(entry);
    expects_value_ = false;
  }

  void Finish() {
    StepSpec& spec = step_.spec;
    spec.what = std::string(Trim(what_));
    spec.done_when = std::string(Trim(done_when_));
    for (auto& [name, text] : extra_) spec.extra.Set(name, std::string(Trim(text)));
  }

 private:
  void Open(std::string name, const Entry& entry, std::string_view value) {
    field_ = std::move(name);
    label_in_list_ = entry.kind == Entry::Kind::kItem;
    label_depth_ = entry.depth;
    expects_value_ = value.empty();
    if (value.empty()) return;
    Entry rest = entry;
    rest.kind = Entry::Kind::kMoreOfParagraph;
    rest.text = value;
    AddValue(rest);
  }

  void Close() {
    field_ = "do";
    label_in_list_ = false;
  }

  void AddValue(const Entry& entry) {
    if (field_ == "files") return AddPaths(entry, step_.spec.files);
    if (field_ == "writes") return AddPaths(entry, step_.spec.writes);
    if (field_ == "depends") return AddDepends(entry);
    if (field_ == "verify") return AddCommands(entry);
    if (field_ == "complexity") return SetComplexity(entry);
    if (field_ == "estimate") return SetEstimate(entry);
    AddText(entry, TextOf(field_));
  }

  std::string& TextOf(const std::string& field) {
    if (field == "do") return what_;
    if (field == "done when") return done_when_;
    for (auto& [name, text] : extra_) {
      if (name == field) return text;
    }
    return extra_.emplace_back(field, "").second;
  }

  static void AddText(const Entry& entry, std::string& text) {
    bool same_paragraph = entry.kind == Entry::Kind::kMoreOfParagraph || entry.kind == Entry::Kind::kItem;
    if (!text.empty()) text += same_paragraph ? "\n" : "\n\n";
    if (entry.kind == Entry::Kind::kItem) text += "- ";
    if (entry.kind == Entry::Kind::kCode) {
      text += "```\n" + entry.text + "\n```";
    } else {
      text += entry.text;
    }
  }

  void AddPaths(const Entry& entry, std::vector<std::string>& paths) {
    for (std::string_view line : Split(entry.text, '\n')) {
      for (std::string& path : SplitPaths(line)) {
        if (std::string problem = PathProblem(path); !problem.empty()) Report(entry, std::move(problem));
        paths.push_back(std::move(path));
      }
    }
  }

  void AddDepends(const Entry& entry) {
    for (std::string& id : SplitIds(entry.text)) {
      step_.spec.depends.push_back({std::move(id)});
      step_.depends.push_back(entry.at);
    }
  }

  void AddCommands(const Entry& entry) {
    if (entry.kind != Entry::Kind::kCode) {
      for (std::string& command : SplitCommands(entry.text)) step_.spec.verify.push_back(std::move(command));
      return;
    }
    std::string command;
    for (std::string_view line : Split(entry.text, '\n')) {
      line = Trim(line);
      if (line.starts_with("$ ")) line = Trim(line.substr(2));
      if (command.empty() && (line.empty() || line.starts_with('#'))) continue;
      command += line;
      if (command.ends_with('\\')) {
        command.back() = ' ';
        continue;
      }
      step_.spec.verify.push_back(std::exchange(command, ""));
    }
    if (!command.empty()) step_.spec.verify.emplace_back(Trim(command));
  }

  void SetComplexity(const Entry& entry) {
    std::string word = Lower(Trim(ReplaceAll(entry.text, "`", "")));
    if (IsNone(word)) return;
    if (word == "simple" || word == "medium" || word == "complex") {
      step_.spec.complexity = std::move(word);
    } else {
      Report(entry, fmt::format("the complexity is simple, medium or complex, not \"{}\"", Excerpt(entry.text, 40)));
    }
  }

  void SetEstimate(const Entry& entry) {
    if (IsNone(entry.text)) return;
    step_.spec.estimate_ms = ParseDurationText(Lower(Trim(ReplaceAll(entry.text, "`", ""))));
    if (step_.spec.estimate_ms > 0) return;
    Report(entry, fmt::format("the estimate \"{}\" is no duration such as 45m or 2h", Excerpt(entry.text, 40)));
  }

  void Report(const Entry& entry, std::string what) {
    AddPlanProblem(problems_, {entry.at.line, fmt::format("step {}: {}", step_.spec.id.value, what), entry.at.column});
  }

  PlanStep& step_;
  std::vector<PlanProblem>& problems_;
  std::string field_ = "do";
  bool expects_value_ = false;  // the label stood alone
  bool label_in_list_ = false;
  int label_depth_ = 0;
  std::string what_;
  std::string done_when_;
  std::vector<std::pair<std::string, std::string>> extra_;
};

class StepsReader {
 public:
  StepsReader(const Markdown& document, std::vector<PlanProblem>& problems)
      : document_(document), problems_(problems) {}

  std::vector<PlanStep> Read(std::size_t begin, std::size_t end) {
    const auto& blocks = document_.blocks();
    std::size_t at = begin;
    while (at < end) {
      const MarkdownBlock& block = blocks[at];
      std::size_t next = at + 1;
      if (block.kind == Kind::kHeading && block.depth == 0 && block.level == 3) {
        while (next < end &&
               !(blocks[next].kind == Kind::kHeading && blocks[next].depth == 0 && blocks[next].level <= 3))
          ++next;
        ReadStep(block, at + 1, next);
      }
      at = next;
    }
    return std::move(steps_);
  }

 private:
  void ReadStep(const MarkdownBlock& block, std::size_t begin, std::size_t end) {
    StepHeading heading = ParseStepHeading(document_.HeadingText(block));
    if (!heading.problem.empty()) {
      return AddPlanProblem(problems_, {block.line, std::move(heading.problem), block.column});
    }
    PlanStep step;
    step.spec.id = {std::move(heading.id)};
    step.spec.title = std::move(heading.title);
    step.heading = {block.line, block.column};
    StepBuilder builder(step, problems_);
    const auto& blocks = document_.blocks();
    for (std::size_t at = begin; at < end;) {
      AddBlock(at, builder);
      int depth = blocks[at].depth;
      bool quote = blocks[at].kind == Kind::kQuote;
      for (++at; quote && at < end && blocks[at].depth > depth;) ++at;
    }
    builder.Finish();
    steps_.push_back(std::move(step));
  }

  void AddBlock(std::size_t at, StepBuilder& builder) {
    const MarkdownBlock& block = document_.blocks()[at];
    Written written = {block.line, block.column};
    switch (block.kind) {
      case Kind::kHeading:
        return builder.Add({Entry::Kind::kLabelHeading, block.depth, written, document_.HeadingText(block)});
      case Kind::kCode:
        return builder.Add({Entry::Kind::kCode, block.depth, written, Joined(document_.CodeLines(block))});
      case Kind::kParagraph: return AddParagraph(block, IsFirstInItem(at), builder);
      // Somebody else's words are kept for the reader, but no fields are read from them.
      case Kind::kQuote:
        return builder.Add({Entry::Kind::kLine, block.depth, written, Joined(document_.ParagraphLines(block))});
      case Kind::kList:
      case Kind::kItem:
      case Kind::kHtml:
      case Kind::kRule: return;
    }
  }

  bool IsFirstInItem(std::size_t at) const {
    return at > 0 && document_.blocks()[at - 1].kind == Kind::kItem &&
           document_.blocks()[at - 1].depth < document_.blocks()[at].depth;
  }

  void AddParagraph(const MarkdownBlock& block, bool item, StepBuilder& builder) {
    std::vector<std::string_view> lines = document_.ParagraphLines(block);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      Entry entry;
      entry.kind = i > 0 ? Entry::Kind::kMoreOfParagraph : item ? Entry::Kind::kItem : Entry::Kind::kLine;
      entry.depth = block.depth;
      entry.at = {block.line + static_cast<int>(i), i == 0 ? block.column : 1};
      entry.text = lines[i];
      builder.Add(entry);
    }
  }

  static std::string Joined(const std::vector<std::string_view>& lines) {
    return Join(std::vector<std::string>(lines.begin(), lines.end()), "\n");
  }

  const Markdown& document_;
  std::vector<PlanProblem>& problems_;
  std::vector<PlanStep> steps_;
};

}  // namespace

std::vector<PlanStep> ReadPlanSteps(const Markdown& document, std::size_t begin, std::size_t end,
                                    std::vector<PlanProblem>& problems) {
  return StepsReader(document, problems).Read(begin, end);
}

}  // namespace forge
