// A pipeline named on the command line: by its name, or as a file.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "pipeline/load.h"
#include "surface/cli/command.h"

namespace forge::cli {

struct NamedPipeline {
  std::string name;
  PipelineText text;
  ResolvedPipelines resolved;
};

// Anything with a slash or ending in .toml is a file; its text stands in for what the library has under that name.
// kNotFound for an unknown name. Problems in the files are in `resolved`.
Result<NamedPipeline> LoadPipeline(const Context& context, const std::string& name_or_file);

// The same, but a pipeline with problems is an error that lists them.
Result<NamedPipeline> LoadSoundPipeline(const Context& context, const std::string& name_or_file);

Json ToJson(const std::vector<Problem>& problems);

}  // namespace forge::cli
