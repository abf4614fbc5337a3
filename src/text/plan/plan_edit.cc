#include "text/plan/plan_edit.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "text/lines.h"
#include "text/plan/plan.h"
#include "text/plan/plan_lines.h"
#include "text/plan/plan_print_step.h"
#include "text/plan/plan_reviews.h"
#include "text/plan/plan_sections.h"
#include "text/plan/plan_states.h"
#include "text/plan/plan_step_states.h"
#include "text/prose.h"

namespace forge {
namespace {

constexpr std::string_view kAuditLog = "Audit Log";
constexpr std::string_view kNotesHeading = "Implementation Notes";
constexpr int kSmallestPlanHeading = 3;  // of the plan's own; notes have to stay below

Result<std::string> Unreadable(std::string_view what) {
  return Fail(Code::kInvalid, fmt::format("{}: a code fence or an HTML comment is not closed", what),
              "close it, and try again");
}

// An edit that must not change what the plan says.
Result<std::string> Keeping(std::string_view before, std::string after, std::string_view what) {
  if (PlanContent(before) != PlanContent(after)) return Unreadable(what);
  return after;
}

bool IsRecord(const PlanSection& section) {
  return EqualsIgnoreCase(section.name, kAuditLog) || EqualsIgnoreCase(section.name, kNotesHeading);
}

// Where a header field can go that is not there, the nicest first: below the last field, below the title, at the top.
std::vector<std::string> InsertHeaderLine(const PlanLines& plan, const std::string& line) {
  if (!plan.header().empty()) return {plan.InsertAfter(plan.header().back().line, line)};
  std::vector<std::string> texts;
  for (const MarkdownBlock& block : plan.document().blocks()) {
    if (block.line >= plan.header_end()) break;
    if (block.kind != MarkdownBlock::Kind::kHeading || block.depth != 0 || block.level != 1) continue;
    int last = plan.LastSolidLine(block.line, block.last_line);
    if (plan.IsBlankLine(last + 1)) texts.push_back(plan.InsertAfter(last, "\n" + line));
    texts.push_back(plan.InsertAfter(last, line));
    break;
  }
  texts.push_back(plan.InsertAfter(plan.front_matter_end(), line));
  return texts;
}

std::vector<std::string> SetHeaderLine(const PlanLines& plan, std::string_view name, std::string_view value) {
  const std::string line = fmt::format("**{}:** {}", name, value);
  for (auto field = plan.header().rbegin(); field != plan.header().rend(); ++field) {
    if (EqualsIgnoreCase(field->name, name)) return {plan.ReplaceLine(field->line, line)};
  }
  return InsertHeaderLine(plan, line);
}

std::optional<PlanStatus> StatusOf(const PlanLines& plan) {
  const HeaderLine* unknown = nullptr;
  return ReadPlanHeader(plan.header(), &unknown).status;
}

// Only the word of the state is another one.
std::string WithState(std::string_view written, const std::string& state) {
  const auto part = FindStatePart(written);
  if (!part) return state;
  return std::string(written.substr(0, part->begin)) + state + std::string(written.substr(part->value_end));
}

// The lines from `first` on with the states of its steps as they are wanted. Of steps with one id only the first
// counts.
std::string WithStates(const PlanLines& plan, int first, const WantedState& wanted) {
  std::vector<StepStatePlace> steps;
  const PlanSection* section = wanted ? FindPlanSection(plan.sections(), "Steps") : nullptr;
  if (section != nullptr) steps = FindStepStates(plan.document(), section->begin, section->end, section->last_line);
  std::set<StepId> seen;
  std::string after;
  int next = first;  // the first line that is not in `after` yet
  for (const StepStatePlace& step : steps) {
    if (!seen.insert(step.id).second) continue;
    const auto state = wanted(step.id, step.state);
    if (!state) continue;
    const std::string line = fmt::format("**State:** {}", StateText(PlanLine(*state)));
    if (step.state_line > 0) {
      const std::string written = plan.Range(step.state_line, step.state_line);
      after += plan.Range(next, step.state_line - 1) + plan.WithItsLineEnds(WithState(TrimRight(written), line) + "\n");
      next = step.state_line + 1;
      continue;
    }
    int above = step.line;
    while (above < step.last_line && plan.IsBlankLine(above + 1)) ++above;
    after += plan.Range(next, above);
    if (!after.ends_with('\n')) after += plan.WithItsLineEnds("\n");
    after += plan.WithItsLineEnds(line + "\n\n");
    next = above + 1;
  }
  return after + plan.Range(next, plan.document().line_count());
}

// At the end of a section that is there, above the rule that sets the next one off.
std::string AppendToSection(const PlanLines& plan, const PlanSection& section, const std::string& text) {
  int last = plan.LastSolidLine(section.line, section.last_line);
  bool more = plan.document().line_count() > last && !plan.IsBlankLine(last + 1);
  return plan.InsertAfter(last, "\n" + text + (more ? "\n" : ""));
}

std::string AppendToAuditLog(const PlanLines& plan, const std::string& text) {
  if (const PlanSection* log = FindPlanSection(plan.sections(), kAuditLog)) return AppendToSection(plan, *log, text);
  std::string section = fmt::format("---\n\n## {}\n\n{}", kAuditLog, text);
  const PlanSection* next = FindPlanSection(plan.sections(), kNotesHeading);
  if (!next) {
    int last = plan.LastSolidLine(0, plan.document().line_count());
    return plan.InsertAfter(last, (last > plan.front_matter_end() ? "\n" : "") + section);
  }
  int last = plan.LastSolidLine(0, next->line - 1);
  bool room = plan.IsBlankLine(last + 1);
  return plan.InsertAfter(last, "\n" + section + (room ? "" : "\n"));
}

// Rewrites the headings of the first three levels; nothing else changes.
std::string DemoteHeadings(const std::string& notes) {
  Markdown document(notes);
  std::vector<std::string> lines;
  for (int line = 1; line <= document.line_count(); ++line) lines.emplace_back(document.Line(line));
  for (const MarkdownBlock& block : document.blocks()) {
    if (block.kind != MarkdownBlock::Kind::kHeading || block.depth != 0 || block.level > kSmallestPlanHeading) continue;
    std::string text = document.HeadingText(block);
    for (int line = block.line; line <= block.last_line && line <= document.line_count(); ++line) {
      if (line > block.line && Trim(document.Line(line)).empty()) break;
      lines[static_cast<std::size_t>(line) - 1] = "";
    }
    std::string marks(static_cast<std::size_t>(block.level + kSmallestPlanHeading), '#');
    lines[static_cast<std::size_t>(block.line) - 1] = marks + " " + text;
  }
  return Join(lines, "\n");
}

bool StandsAlone(const std::string& notes) {
  std::string text = notes + "\n\n## End\n";
  Markdown document(text);
  int headings = 0;
  bool ends = false;
  for (const MarkdownBlock& block : document.blocks()) {
    if (block.kind != MarkdownBlock::Kind::kHeading || block.depth != 0 || block.level > kSmallestPlanHeading) continue;
    ++headings;
    ends = document.HeadingText(block) == "End";
  }
  return headings == 1 && ends;
}

}  // namespace

std::string GuardNotes(std::string_view notes) {
  std::string text = PlanText(notes);
  while (!text.empty() && (text.back() == '\n' || IsBlank(text.back()))) text.pop_back();
  text.erase(0, std::min(text.find_first_not_of('\n'), text.size()));
  if (text.empty()) return text;
  std::string demoted = DemoteHeadings(text);
  return StandsAlone(demoted) ? demoted : VerbatimBlock(text);
}

// What follows the header is not read again. It begins with a heading, at which nothing of the header can be open, and
// the line of a state takes the place of another, or stands between a step's heading and a blank line: neither changes
// how the lines below are read.
Result<ShownPlan> ShowProgress(std::string_view text, PlanStatus status, const WantedState& wanted) {
  const PlanLines plan(text);
  const std::string head = plan.Range(1, plan.header_end() - 1);
  const std::string heading = plan.Range(plan.header_end(), plan.header_end());
  const std::string before = head + heading;
  const std::string content = PlanLines(before).Content();
  for (const std::string& above : SetHeaderLine(PlanLines(head), "Status", Name(status))) {
    const std::string after = above + heading;
    const PlanLines read(after);
    if (StatusOf(read) != status || read.all().empty() != plan.all().empty() || read.Content() != content) continue;
    return ShownPlan{above + WithStates(plan, plan.header_end(), wanted), Sha256(plan.Content())};
  }
  return std::unexpected(Unreadable("set the status").error());
}

Result<std::string> SetPlanStatus(std::string_view text, PlanStatus status) {
  return TRY(ShowProgress(text, status, nullptr)).text;
}

int NextReviewRound(std::string_view text) {
  int round = 0;
  for (const PlanReview& review : FindReviews(text)) round = std::max(round, review.round);
  return round + 1;
}

Result<std::string> AppendReview(std::string_view text, const ReviewEntry& review) {
  int round = NextReviewRound(text);
  std::string date = PlanLine(review.date);
  std::string entry = fmt::format("### Review {}{}{}\n**Status:** {}", round, date.empty() ? "" : " \xE2\x80\x94 ",
                                  date, PlanLine(review.status));
  if (std::string notes = GuardNotes(review.notes); !notes.empty()) entry += "\n\n" + notes;
  std::string after = AppendToAuditLog(PlanLines(text), entry);
  std::vector<PlanReview> reviews = FindReviews(after);
  if (std::ranges::find(reviews, round, &PlanReview::round) == reviews.end()) return Unreadable("append the review");
  return Keeping(text, std::move(after), "append the review");
}

Result<std::string> AppendToLog(std::string_view text, std::string_view note) {
  std::string entry = GuardNotes(note);
  if (entry.empty()) return std::string(text);
  return Keeping(text, AppendToAuditLog(PlanLines(text), entry), "append to the log");
}

Result<std::string> SetStepStates(std::string_view text, const StepStates& states) {
  std::set<StepId> unknown;
  for (const auto& [step, state] : states) unknown.insert(step);
  const std::string after = WithStates(PlanLines(text), 1, [&](const StepId& step, const std::string&) {
    const auto state = states.find(step);
    if (state == states.end()) return std::optional<std::string>();
    unknown.erase(step);
    return std::optional(state->second);
  });
  if (!unknown.empty())
    return Fail(Code::kNotFound, fmt::format("the plan lists no step {}", Excerpt(unknown.begin()->value, 64)));
  return Keeping(text, after, "set the state");
}

Result<std::string> ReplaceBody(std::string_view text, std::string_view draft) {
  PlanLines old(text);
  PlanLines fresh(draft);
  if (fresh.sections().empty()) {
    return Fail(Code::kInvalid, "the draft has no sections", "a plan has sections such as `## Objective`");
  }
  std::string title = ParsePlan(draft).title;
  std::string head = old.Range(1, old.header_end() - 1);
  if (!title.empty()) head = PlanLines(head).WithTitle(title);
  const HeaderLine* unknown = nullptr;
  const PlanHeader said = ReadPlanHeader(fresh.header(), &unknown);
  if (!said.heartbeat.empty()) head = SetHeaderLine(PlanLines(head), "Heartbeat", said.heartbeat)[0];
  for (const auto& [name, value] : said.other) {
    if (EqualsIgnoreCase(name, "Imported")) head = SetHeaderLine(PlanLines(head), name, value)[0];
  }
  std::string body;
  for (const PlanSection& section : fresh.all()) {
    if (!(section.level == 2 && IsRecord(section))) body += fresh.Range(section.line, section.last_line);
  }
  std::string records;
  for (const PlanSection& section : old.sections()) {
    if (IsRecord(section))
      records += old.Range(section.line, old.LastSolidLine(section.line, section.last_line)) + "\n";
  }
  std::string trimmed_head(TrimRight(head));
  std::string merged = trimmed_head + (trimmed_head.empty() ? "" : "\n\n") + std::string(TrimRight(body)) + "\n";
  if (!records.empty()) {
    PlanLines so_far(merged);
    int last = so_far.LastSolidLine(0, so_far.document().line_count());
    merged = so_far.Range(1, last) + "\n---\n\n" + records;
  }
  merged = old.WithItsLineEnds(merged);
  std::vector<PlanReview> before = FindReviews(text), after = FindReviews(merged);
  if (before.size() != after.size()) return Unreadable("merge the draft");
  return merged;
}

}  // namespace forge
