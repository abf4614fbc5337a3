#include "service/parent_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"
#include "engine/state.h"
#include "service/unit/job.h"
#include "text/markdown.h"
#include "text/plan/plan_print.h"
#include "text/plan/plan_sections.h"
#include "text/plan/plan_shown.h"
#include "text/review/review_shown.h"

namespace forge {
namespace {

constexpr std::size_t kMostOfTheObjective = 8 * 1024;
constexpr std::size_t kMostOfASection = 4 * 1024;
constexpr std::size_t kMostOfABrief = 24 * 1024;
constexpr std::size_t kMostOfAParentText = 1400;

std::string Cut(std::string_view text, std::size_t most) {
  return KeepHeadAndTail(Trim(text), most - most / 4, most / 4);
}

// The objective stands above them, and each step that is not this one has its line. Who audits needs what the steps
// were to do.
std::string SectionsAround(const std::string& plan, const StepSpec& step) {
  const bool audits = step.kind == "audit";
  const std::string around = audits ? PlanToAudit(plan, step.id) : PlanAround(plan, step.id);
  const Markdown document(around);
  std::string text;
  for (const PlanSection& section : FindPlanSections(document)) {
    const bool steps = EqualsIgnoreCase(section.name, "Steps");
    if (EqualsIgnoreCase(section.name, "Objective") || (steps && !audits)) continue;
    const std::string body = Cut(SectionBody(document, section), steps ? kMostOfABrief : kMostOfASection);
    if (!body.empty()) text += fmt::format("## {}\n\n{}\n\n", section.name, body);
  }
  return text;
}

std::string Said(const std::vector<PersonsWord>& words) {
  std::string text;
  for (const PersonsWord& word : words) {
    // Which way the run above takes is its own affair.
    if (word.choice || word.by_policy || Trim(word.comment).empty()) continue;
    text += fmt::format("- {}: {}\n  {}\n  {}\n", word.stage, word.question, word.answer,
                        ReplaceAll(Trim(word.comment), "\n", "\n  "));
  }
  return text;
}

}  // namespace

std::string ParentPage(const State& parent, const Job& job, const ParentDecisions& decided) {
  const std::vector<StepSpec>& steps = parent.plan->steps;
  std::string others;
  std::size_t own = 0;
  for (std::size_t place = 0; place < steps.size(); ++place) {
    if (steps[place].id == job.step->id) {
      own = place + 1;
      continue;
    }
    const bool done = place < parent.steps.size() && parent.steps[place].status == StepStatus::kDone;
    others += fmt::format("- {}: {}{}\n", steps[place].id.value, steps[place].title, done ? " (done)" : "");
  }
  StepSpec step = *job.step;
  step.what.clear();
  step.claims.clear();
  const std::string objective = Cut(parent.start.objective, kMostOfTheObjective);
  const bool one_line = !objective.contains('\n');
  std::string page = fmt::format("Run {} does this in {} steps:{}{}{}\n", job.run.value, steps.size(),
                                 one_line ? " " : "\n\n", objective, one_line ? "" : "\n");
  page += fmt::format("This run does step {} of {}.", own, steps.size());
  if (!others.empty()) page += fmt::format(" The others, which are not its work:\n{}", others);
  if (others.empty()) page += "\n";
  if (const std::string said = Said(decided.words); !said.empty())
    page += fmt::format("What a person said in run {} stands for this run too:\n{}", job.run.value, said);
  page += fmt::format("Run {} proves the result by this step of its plan:\n\n{}", job.run.value, PrintStep(step));
  for (const RefusedRun& one : decided.refused) {
    page += fmt::format("\nRun {} did this step before, and its work was refused: it is on no branch. Why:\n\n{}\n",
                        one.run.value, Cut(one.why, kMostOfASection));
  }
  if (const std::string sections = SectionsAround(decided.plan, *job.step); !sections.empty())
    page += fmt::format("\nWhat else the plan of run {} says about the work:\n\n{}\n", job.run.value, Trim(sections));
  for (const ParentBrief& brief : decided.briefs) {
    page += fmt::format("\n`{}` of run {}, {}:\n\n{}\n", brief.name, job.run.value,
                        brief.by_person ? "which a person approved: it belongs to the objective"
                                        : "which says what its objective means",
                        Cut(brief.text, kMostOfABrief));
  }
  return page;
}

std::string ReviewOfChild(const Stage& review, const std::vector<NamedText>& said) {
  std::string text;
  for (std::size_t i = 0; i < said.size(); ++i) {
    if (Trim(said[i].text).empty()) continue;
    // Who speaks last in a debate lists every objection again.
    const bool again =
        review.aggregate == Aggregate::kDialectic && i == 0 && said.size() > 2 && !Trim(said.back().text).empty();
    if (again) continue;
    const std::string shown = ReviewShown(said[i].text);
    text += said[i].name.empty() ? shown : fmt::format("{}{}:\n{}", text.empty() ? "" : "\n", said[i].name, shown);
  }
  return text;
}

std::string ParentDocumentName(const State& parent, const Stage& stage, RunId run, bool begun) {
  std::string name = fmt::format("{} of run {}", stage.produces, run.value);
  const std::vector<Stage>& stages = parent.start.pipelines.pipelines.front().stages;
  const auto steps = std::ranges::find(stages, StageKind::kEach, &Stage::kind);
  const bool before = std::ranges::find(stages.begin(), steps, stage.name, &Stage::name) != steps;
  if (before && begun) name += ", from before any step: the code has changed since";
  return name;
}

std::string ParentDocuments(const std::vector<NamedText>& documents) {
  std::string text;
  for (const NamedText& one : documents) {
    const std::string_view body = Trim(one.text);
    if (body.empty()) continue;
    text += fmt::format("{}--- {} ---\n{}\n", text.empty() ? "" : "\n", one.name,
                        one.whole ? std::string(body) : Cut(body, kMostOfAParentText));
  }
  return text;
}

}  // namespace forge
