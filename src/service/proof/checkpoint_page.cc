#include "service/proof/checkpoint_page.h"

#include <fmt/core.h>

#include <algorithm>

#include "service/proof/verify_status.h"
#include "workspace/kept.h"

namespace forge {
namespace {

std::string EvidenceLines(const Project& project, const RunView& view, const StepId& id) {
  const auto step = std::ranges::find(view.steps, id, &StepRow::id);
  if (step == view.steps.end()) return "";
  const Json proof = StepProof(project, view, *step);
  const Json::Array& results = proof["evidence"]["results"].AsArray();
  if (results.empty()) return "evidence: no verify command was run\n";
  std::string text = "evidence:\n";
  for (const Json& result : results) {
    const bool passed = result["passed"].AsBool();
    text += fmt::format("  {}  {}\n", passed ? "passed" : fmt::format("exit {}", result["exit_code"].AsInt()),
                        result["command"].AsString());
  }
  if (!proof["evidence"]["current"].AsBool()) text += "  (an agent worked on the step after that)\n";
  return text;
}

std::string ChangeLines(const Project& project, RunId run, const StepId& step) {
  constexpr std::size_t kMostOfADiff = 64UL * 1024;
  if (!project.is_git) return "the diff is not known: this is not a git repository\n";
  const auto work = FindAttempt(project.root, run, step.value, std::nullopt);
  if (!work) return fmt::format("no change of its own is kept ({})\n", work.error().message);
  const auto diff = DiffOf(project.root, *work, kMostOfADiff);
  if (!diff) return fmt::format("the diff cannot be read: {}\n", diff.error().message);
  std::string text = "changed:\n";
  for (const std::string& file : diff->files) text += "  " + file + "\n";
  return diff->files.empty() ? "changed: nothing\n" : text + "\n" + diff->text;
}

}  // namespace

std::string CheckpointPage(const Project& project, const RunView& view, const StepId& step) {
  return EvidenceLines(project, view, step) + ChangeLines(project, view.run.id, step);
}

}  // namespace forge
