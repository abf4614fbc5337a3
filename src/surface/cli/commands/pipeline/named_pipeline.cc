#include "surface/cli/commands/pipeline/named_pipeline.h"

#include <fmt/format.h>

#include <utility>

#include "base/strings.h"
#include "service/library.h"

namespace forge::cli {
namespace {

bool IsFile(const std::string& text) { return text.find('/') != std::string::npos || text.ends_with(".toml"); }

Result<NamedPipeline> LoadPipelineFile(const Context& context, const std::string& path) {
  NamedPipeline pipeline;
  pipeline.text = {TRY(context.host.read_file(path)), path};
  ParsedPipeline parsed = ParsePipeline(pipeline.text.text, path);
  if (!parsed.pipeline || parsed.pipeline->name.empty()) {
    pipeline.name = path;
    pipeline.resolved.problems = std::move(parsed.problems);
    return pipeline;
  }
  pipeline.name = parsed.pipeline->name;
  Library library = MakeLibrary(context.host.machine, context.project);
  library.find_pipeline = [below = library.find_pipeline, &pipeline](const std::string& name) {
    return name == pipeline.name ? std::optional(pipeline.text) : below(name);
  };
  pipeline.resolved = Resolve(pipeline.name, library);
  return pipeline;
}

}  // namespace

Result<NamedPipeline> LoadPipeline(const Context& context, const std::string& name_or_file) {
  if (IsFile(name_or_file)) return LoadPipelineFile(context, name_or_file);
  const Library library = MakeLibrary(context.host.machine, context.project);
  auto text = library.find_pipeline(name_or_file);
  if (!text) {
    const std::vector<std::string> names = library.pipeline_names();
    auto close = Closest(name_or_file, names);
    return Fail(Code::kNotFound, fmt::format("no pipeline `{}`", name_or_file),
                close ? fmt::format("did you mean `{}`?", *close) : "pipelines: " + Join(names, ", "));
  }
  return NamedPipeline{name_or_file, *std::move(text), Resolve(name_or_file, library)};
}

Result<NamedPipeline> LoadSoundPipeline(const Context& context, const std::string& name_or_file) {
  NamedPipeline pipeline = TRY(LoadPipeline(context, name_or_file));
  if (pipeline.resolved.problems.empty()) return pipeline;
  std::vector<std::string> lines;
  for (const Problem& problem : pipeline.resolved.problems) lines.push_back(Describe(problem));
  return Fail(Code::kInvalid, Join(lines, "\nforge: "));
}

Json ToJson(const std::vector<Problem>& problems) {
  Json list = Json::MakeArray();
  for (const Problem& problem : problems) {
    Json json = Json::MakeObject().Set("file", problem.file).Set("line", problem.pos.line);
    json.Set("column", problem.pos.column).Set("what", problem.what).Set("hint", problem.hint);
    list.Append(std::move(json));
  }
  return list;
}

}  // namespace forge::cli
