#include <fmt/core.h>

#include "service/eval/suite_files.h"
#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form EvalNewForm() {
  return {.positionals = {{"NAME", "the folder of the new suite", true, ValueType::kFile}},
          .notes =
              "Writes a suite with one small task and comments that explain every key. docs/eval.md describes how to "
              "write tasks that measure something.",
          .examples = {{"forge eval new my-suite", "then: forge eval my-suite --agent claude"}}};
}

Result<Exit> RunEvalNew(Context& context, const Args& args) {
  const std::string name = args.Get("NAME");
  const std::string directory = name.starts_with('/') ? name : context.host.machine.cwd + "/" + name;
  const std::vector<std::string> files = TRY(WriteNewSuite(directory));
  if (context.json) return context.Print(Json::MakeObject().Set("directory", directory).Set("files", JsonArray(files)));
  for (const std::string& file : files) context.out.Line(fmt::format("  {}/{}", name, file));
  context.out.Line(fmt::format("next: edit the task, then forge eval {}", name));
  return Exit::kOk;
}

}  // namespace

constinit const Command kEvalNewCommand = {
    "eval new", "write a new suite with a sample task", Group::kPipelines, Needs::kNothing, EvalNewForm, RunEvalNew};

}  // namespace forge::cli
