// The resolved set as the journal keeps it.
#include <fmt/core.h>

#include "model/field_table.h"
#include "pipeline/pipeline.h"

namespace forge {

constexpr std::string_view FieldsName(const Member*) { return "members"; }
void ListFields(const Member*, auto&& field) {
  field("name", &Member::name);
  field("role", &Member::role);
  field("sees", &Member::sees);
  field("after", &Member::after);
  field("runtime", &Member::runtime);
  field("model", &Member::model);
  field("tier", &Member::tier);
  field("effort", &Member::effort);
  field("prompt", &Member::prompt);
}

constexpr std::string_view FieldsName(const Stage*) { return "stages"; }
void ListFields(const Stage*, auto&& field) {
  field("name", &Stage::name);
  field("kind", &Stage::kind);
  field("line", [](auto& stage) -> auto& { return stage.pos.line; });
  field("column", [](auto& stage) -> auto& { return stage.pos.column; });
  field("role", &Stage::role);
  field("prompt", &Stage::prompt);
  field("sees", &Stage::sees);
  field("produces", &Stage::produces);
  field("derive_steps", &Stage::derive_steps);
  field("verdict", &Stage::verdict);
  field("verdict_form", &Stage::verdict_form);
  field("result", &Stage::result);
  field("members", &Stage::members);
  field("aggregate", &Stage::aggregate);
  field("asks_again", &Stage::asks_again);
  field("stops_early", &Stage::stops_early);
  field("on_failure", &Stage::on_failure);
  field("asks_open", &Stage::asks_open);
  field("checks", &Stage::checks);
  field("commands", &Stage::commands);
  field("sarif", &Stage::sarif);
  field("mode", &Stage::mode);
  field("mode_setting", &Stage::mode_setting);
  field("must_fail", &Stage::must_fail);
  field("repair", &Stage::repair);
  field("question", &Stage::question);
  field("options", &Stage::options);
  field("shows", &Stage::shows);
  field("unattended", &Stage::unattended);
  field("over", &Stage::over);
  field("pipeline", &Stage::pipeline);
  field("reading_pipeline", &Stage::reading_pipeline);
  field("pipeline_index", &Stage::pipeline_index);
  field("max_concurrent", &Stage::max_concurrent);
  field("apart", &Stage::apart);
  field("attended", &Stage::attended);
  field("flags", &Stage::flags);
  field("folds_reviews", &Stage::folds_reviews);
  field("folds_medium", &Stage::folds_medium);
  field("how", &Stage::how);
  field("message", &Stage::message);
  field("when", &Stage::when);
  field("gate", &Stage::gate);
  field("on_revision", &Stage::on_revision);
  field("revision_index", &Stage::revision_index);
  field("max_iterations", &Stage::max_iterations);
  field("rounds_setting", &Stage::rounds_setting);
  field("on_exhausted", &Stage::on_exhausted);
  field("converge", &Stage::converge);
  field("retry", &Stage::retry);
  field("timeout_ms", &Stage::timeout_ms);
  field("on_timeout", &Stage::on_timeout);
  field("timeout_index", &Stage::timeout_index);
  field("tier", &Stage::tier);
  field("effort", &Stage::effort);
  field("model", &Stage::model);
  field("runtime", &Stage::runtime);
  field("budget", &Stage::budget);
}

constexpr std::string_view FieldsName(const Pipeline*) { return "pipeline"; }
void ListFields(const Pipeline*, auto&& field) {
  field("name", &Pipeline::name);
  field("about", &Pipeline::about);
  field("origin", &Pipeline::origin);
  field("display", &Pipeline::display);
  field("budget", &Pipeline::budget);
  field("stages", &Pipeline::stages);
}

constexpr std::string_view FieldsName(const PipelineSet*) { return "pipeline set"; }
void ListFields(const PipelineSet*, auto&& field) { field("pipelines", &PipelineSet::pipelines, WhenWritten::kAlways); }

namespace {

// The core follows these indices without a check.
Status CheckIndices(const PipelineSet& set) {
  for (const Pipeline& pipeline : set.pipelines) {
    for (const Stage& stage : pipeline.stages) {
      if (stage.pipeline_index < -1 || stage.pipeline_index >= static_cast<int>(set.pipelines.size()) ||
          stage.revision_index < -1 || stage.revision_index >= static_cast<int>(pipeline.stages.size()) ||
          stage.timeout_index < -1 || stage.timeout_index >= static_cast<int>(pipeline.stages.size())) {
        return Fail(Code::kInvalid, fmt::format("pipelines: stage `{}` points outside its set", stage.name));
      }
    }
  }
  return {};
}

}  // namespace

Json ToJson(const PipelineSet& set) { return FieldsToJson(set); }

Result<PipelineSet> PipelineSetFromJson(const Json& json) {
  PipelineSet set = TRY(FieldsFromJson<PipelineSet>(json));
  TRY(CheckIndices(set));
  return set;
}

}  // namespace forge
