#include "service/parent_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/strings.h"
#include "engine/state.h"
#include "service/unit/job.h"
#include "text/markdown.h"
#include "text/plan/plan_print.h"
#include "text/plan/plan_sections.h"
#include "text/plan/plan_shown.h"
#include "text/review/result_block.h"
#include "text/review/review_shown.h"
#include "workspace/names.h"

namespace forge {
namespace {

constexpr std::size_t kMostOfTheObjective = 8 * 1024;
constexpr std::size_t kMostOfASection = 4 * 1024;
constexpr std::size_t kMostOfABrief = 24 * 1024;
constexpr std::size_t kMostOfTheRunAbove = 4 * 1024;
constexpr std::size_t kMostOfADo = 200;

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

std::string_view RoadmapState(const State& parent, int place) {
  if (place >= std::ssize(parent.steps)) return "to come";
  switch (parent.steps[static_cast<std::size_t>(place)].status) {
    case StepStatus::kDone: return "done";
    case StepStatus::kSkipped: return "skipped";
    case StepStatus::kFailed:
    case StepStatus::kBlocked: return "given up";
    case StepStatus::kRunning:
    case StepStatus::kWaiting: return "under way";
    case StepStatus::kPending:
    case StepStatus::kReady: break;
  }
  return "to come";
}

std::string RoadmapHead(const State& parent, const StepSpec& step, int place) {
  std::string head = fmt::format("step {}: {} ({}", step.id.value, step.title, RoadmapState(parent, place));
  if (const std::string risk = Lower(Trim(step.extra["risk"].AsString())); !risk.empty()) head += ", risk " + risk;
  std::vector<std::string> depends;
  for (const StepId& id : step.depends) depends.push_back(id.value);
  if (!depends.empty()) head += ", depends on " + Join(depends, ", ");
  return head + ")";
}

std::string RoadmapText(const StepSpec& step) {
  std::string text = step.what.empty() ? "" : Cut(step.what, kMostOfADo) + "\n";
  if (!step.writes.empty()) text += fmt::format("Writes: {}\n", Join(step.writes, ", "));
  if (!step.done_when.empty()) text += fmt::format("Done when: {}\n", Cut(step.done_when, kMostOfADo));
  return text.empty() ? step.title : text;
}

// A rebuttal may say of an objection only what became of it: the reason stands in the challenge then.
bool SaysWhy(const std::string& challenge, const std::string& rebuttal) {
  const Json raised = FindResultBlock(challenge, Json::MakeObject()).value["objections"];
  const Json replies = FindResultBlock(rebuttal, Json::MakeObject()).value["objections"];
  const auto says = [](const Json& one, const char* name) { return !Trim(one[name].AsString()).empty(); };
  return std::ranges::all_of(replies.AsArray(), [&](const Json& reply) {
    const auto gave_reason = [&](const Json& one) {
      return one["id"].AsString() == reply["id"].AsString() && says(one, "text");
    };
    return says(reply, "text") || (says(reply, "title") && std::ranges::none_of(raised.AsArray(), gave_reason));
  });
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
  step.complexity.clear();
  const std::string objective = Cut(parent.start.objective, kMostOfTheObjective);
  const bool one_line = !objective.contains('\n');
  std::string page = fmt::format("Run {} does this in {} steps:{}{}{}\n", job.run.value, steps.size(),
                                 one_line ? " " : "\n\n", objective, one_line ? "" : "\n");
  page += fmt::format("This run does step {} of {}.", own, steps.size());
  if (!others.empty()) page += fmt::format(" The others, which are not its work:\n{}", others);
  if (others.empty()) page += "\n";
  if (const std::string said = Said(decided.words); !said.empty())
    page += fmt::format("What a person said in run {} stands for this run too:\n{}", job.run.value, said);
  const char* bound = step.writes.empty() ? "" : "; this run may change only the files of its Writes, and documents";
  page +=
      fmt::format("Run {} proves the result by this step of its plan{}:\n\n{}", job.run.value, bound, PrintStep(step));
  for (const RefusedRun& one : decided.refused) {
    const std::string where =
        decided.on_branches
            ? fmt::format(" What it made is on `{}`: take from there what is right.", RunNames(one.run).branch())
            : "";
    page += fmt::format("\nRun {} did this step before, and its work was refused.{} Why it was refused:\n\n{}\n",
                        one.run.value, where, Cut(one.why, kMostOfASection));
  }
  if (const std::string sections = SectionsAround(decided.plan, *job.step); !sections.empty())
    page += fmt::format("\nWhat else the plan of run {} says about the work:\n\n{}\n", job.run.value, Trim(sections));
  if (!decided.remarks.empty())
    page += fmt::format(
        "\nWhat the reviewers of that plan remarked when they approved it. Heed what is about your step:\n\n{}\n",
        Cut(decided.remarks, kMostOfABrief));
  for (const ParentBrief& brief : decided.briefs) {
    page += fmt::format("\n`{}` of run {}, {}:\n\n{}\n", brief.name, job.run.value,
                        brief.by_person ? "which a person approved: it belongs to the objective"
                                        : "which says what its objective means",
                        Cut(brief.text, kMostOfABrief));
  }
  if (!Trim(decided.above).empty())
    page += fmt::format("\nRun {} is itself a part of something larger, of which it was told:\n\n{}\n", job.run.value,
                        Cut(decided.above, kMostOfTheRunAbove));
  return page;
}

std::string ReviewOfChild(const Stage& review, const std::vector<NamedText>& said) {
  std::string text;
  // Who speaks last in a debate lists every objection again, but may name it by its number only.
  const bool debated = review.aggregate == Aggregate::kDialectic && said.size() > 2;
  const bool again = debated && !Trim(said.back().text).empty() && SaysWhy(said.front().text, said.back().text);
  for (std::size_t i = 0; i < said.size(); ++i) {
    if (Trim(said[i].text).empty() || (again && i == 0)) continue;
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

std::vector<RankedText> RoadmapAround(const State& parent, const StepId& own) {
  const std::vector<StepSpec>& steps = parent.plan->steps;
  const auto at = std::ranges::find(steps, own, &StepSpec::id);
  const auto place = static_cast<int>(at - steps.begin());
  const auto joined = [&](const StepSpec& step) {
    return std::ranges::count(step.depends, own) > 0 ||
           (at != steps.end() && std::ranges::count(at->depends, step.id) > 0);
  };
  std::vector<std::pair<int, RankedText>> ranked;
  for (int i = 0; i < std::ssize(steps); ++i) {
    const StepSpec& step = steps[static_cast<std::size_t>(i)];
    if (step.id == own) continue;
    const int far = std::abs(i - place) + (joined(step) ? 0 : static_cast<int>(std::ssize(steps)));
    ranked.emplace_back(far, RankedText{RoadmapHead(parent, step, i), RoadmapText(step), i});
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<int, RankedText>::first);
  std::vector<RankedText> texts;
  for (auto& [far, text] : ranked) texts.push_back(std::move(text));
  return texts;
}

std::vector<RankedText> EarlierAround(const State& parent, const StepId& own,
                                      const std::vector<StepReportText>& finished) {
  const std::vector<StepSpec>& steps = parent.plan->steps;
  const auto at = std::ranges::find(steps, own, &StepSpec::id);
  std::vector<RankedText> near, others;
  for (auto report = finished.rbegin(); report != finished.rend(); ++report) {
    const auto step = std::ranges::find(steps, report->step, &StepSpec::id);
    const bool depends = at != steps.end() && std::ranges::count(at->depends, report->step) > 0;
    std::string name = fmt::format("step {}", report->step.value);
    if (step != steps.end()) name += ": " + step->title;
    if (depends) name += ", on which this step depends";
    (depends ? near : others).push_back({std::move(name), report->text});
  }
  for (RankedText& one : others) near.push_back(std::move(one));
  return near;
}

}  // namespace forge
