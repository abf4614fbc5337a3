// forge pipeline: list, show, draw and check pipelines.
#include <fmt/core.h>

#include "base/strings.h"
#include "pipeline/draw.h"
#include "pipeline/load.h"
#include "service/library.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/pipeline/problem_rows.h"

namespace forge::cli {
namespace {

// Named on the command line: by its name, or as a file.
struct NamedPipeline {
  std::string name;
  PipelineText text;
  ResolvedPipelines resolved;
};

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

// Anything with a slash or ending in .toml is a file; its text stands in for what the library has under that name.
// kNotFound for an unknown name. Problems in the files are in `resolved`.
Result<NamedPipeline> LoadPipeline(const Context& context, const std::string& name_or_file) {
  if (IsFile(name_or_file)) return LoadPipelineFile(context, name_or_file);
  const Library library = MakeLibrary(context.host.machine, context.project);
  auto text = library.find_pipeline(name_or_file);
  if (!text) {
    const std::vector<std::string> names = library.pipeline_names();
    auto close = Closest(name_or_file, names);
    return Fail(Code::kNotFound, fmt::format("no pipeline named `{}`", name_or_file),
                close ? fmt::format("did you mean `{}`?", *close) : "forge pipeline list");
  }
  return NamedPipeline{name_or_file, *std::move(text), Resolve(name_or_file, library)};
}

// The same, but a pipeline with problems is an error that lists them.
Result<NamedPipeline> LoadSoundPipeline(const Context& context, const std::string& name_or_file) {
  NamedPipeline pipeline = TRY(LoadPipeline(context, name_or_file));
  if (pipeline.resolved.problems.empty()) return pipeline;
  std::vector<std::string> lines;
  for (const Problem& problem : pipeline.resolved.problems) lines.push_back(Describe(problem));
  return Fail(Code::kInvalid, Join(lines, "\nforge: "));
}

Form PipelineListForm() {
  return {.notes = "Pipelines are looked up in .forge/pipelines, then in your config directory, then in the built-ins.",
          .examples = {{"forge pipeline", "the same"}, {"forge pipeline graph task", "what one of them does"}}};
}

std::string OriginText(const Context& context, const PipelineListing& listing) {
  std::string text = context.Short(listing.origin);
  if (listing.overrides) text += ", overrides another";
  if (listing.problems > 0)
    text += fmt::format(", {} {}", listing.problems, listing.problems == 1 ? "problem" : "problems");
  return text;
}

Result<Exit> RunPipelineList(Context& context, const Args&) {
  const std::vector<PipelineListing> listings = ListPipelines(context.host.machine, context.project);
  if (context.json) {
    Json list = Json::MakeArray();
    for (const PipelineListing& listing : listings) {
      Json json =
          Json::MakeObject().Set("pipeline", listing.name).Set("about", listing.about).Set("origin", listing.origin);
      list.Append(json.Set("overrides", listing.overrides).Set("problems", listing.problems));
    }
    return context.Print(Json::MakeObject().Set("pipelines", std::move(list)));
  }
  std::vector<std::vector<Cell>> rows;
  for (const PipelineListing& listing : listings) {
    rows.push_back({{listing.name, Tone::kStrong},
                    {OriginText(context, listing), listing.problems > 0 ? Tone::kBad : Tone::kFaint},
                    {listing.about, Tone::kPlain}});
  }
  context.Table({"NAME", "FROM", "ABOUT"}, rows);
  return Exit::kOk;
}

Form PipelineShowForm() {
  return {.positionals = {{"PIPELINE", "its name, or a file", true, ValueType::kFile}},
          .notes = "With --json: the pipeline as a run stores it, with everything that its `each` stages reach.",
          .examples = {{"forge pipeline show task", "the file"},
                       {"forge pipeline show task > .forge/pipelines/task.toml",
                        "a copy to edit; the project's file takes precedence"}}};
}

Result<Exit> RunPipelineShow(Context& context, const Args& args) {
  if (context.json) {
    const NamedPipeline pipeline = TRY(LoadSoundPipeline(context, args.Get("PIPELINE")));
    return context.Print(ToJson(pipeline.resolved.set));
  }
  PipelineText text = TRY(LoadPipeline(context, args.Get("PIPELINE"))).text;
  if (text.text.empty())
    text = FindShownText(context.host.machine, context.project, "pipelines", args.Get("PIPELINE")).value_or(text);
  context.out.Write(text.text);
  if (!text.text.ends_with('\n')) context.out.Write("\n");
  return Exit::kOk;
}

Form PipelineGraphForm() {
  return {.json = false,
          .positionals = {{"PIPELINE", "its name, or a file", true, ValueType::kFile}},
          .options = {Choice("format", "WORD", "the format (text)", {"text", "svg"}),
                      {"svg", "", "the same as --format svg"}},
          .examples = {{"forge pipeline graph task", "its stages, and where reviews send work back"},
                       {"forge pipeline graph task --format svg > task.svg", "the same as SVG"}}};
}

Result<Exit> RunPipelineGraph(Context& context, const Args& args) {
  const NamedPipeline pipeline = TRY(LoadSoundPipeline(context, args.Get("PIPELINE")));
  context.out.Write(args.Has("svg") || args.Get("format") == "svg"
                        ? DrawSvg(pipeline.resolved.set)
                        : DrawText(pipeline.resolved.set, context.out.width()));
  return Exit::kOk;
}

Form PipelineCheckForm() {
  return {.positionals = {{"PIPELINE", "names or files (default: all)", false, ValueType::kFile, true}},
          .notes =
              "Exit 0 when all are valid, 1 when one has a problem, 2 when one cannot be read. All problems are listed "
              "at once, with file, line, column and a hint; so are those of the roles that they use.",
          .examples = {{"forge pipeline check", "all pipelines of this project, yours and the built-ins"},
                       {"forge pipeline check .forge/pipelines/mine.toml", "one file"}}};
}

std::vector<std::string> Wanted(const Context& context, const Args& args) {
  if (args.Has("PIPELINE")) return args.All("PIPELINE");
  std::vector<std::string> names;
  for (const PipelineListing& listing : ListPipelines(context.host.machine, context.project)) {
    names.push_back(listing.name);
  }
  return names;
}

Result<Exit> RunPipelineCheck(Context& context, const Args& args) {
  Json list = Json::MakeArray();
  std::size_t wrong = 0;
  for (const std::string& name : Wanted(context, args)) {
    const NamedPipeline pipeline = TRY(LoadPipeline(context, name));
    const std::vector<Problem>& problems = pipeline.resolved.problems;
    wrong += problems.empty() ? 0 : 1;
    if (context.json) {
      Json json = Json::MakeObject().Set("pipeline", pipeline.name).Set("origin", pipeline.text.origin);
      list.Append(json.Set("problems", JsonArray(problems, ProblemJson)));
      continue;
    }
    PrintProblems(context, pipeline.name, pipeline.text.origin, problems);
  }
  if (context.json) context.out.Print(Json::MakeObject().Set("ok", wrong == 0).Set("pipelines", std::move(list)));
  return wrong == 0 ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kPipelineListCommand = {"pipeline list",   "list pipelines and where each comes from",
                                                Group::kPipelines, Needs::kSettings,
                                                PipelineListForm,  RunPipelineList};

constinit const Command kPipelineShowCommand = {"pipeline show",  "print a pipeline's file", Group::kPipelines,
                                                Needs::kSettings, PipelineShowForm,          RunPipelineShow};

constinit const Command kPipelineGraphCommand = {"pipeline graph",  "draw a pipeline, as text or SVG",
                                                 Group::kPipelines, Needs::kSettings,
                                                 PipelineGraphForm, RunPipelineGraph};

constinit const Command kPipelineCheckCommand = {
    "pipeline check",  "check pipelines: list every problem with file, line and a hint",
    Group::kPipelines, Needs::kSettings,
    PipelineCheckForm, RunPipelineCheck};

}  // namespace forge::cli
