#include "text/plan/plan_reviews.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "text/plan/plan_lines.h"
#include "text/plan/plan_sections.h"

namespace forge {
namespace {

// "Review 2 — 2026-01-31", "Review 2 (2026-01-31)".
bool ParseReviewHeading(std::string_view text, PlanReview& review) {
  constexpr std::string_view kWord = "review ";
  if (!EqualsIgnoreCase(text.substr(0, kWord.size()), kWord)) return false;
  text = Trim(text.substr(kWord.size()));
  std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  constexpr std::size_t kMostDigits = 8;
  auto round = end <= kMostDigits ? ParseInt(text.substr(0, end)) : std::nullopt;
  if (!round) return false;
  review.round = static_cast<int>(*round);
  text.remove_prefix(end);
  for (std::string_view mark : std::initializer_list<std::string_view>{kEmDash, kEnDash, "-", "(", ":", ")", " "}) {
    text = Trim(text);
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
    if (text.ends_with(")")) text.remove_suffix(1);
  }
  review.date = Trim(text);
  return true;
}

// `**Verdict:** Needs revision.`, `**Verdict**: Needs revision.`
std::string_view LabelValue(std::string_view line, std::string_view name) {
  line = Trim(line);
  if (line.starts_with("- ") || line.starts_with("* ")) line = Trim(line.substr(2));
  for (const std::string& label : {fmt::format("**{}:**", name), fmt::format("**{}**:", name)}) {
    if (EqualsIgnoreCase(line.substr(0, label.size()), label)) return Trim(line.substr(label.size()));
  }
  return {};
}

// Calls `see` with every line of prose of the blocks [begin, end).
template <typename See>
void ForProse(const Markdown& document, std::size_t begin, std::size_t end, See see) {
  for (std::size_t at = begin; at < end;) {
    const MarkdownBlock& block = document.blocks()[at++];
    if (block.kind == MarkdownBlock::Kind::kQuote) {
      while (at < end && document.blocks()[at].depth > block.depth) ++at;
    }
    if (block.kind != MarkdownBlock::Kind::kParagraph && block.kind != MarkdownBlock::Kind::kHeading) continue;
    for (int line = block.line; line <= block.last_line; ++line) see(document.Line(line));
  }
}

}  // namespace

std::vector<PlanReview> FindReviews(std::string_view markdown) {
  PlanLines plan(markdown);
  const Markdown& document = plan.document();
  std::vector<PlanReview> reviews;
  for (const PlanSection& log : plan.sections()) {
    if (!EqualsIgnoreCase(log.name, "Audit Log")) continue;
    for (std::size_t at = log.begin; at < log.end; ++at) {
      const MarkdownBlock& block = document.blocks()[at];
      PlanReview review;
      bool heading = block.kind == MarkdownBlock::Kind::kHeading && block.depth == 0 && block.level == 3;
      if (!heading || !ParseReviewHeading(document.HeadingText(block), review)) continue;
      PlanSection inner = log;
      inner.begin = at + 1;
      inner.end = at + 1;
      inner.body_line = block.line + 1;
      while (inner.end < log.end &&
             !(document.blocks()[inner.end].kind == MarkdownBlock::Kind::kHeading &&
               document.blocks()[inner.end].depth == 0 && document.blocks()[inner.end].level <= 3))
        ++inner.end;
      if (inner.end < log.end) inner.last_line = document.blocks()[inner.end].line - 1;
      review.line = block.line;
      review.body = SectionBody(document, inner);
      ForProse(document, inner.begin, inner.end, [&review](std::string_view line) {
        if (auto status = LabelValue(line, "Status"); !status.empty() && review.status.empty()) review.status = status;
        if (auto verdict = LabelValue(line, "Verdict"); !verdict.empty()) review.verdict = verdict;
      });
      reviews.push_back(std::move(review));
    }
  }
  return reviews;
}

std::optional<PlanReview> LatestReview(std::string_view markdown) {
  std::vector<PlanReview> reviews = FindReviews(markdown);
  if (reviews.empty()) return std::nullopt;
  return std::move(reviews.back());
}

}  // namespace forge
