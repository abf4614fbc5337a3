#include <fmt/core.h>

#include "service/library.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/pipeline/named_pipeline.h"

namespace forge::cli {
namespace {

Form PipelineCheckForm() {
  Form form;
  form.positionals = {{"PIPELINE", "names or files (default: all)", false, true, {}, ValueType::kFile}};
  form.notes =
      "Exit 0 when all are valid, 1 when one has a problem, 2 when one cannot be read. All problems are listed at "
      "once, with file, line, column and a hint.";
  form.examples = {{"forge pipeline check", "all pipelines of this project, yours and the built-ins"},
                   {"forge pipeline check .forge/pipelines/mine.toml", "one file"}};
  return form;
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
      Json json = Json::MakeObject().Set("name", pipeline.name).Set("origin", pipeline.text.origin);
      list.Append(json.Set("problems", ToJson(problems)));
      continue;
    }
    for (const Problem& problem : problems) context.out.Line(Describe(problem));
    if (problems.empty()) {
      context.out.Line(fmt::format("{} {} ({})", context.out.Paint(Tone::kGood, "ok"), pipeline.name,
                                   context.Short(pipeline.text.origin)));
    } else {
      context.out.Line(fmt::format("{} {} ({}): {} {}", context.out.Paint(Tone::kBad, "failed"), pipeline.name,
                                   context.Short(pipeline.text.origin), problems.size(),
                                   problems.size() == 1 ? "problem" : "problems"));
    }
  }
  if (context.json) context.out.Print(Json::MakeObject().Set("ok", wrong == 0).Set("pipelines", std::move(list)));
  return wrong == 0 ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kPipelineCheckCommand = {
    "pipeline check",  "check pipelines: list every problem with file, line and a hint",
    Group::kPipelines, Needs::kSettings,
    PipelineCheckForm, RunPipelineCheck};

}  // namespace forge::cli
