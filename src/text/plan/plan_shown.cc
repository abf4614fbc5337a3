#include "text/plan/plan_shown.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "text/lines.h"
#include "text/plan/plan.h"
#include "text/plan/plan_lines.h"
#include "text/plan/plan_print.h"
#include "text/plan/plan_step_states.h"

namespace forge {
namespace {

constexpr std::size_t kLongestQuote = 200;

bool IsKeptByForge(const PlanSection& section) {
  return EqualsIgnoreCase(section.name, "Audit Log") || EqualsIgnoreCase(section.name, "Implementation Notes");
}

// What models and people call the list of what a plan does not do.
bool RulesOut(const PlanSection& section) {
  constexpr std::string_view kNames[] = {"Out of scope", "Not in scope", "Non-goals", "Non goals"};
  return std::ranges::any_of(kNames, [&](std::string_view name) { return EqualsIgnoreCase(section.name, name); });
}

void AddPart(std::string& out, std::string_view part) {
  part = Trim(part);
  if (part.empty()) return;
  if (!out.empty()) out += "\n";
  out += part;
  out += "\n";
}

std::string WithoutStates(const PlanLines& plan, const PlanSection& section) {
  const std::vector<int> states = FindStateLines(plan.document(), section.begin, section.end);
  std::string text;
  bool left_out = false;
  const int last = plan.LastSolidLine(section.line, section.last_line);
  for (int line = section.line; line <= last; ++line) {
    const bool state = std::find(states.begin(), states.end(), line) != states.end();
    const std::string others = state ? OtherFields(plan.document().Line(line)) : "";
    if (!others.empty()) text += others + "\n";
    // The blank line below a state goes with it.
    if (!state && !(left_out && plan.IsBlankLine(line))) text += plan.Range(line, line);
    left_out = state && others.empty();
  }
  return text;
}

std::string OneLineOf(const StepSpec& step, bool own) {
  std::vector<std::string> needs;
  for (const StepId& id : step.depends) needs.push_back(id.value);
  std::string more = own ? "; this step" : "";
  if (!needs.empty()) more += "; depends on " + Join(needs, ", ");
  if (!step.writes.empty()) more += "; writes " + Join(step.writes, ", ");
  return fmt::format("- Step {}: {}{}\n", step.id.value, step.title,
                     more.empty() ? "" : fmt::format(" ({})", more.substr(2)));
}

std::string Outline(const PlanDocument& plan, const StepId& own) {
  std::string text = "## Steps\n\n";
  for (const StepSpec& step : plan.steps) text += OneLineOf(step, step.id == own);
  return text;
}

bool Names(std::string_view text, const std::vector<std::string>& paths) {
  return std::ranges::any_of(paths, [&](const std::string& path) { return text.contains(path); });
}

struct ItemsKept {
  std::string text;
  bool any = false;  // below the heading
};

// The items of a list that are only about files of other steps are left out: what is shown of the steps says who writes
// what. No `own`: all steps are others. A step that writes nothing is about what the others write, so nothing is left
// out.
ItemsKept ItemsAround(std::string_view section, const PlanDocument& plan, const StepId* own) {
  std::vector<std::string> mine, others;
  for (const StepSpec& step : plan.steps) {
    std::vector<std::string>& paths = own != nullptr && step.id == *own ? mine : others;
    paths.insert(paths.end(), step.writes.begin(), step.writes.end());
  }
  if (own != nullptr && mine.empty()) others.clear();
  ItemsKept kept;
  bool left_out = false;
  bool told = false;
  for (std::string_view line : Lines(section)) {
    const bool item = line.starts_with("- ") || line.starts_with("* ");
    if (item) left_out = Names(line, others) && !Names(line, mine);
    if (!item && !line.starts_with(' ')) left_out = false;
    if (left_out) {
      // Who judges the whole would take a list that is only cut for one that was forgotten.
      if (own == nullptr && !std::exchange(told, true)) kept.text += "- (what the steps below change)\n";
      continue;
    }
    kept.any = kept.any || (!line.starts_with('#') && !Trim(line).empty());
    kept.text += std::string(line) + "\n";
  }
  return kept;
}

bool HasItemsByFile(const PlanSection& section) {
  return EqualsIgnoreCase(section.name, "Changes") || EqualsIgnoreCase(section.name, "Risks") ||
         EqualsIgnoreCase(section.name, "Testing");
}

// Orders, sizes and limits have done their part when the work is there, and facts were about the code before it.
StepSpec AsBuilt(const StepSpec& step, bool with_commands) {
  StepSpec built = step;
  built.files.clear();
  built.depends.clear();
  built.complexity.clear();
  built.tier.clear();
  built.effort.clear();
  built.estimate_ms = built.max_tokens = built.max_retries = 0;
  built.checkpoint = false;
  if (!with_commands) built.verify.clear();
  std::erase_if(built.claims,
                [](const Claim& claim) { return claim.type == ClaimType::kFact || claim.type == ClaimType::kKgFact; });
  return built;
}

// How the steps are shown: word for word, one line each around one of them, or as those need them who see the work.
// Both: around one that judges the work of others.
struct StepsView {
  const StepId* around = nullptr;
  bool built = false;
  bool with_commands = true;
  std::set<StepId> in_full = {};  // of what is built; empty: all
};

std::string StepsAsBuilt(std::string_view section, const PlanDocument& plan, const StepsView& view) {
  std::string text(Trim(section.substr(0, section.find("\n### "))));
  std::string others;
  for (const StepSpec& step : plan.steps) {
    const bool own = view.around != nullptr && step.id == *view.around;
    if (!own && (view.in_full.empty() || view.in_full.contains(step.id))) {
      text += "\n\n" + std::string(Trim(PrintStep(AsBuilt(step, view.with_commands))));
    } else {
      others += OneLineOf(step, own);
    }
  }
  return text + "\n" + (others.empty() ? "" : "\nThe other steps:\n\n" + others);
}

// All that the step depends on, directly or not.
std::set<StepId> StepsBelow(const std::vector<StepSpec>& steps, const StepId& step) {
  std::set<StepId> below;
  std::vector<StepId> open = {step};
  while (!open.empty()) {
    const auto found = std::ranges::find(steps, open.back(), &StepSpec::id);
    open.pop_back();
    if (found == steps.end()) continue;
    for (const StepId& id : found->depends) {
      if (below.insert(id).second) open.push_back(id);
    }
  }
  return below;
}

// The steps whose work the audit `own` judges; with itself, if it depends on none: those that do not wait for it.
std::set<StepId> StepsJudged(const std::vector<StepSpec>& steps, const StepId& own) {
  std::set<StepId> judged = StepsBelow(steps, own);
  if (!judged.empty()) return judged;
  for (const StepSpec& step : steps) {
    if (!StepsBelow(steps, step.id).contains(own)) judged.insert(step.id);
  }
  return judged;
}

std::string Shown(std::string_view markdown, const StepsView& view) {
  if (markdown.size() > kLargestPlan) return std::string(markdown);
  const PlanDocument document = ParsePlan(markdown);
  const PlanLines plan(markdown);
  std::string out;
  if (plan.front_matter_end() > 0) AddPart(out, plan.Range(1, plan.front_matter_end()));
  if (!document.title.empty()) AddPart(out, "# Plan: " + document.title);
  AddPart(out, document.preamble);
  const StepId* around = view.around;
  bool outlined = around == nullptr || view.built;
  bool built = !view.built || document.steps.empty();
  for (const PlanSection& section : plan.all()) {
    if (IsKeptByForge(section)) continue;
    const bool steps = EqualsIgnoreCase(section.name, "Steps");
    if (!steps) {
      const auto text = plan.Range(section.line, plan.LastSolidLine(section.line, section.last_line));
      // Who sees the work sees its changes, and in each step what it was to do.
      const bool seen = view.built && !document.steps.empty() && EqualsIgnoreCase(section.name, "Changes");
      const bool cut = around == nullptr ? seen : !view.built && HasItemsByFile(section);
      const ItemsKept kept = cut ? ItemsAround(text, document, around) : ItemsKept{std::string(text), true};
      if (kept.any) AddPart(out, kept.text);
    } else if (!built) {
      AddPart(out, StepsAsBuilt(WithoutStates(plan, section), document, view));
      built = true;
    } else if (around == nullptr || view.built) {
      if (!view.built || document.steps.empty()) AddPart(out, WithoutStates(plan, section));
    } else if (!outlined) {
      AddPart(out, Outline(document, *around));
      outlined = true;
    }
  }
  if (!outlined && !document.steps.empty()) AddPart(out, Outline(document, *around));
  return out;
}

}  // namespace

std::string PlanShown(std::string_view markdown) { return Shown(markdown, {}); }

std::string PlanAround(std::string_view markdown, const StepId& step) { return Shown(markdown, {.around = &step}); }

std::string PlanAsBuilt(std::string_view markdown, bool with_commands, const std::set<StepId>& in_full) {
  return Shown(markdown, {.built = true, .with_commands = with_commands, .in_full = in_full});
}

std::string PlanToAudit(std::string_view markdown, const StepId& step) {
  if (markdown.size() > kLargestPlan) return std::string(markdown);
  return Shown(markdown, {.around = &step, .built = true, .in_full = StepsJudged(ParsePlan(markdown).steps, step)});
}

std::string AuditLogOf(std::string_view markdown) {
  if (markdown.size() > kLargestPlan) return "";
  const PlanLines plan(markdown);
  std::string out;
  for (const PlanSection& section : plan.all()) {
    if (EqualsIgnoreCase(section.name, "Audit Log"))
      AddPart(out, plan.Range(section.line + 1, plan.LastSolidLine(section.line, section.last_line)));
  }
  return out;
}

std::string ScopeOf(std::string_view markdown) {
  if (markdown.size() > kLargestPlan) return "";
  const PlanLines plan(markdown);
  std::string out;
  for (const PlanSection& section : plan.all()) {
    const int last = plan.LastSolidLine(section.line, section.last_line);
    // A plain text needs no heading.
    if (EqualsIgnoreCase(section.name, "Scope")) AddPart(out, plan.Range(section.line + 1, last));
    if (RulesOut(section)) AddPart(out, plan.Range(section.line, last));
  }
  return out;
}

std::vector<std::string> NotRunOf(std::string_view markdown) {
  std::vector<std::string> lines;
  for (const PlanProblem& note : ParsePlan(markdown).notes) {
    const bool of_command = note.type == "verify" || note.type == "acceptance" || note.type == "testing";
    if (of_command && note.what.contains(" is not run: ")) lines.push_back(note.what);
  }
  return lines;
}

std::string WithLineQuoted(std::string_view finding, std::string_view markdown, LineNumbers numbers) {
  constexpr std::string_view kLine = "line ";
  std::string text(finding);
  if (!finding.starts_with(kLine)) return text;
  int wanted = 0;
  const auto end = std::from_chars(finding.data() + kLine.size(), finding.data() + finding.size(), wanted).ptr;
  if (wanted <= 0 || end == finding.data() + finding.size() || *end != ':') return text;
  LineReader reader(markdown);
  std::string_view line;
  while (reader.Next(line)) {
    if (reader.number() != wanted) continue;
    const std::string quote = Excerpt(line, kLongestQuote);
    if (quote.empty()) return text;
    const auto behind = static_cast<std::size_t>(end + 1 - finding.data());
    return (numbers == LineNumbers::kKept ? text : std::string(Trim(finding.substr(behind)))) +
           "\n    the line: " + quote;
  }
  return text;
}

}  // namespace forge
