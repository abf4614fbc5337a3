#include <fmt/format.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/pipeline/named_pipeline.h"

namespace forge::cli {
namespace {

Form PipelineShowForm() {
  Form form;
  form.positionals = {{"PIPELINE", "its name, or a file", true, false, {}, ValueType::kFile}};
  form.notes = "With --json: the pipeline as a run stores it, with everything that its `each` stages reach.";
  form.examples = {
      {"forge pipeline show task", "the file"},
      {"forge pipeline show task > .forge/pipelines/task.toml", "a copy to edit; the project's file takes precedence"}};
  return form;
}

Result<Exit> RunPipelineShow(Context& context, const Args& args) {
  if (context.json) {
    const NamedPipeline pipeline = TRY(LoadSoundPipeline(context, args.Get("PIPELINE")));
    context.out.Print(ToJson(pipeline.resolved.set));
    return Exit::kOk;
  }
  const NamedPipeline pipeline = TRY(LoadPipeline(context, args.Get("PIPELINE")));
  context.out.Write(pipeline.text.text);
  if (!pipeline.text.text.ends_with('\n')) context.out.Write("\n");
  return Exit::kOk;
}

}  // namespace

constinit const Command kPipelineShowCommand = {"pipeline show",  "print a pipeline's file", Group::kPipelines,
                                                Needs::kSettings, PipelineShowForm,          RunPipelineShow};

}  // namespace forge::cli
