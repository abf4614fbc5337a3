#include "text/plan/plan_step_states.h"

#include <utility>

#include "base/strings.h"
#include "text/html_comments.h"
#include "text/plan/plan_fields.h"
#include "text/plan/plan_states.h"
#include "text/plan/plan_steps.h"

namespace forge {

std::optional<StatePart> FindStatePart(std::string_view line) {
  if (!Trim(line).starts_with("**")) return std::nullopt;
  for (std::string_view field : SplitFields(line)) {
    std::string said(field);
    BlankInlineComments(said);
    const FieldLabel label = ParseFieldLabel(said);
    if (label.name != "state") continue;
    const auto begin = static_cast<std::size_t>(field.data() - line.data());
    const std::size_t next = line.find("**", begin + field.size());
    StatePart part{begin, next == std::string_view::npos ? line.size() : next, 0, StateText(label.value)};
    // Behind `**State: done**`, too.
    const std::size_t value =
        label.value.empty() ? TrimRight(said).size() : static_cast<std::size_t>(label.value.data() - said.data());
    part.value_end = begin + value + TrimRight(label.value.substr(0, label.value.find("<!--"))).size();
    if (line.substr(part.value_end).starts_with("**") && part.value_end < begin + field.size()) part.value_end += 2;
    return part;
  }
  return std::nullopt;
}

std::string OtherFields(std::string_view line) {
  const auto state = FindStatePart(line);
  if (!state) return std::string(Trim(line));
  return std::string(Trim(std::string(line.substr(0, state->begin)) + std::string(line.substr(state->end))));
}

std::vector<int> FindStateLines(const Markdown& document, std::size_t begin, std::size_t end) {
  std::vector<int> lines;
  bool in_step = false;
  for (std::size_t at = begin; at < end; ++at) {
    const MarkdownBlock& block = document.blocks()[at];
    in_step = in_step || IsStepHeading(document, block);
    bool text = block.kind == MarkdownBlock::Kind::kParagraph ||
                (block.kind == MarkdownBlock::Kind::kHeading && IsUnderlined(document, block));
    if (!in_step || block.depth != 0 || !text) continue;
    for (int line = block.line; line <= block.last_line; ++line) {
      if (FindStatePart(document.Line(line))) lines.push_back(line);
    }
  }
  return lines;
}

std::vector<StepStatePlace> FindStepStates(const Markdown& document, std::size_t begin, std::size_t end,
                                           int last_line) {
  std::vector<StepStatePlace> steps;
  const auto& blocks = document.blocks();
  for (std::size_t at = begin, next = begin; at < end; at = next) {
    ++next;
    if (!IsStepHeading(document, blocks[at])) continue;
    while (next < end && !IsStepHeading(document, blocks[next])) ++next;
    StepHeading heading = ParseStepHeading(document.HeadingText(blocks[at]));
    if (!heading.problem.empty()) continue;
    StepStatePlace step{
        {std::move(heading.id)}, blocks[at].line, next < end ? blocks[next].line - 1 : last_line, "", 0};
    for (const int line : FindStateLines(document, at, next)) {
      step.state_line = line;
      const auto part = FindStatePart(document.Line(line));
      if (part && !part->value.empty()) step.state = part->value;
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace forge
