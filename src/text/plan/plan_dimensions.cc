#include "text/plan/plan_dimensions.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "text/lines.h"
#include "text/markdown.h"
#include "text/plan/must_haves_form.h"
#include "text/plan/plan.h"
#include "text/plan/plan_fields.h"
#include "text/plan/plan_sections.h"
#include "text/prose.h"

namespace forge {
namespace {

using Texts = std::vector<std::string>;

std::string Some(const Texts& names) {
  constexpr std::size_t kMost = 3;
  Texts shown(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), kMost)));
  return Join(shown, ", ") + (names.size() > kMost ? fmt::format(" and {} more", names.size() - kMost) : "");
}

// One warns, more fail: the rubric of most dimensions.
Dimension ByCount(std::string_view name, const Texts& faults, std::string good, std::string_view bad) {
  if (faults.empty()) return {name, Score::kPass, std::move(good)};
  return {name, faults.size() == 1 ? Score::kWarn : Score::kFail, fmt::format("{}: {}.", bad, Some(faults))};
}

Dimension Completeness(const PlanDocument& plan) {
  if (plan.steps.empty()) return {"completeness", Score::kFail, "The plan has no steps."};
  Texts faults;
  for (const StepSpec& step : plan.steps) {
    if (IsBlankText(step.what)) faults.push_back(step.id.value);
  }
  return ByCount("completeness", faults, "Every step says what to do.", "Steps that do not say what to do");
}

Dimension MustHavesWellformed(const PlanDocument& plan) {
  const MustHavesForm form = CheckMustHavesForm(plan);
  if (!form.valid())
    return {"must_haves_wellformed", Score::kFail,
            fmt::format("{} error{}; the first: {}.", form.errors.size(), form.errors.size() == 1 ? "" : "s",
                        form.errors[0].what)};
  if (form.legacy) return {"must_haves_wellformed", Score::kWarn, "No step has must-haves."};
  return {"must_haves_wellformed", Score::kPass, "All must-haves are well-formed."};
}

Dimension Ordering(const PlanDocument& plan) {
  std::unordered_set<std::string> all;
  std::unordered_set<std::string> before;
  Texts faults;
  for (const StepSpec& step : plan.steps) all.insert(step.id.value);
  for (const StepSpec& step : plan.steps) {
    for (const StepId& id : step.depends) {
      if (all.contains(id.value) && !before.contains(id.value))
        faults.push_back(fmt::format("{} before {}", step.id.value, id.value));
    }
    before.insert(step.id.value);
  }
  if (faults.empty()) return {"ordering", Score::kPass, "Every step comes after the steps it depends on."};
  return {"ordering", Score::kFail, fmt::format("Steps listed before a step they depend on: {}.", Some(faults))};
}

Dimension Dependencies(const PlanDocument& plan) {
  Texts faults;
  for (const PlanProblem& problem : plan.problems) {
    const bool unresolved = problem.what.find("which is not a step") != std::string::npos ||
                            problem.what.find("depends on itself") != std::string::npos;
    if (unresolved) faults.push_back(fmt::format("line {}: {}", problem.line, problem.what));
  }
  return ByCount("dependencies", faults, "Every dependency is a step.", "Unknown dependencies");
}

std::unordered_set<std::string> TellingWords(std::string_view text) {
  static const std::unordered_set<std::string_view> kIdle = {
      "about", "after",  "before", "change", "could", "every", "from",  "into", "might", "must",  "other", "risk",
      "risks", "should", "step",   "steps",  "than",  "that",  "their", "them", "then",  "there", "these", "they",
      "this",  "when",   "which",  "while",  "will",  "with",  "would", "have", "been",  "more",  "some"};
  std::unordered_set<std::string> words;
  std::string word;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && (IsLetterOrDigit(text[i]) || text[i] == '_')) {
      word += text[i];
      continue;
    }
    std::string lower = Lower(word);
    if (lower.size() > 4 && lower.ends_with('s')) lower.pop_back();
    if (lower.size() > 3 && !kIdle.contains(lower)) words.insert(std::move(lower));
    word.clear();
  }
  return words;
}

// "... -> check it", "Mitigation: ...", a second sentence or cell that says what is done.
bool NamesAnswer(std::string_view risk) {
  const std::string lower = Lower(risk);
  for (std::string_view mark : std::initializer_list<std::string_view>{
           "->", "=>", "\xE2\x86\x92", "mitigat", "fallback", "fall back", "avoid", "prevent", "guard", "covered by",
           "so we", "therefore", kEmDash, " - ", "; "}) {
    if (lower.find(mark) != std::string::npos) return true;
  }
  return false;
}

// The risks a section lists, each with what is nested below it; a section without a list is one.
Texts RisksOf(const Markdown& document, const PlanSection& section) {
  Texts risks;
  for (int line = section.body_line; line <= section.last_line; ++line) {
    const std::string_view text = document.Line(line);
    if (Trim(text).empty()) continue;
    const bool starts = (IsListItem(text) && Indent(text) < 2) || Trim(text).starts_with('|') || risks.empty();
    if (starts) {
      risks.emplace_back(AfterListMarkers(text));
    } else {
      // What is nested below a risk is its answer.
      risks.back() += IsListItem(text) ? " -> " : " ";
      risks.back() += Trim(text);
    }
  }
  std::erase_if(risks, [](const std::string& risk) {
    return risk.find_first_not_of("|-: ") == std::string::npos || IsNone(risk);
  });
  return risks;
}

Dimension RiskCoverage(const PlanDocument& plan, const Markdown& document, const std::vector<PlanSection>& sections) {
  const PlanSection* section = FindPlanSection(sections, "Risks");
  if (!section) return {"risk_coverage", Score::kWarn, "The plan has no Risks section."};
  std::string answers;
  if (const PlanSection* testing = FindPlanSection(sections, "Testing")) answers += SectionBody(document, *testing);
  for (const StepSpec& step : plan.steps) {
    for (const std::string* text : {&step.title, &step.what, &step.done_when, &step.failure_mode, &step.fallback})
      answers += "\n" + *text;
    for (const std::string& truth : step.must_haves.truths) answers += "\n" + truth;
  }
  const std::unordered_set<std::string> answered = TellingWords(answers);
  Texts faults;
  for (const std::string& risk : RisksOf(document, *section)) {
    if (NamesAnswer(risk)) continue;
    const std::unordered_set<std::string> words = TellingWords(risk);
    const auto common =
        std::count_if(words.begin(), words.end(), [&](const std::string& word) { return answered.contains(word); });
    if (common < 2 && static_cast<std::size_t>(common) < words.size())
      faults.push_back("\"" + Excerpt(risk, 50) + "\"");
  }
  return ByCount("risk_coverage", faults, "Every risk has a step, a test or a note that answers it.",
                 "Risks without an answer");
}

// An action verb, a path, a number, a pattern or a command: something that can be seen.
bool IsObservable(std::string_view line) {
  if (line.find_first_of("`\"0123456789/") != std::string_view::npos) return true;
  static const std::unordered_set<std::string_view> kVerbs = {
      "accept",   "accepts", "answer",   "answers",     "appear",   "appears", "build",  "builds",  "compile",
      "compiles", "contain", "contains", "create",      "created",  "creates", "delete", "deletes", "ends",
      "equals",   "exist",   "exists",   "exit",        "exits",    "fail",    "fails",  "find",    "finds",
      "gives",    "has",     "holds",    "keeps",       "list",     "lists",   "load",   "loads",   "logs",
      "match",    "matches", "open",     "opens",       "pass",     "passes",  "print",  "prints",  "read",
      "reads",    "refuses", "reject",   "rejects",     "render",   "renders", "report", "reports", "respond",
      "responds", "return",  "returns",  "round-trips", "run",      "runs",    "save",   "saves",   "see",
      "sees",     "send",    "sends",    "show",        "shows",    "sorted",  "start",  "starts",  "stay",
      "stays",    "stops",   "store",    "stores",      "survives", "throw",   "throws", "update",  "updates",
      "write",    "writes",  "zero",     "green",       "red"};
  std::string word;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && (IsLetterOrDigit(line[i]) || line[i] == '-')) {
      word += line[i];
      continue;
    }
    if (kVerbs.contains(Lower(word))) return true;
    word.clear();
  }
  return false;
}

Dimension AcceptanceObservable(const PlanDocument& plan) {
  Texts faults;
  for (const StepSpec& step : plan.steps) {
    Texts lines;
    for (std::string_view line : Lines(step.done_when)) {
      if (!Trim(line).empty()) lines.emplace_back(AfterListMarkers(line));
    }
    for (const Criterion& criterion : step.acceptance) lines.push_back(criterion.check + " " + criterion.expected);
    lines.insert(lines.end(), step.must_haves.truths.begin(), step.must_haves.truths.end());
    if (lines.empty() && step.verify.empty() && step.must_haves.artifacts.empty() && !ChangesNothing(step))
      faults.push_back(step.id.value + " says nothing");
    for (const std::string& line : lines) {
      if (!IsObservable(line)) faults.push_back(fmt::format("{}: \"{}\"", step.id.value, Excerpt(line, 50)));
    }
  }
  return ByCount("acceptance_observable", faults, "Every step ends with something observable.",
                 "Steps with a vague end");
}

bool IsOddOutput(const std::string& path) {
  return !PathProblem(path).empty() || path.starts_with("path/to") || path.ends_with('/') || path.ends_with('.') ||
         path.find_first_of("*?<>|\"` \t") != std::string::npos || path.find("//") != std::string::npos ||
         Trim(path).empty();
}

Dimension ExpectedOutputRealistic(const PlanDocument& plan) {
  constexpr std::string_view kName = "expected_output_realistic";
  std::unordered_map<std::string, std::string> first;
  Texts odd;
  Texts twice;
  for (const StepSpec& step : plan.steps) {
    std::set<std::string> artifacts;
    for (const MustHaves::Artifact& artifact : step.must_haves.artifacts) artifacts.insert(artifact.path);
    for (const std::string& path : step.must_haves.expected_output) {
      if (IsOddOutput(path)) odd.push_back("\"" + Excerpt(path, 50) + "\"");
      auto [entry, added] = first.emplace(path, step.id.value);
      if (!added) twice.push_back(fmt::format("{} ({} and {})", Excerpt(path, 50), entry->second, step.id.value));
      artifacts.erase(path);
    }
    for (const std::string& path : artifacts) {
      if (IsOddOutput(path)) odd.push_back("\"" + Excerpt(path, 50) + "\"");
    }
  }
  if (!twice.empty()) return {kName, Score::kFail, fmt::format("Listed twice: {}.", Some(twice))};
  return ByCount(kName, odd, "Every expected file has a valid path and is listed once.", "Paths that are not files");
}

Dimension LegacySchemaDetect(const PlanDocument& plan) {
  Texts legacy;
  for (const StepSpec& step : plan.steps) {
    if (step.must_haves.empty()) legacy.push_back(step.id.value);
  }
  if (legacy.empty()) return {"legacy_schema_detect", Score::kPass, "Every step has must-haves."};
  return {"legacy_schema_detect", Score::kWarn, fmt::format("Steps without must-haves: {}.", Some(legacy))};
}

}  // namespace

PlanDimensions ScoreDimensions(std::string_view plan) {
  const PlanDocument parsed = ParsePlan(plan);
  const std::string text = ReplaceAll(plan.substr(0, kLargestPlan), std::string_view("\0", 1), "\xEF\xBF\xBD");
  const Markdown document(text);
  const std::vector<PlanSection> sections = FindPlanSections(document);
  return {{Completeness(parsed),
           MustHavesWellformed(parsed),
           Ordering(parsed),
           Dependencies(parsed),
           RiskCoverage(parsed, document, sections),
           AcceptanceObservable(parsed),
           {"scope_alignment", Score::kReview, "Whether a step goes beyond the scope needs a reviewer."},
           {"decisions_honored", Score::kReview, "Whether decisions are kept needs a reviewer."},
           ExpectedOutputRealistic(parsed),
           LegacySchemaDetect(parsed)}};
}

}  // namespace forge
