#include "service/unit/prompt_maker.h"

#include <algorithm>
#include <string_view>

#include "base/strings.h"
#include "graph/pattern.h"
#include "model/triage_answer.h"
#include "pipeline/roles.h"
#include "service/library.h"
#include "service/report/finding_above.h"
#include "service/unit/audit_answer.h"
#include "service/unit/changed_paths.h"
#include "service/unit/document_now.h"
#include "service/unit/findings_told.h"
#include "service/unit/fixed_prompt.h"
#include "service/unit/job.h"
#include "service/unit/project_context.h"
#include "service/unit/prompt_ground.h"
#include "service/unit/prompt_material.h"
#include "service/unit/prompt_work.h"
#include "service/unit/run_resources.h"
#include "service/unit/security_told.h"
#include "text/review/review_schema.h"

namespace forge {
namespace {

// Those who write, plan or judge keep to the project's rules: also the author of a document, which others plan by.
bool KeepsToRules(const Job& job, const PromptReader& reader) {
  const bool authors = !job.stage.produces.empty() || job.stage.splits();
  return reader.writes || reader.reviews || authors || Sees(job, "project");
}

// Exactly what `sees` names; who names nothing at all knows at least what it is for. Runs of before showed it to all.
bool ShowsObjective(const Job& job) { return job.rules < 3 || SightsOf(job).empty() || Sees(job, "objective"); }

// Anywhere in the schema.
bool HasMember(const Json& schema, std::string_view name) {
  if (schema.is_array())
    return std::ranges::any_of(schema.AsArray(), [&](const Json& item) { return HasMember(item, name); });
  if (!schema.is_object()) return false;
  return std::ranges::any_of(schema.AsObject(),
                             [&](const auto& entry) { return entry.first == name || HasMember(entry.second, name); });
}

// A verdict hangs on the severity of each objection. Who only answers in a debate need not repeat it.
void AskForSeverity(const Job& job, Json& schema) {
  Json properties = schema["properties"];
  Json objections = properties["objections"];
  Json items = objections["items"];
  if (AnswersInDebate(job) || !items["properties"].Has("severity")) return;
  items.Set("required", Json::MakeArray().Append("id").Append("severity"));
  objections.Set("items", std::move(items));
  properties.Set("objections", std::move(objections));
  schema.Set("properties", std::move(properties));
}

// An answer has no place for what its prompt does not speak of.
void LeaveOutUnused(const Job& job, PromptParts& parts) {
  if (parts.output.schema.is_null()) return;
  std::vector<std::string_view> unused;
  if (!job.step || job.step->must_haves == MustHaves{}) unused.emplace_back("left_out");
  if (!Sees(job, "memory")) unused.emplace_back("no_longer");
  if (!job.fills_security || job.security.empty()) unused.emplace_back("security");
  if (!AnswersInDebate(job)) unused.emplace_back("position");
  if (!job.records_decisions) unused.emplace_back("decisions");
  parts.output.schema = WithoutProperties(parts.output.schema, unused);
  AskForSeverity(job, parts.output.schema);
}

// Who lists what runs left open repeats the numbers that their reports give. Reviewers: see TellFindings.
void LeaveOutNumbers(PromptParts& parts) {
  const auto gives = [](const PromptBlock& block) { return block.text.contains(kPointsLeft); };
  if (parts.output.verdict || parts.output.schema.is_null() || std::ranges::any_of(parts.material, gives)) return;
  parts.output.schema = WithoutProperties(parts.output.schema, {"same_as"});
}

// An answer has a place only for numbers that the prompt shows.
Status TellFindings(const Job& job, UnitFindings& findings, const WorkSources& sources, PromptParts& parts) {
  const bool repeats = parts.output.result && HasMember(parts.output.schema, "same_as");
  const std::string plan = job.step && job.has_concerns ? TRY(sources.plan()) : "";
  const ToldFindings told = TRY(findings.ToldTo(job, repeats, plan, HasMember(parts.output.schema, "dismissed")));
  std::vector<std::string_view> unused;
  if (!told.repeats) unused.emplace_back("same_as");
  if (!told.concerns) unused.emplace_back("dismissed");
  if (!parts.output.schema.is_null()) parts.output.schema = WithoutProperties(parts.output.schema, unused);
  if (!told.text.empty()) parts.work.push_back({"findings", told.text, "The findings so far"});
  return {};
}

// What is too small to send a step back for is settled by who writes the file next, or by nobody. A step writes the
// files that it declares; who resolves something on the run's lane, those that it speaks of.
Status TellNoted(const Job& job, UnitFindings& findings, PromptParts& parts) {
  if (Sees(job, "findings") || Sees(job, kTriagePage)) return {};
  const std::vector<NotedInFile> noted = TRY(findings.ToldTo(job, false)).noted;
  std::vector<Pattern> writes;
  for (const std::string& path : job.step ? job.step->writes : std::vector<std::string>()) writes.emplace_back(path);
  std::string text;
  for (const NotedInFile& one : noted) {
    const auto writes_it = [file = Pattern(one.file)](const Pattern& path) { return PatternsOverlap(path, file); };
    const auto speaks = [&](const PromptBlock& block) {
      return block.text.contains(one.file) && !block.text.contains(one.line);
    };
    if (job.step ? std::ranges::any_of(writes, writes_it) : std::ranges::any_of(parts.work, speaks)) text += one.line;
  }
  if (text.empty()) return {};
  parts.work.push_back(
      {"noted", text,
       "What reviewers of other steps noted about files that you write. It is open: resolve it where that "
       "costs little"});
  return {};
}

}  // namespace

PromptMaker::PromptMaker(RunResources& resources) : resources_(resources) {}

PromptMaker::~PromptMaker() = default;

Result<std::vector<PromptSection>> PromptMaker::Sections(const Job& job, UnitFindings& findings) {
  const Role role = TRY(RoleFor(job));
  PromptParts parts = FixedParts(job.stage, job.member, role);
  const PromptReader reader{role.writes, parts.output.verdict.has_value(),
                            role.writes && resources_.worktrees.isolated()};
  parts.output.least_bytes = job.least_bytes;
  parts.output.reviewed = job.reviewed_alone;
  if (parts.output.artifact == "plan") parts.output.sections = PlanTemplateSections(resources_.context.project);
  if (KeepsToRules(job, reader)) parts.rules = RulesFor(job);
  if (ShowsObjective(job)) parts.objective = job.objective;
  parts.ground = GroundRules(job, reader, reader.writes ? resources_.CommandsAfter(job) : std::vector<std::string>());
  parts.note = WhyAskedAgain(job, reader);
  parts.again = job.unit.iteration > 1 || job.unit.attempt > 1;
  WorkSources sources;
  sources.artifact = [&](const std::string& name) -> Result<std::optional<std::string>> {
    // Decisions came after the page was written.
    if (name == kTriagePage && resources_.list_findings) {
      if (const auto written = TRY(resources_.context.files.ReadArtifact(job.lane, name)); !written) return written;
      return TRY(findings.ToFix());
    }
    return DocumentNow(resources_.context.files, job, findings, name);
  };
  sources.run_artifact = [&](const std::string& name) { return resources_.context.files.ReadArtifact("run", name); };
  sources.plan = [&]() -> Result<std::string> { return TRY(resources_.context.files.ReadPlan()).value_or(""); };
  sources.decided = [&] { return findings.Decided(); };
  sources.worries = [&] { return findings.StillWorries(job); };
  if (Sees(job, "decisions") && resources_.list_decisions)
    sources.decisions = [&]() -> Result<PromptBlock> { return DecisionsFor(job); };
  parts.work = TRY(WorkBlocks(job, reader, sources));
  if (reader.reviews) TRY(TellFindings(job, findings, sources, parts));
  if (reader.writes && !reader.reviews) TRY(TellNoted(job, findings, parts));
  TellSecurity(job, parts);
  LeaveOutUnused(job, parts);
  // A prompt that was too long is asked again with the work alone.
  if (!job.unit.remedies.simplify) {
    PromptMaterial material(resources_, job, reader, findings);
    material.ActsOn(parts.work);
    parts.material = TRY(material.Blocks());
    if (material.shows_delta() && parts.note.empty()) parts.note = LooksAgain();
  }
  LeaveOutNumbers(parts);
  return MakePromptSections(parts);
}

// Of the directories that the work is about: those of the step, or those that the plan writes and the run has changed.
std::vector<PromptBlock> PromptMaker::RulesFor(const Job& job) {
  std::vector<std::string> paths = job.planned_paths;
  if (!job.step && Sees(job, "diff")) {
    const auto changed = ChangedPaths(resources_, job);
    if (changed) paths.insert(paths.end(), changed->begin(), changed->end());
  }
  const auto most = static_cast<std::size_t>(resources_.context.settings.prompt.rules * kBytesOfAToken);
  std::lock_guard lock(mutex_);
  const auto read = [&](const std::string& path) {
    auto it = rules_.find(path);
    if (it == rules_.end()) it = rules_.emplace(path, ReadRuleFile(path, most)).first;
    return it->second;
  };
  return ProjectRules(resources_.context.project, paths, read, most);
}

Result<PromptBlock> PromptMaker::DecisionsFor(const Job& job) {
  const std::int64_t budget = resources_.context.settings.prompt.decisions;
  std::string about = job.objective;
  if (job.step) {
    about += "\n" + job.step->title + "\n" + job.step->what + "\n" + Join(job.step->writes, "\n") + "\n" +
             Join(job.step->files, "\n");
  }
  SharedLength told =
      DecisionsAbout(TRY(resources_.list_decisions()), about, static_cast<std::size_t>(budget * kBytesOfAToken));
  return PromptBlock{"decisions", std::move(told.text), "", budget, std::move(told.left_out)};
}

Result<Role> PromptMaker::RoleFor(const Job& job) {
  Role role = *TRY(ReadRole(RoleOf(job)));
  if (!job.changes_nothing) return role;
  role.writes = false;
  if (!job.answers_as.empty()) role.result_schema = AuditAnswer(TRY(ReadRole(job.answers_as))->result_schema);
  std::erase_if(role.tools, [](const std::string& tool) { return tool == "Write" || tool == "Edit"; });
  return role;
}

Result<const Role*> PromptMaker::ReadRole(const std::string& name) {
  std::lock_guard lock(mutex_);
  auto it = roles_.find(name);
  if (it == roles_.end()) {
    Role role = TRY(LoadRole(resources_.context.machine, resources_.context.project, name));
    it = roles_.emplace(name, std::make_unique<Role>(std::move(role))).first;
  }
  return it->second.get();
}

}  // namespace forge
