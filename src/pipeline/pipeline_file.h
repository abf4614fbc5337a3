// One pipeline file read and checked on its own, with the names it uses from elsewhere. For load.cc and resolve.cc;
// does not know which roles and pipelines exist.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/conditions.h"
#include "pipeline/load.h"
#include "pipeline/problem.h"
#include "pipeline/toml.h"

namespace forge {

struct RoleUse {
  std::string role;
  SourcePos pos;
  std::string where;
};

// A pipeline that an `each` stage names.
struct EachUse {
  std::size_t stage = 0;  // index
  std::string pipeline;
  SourcePos pos;           // of the pipeline's name
  bool for_reads = false;  // steps go through it that change nothing
};

// What messages about a stage point at.
struct StageSource {
  const TomlValue* table = nullptr;  // its [[stage]], or the `on_revision = { ... }` that makes it
  Condition when, gate;              // as the file has them: a made stage's `when` is ours, and not checked
};

// A stage that is a table of the file, and the inline stage of its `on_revision = { ... }`.
struct WrittenStage {
  Stage stage;
  StageSource source;
  std::optional<Stage> made;
  StageSource made_source;
  std::string then;  // the stage the made one leads to; empty: the stage that makes it
};

struct PipelineFile {
  ParsedPipeline parsed;
  std::vector<RoleUse> roles;
  std::vector<EachUse> each;
};

PipelineFile ReadPipelineFile(std::string_view text, const std::string& file);

// A stage's name in messages: "stage `plan`", or "stage 3" if it has none.
std::string StageLabel(const Stage& stage, std::size_t index);

// What one stage cannot know of itself. `sources`: one per stage.
void CheckPipeline(const Pipeline& pipeline, const std::vector<StageSource>& sources, ProblemList& problems);
void CheckGates(const Pipeline& pipeline, const std::vector<StageSource>& sources, ProblemList& problems);

}  // namespace forge
