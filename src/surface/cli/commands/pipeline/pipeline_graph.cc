#include "pipeline/draw.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/pipeline/named_pipeline.h"

namespace forge::cli {
namespace {

Form PipelineGraphForm() {
  Form form;
  form.json = false;
  form.positionals = {{"PIPELINE", "its name, or a file", true, false, {}, ValueType::kFile}};
  form.options = {{"svg", "", "draw SVG instead of text", false, {}, ValueType::kText}};
  form.examples = {{"forge pipeline graph task", "its stages, and where reviews send work back"},
                   {"forge pipeline graph task --svg > task.svg", "the same as SVG"}};
  return form;
}

Result<Exit> RunPipelineGraph(Context& context, const Args& args) {
  const NamedPipeline pipeline = TRY(LoadSoundPipeline(context, args.Get("PIPELINE")));
  context.out.Write(args.Has("svg") ? DrawSvg(pipeline.resolved.set) : DrawText(pipeline.resolved.set));
  return Exit::kOk;
}

}  // namespace

constinit const Command kPipelineGraphCommand = {"pipeline graph",  "draw a pipeline, as text or SVG",
                                                 Group::kPipelines, Needs::kSettings,
                                                 PipelineGraphForm, RunPipelineGraph};

}  // namespace forge::cli
