#include "service/unit/prompt_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/system.h"
#include "pipeline/roles.h"
#include "service/library.h"
#include "service/memory/memory_brief.h"
#include "service/plan/plans.h"
#include "service/proof/checkout_diff.h"
#include "service/unit/fixed_prompt.h"
#include "service/unit/job.h"
#include "service/unit/project_context.h"
#include "service/unit/run_resources.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

constexpr std::size_t kLargestShownDiff = 200 * 1024;
constexpr std::size_t kMostOwed = 10;
constexpr std::size_t kMostOfSources = 64 * 1024;

bool IsText(const std::string& bytes) { return bytes.find('\0') == std::string::npos && ValidUtf8(bytes) == bytes; }

bool IsPattern(std::string_view path) { return path.find_first_of("*?[") != std::string_view::npos; }

std::string StepText(const StepSpec& step) {
  std::string text = fmt::format("Step {}: {}\n", step.id.value, step.title);
  auto add = [&](const char* label, const std::string& value) {
    if (!value.empty()) text += fmt::format("{}: {}\n", label, value);
  };
  add("Do", step.what);
  add("Files", Join(step.files, ", "));
  add("Writes", Join(step.writes, ", "));
  add("Verify", Join(step.verify, "; "));
  add("Done when", step.done_when);
  add("Must not change", Join(step.disallowed, ", "));
  return text;
}

std::string OwedBefore(const Job& job) {
  std::string text;
  const std::size_t shown = std::min(job.dropped.size(), kMostOwed);
  for (std::size_t i = 0; i < shown; ++i) text += "- " + job.dropped[i] + "\n";
  if (job.dropped.size() > shown) text += fmt::format("(and {} more)\n", job.dropped.size() - shown);
  return text;
}

}  // namespace

PromptMaker::PromptMaker(RunResources& resources) : resources_(resources) {}

PromptMaker::~PromptMaker() = default;

Result<std::vector<PromptSection>> PromptMaker::Sections(const Job& job) {
  const Role* found = TRY(RoleFor(RoleOf(job)));
  const Role& role = *found;
  PromptParts parts = FixedParts(job.stage, job.member, role);
  const bool reviews = parts.output.verdict.has_value();
  parts.objective = job.objective;
  parts.note = job.unit.note;
  std::vector<std::string> words = job.member && !job.member->sees.empty() ? job.member->sees : job.stage.sees;
  // A member sees the answers it is stacked on, and nothing else of its panel.
  if (job.member) {
    for (const std::string& name : job.member->after) words.push_back(job.stage.name + "." + name + ".md");
  }
  // The form of a plan is in the answer's contract; the project's own template comes on top.
  if (job.stage.produces == "plan" && std::find(words.begin(), words.end(), "template") == words.end())
    words.emplace_back("template");
  // In a later round the agent is told why, even if the pipeline does not say so. Panels stay sealed.
  if (job.unit.iteration > 1 && !reviews && !job.member) {
    for (const char* word : {"reviews", "failures"}) {
      if (std::find(words.begin(), words.end(), word) == words.end()) words.emplace_back(word);
    }
  }
  for (const std::string& word : words) {
    if (word == "objective" || (job.unit.remedies.simplify && word != "step")) continue;
    if (std::string text = DataFor(job, word); !text.empty()) parts.data.push_back({word, std::move(text)});
  }
  if (role.writes && !job.dropped.empty()) parts.data.push_back({"promised earlier and still owed", OwedBefore(job)});
  return MakePromptSections(parts);
}

std::string PromptMaker::Remembered(const Job& job) {
  BriefRequest request;
  request.stage = job.stage.name;
  request.pipeline = job.pipeline;
  request.about = job.step ? job.step->title + "\n" + job.step->what : job.objective;
  request.in_step = job.step.has_value();
  if (job.step) {
    request.paths = job.step->files;
    request.paths.insert(request.paths.end(), job.step->writes.begin(), job.step->writes.end());
  }
  return MemoryBrief(resources_.context.machine, resources_.context.project, request, WallClock());
}

std::string PromptMaker::DataFor(const Job& job, const std::string& word) {
  if (word == "plan") return resources_.context.files.ReadPlan().value_or("");
  if (word == "step") return job.step ? StepText(*job.step) : "";
  if (word == "answers") return job.answers.is_null() ? "" : job.answers.Dump(2);
  if (word == "failures") return resources_.context.files.ReadArtifact(job.lane, "failures").value_or("");
  if (word == "memory") return Remembered(job);
  if (word == "project") return ProjectRules(resources_.context.project);
  if (word == "template") return PlanTemplateSections(resources_.context.project);
  if (word == "dependencies") return DependencySources(job);
  if (word == "diff") {
    if (!resources_.worktrees.isolated()) return CheckoutDiff(resources_.context.project, kLargestShownDiff);
    auto work = resources_.worktrees.Enter();
    if (!work) return "";
    auto shown = [](const Result<std::string>& diff) {
      return diff ? *diff : "(the diff cannot be shown: " + diff.error().message + ")";
    };
    if (job.step) return shown((*work)->Diff(job.snapshot, kLargestShownDiff));
    // The run's own lane: all that is merged, and what is not merged yet.
    const std::string merged = shown((*work)->Diff("", kLargestShownDiff));
    const std::string own = job.snapshot.empty() ? "" : shown((*work)->Diff(job.snapshot, kLargestShownDiff));
    return merged.find(own) == std::string::npos ? merged + own : merged;
  }
  if (word == "reviews") {
    std::string text;
    for (const std::string& name : job.review_artifacts) {
      if (auto review = resources_.context.files.ReadArtifact(job.lane, name))
        text += fmt::format("--- {} ---\n{}\n", name, *review);
    }
    return text;
  }
  return resources_.context.files.ReadArtifact(job.lane, word).value_or("");
}

std::string PromptMaker::DependencySources(const Job& job) {
  if (job.dependencies.empty()) return "";
  Workspaces* workspaces = nullptr;
  if (resources_.worktrees.isolated()) {
    auto opened = resources_.worktrees.Open();
    if (!opened) return "";
    workspaces = *opened;
  }
  const std::string directory = workspaces != nullptr ? workspaces->PathOf(job.lane) : resources_.context.project.root;
  std::string text;
  std::vector<std::string> left_out;
  std::set<std::string> shown;
  for (const Dependency& step : job.dependencies) {
    std::vector<std::string> files = step.declared;
    if (workspaces != nullptr && !step.snapshot.empty()) {
      const auto work = resources_.worktrees.Enter();
      if (!work) return "";
      if (auto changed = (*work)->ChangedFiles(step.snapshot)) files = *std::move(changed);
    }
    for (const std::string& file : files) {
      const std::string path = JoinPath(directory, file);
      if (IsPattern(file) || !IsRegularFile(path) || !shown.insert(file).second) continue;
      const auto source = ReadFile(path, kMostOfSources);
      const bool fits = source && text.size() + source->size() <= kMostOfSources && IsText(*source);
      if (!fits) {
        left_out.push_back(file);
        continue;
      }
      text += fmt::format("--- {} (of step {}: {}) ---\n{}{}", file, step.id.value, step.title, *source,
                          source->ends_with('\n') ? "" : "\n");
    }
  }
  if (!left_out.empty()) text += fmt::format("(read these yourself: {})\n", Join(left_out, ", "));
  return text;
}

Result<const Role*> PromptMaker::RoleFor(const std::string& name) {
  std::lock_guard lock(mutex_);
  auto it = roles_.find(name);
  if (it == roles_.end()) {
    Role role = TRY(LoadRole(resources_.context.machine, resources_.context.project, name));
    it = roles_.emplace(name, std::make_unique<Role>(std::move(role))).first;
  }
  return it->second.get();
}

}  // namespace forge
