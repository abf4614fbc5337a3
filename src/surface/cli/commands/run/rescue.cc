#include <fmt/core.h>

#include "base/display.h"
#include "base/strings.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/view/columns.h"
#include "surface/view/json_rows.h"
#include "surface/view/times.h"
#include "workspace/kept.h"
#include "workspace/workspace.h"

namespace forge::cli {
namespace {

Form RescueForm() {
  return {.positionals = {{"WHAT", "a run, or the name of kept work: 17/s1/left-1", false}},
          .options = {{"all", "", "include work that is on a branch"},
                      {"branch", "NAME", "restore it as a new branch"},
                      {"directory", "DIR", "restore it as files in a new directory", ValueType::kFile}},
          .notes =
              "Kept work is every attempt's commits, uncommitted files of a reused worktree (left-N), and the state of "
              "a branch before it was squashed. Nothing is overwritten: an existing branch or directory of that name "
              "is an error. docs/workspaces.md explains the names.",
          .examples = {{"forge rescue", "work of all runs that is on no branch"},
                       {"forge rescue 17", "of run 17"},
                       {"forge rescue 17/s1/left-1 --branch saved", "as a branch"},
                       {"forge rescue 17/s1/23 --directory /tmp/attempt", "as files"}}};
}

Json KeptJson(const KeptWork& work) {
  Json json = Json::MakeObject().Set("name", work.name).Set("run", work.run.value).Set("kind", work.kind);
  json.Set("step", work.lane == "run" ? Json() : OrNull(work.lane))
      .Set("unit", work.unit > 0 ? Json(work.unit) : Json());
  return json.Set("commit", work.commit)
      .Set("base", work.base)
      .Set("at", IsoTime(TimePoint{work.time * 1000}))
      .Set("on_branch", work.on_branch);
}

// By git alone where it can be: the store may be gone.
Result<RunId> FindRunToRescue(const Context& context, const Project& project, const std::string& name) {
  const auto number = ParseInt(name);
  if (number && project.is_git && TRY(Workspaces::RunsIn(project.repository())).contains(RunId{*number}))
    return RunId{*number};
  auto forge = TRY(Forge::Open(context.host.machine, *context.settings, project, false));
  return FindRun(*forge, name);
}

Result<Exit> ListKept(Context& context, const Args& args) {
  const Project project = TRY(FindProject(context.host.machine));
  std::optional<RunId> run;
  if (!args.Get("WHAT").empty()) run = TRY(FindRunToRescue(context, project, args.Get("WHAT")));
  const std::string root = project.repository();
  Json list = Json::MakeArray();
  std::vector<std::vector<Cell>> rows;
  for (const KeptWork& work : TRY(ListKept(root, run))) {
    if (work.on_branch && !args.Has("all")) continue;
    const WorkDiff diff = TRY(DiffOf(root, work, 1));
    if (diff.files.empty() && !args.Has("all")) continue;
    if (context.json) {
      list.Append(KeptJson(work).Set("files", static_cast<std::int64_t>(diff.files.size())));
      continue;
    }
    rows.push_back({{work.name, Tone::kStrong},
                    {work.kind},
                    {Counted(static_cast<std::int64_t>(diff.files.size()), "file")},
                    {work.on_branch ? "on a branch" : "", Tone::kFaint}});
  }
  if (context.json) {
    context.out.Print(Json::MakeObject().Set("kept", std::move(list)));
  } else if (rows.empty()) {
    context.out.Line("no kept work outside a branch");
  } else {
    context.out.Write(FormatColumns(context.out.palette(), {"NAME", "KIND", "CHANGES", ""}, rows, context.out.width()));
  }
  return Exit::kOk;
}

Result<Exit> RunRescue(Context& context, const Args& args) {
  const bool restore = args.Has("branch") || args.Has("directory");
  const std::string what = args.Get("WHAT");
  const bool is_name = what.find('/') != std::string::npos;
  if (!restore && !is_name) return ListKept(context, args);
  if (!restore || !is_name || (args.Has("branch") && args.Has("directory"))) {
    return Fail(Code::kInvalid, "restoring needs the name of kept work, and a branch or a directory",
                "forge rescue 17/s1/left-1 --branch NAME, or --directory DIR; `forge rescue` lists the names");
  }
  const std::string root = TRY(FindProject(context.host.machine)).repository();
  const KeptWork work = TRY(FindKept(root, what));
  if (args.Has("branch")) {
    TRY(RestoreAsBranch(root, work, args.Get("branch")));
  } else {
    const std::string given = args.Get("directory");
    TRY(RestoreAsDirectory(root, work, given.starts_with('/') ? given : context.host.machine.cwd + "/" + given));
  }
  if (context.json) {
    context.out.Print(
        KeptJson(work).Set("branch", OrNull(args.Get("branch"))).Set("directory", OrNull(args.Get("directory"))));
  } else if (args.Has("branch")) {
    context.out.Line(fmt::format("{} is on the new branch {}", work.name, args.Get("branch")));
  } else {
    context.out.Line(fmt::format("{} is in {}", work.name, args.Get("directory")));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kRescueCommand = {
    "rescue", "list work that is on no branch, and restore it", Group::kSteer, Needs::kSettings, RescueForm, RunRescue};

}  // namespace forge::cli
