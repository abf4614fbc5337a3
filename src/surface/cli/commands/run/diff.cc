#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "service/run_diff.h"
#include "surface/cli/commands.h"
#include "surface/cli/run_argument.h"
#include "surface/view/json_rows.h"
#include "workspace/kept.h"

namespace forge::cli {
namespace {

constexpr int kPagerLeft = 141;  // the pager was closed before all was read

Form DiffForm() {
  return {.positionals = {OptionalRun(), {"STEP", "a step's id (default: the whole run)", false}},
          .options = {{"stat", "", "how much changed in which files, instead of the lines"}},
          .notes =
              "Shows the whole run's change against the commit it started from, or the change of a step's last "
              "attempt; what you did by hand and gave back (`forge shell`) counts as one. On a terminal it uses the "
              "pager and the colours that git uses. What an agent has not finished "
              "is not in it. `forge show` has earlier attempts.",
          .examples = {{"forge diff", "everything that the current run changed"},
                       {"forge diff 17 s1", "what step s1 changed"},
                       {"forge diff 17 --stat", "only which files, and how much"},
                       {"forge diff 17 | git apply", "as a patch, for your checkout"}}};
}

// git writes to our standard output itself: it knows when to page and to colour.
Result<Exit> ShowDiff(Context& context, const DiffRange& range, bool stat) {
  std::vector<std::string> argv = {"git", "-C", context.forge().project().root};
  if (!context.host.output_is_terminal) argv.emplace_back("--no-pager");
  argv.emplace_back("diff");
  if (!context.host.colour) argv.emplace_back("--no-color");
  if (!context.host.output_is_terminal) argv.emplace_back("--no-ext-diff");
  if (stat) argv.emplace_back("--stat");
  if (!stat && !context.host.output_is_terminal) {
    // A patch that `git apply` takes, whatever the user's configuration of git says.
    for (const char* option : {"--binary", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/", "--submodule=short"})
      argv.emplace_back(option);
  }
  for (const std::string& commit : {range.from, range.to}) argv.push_back(commit);
  argv.emplace_back("--");
  TRY(context.out.Flush());
  const int code = TRY(context.host.run_foreground(argv));
  if (code != 0 && code != kPagerLeft) return Fail(Code::kUnavailable, fmt::format("git diff failed: exit {}", code));
  return Exit::kOk;
}

Result<Exit> RunDiff(Context& context, const Args& args) {
  const RunAndStep chosen = TRY(ChosenRunAndStep(context, args, WhichRun::kToShow));
  const DiffRange range = TRY(FindDiff(context.forge(), chosen.run, chosen.step));
  if (!context.json) return ShowDiff(context, range, args.Has("stat"));
  KeptWork work;
  work.commit = range.to;
  work.base = range.from;
  const WorkDiff diff = TRY(DiffOf(context.forge().project().root, work, 0));
  Json json = Json::MakeObject().Set("run", chosen.run.value).Set("step", OrNull(chosen.step));
  json.Set("base", range.from).Set("commit", range.to).Set("files", JsonArray(diff.files, ValidUtf8));
  return context.Print(json.Set("diff", ValidUtf8(diff.text)));
}

}  // namespace

constinit const Command kDiffCommand = {
    "diff", "show what a run or a step changed", Group::kLook, Needs::kStore, DiffForm, RunDiff};

}  // namespace forge::cli
