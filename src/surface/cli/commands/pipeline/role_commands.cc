// forge role: list, show and check roles.
#include <fmt/core.h>

#include <string>
#include <vector>

#include "base/display.h"
#include "base/strings.h"
#include "service/library.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/pipeline/problem_rows.h"

namespace forge::cli {
namespace {

Result<PipelineText> FindRoleFile(const Context& context, const std::string& name) {
  const auto text = FindRoleText(context.host.machine, context.project, name);
  if (text) return *text;
  const std::vector<std::string> names = MakeLibrary(context.host.machine, context.project).role_names();
  const auto close = Closest(name, names);
  return Fail(Code::kNotFound, fmt::format("no role named `{}`", name),
              close ? fmt::format("did you mean `{}`?", *close) : "forge role list");
}

Form RoleListForm() {
  return {.notes = "Roles are looked up in .forge/roles, then in your config directory, then in the built-ins.",
          .examples = {{"forge role", "the same"}, {"forge role show reviewer", "one of them"}}};
}

Json RoleJson(const RoleListing& role) {
  return Json::MakeObject()
      .Set("role", role.name)
      .Set("about", role.about)
      .Set("origin", role.origin)
      .Set("overrides", role.overrides)
      .Set("writes", role.writes)
      .Set("tier", role.tier)
      .Set("problems", role.problems);
}

Result<Exit> RunRoleList(Context& context, const Args&) {
  const std::vector<RoleListing> roles = ListRoles(context.host.machine, context.project);
  if (context.json) return context.Print(Json::MakeObject().Set("roles", JsonArray(roles, RoleJson)));
  std::vector<std::vector<Cell>> rows;
  for (const RoleListing& role : roles) {
    std::string origin = context.Short(role.origin);
    if (role.overrides) origin += ", overrides another";
    if (role.problems > 0) origin += ", " + Counted(static_cast<std::int64_t>(role.problems), "problem");
    rows.push_back({{role.name, Tone::kStrong},
                    {role.writes ? "writes" : "reads"},
                    {role.tier.empty() ? "-" : role.tier},
                    {origin, role.problems > 0 ? Tone::kBad : Tone::kFaint},
                    {role.about}});
  }
  context.Table({"NAME", "FILES", "TIER", "FROM", "ABOUT"}, rows);
  return Exit::kOk;
}

Form RoleShowForm() {
  return {.positionals = {{"ROLE", "its name"}},
          .notes = "With --json: the role as an agent gets it. docs/roles.md describes the file.",
          .examples = {{"forge role show reviewer", "the file"},
                       {"forge role show reviewer > .forge/roles/reviewer.toml",
                        "a copy to edit; the project's file takes precedence"}}};
}

Result<Exit> RunRoleShow(Context& context, const Args& args) {
  PipelineText text = TRY(FindRoleFile(context, args.Get("ROLE")));
  if (!context.json) {
    if (text.text.empty())
      text = FindShownText(context.host.machine, context.project, "roles", args.Get("ROLE")).value_or(text);
    context.out.Write(text.text);
    if (!text.text.ends_with('\n')) context.out.Write("\n");
    return Exit::kOk;
  }
  const Role role = TRY(LoadRole(context.host.machine, context.project, args.Get("ROLE")));
  return context.Print(Json::MakeObject()
                           .Set("role", role.name)
                           .Set("about", role.about)
                           .Set("persona", role.persona)
                           .Set("writes", role.writes)
                           .Set("network", role.network)
                           .Set("tier", role.tier)
                           .Set("effort", role.effort)
                           .Set("tools", JsonArray(role.tools))
                           .Set("servers", JsonArray(role.servers))
                           .Set("result", role.result_schema)
                           .Set("origin", text.origin));
}

Form RoleCheckForm() {
  return {
      .positionals = {{"ROLE", "names (default: all)", false, ValueType::kText, true}},
      .notes =
          "Exit 0 when all are valid, 1 when one has a problem. All problems are listed at once, with file, line, "
          "column and a hint. `forge pipeline check` and every start of a run check the roles that a pipeline uses.",
      .examples = {{"forge role check", "all roles of this project, yours and the built-ins"},
                   {"forge role check reviewer --json", "one role, for scripts"}}};
}

Result<Exit> RunRoleCheck(Context& context, const Args& args) {
  std::vector<std::string> names = args.All("ROLE");
  if (names.empty()) names = MakeLibrary(context.host.machine, context.project).role_names();
  Json list = Json::MakeArray();
  bool sound = true;
  for (const std::string& name : names) {
    const PipelineText text = TRY(FindRoleFile(context, name));
    const std::vector<Problem> problems = RoleProblems(context.host.machine, context.project, name);
    sound = sound && problems.empty();
    if (context.json) {
      Json json = Json::MakeObject().Set("role", name).Set("origin", text.origin);
      list.Append(json.Set("problems", JsonArray(problems, ProblemJson)));
      continue;
    }
    PrintProblems(context, name, text.origin, problems);
  }
  if (context.json) context.out.Print(Json::MakeObject().Set("ok", sound).Set("roles", std::move(list)));
  return sound ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kRoleListCommand = {"role list",       "list roles and where each comes from",
                                            Group::kPipelines, Needs::kSettings,
                                            RoleListForm,      RunRoleList};

constinit const Command kRoleShowCommand = {"role show",      "print a role's file", Group::kPipelines,
                                            Needs::kSettings, RoleShowForm,          RunRoleShow};

constinit const Command kRoleCheckCommand = {
    "role check",      "check roles: list every problem with file, line and a hint",
    Group::kPipelines, Needs::kSettings,
    RoleCheckForm,     RunRoleCheck};

}  // namespace forge::cli
