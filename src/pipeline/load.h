// Reads, checks and resolves pipelines. All problems of a file are reported at once, with line, column and a hint.
// Does not read files itself: a Library hands out texts.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "pipeline/pipeline.h"
#include "pipeline/problem.h"

namespace forge {

struct ParsedPipeline {
  std::optional<Pipeline> pipeline;  // absent only when the text is not TOML
  std::vector<Problem> problems;
};

// One file on its own: syntax, unknown keys, wrong types and values, missing required keys, duplicate stage names,
// on_revision to an unknown or later stage, loops without a limit, gates that do not parse, unreachable stages.
ParsedPipeline ParsePipeline(std::string_view text, const std::string& file);

struct PipelineText {
  std::string text;
  std::string origin;  // path for messages, or "built-in"
};

// Where pipelines and roles come from. `find_pipeline("task")` yields its text, or nothing.
struct Library {
  std::function<std::optional<PipelineText>(const std::string& name)> find_pipeline;
  std::function<bool(const std::string& role)> has_role;
  std::function<bool(const std::string& role)> role_writes;
  std::function<std::vector<Problem>(const std::string& role)> role_problems = {};  // of its file; none: not looked at
  std::function<std::vector<std::string>()> pipeline_names;
  std::function<std::vector<std::string>()> role_names;
};

struct ResolvedPipelines {
  PipelineSet set;                // usable only when there are no problems
  std::vector<Problem> problems;  // over all files reached
};

// Loads `name` and everything its `each` stages reach; checks roles, names and recursion across files.
ResolvedPipelines Resolve(const std::string& name, const Library& library);

}  // namespace forge
