#include "service/host/run_standing.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "model/words.h"
#include "service/answer_command.h"
#include "service/forge.h"
#include "text/first_line.h"
#include "text/shell_line.h"

namespace forge {
namespace {

constexpr std::size_t kLongestAsked = 200;
constexpr std::size_t kMostBelow = 12;
constexpr std::size_t kMostGatesOfBelow = 4;  // runs whose journals are read

Result<std::vector<GateStanding>> ReadGates(Forge& forge, RunId run, const std::vector<UnitRow>& units) {
  JournalRange range;
  range.inputs_only = true;
  return GatesIn(TRY(forge.store().ReadJournal(run, range)), units);
}

std::string NamesOf(const std::vector<GateStanding>& gates, bool passed) {
  std::vector<std::string> names;
  for (const GateStanding& gate : gates) {
    if (gate.passed == passed) names.push_back(gate.gate);
  }
  return Join(names, ", ");
}

// Who answers in a run below continues the run at the top: that one's engine drives both.
std::string NextOf(const RunView& top, const std::vector<StoredQuestion>& questions) {
  if (questions.empty() || questions.front().run == top.run.id) return NextCommand(top);
  const StoredQuestion& asked = questions.front();
  return CommandToAnswer(asked, FirstOption(asked.question), IsOnlyOpen(questions, asked), !top.owner_alive);
}

std::string QuestionLine(const StoredQuestion& stored) {
  std::string line = fmt::format("run {}: {}", stored.run.value, FirstLine(stored.question.text, kLongestAsked));
  if (!stored.question.options.empty()) line += fmt::format(" [{}]", Join(stored.question.options, ", "));
  return line;
}

std::optional<RunId> RunIn(std::string_view word) {
  for (std::string_view prefix : {"run-", "plan-"}) {
    if (word.starts_with(prefix)) word.remove_prefix(prefix.size());
  }
  const auto number = IsDigits(word) ? ParseInt(word) : std::nullopt;
  return number && *number > 0 ? std::optional(RunId{*number}) : std::nullopt;
}

}  // namespace

Result<RunStanding> StandingOf(Forge& forge, RunId run) {
  RunStanding standing;
  standing.view = TRY(ViewRun(forge, run));
  for (const UnitRow& unit : standing.view.units) {
    if (unit.stage == standing.view.run.stage) standing.round = std::max(standing.round, unit.iteration);
  }
  standing.gates = TRY(ReadGates(forge, run, standing.view.units));
  for (RunBelow& below : TRY(TreeBelow(forge, run))) {
    if (IsEnd(below.run.status)) continue;
    if (standing.below.size() < kMostGatesOfBelow) {
      for (GateStanding& gate : TRY(ReadGates(forge, below.run.id, TRY(forge.store().ListUnits(below.run.id)))))
        standing.gates.push_back({fmt::format("run {} {}", below.run.id.value, gate.gate), gate.passed});
    }
    standing.below.push_back(std::move(below));
  }
  standing.questions = TRY(OpenQuestions(forge, run));
  standing.next = NextOf(standing.view, standing.questions);
  return standing;
}

std::string ToText(const RunStanding& standing) {
  const RunRow& run = standing.view.run;
  std::string text =
      fmt::format("Stage: {}, round {}. Status: {}. Steps: {} of {} done.\n", run.stage.empty() ? "none" : run.stage,
                  standing.round, Name(run.status), run.steps_done, run.steps_total);
  if (!run.plan_path.empty()) text += "Plan: " + run.plan_path + "\n";
  if (const std::string passed = NamesOf(standing.gates, true); !passed.empty()) text += "Passed: " + passed + "\n";
  if (const std::string failed = NamesOf(standing.gates, false); !failed.empty()) text += "Failed: " + failed + "\n";
  for (std::size_t i = 0; i < standing.below.size(); ++i) {
    if (i == kMostBelow) {
      text += fmt::format("and {} runs more below it\n", standing.below.size() - i);
      break;
    }
    const RunBelow& below = standing.below[i];
    text += fmt::format("{}run {} does step {}: {}{}, {} of {} steps{}\n",
                        std::string(2 * static_cast<std::size_t>(below.depth), ' '), below.run.id.value,
                        below.run.parent_step.value, Name(below.run.status),
                        below.run.stage.empty() ? "" : " at " + below.run.stage, below.run.steps_done,
                        below.run.steps_total, below.waits_for.empty() ? "" : "; waits for " + below.waits_for);
  }
  if (!standing.questions.empty()) text += "Open questions:\n";
  for (const StoredQuestion& stored : standing.questions) text += "  " + QuestionLine(stored) + "\n";
  return text + "Next: " + standing.next;
}

Annotation MakeAnnotation(const RunStanding& standing, std::string_view event, std::string session, TimePoint now) {
  const RunRow& run = standing.view.run;
  Annotation annotation{now,
                        std::string(event),
                        std::move(session),
                        std::string(Name(run.status)),
                        run.stage,
                        standing.round,
                        run.steps_done,
                        run.steps_total,
                        standing.gates,
                        {},
                        standing.next};
  for (const StoredQuestion& stored : standing.questions) annotation.questions.push_back(QuestionLine(stored));
  return annotation;
}

std::optional<RunId> RunNamedLast(const std::vector<Json>& lines) {
  std::optional<RunId> named;
  for (const Json& line : lines) {
    if (line["kind"].AsString() != "call") continue;
    if (line["run"].is_string() || line["run"].AsInt() > 0)
      named = line["run"].is_string() ? RunIn(line["run"].AsString()) : std::optional(RunId{line["run"].AsInt()});
    const std::string& command = line["command"].AsString();
    if (command.find("forge") == std::string::npos) continue;
    for (const LineCommand& one : ReadShellLine(command)) {
      if (one.program() != "forge" || one.words.size() < 2) continue;
      const bool starts =
          one.words[1] == "run" || (one.words[1] == "plan" && one.words.size() > 2 && one.words[2] == "run");
      if (starts) named = std::nullopt;
      // The number stands right behind the command and its subcommand.
      for (std::size_t i = 2; i < std::min<std::size_t>(one.words.size(), 4); ++i) {
        if (const auto run = RunIn(one.words[i])) {
          named = run;
          break;
        }
      }
    }
  }
  return named;
}

}  // namespace forge
