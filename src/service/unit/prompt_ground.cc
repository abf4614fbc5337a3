#include "service/unit/prompt_ground.h"

#include <fmt/core.h>

#include <cstddef>

#include "base/strings.h"
#include "model/proof.h"

namespace forge {
namespace {

constexpr std::size_t kMostCommands = 8;

std::string InBackticks(const std::vector<std::string>& commands) {
  std::vector<std::string> shown;
  for (const std::string& command : commands) {
    if (shown.size() == kMostCommands) break;
    shown.push_back("`" + ReplaceAll(command, "\n", " ") + "`");
  }
  const std::size_t more = commands.size() - shown.size();
  return Join(shown, ", ") + (more > 0 ? fmt::format(" and {} more", more) : "");
}

std::string StepRules(const Job& job) {
  std::string text;
  const StepSpec& step = *job.step;
  if (!step.writes.empty())
    text += fmt::format(" It rejects the step if another file than those of Writes changes{}.",
                        step.disallowed.empty() ? "" : ", or one of Disallowed changes");
  if (step.writes.empty() && !step.disallowed.empty())
    text += " It rejects the step if a file of Disallowed changes changes.";
  if (const PlannedProof proof = ProofOf(step); proof.red_green)
    text += fmt::format(
        " It also runs the verify commands on the tree before your work with only your tests added ({}): one must fail "
        "there, in another way than without your tests.",
        proof.tests.empty() ? std::string("files that are tests by their names, else those that the commands name")
                            : Join(proof.tests, ", "));
  std::vector<std::string> done;
  for (const Dependency& dependency : job.dependencies) {
    if (!dependency.changes_nothing) done.push_back(dependency.id.value);
  }
  if (!done.empty())
    text += fmt::format(" The work of the step{} that yours depends on ({}) is in the working directory already.",
                        done.size() == 1 ? "" : "s", Join(done, ", "));
  return text;
}

}  // namespace

std::string GroundRules(const Job& job, const PromptReader& reader, const std::vector<std::string>& commands) {
  if (!reader.writes) {
    const bool of_plan = reader.reviews && !job.step && Sees(job, "plan") && !SeesDiff(job);
    const std::string passed = of_plan && !job.checks_passed.empty()
                                   ? fmt::format(" The plan has passed its checks: {}.", Join(job.checks_passed, ", "))
                                   : "";
    const std::string proved =
        of_plan && !job.proved_today.empty()
            ? fmt::format(
                  " It tried the steps that depend on none. Every verify command of {} passes before the work, "
                  "and the plan does not say why: what passes today proves nothing of the work.",
                  Join(job.proved_today, ", "))
            : "";
    const bool reaches = of_plan && job.remarks_reach_steps;
    const std::string reach =
        !reaches ? ""
        : job.stage.verdict_form == VerdictForm::kDimensions
            ? " The reason of a warning is told to those who do the steps that it names, by id or by a file, and to "
              "who "
              "judges the whole; what names no step is told to all."
            : " What you remark and let pass is told to those who do the steps that it names, by id or by a file; what "
              "names no step is told to all.";
    const std::string kept = job.changes_nothing
                                 ? " It keeps your whole answer: the steps that depend on yours, and who "
                                   "judges the whole work, are shown it."
                                 : "";
    const std::string alone =
        job.decides_alone ? " It asks no person in this run: where your task has you ask one, decide as you would "
                            "recommend, say why, and list no question."
                          : "";
    return "It lets you change no file." + kept + passed + proved + reach + alone;
  }
  std::string text = "It takes your changes from the working directory and commits them: commit nothing yourself.";
  if (job.step) text += StepRules(job);
  if (!commands.empty()) text += fmt::format(" After you it runs {}.", InBackticks(commands));
  return text;
}

}  // namespace forge
