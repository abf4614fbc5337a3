#include "text/testing/random_plan.h"

#include <utility>

#include "base/strings.h"
#include "text/plan/plan_print.h"
#include "text/plan/plan_sections.h"
#include "text/plan/plan_states.h"

namespace forge {
namespace {

constexpr std::string_view kWords[] = {"word",
                                       "two words",
                                       "`code`",
                                       "``a ` b``",
                                       "```",
                                       "````verbatim",
                                       "~~~",
                                       "# one",
                                       "## Steps",
                                       "### Step z: Z",
                                       "#### Files",
                                       "---",
                                       "===",
                                       "***",
                                       "- item",
                                       "  - nested",
                                       "1. first",
                                       "2) second",
                                       "> said",
                                       "| a | b |",
                                       "|---|---|",
                                       "Files: x.cc",
                                       "**Do:** y",
                                       "**State:** done",
                                       "**Odd:**",
                                       "none",
                                       "(none)",
                                       "n/a",
                                       "-",
                                       "$ make \\",
                                       "<!-- c",
                                       "-->",
                                       "<div>",
                                       "    code",
                                       "\ttab",
                                       "\xC3\xA9t\xC3\xA9",
                                       "\xE6\x96\x87\xE5\xAD\x97",
                                       "\xF0\x9F\x98\x80",
                                       "a \xE2\x80\x94 b",
                                       "x#y",
                                       "C #",
                                       "trailing  ",
                                       "  leading",
                                       "42",
                                       "3.0",
                                       "true",
                                       "null",
                                       "a: b",
                                       "fact: x",
                                       "unit: t",
                                       "expected: e",
                                       "blocking: no",
                                       "a, b",
                                       "[x]: y",
                                       "&amp;",
                                       "\\*",
                                       "**bold**",
                                       "__init__.py",
                                       "{}",
                                       "[",
                                       "{{TITLE}}",
                                       "$&",
                                       "\"quote\"",
                                       "it's",
                                       "Depends: q",
                                       "## Audit Log",
                                       "**Status:** X",
                                       "...",
                                       "plan: x",
                                       "Step a: b",
                                       "a -- b",
                                       "\x01"};

}  // namespace

std::string RandomPlan::Line() {
  std::string line;
  for (int i = Below(3); i >= 0; --i) {
    if (!line.empty()) line += ' ';
    line += kWords[static_cast<std::size_t>(Below(static_cast<int>(std::size(kWords))))];
  }
  return std::string(Trim(line));
}

std::string RandomPlan::Text() {
  std::string text;
  for (int i = Below(5); i > 0; --i) {
    text += kWords[static_cast<std::size_t>(Below(static_cast<int>(std::size(kWords))))];
    if (Below(3) == 0) text += std::string(" ") + Line();
    for (int ends = Below(3); ends > 0; --ends) text += '\n';
  }
  return text;
}

std::vector<std::string> RandomPlan::Lines(int most) {
  std::vector<std::string> lines;
  for (int i = Below(most + 1); i > 0; --i) {
    if (std::string line = Line(); !line.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

MustHaves RandomPlan::SomeMustHaves() {
  MustHaves must_haves;
  must_haves.truths = Lines(2);
  for (int i = Below(3); i > 0; --i) must_haves.artifacts.push_back({Line(), Text(), Below(100), Lines(2)});
  for (int i = Below(2); i > 0; --i) must_haves.key_links.push_back({Line(), Line(), Text()});
  must_haves.expected_output = Lines(1);
  return must_haves;
}

StepSpec RandomPlan::Step(int number) {
  constexpr const char* kComplexities[] = {"", "simple", "medium", "complex"};
  constexpr const char* kKinds[] = {"", "read", "implement", "audit"};
  constexpr const char* kTiers[] = {"", "light", "standard", "heavy"};
  constexpr const char* kCriteria[] = {"", "static", "unit", "e2e"};
  constexpr const char* kIds[] = {"none", "and", "step", "a.b-c_d"};
  auto one_of = [this](const auto& words) { return words[Below(4)]; };
  StepSpec step;
  step.id = {number < 4 && Below(4) == 0 ? kIds[number] : "s" + std::to_string(number)};
  step.title = Below(3) == 0 ? Text() : Line();
  if (step.title.empty()) step.title = step.id.value;
  step.what = Text();
  step.done_when = Text();
  step.failure_mode = Text();
  step.fallback = Text();
  step.success_evidence = Line();
  step.files = Lines(3);
  step.writes = Lines(2);
  step.disallowed = Lines(2);
  for (int i = Below(3); i > 0; --i) {
    if (std::string command = Below(2) == 0 ? Text() : Line(); !Trim(command).empty()) step.verify.push_back(command);
  }
  step.complexity = one_of(kComplexities);
  step.kind = one_of(kKinds);
  step.tier = one_of(kTiers);
  step.effort = Below(2) == 0 ? "" : "high";
  step.role = Below(2) == 0 ? "" : "worker";
  step.checkpoint = Below(2) == 0;
  step.estimate_ms = Below(2) == 0 ? 0 : Below(100'000'000);
  step.max_tokens = Below(2) == 0 ? 0 : Below(1'000'000'000);
  step.max_retries = Below(3);
  for (int i = Below(3); i > 0; --i)
    step.acceptance.push_back({one_of(kCriteria), "c" + (Below(2) == 0 ? Text() : Line()), Line(), Below(2) == 0});
  if (Below(2) == 0) step.must_haves = SomeMustHaves();
  for (int i = Below(3); i > 0; --i) {
    step.claims.push_back({static_cast<ClaimType>(Below(4)), Below(2) == 0 ? Text() : Line(), Line(), Line(), Line(),
                           Line(), Line(), Text(), 0});
  }
  step.expected_trajectory = Lines(3);
  for (int i = Below(3); i > 0; --i) step.extra.Set(Below(2) == 0 ? "why " + std::to_string(i) : Line(), Text());
  return step;
}

PlanDocument RandomPlan::Next() {
  PlanDocument plan;
  plan.title = Line();
  plan.header.id = Line();
  plan.header.task = Line();
  if (Below(3) > 0) plan.header.status = static_cast<PlanStatus>(Below(8));
  plan.header.project = Line();
  plan.header.created = Line();
  plan.header.heartbeat = Line();
  if (Below(3) == 0) plan.header.other.emplace_back("Owner", Line());
  if (Below(3) == 0) {
    MustHaves must_haves = SomeMustHaves();
    plan.must_haves = must_haves;
    plan.front_matter = Json().Set("must_haves", ToJson(must_haves)).Set("tier", Line()).Set("n", Below(9));
  }
  plan.preamble = Text();
  for (const char* name : {"Objective", "Scope", "Risks", "C #", "Objective", "Audit Log", "Implementation Notes"}) {
    if (Below(4) > 0) plan.sections.push_back({name, 0, Text(), Below(9) == 0 ? 1 : 2});
  }
  for (const PlanPart& part : plan.sections) {
    if (part.level == 2 && EqualsIgnoreCase(part.name, "Objective") && plan.objective.empty())
      plan.objective = part.body;
  }
  plan.has_steps = Below(4) > 0;
  for (int i = plan.has_steps ? 1 + Below(4) : 0; i > 0; --i) {
    plan.steps.push_back(Step(static_cast<int>(plan.steps.size())));
    plan.step_states.push_back(Below(2) == 0 ? "" : StateText(Line()));
    for (std::size_t k = 0; k + 1 < plan.steps.size(); ++k) {
      if (Below(2) == 0) plan.steps.back().depends.push_back(plan.steps[k].id);
    }
  }
  if (plan.has_steps) plan.steps_intro = Text();
  return plan;
}

}  // namespace forge
