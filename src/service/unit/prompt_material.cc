#include "service/unit/prompt_material.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/system.h"
#include "service/memory/memory_brief.h"
#include "service/proof/checkout_diff.h"
#include "service/unit/document_now.h"
#include "service/unit/findings_told.h"
#include "service/unit/job.h"
#include "service/unit/plan_remarks.h"
#include "service/unit/project_context.h"
#include "service/unit/proof_sights.h"
#include "service/unit/review_delta.h"
#include "service/unit/run_above.h"
#include "service/unit/run_resources.h"
#include "service/unit/setbacks_told.h"
#include "text/diff_about.h"
#include "text/plan/plan.h"
#include "text/plan/plan_shown.h"
#include "text/review/review_shown.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

constexpr std::size_t kLargestShownDiff = 96 * 1024;
constexpr std::size_t kMostOfSources = 64 * 1024;
constexpr std::size_t kMostOfAnAnswer = 16 * 1024;

bool IsText(const std::string& bytes) { return bytes.find('\0') == std::string::npos && ValidUtf8(bytes) == bytes; }

bool IsPattern(std::string_view path) { return path.find_first_of("*?[") != std::string_view::npos; }

// Whether points of the steps' reviews are settled is seen in what was done about them: the steps were reviewed before.
bool ShowsOwnDiff(const Job& job) { return !job.judges_points.empty() && !job.snapshot.empty(); }

std::string AnswerOfMember(const Job& job, const std::string& name) { return job.stage.name + "." + name + ".md"; }

// The line above a block; a document has its name.
std::string LeadOf(const Job& job, const std::string& word) {
  for (const std::string& name : job.member ? job.member->after : std::vector<std::string>()) {
    if (word != AnswerOfMember(job, name)) continue;
    const bool compares = job.stage.aggregate == Aggregate::kCompare;
    return fmt::format("{} `{}`{}", compares ? "The alternative that" : "What", name,
                       compares ? " proposes" : ", who was asked before you, says");
  }
  static const std::map<std::string, std::string> leads = {
      {"diff", "The diff"},
      {std::string(kDiffWithoutTests), "The diff, without its tests"},
      {"checks", "What the engine ran on this work, and how it ended"},
      {"baseline", "What the engine ran before the work, and how it ended"},
      {"findings", "All findings of the run, and what became of each"},
      {"commands", "The commands that the agents ran"},
      {"results",
       "What those who did the steps report, in the order of their work: where two reports differ, the later counts"},
      {"setbacks", "What failed or was sent back on the way"},
      {"reviews", "The reviews"},
      {"audit-log", "The reviews of the plan so far, as its Audit Log has them"},
      {"memory", "What earlier runs learned"},
      {"scope", "The scope of the plan. It is decided: do not ask for what it leaves out"},
      {"template", "The sections that the plans of this project have on top of the form"},
      {"earlier",
       "What finished steps of the run above delivered: first those that this one depends on, then the newest"},
      {"roadmap",
       "The other steps of the run above. They are not your work: know what they leave to this one, and what "
       "they need of it"},
      {"dependencies", "The sources of the steps that this one builds on"},
  };
  if (word == "diff" && ShowsOwnDiff(job)) return "The diff of what was done after the steps";
  const bool audits = job.step && job.step->kind == "audit";
  if (word == kParentDocuments)
    return Sees(job, "earlier") ? "What the run above knows"
                                : "What the run above knows, and what its finished steps delivered";
  if (word == "plan") return job.step && !audits ? "The plan around the step, for reference" : "The plan";
  const auto found = leads.find(word);
  return found == leads.end() ? fmt::format("`{}`", word) : found->second;
}

std::string Joined(std::string text, const std::string& name, std::string_view part) {
  part = Trim(part);
  if (part.empty()) return text;
  return text + fmt::format("{}--- {} ---\n{}\n", text.empty() ? "" : "\n", name, part);
}

}  // namespace

Result<std::vector<PromptBlock>> PromptMaterial::Blocks() {
  std::vector<std::string> words = SightsOf(job_);
  // A member sees the answers it is stacked on, and nothing else of its panel.
  if (job_.member && !AnswersInDebate(job_)) {
    for (const std::string& name : job_.member->after) {
      const bool told = std::ranges::find(job_.speaks_for, name) != job_.speaks_for.end();  // among its work
      if (!told) words.push_back(AnswerOfMember(job_, name));
    }
  }
  // Who writes a plan is shown the template with the form of the answer.
  if (job_.stage.produces == "plan") std::erase(words, "template");
  std::vector<PromptBlock> blocks;
  for (const std::string& word : words) {
    if (word == "objective" || word == "project" || word == "security" || IsWork(job_, reader_, word)) continue;
    if (word == "plan" && plan_is_work_) continue;
    if (word == "scope" && Sees(job_, "plan")) continue;  // a part of it
    if (std::string delta = IsDiff(word) ? ChangesSinceLook(resources_, job_, kLargestShownDiff) : ""; !delta.empty()) {
      if (word == kDiffWithoutTests) delta = DiffWithoutTests(delta);
      blocks.push_back({word, std::move(delta), "The diff since you looked. All else is as you saw it"});
      delta_ = true;
      continue;
    }
    std::string text = TextOf(word);
    std::vector<std::string> left_out = std::exchange(left_out_, {});
    if (Trim(text).empty()) continue;
    blocks.push_back({word, std::move(text), LeadOf(job_, word), BudgetOf(word), std::move(left_out)});
  }
  // Of a step that is shown: all that these left.
  for (const Dependency& step : job_.dependencies) {
    if (!step.changes_nothing || !Sees(job_, "step")) continue;
    blocks.push_back({"answer of " + step.id.value, AnswerOf(step.id),
                      fmt::format("What step {} ({}) found, on which this step depends", step.id.value, step.title)});
  }
  std::erase_if(blocks, [](const PromptBlock& block) { return Trim(block.text).empty(); });
  if (unread_) return std::unexpected(*unread_);
  return blocks;
}

std::string PromptMaterial::Read(const std::string& lane, const std::string& name) {
  const auto read = resources_.context.files.ReadArtifact(lane, name);
  if (!read) unread_ = read.error();
  return read ? read->value_or("") : "";
}

std::string PromptMaterial::AnswerOf(const StepId& step) {
  const std::string answer = Read(step.value, kStepAnswer);
  return KeepHeadAndTail(Trim(answer), kMostOfAnAnswer / 2, kMostOfAnAnswer - kMostOfAnAnswer / 2);
}

std::string PromptMaterial::TextOf(const std::string& word) {
  if (word == "plan") return Plan();
  if (word == "audit-log") return AuditLogOf(PlanText());
  if (word == "scope") return ScopeOf(PlanText());
  if (word == "diff") return Diff();
  if (word == kDiffWithoutTests) return DiffWithoutTests(Diff());
  if (word == "checks") return job_.checks_run;
  if (word == "baseline" || word == "commands") return Proof(word);
  if (word == "results") return Results();
  if (word == "setbacks") return Setbacks();
  if (word == "findings") return Findings();
  if (word == "reviews") return Reviews();
  if (word == "memory") return Remembered();
  if (word == "template") return PlanTemplateSections(resources_.context.project);
  if (word == "dependencies") return DependencySources();
  if (IsOneOf(word, {"earlier", "roadmap", kParentDocuments})) return OfTheRunAbove(word);
  const bool review = std::ranges::find(job_.reviews, word, &LaneReview::artifact) != job_.reviews.end();
  if (review) return ReviewDocument(Read(job_.lane, word));
  const auto document = DocumentNow(resources_.context.files, job_, findings_, word);
  if (!document) unread_ = document.error();
  return document ? document->value_or("") : "";
}

std::string PromptMaterial::Findings() {
  const auto told = findings_.ToldTo(job_, false);
  if (!told) unread_ = told.error();
  return told ? told->text : "";
}

std::string PromptMaterial::Proof(const std::string& word) {
  const auto read = ProofSight(resources_.context.files, job_, word);
  if (!read) unread_ = read.error();
  return read.value_or("");
}

std::string PromptMaterial::PlanText() {
  const auto read = resources_.context.files.ReadPlan();
  if (!read) unread_ = read.error();
  return read ? read->value_or("") : "";
}

std::string PromptMaterial::Plan() {
  const std::string plan = PlanText();
  // Only where the step itself is shown too.
  if (job_.step && Sees(job_, "step")) {
    return job_.step->kind == "audit" ? PlanToAudit(plan, job_.step->id) : PlanAround(plan, job_.step->id);
  }
  // The commands stand among the checks, with how they ended; who writes is told what is run after it.
  const bool commands_told =
      (Sees(job_, "checks") && !job_.checks_run.empty()) || (reader_.writes && !resources_.CommandsAfter(job_).empty());
  if (!job_.step && SeesDiff(job_)) return PlanAsBuilt(plan, !commands_told, StepsActedOn(plan));
  return PlanShown(plan);
}

// Who resolves what others found needs the steps that it speaks of; a failure may come from any.
std::set<StepId> PromptMaterial::StepsActedOn(const std::string& plan) const {
  if (!reader_.writes || acted_on_.empty() || repairs_) return {};
  Finding said;
  said.description = acted_on_;
  return StepNames(ParsePlan(plan).steps).In(said);
}

std::string PromptMaterial::Diff() {
  if (!resources_.worktrees.isolated()) return CheckoutDiff(resources_.context.project, kLargestShownDiff);
  auto work = resources_.worktrees.Enter();
  if (!work) return "";
  const auto diff = job_.step || ShowsOwnDiff(job_) ? (*work)->Diff(job_.snapshot, kLargestShownDiff)
                                                    : (*work)->DiffOfRun(job_.snapshot, kLargestShownDiff);
  if (!diff) return "(the diff cannot be shown: " + diff.error().message + ")";
  // Who resolves what others found needs what that is about.
  return reader_.writes && !acted_on_.empty() ? DiffAbout(*diff, acted_on_) : *diff;
}

// All of them, for those who sum up; a reviewer sees those of other stages.
std::string PromptMaterial::Reviews() {
  std::string text;
  for (const LaneReview& review : job_.reviews) {
    if (reader_.reviews && review.stage == job_.stage.name) continue;
    const std::string said = Read(job_.lane, review.artifact);
    // Who revises the plan has its points among the work.
    const bool revises = job_.stage.produces == "plan" && !reader_.reviews && !job_.member;
    const bool told = revises && review.advises && !job_.has_done_steps;
    if (told && !RemarksForPlanner({{review.stage, said, ""}}).empty()) continue;
    text = Joined(std::move(text), review.artifact, ReviewShown(said));
  }
  return text;
}

std::string PromptMaterial::PointsLeft(const StepId& step) {
  auto points = resources_.points_left ? resources_.points_left(step) : Result<std::string>("");
  if (!points) unread_ = points.error();
  return points.value_or("");
}

std::string PromptMaterial::Results() {
  std::string text;
  for (const StepReport& report : job_.step_reports) {
    // Reviewers are told the concerns with their numbers, and who sums up what became of them.
    std::string part = report.text + (reader_.reviews || Sees(job_, "findings") ? "" : report.concerns);
    if (report.child_run) part += Read(report.id.value, kChildPage) + PointsLeft(report.id);
    if (report.answers) part += AnswerOf(report.id);
    const std::string name =
        report.id.empty() ? report.title : fmt::format("step {}: {}", report.id.value, report.title);
    text = Joined(std::move(text), name, part);
  }
  return text;
}

std::string PromptMaterial::Setbacks() {
  // Whoever is told all findings needs no review in full.
  const auto read = [&](const std::string& lane, const std::string& name) -> Result<std::string> {
    return TRY(resources_.context.files.ReadArtifact(lane, name)).value_or("");
  };
  std::set<std::string> shown;
  for (const LaneReview& review : job_.reviews) {
    if (Sees(job_, review.artifact)) shown.insert(ReviewShown(Read(job_.lane, review.artifact)));
  }
  const auto told = SetbacksTold(job_.setbacks, "", !Sees(job_, "findings"), read, shown);
  if (!told) unread_ = told.error();
  return told.value_or("");
}

void PromptMaterial::ActsOn(const std::vector<PromptBlock>& work) {
  for (const PromptBlock& block : work) {
    if (block.label == kMarkedPlan) plan_is_work_ = true;
    if (block.label == "failures") repairs_ = true;
    if (block.label != "step" && block.label != "plan" && block.label != "answers") acted_on_ += block.text + "\n";
  }
}

std::string PromptMaterial::Remembered() {
  if (!job_.uses_memory) return "";
  BriefRequest request;
  request.stage = job_.stage.name;
  request.about = job_.step ? job_.step->title + "\n" + job_.step->what : job_.objective;
  request.in_step = job_.step.has_value();
  if (job_.step) {
    request.paths = job_.step->files;
    request.paths.insert(request.paths.end(), job_.step->writes.begin(), job_.step->writes.end());
  }
  request.tokens = static_cast<std::size_t>(resources_.context.settings.prompt.memory);
  MemoryText told = MemoryBriefCounted(resources_.context.machine, resources_.context.project, request, WallClock());
  left_out_ = std::move(told.left_out);
  return std::move(told.text);
}

// A run that an older Forge started has the documents as they are shown.
std::string PromptMaterial::OfTheRunAbove(const std::string& word) {
  const std::string kept = Read("run", kRunAbove);
  if (kept.empty()) return word == kParentDocuments ? Read("run", word) : "";
  const auto above = ReadRunAbove(kept);
  if (!above) unread_ = above.error();
  if (!above) return "";
  const PromptBudgets& budgets = resources_.context.settings.prompt;
  SharedLength shown = word == "earlier"   ? EarlierShown(*above, budgets)
                       : word == "roadmap" ? RoadmapShown(*above, budgets)
                                           : DocumentsShown(*above, budgets, !Sees(job_, "earlier"));
  left_out_ = std::move(shown.left_out);
  return std::move(shown.text);
}

std::int64_t PromptMaterial::BudgetOf(const std::string& word) const {
  const PromptBudgets& budgets = resources_.context.settings.prompt;
  if (word == "earlier") return budgets.earlier;
  if (word == "roadmap") return budgets.roadmap;
  if (word == kParentDocuments) return budgets.documents + (Sees(job_, "earlier") ? 0 : budgets.earlier);
  return word == "memory" ? budgets.memory : 0;
}

std::string PromptMaterial::DependencySources() {
  if (job_.dependencies.empty()) return "";
  Workspaces* workspaces = nullptr;
  if (resources_.worktrees.isolated()) {
    auto opened = resources_.worktrees.Open();
    if (!opened) return "";
    workspaces = *opened;
  }
  const std::string directory = workspaces != nullptr ? workspaces->PathOf(job_.lane) : resources_.context.project.root;
  std::string text;
  std::vector<std::string> left_out;
  std::set<std::string> shown;
  for (const Dependency& step : job_.dependencies) {
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

}  // namespace forge
