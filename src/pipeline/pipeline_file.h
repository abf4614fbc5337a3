// One pipeline file read and checked on its own, with the names it uses from elsewhere. For load.cc and resolve.cc;
// does not know which roles and pipelines exist.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/load.h"
#include "pipeline/problem.h"
#include "pipeline/toml.h"

namespace forge {

struct RoleUse {
  std::string role;
  SourcePos pos;
  std::string where;
};

struct EachUse {
  std::size_t stage = 0;  // index
  SourcePos pos;          // of the pipeline's name
};

struct PipelineFile {
  ParsedPipeline parsed;
  std::vector<RoleUse> roles;
  std::vector<EachUse> each;
};

PipelineFile ReadPipelineFile(std::string_view text, const std::string& file);

// How messages call a stage: "stage `plan`", or "stage 3" while it has no name.
std::string StageLabel(const Stage& stage, std::size_t index);

// What one stage cannot know of itself. `tables` are the stages' own, for positions.
void CheckPipeline(const Pipeline& pipeline, const std::vector<const TomlValue*>& tables, ProblemList& problems);
void CheckGates(const Pipeline& pipeline, const std::vector<const TomlValue*>& tables, ProblemList& problems);

}  // namespace forge
