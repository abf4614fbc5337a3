#include <fmt/core.h>

#include "base/strings.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "workspace/kept.h"

namespace forge::cli {
namespace {

Form ShowForm() {
  return {.positionals = {{"RUN", "the run's number or slug"},
                          {"STEP", "a step's id; `run`: the run's own changes"},
                          {"ATTEMPT", "the attempt, from 1 (default: the last)", false, ValueType::kPositive}},
          .options = {{"files", "", "only the names of changed files"}},
          .notes =
              "Every attempt is kept as a commit under refs/forge/, accepted or not. `forge rescue` restores it as a "
              "branch or a directory.",
          .examples = {{"forge show 17 s1", "what the last attempt at step s1 changed"},
                       {"forge show 17 s1 1", "what the first attempt changed"},
                       {"forge show 17 s1 --json", "the same with commit, base and files"}}};
}

Result<Exit> RunShow(Context& context, const Args& args) {
  const RunId run = TRY(FindRun(context.forge(), args.Get("RUN")));
  const std::string root = context.forge().project().root;
  const KeptWork work = TRY(FindAttempt(root, run, args.Get("STEP"), args.GetInt("ATTEMPT")));
  const WorkDiff diff = TRY(DiffOf(root, work, 0));
  if (context.json) {
    Json files = JsonArray(diff.files, ValidUtf8);
    context.out.Print(Json::MakeObject()
                          .Set("run", run.value)
                          .Set("step", args.Get("STEP"))
                          .Set("unit", work.unit)
                          .Set("commit", work.commit)
                          .Set("base", work.base)
                          .Set("on_branch", work.on_branch)
                          .Set("files", std::move(files))
                          .Set("diff", ValidUtf8(diff.text)));
  } else if (args.Has("files")) {
    for (const std::string& file : diff.files) context.out.Line(file);
  } else {
    context.out.Write(diff.text);
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kShowCommand = {
    "show", "show what an attempt at a step changed", Group::kLook, Needs::kStore, ShowForm, RunShow};

}  // namespace forge::cli
