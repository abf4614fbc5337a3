#include "surface/mcp/tools/forge_resources.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "agent/oauth/url_text.h"
#include "base/strings.h"
#include "model/json_array.h"
#include "pipeline/roles.h"
#include "service/library.h"
#include "service/memory/memory.h"
#include "service/plan/plan_lookup.h"
#include "service/plan/plans.h"
#include "service/report/findings.h"
#include "service/report/report.h"
#include "service/report/report_story.h"
#include "service/run_queries.h"
#include "surface/view/json_answers.h"
#include "surface/view/json_rows.h"

namespace forge::mcp {
namespace {

constexpr std::string_view kScheme = "forge://";
constexpr const char* kJsonType = "application/json";
constexpr const char* kMarkdownType = "text/markdown";

// "runs", "17", "log" of forge://runs/17/log.
std::vector<std::string> PartsOf(const std::string& uri) {
  std::vector<std::string> parts;
  for (std::string_view part : Split(std::string_view(uri).substr(kScheme.size()), '/')) parts.emplace_back(part);
  return parts;
}

std::string FindingsText(const std::vector<RunFinding>& findings) {
  Json json = JsonArray(findings);
  return json.Dump(2);
}

Result<std::string> RunText(Forge& forge, RunId run, const std::string& view, TimePoint now) {
  if (view == "findings") return FindingsText(TRY(GatherReport(forge, run, now)).findings);
  if (view == "report") {
    RunReport report = TRY(GatherReport(forge, run, now));
    TRY(AddStory(forge, report));
    return ReportMarkdown(report);
  }
  if (view == "log") {
    std::string text;
    for (const JournalRow& row : TRY(ReadRunLog(forge, run, 0, -1))) text += LogLine(run, row) + "\n";
    return text;
  }
  const RunView seen = TRY(ViewRun(forge, run));
  Json json = RunJson(seen.run);
  json.Set("steps", JsonArray(seen.steps))
      .Set("units", JsonArray(seen.units))
      .Set("questions", JsonArray(seen.questions));
  return json.Dump(2);
}

Result<Json> ReadRuns(const World& world, const std::string& uri, const std::vector<std::string>& parts) {
  auto forge = TRY(world.OpenToRead());
  if (parts.size() == 1) {
    const Json runs = forge->has_store() ? JsonArray(TRY(ListRuns(*forge)), RunJson) : Json::MakeArray();
    return TextResource(uri, kJsonType, runs.Dump(2));
  }
  if (!forge->has_store()) return Fail(Code::kNotFound, "resource not found");
  const std::string view = parts.size() > 2 ? parts[2] : "";
  if (parts.size() > 3 || (!view.empty() && view != "log" && view != "report" && view != "findings")) {
    return Fail(Code::kNotFound, "resource not found");
  }
  if (parts[1].empty()) return Fail(Code::kNotFound, "resource not found");
  const RunId run = TRY(FindRun(*forge, parts[1]));
  const char* mime = view == "log" ? "application/jsonl" : view == "report" ? kMarkdownType : kJsonType;
  return TextResource(uri, mime, TRY(RunText(*forge, run, view, world.now())));
}

// The name of a plan in JSON has the ending of its file: a document may have the same name without it.
std::string UriOf(const JsonPlan& plan) { return "forge://plans/" + PercentEncoded(plan.name); }

Result<Json> ReadPlans(const World& world, const std::string& uri, const std::vector<std::string>& parts) {
  const Project project = world.project();
  const Plans plans(project);
  const std::vector<JsonPlan> in_json = TRY(ListJsonPlans(project));
  if (parts.size() == 1) {
    Json list = JsonArray(TRY(plans.List()).plans, [](const PlanEntry& plan) {
      return Json::MakeObject().Set("plan", plan.id).Set("title", plan.title).Set("status", Name(plan.status()));
    });
    for (const JsonPlan& plan : in_json) {
      list.Append(Json::MakeObject().Set("plan", plan.name).Set("title", TitleOf(project, plan)).Set("status", Json()));
    }
    return TextResource(uri, kJsonType, list.Dump(2));
  }
  if (parts.size() > 2 || parts[1].empty()) return Fail(Code::kNotFound, "resource not found");
  for (const JsonPlan& plan : in_json) {
    if (uri == UriOf(plan) || parts[1] == plan.name) {
      return TextResource(uri, kJsonType, TRY(ReadJsonPlan(project, plan)));
    }
  }
  return TextResource(uri, kMarkdownType, TRY(plans.Read(TRY(plans.Find(parts[1])))));
}

// As `--json` has it, with the name that the tools use.
Json ResourceOf(const Fact& fact) { return JsonOf(fact).Set("id", ToText(fact.id)); }

Result<Json> ReadFacts(Memory& memory, const std::string& uri, const std::vector<std::string>& parts) {
  if (parts.size() == 1) {
    FactFilter filter;
    filter.surest_first = true;
    filter.limit = 200;
    const Json facts = JsonArray(TRY(memory.List(std::nullopt, filter)), ResourceOf);
    return TextResource(uri, kJsonType, facts.Dump(2));
  }
  const auto id = ParseFactId(parts[1]);
  if (parts.size() > 2 || !id) return Fail(Code::kNotFound, "resource not found");
  return TextResource(uri, kJsonType, ResourceOf(TRY(memory.Find(*id))).Dump(2));
}

Rpc<std::optional<Json>> Read(const World& world, const std::string& uri) {
  if (!uri.starts_with(kScheme)) return std::nullopt;
  const std::vector<std::string> parts = PartsOf(uri);
  Result<Json> contents = Fail(Code::kNotFound, "resource not found");
  if (parts[0] == "runs") contents = ReadRuns(world, uri, parts);
  if (parts[0] == "plans") contents = ReadPlans(world, uri, parts);
  if (parts[0] == "facts") {
    contents = world.UseMemory(false, [&](Memory& memory) { return ReadFacts(memory, uri, parts); });
  }
  if (contents) return *std::move(contents);
  // The server reports missing resources, in the form of the client's protocol version.
  if (contents.error().code == Code::kNotFound || contents.error().code == Code::kInvalid) return std::nullopt;
  return Refuse(kInternalError, Describe(contents.error()));
}

Rpc<std::vector<Resource>> List(const World& world) {
  std::vector<Resource> resources = {
      {"forge://runs", "runs", "All runs", "", kJsonType},
      {"forge://plans", "plans", "All plans", "", kJsonType},
      {"forge://facts", "facts", "Facts", "the 200 with the highest confidence", kJsonType}};
  if (auto listing = Plans(world.project()).List()) {
    for (const PlanEntry& plan : listing->plans) {
      resources.push_back({"forge://plans/" + plan.id, plan.id, plan.title, "", kMarkdownType});
    }
  }
  const Project project = world.project();
  if (auto in_json = ListJsonPlans(project)) {
    for (const JsonPlan& plan : *in_json) {
      resources.push_back({UriOf(plan), plan.name, TitleOf(project, plan), "", kJsonType});
    }
  }
  auto forge = world.Open(false);
  if (!forge) return resources;  // a project without a store has no runs
  if (auto recent = ListRecentRuns(**forge)) {
    for (const RunRow& run : recent->runs) {
      resources.push_back({fmt::format("forge://runs/{}", run.id.value), fmt::format("run-{}", run.id.value),
                           run.objective.substr(0, 100), std::string(Name(run.status)), kJsonType});
    }
  }
  return resources;
}

std::string RunMark(const RunRow& run) {
  return fmt::format("{} {} {} {}", run.id.value, run.updated.ms, Name(run.status), run.units);
}

// What a subscription to runs compares: reading them all, or a report, would cost more than it tells.
Result<std::string> MarkOfRuns(const World& world, const std::vector<std::string>& parts) {
  auto forge = TRY(world.OpenToRead());
  std::string mark;
  if (parts.size() == 1) {
    if (!forge->has_store()) return mark;
    for (const RunRow& run : TRY(ListRecentRuns(*forge)).runs) mark += RunMark(run) + "\n";
    return Sha256(mark);
  }
  if (!forge->has_store() || parts[1].empty()) return Fail(Code::kNotFound, "resource not found");
  const RunId id = TRY(FindRun(*forge, parts[1]));
  const auto run = TRY(forge->store().FindRun(id));
  mark = run ? RunMark(*run) : "";
  // People settle findings of runs that have ended.
  if (parts.size() > 2 && parts[2] == "findings") mark += Sha256(TRY(RunText(*forge, id, parts[2], world.now())));
  return mark;
}

std::optional<std::string> MarkOfResource(const World& world, const std::string& uri) {
  if (!uri.starts_with(kScheme)) return std::nullopt;
  const std::vector<std::string> parts = PartsOf(uri);
  if (parts[0] == "runs") {
    const bool is_view = parts.size() < 3 || IsOneOf(parts[2], {"log", "report", "findings"});
    if (parts.size() > 3 || !is_view) return std::nullopt;
    auto mark = MarkOfRuns(world, parts);
    return mark ? std::optional(*std::move(mark)) : std::nullopt;
  }
  auto contents = Read(world, uri);
  return contents && *contents ? std::optional(Sha256((*contents)->Dump())) : std::nullopt;
}

std::vector<std::string> Beginning(const std::vector<std::string>& all, const std::string& with) {
  std::vector<std::string> values;
  std::ranges::copy_if(all, std::back_inserter(values), [&](const std::string& one) { return one.starts_with(with); });
  return values;
}

std::vector<std::string> RunNames(const World& world) {
  std::vector<std::string> names;
  auto forge = world.Open(false);
  if (!forge) return names;
  if (auto recent = ListRecentRuns(**forge)) {
    for (const RunRow& run : recent->runs) names.push_back(std::to_string(run.id.value));
  }
  std::reverse(names.begin(), names.end());  // the newest is meant most often
  return names;
}

}  // namespace

ResourceSource ForgeResources(const World& world) {
  ResourceSource source;
  source.list = [&world] { return List(world); };
  source.read = [&world](Call&, const std::string& uri) { return Read(world, uri); };
  source.mark = [&world](const std::string& uri) { return MarkOfResource(world, uri); };
  source.templates = {
      {"forge://runs/{run}", "run", "A run", "status, steps, units, questions", kJsonType},
      {"forge://runs/{run}/log", "run-log", "A run's journal", "one event per line", "application/jsonl"},
      {"forge://runs/{run}/report", "run-report", "A run's report", "", kMarkdownType},
      {"forge://runs/{run}/findings", "run-findings", "Findings of reviews", "", kJsonType},
      {"forge://plans/{plan}", "plan", "A plan", "the Markdown document, or the plan in JSON", kMarkdownType},
      {"forge://facts/{fact}", "fact", "A fact", "with its source", kJsonType}};
  return source;
}

std::vector<Prompt> RolePrompts(const World& world) {
  std::vector<Prompt> prompts;
  for (const std::string& name : BuiltinRoleNames()) {
    auto listed = LoadRole(world.machine, world.project(), name);
    if (!listed) continue;
    Prompt prompt{name, "", listed->about, {{"task", "the task", true}, {"context", "background it needs"}}};
    prompt.get = [&world, name](Call&, const Json& arguments) -> Rpc<Json> {
      // As the project has it now.
      auto found = LoadRole(world.machine, world.project(), name);
      if (!found) return Refuse(kInternalError, Describe(found.error()));
      const Role& role = *found;
      std::string text = role.persona + "\n\n## Task\n\n" + arguments["task"].AsString() + "\n";
      if (const std::string& context = arguments["context"].AsString(); !context.empty()) {
        text += "\n## Context\n\n" + context + "\n";
      }
      if (!role.result_schema.is_null()) {
        text += "\n## Result\n\nEnd with one JSON object of this schema:\n\n```json\n" + role.result_schema.Dump(2) +
                "\n```\n";
      }
      Json message = Json::MakeObject().Set("role", "user").Set("content", TextContent(text));
      return Json::MakeObject().Set("description", role.about).Set("messages", Json::Array{std::move(message)});
    };
    prompts.push_back(std::move(prompt));
  }
  return prompts;
}

std::optional<std::vector<std::string>> CompleteForge(const World& world, const CompletionRequest& request) {
  if (!request.uri.starts_with(kScheme)) return std::nullopt;
  if (request.argument == "run") return Beginning(RunNames(world), request.value);
  std::vector<std::string> names;
  if (request.argument == "plan") {
    if (auto listing = Plans(world.project()).List()) {
      for (const PlanEntry& plan : listing->plans) names.push_back(plan.id);
    }
    if (auto in_json = ListJsonPlans(world.project())) {
      for (const JsonPlan& plan : *in_json) names.push_back(plan.name);
    }
  }
  return Beginning(names, request.value);
}

}  // namespace forge::mcp
