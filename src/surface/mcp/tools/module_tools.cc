#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "model/json_array.h"
#include "service/host/iteration.h"
#include "service/host/mcp_log.h"
#include "service/host/mcp_validate.h"
#include "service/host/session_state.h"
#include "service/plan/plan_lookup.h"
#include "service/plan/plan_report.h"
#include "service/run_queries.h"
#include "service/transcript/secret_mask.h"
#include "surface/mcp/protocol/schema.h"
#include "surface/mcp/tools/forge_tools.h"
#include "surface/view/json_rows.h"
#include "surface/view/narrator.h"
#include "surface/view/times.h"

namespace forge::mcp {
namespace {

constexpr std::int64_t kLongestCommandSeconds = 3600;
constexpr std::int64_t kMostLogEntries = 1000;

std::vector<std::string> Texts(const Json& array) {
  std::vector<std::string> texts;
  for (const Json& item : array.AsArray()) texts.push_back(item.AsString());
  return texts;
}

Result<Json> Validate(const World& world, Call& call, const Json& arguments) {
  ModuleCheck check;
  check.module = arguments["moduleId"].AsString();
  check.run = arguments["runId"].AsString();
  check.commands = Texts(arguments["commands"]);
  check.cwd = arguments["cwd"].AsString();
  check.files = Texts(arguments["files"]);
  for (const Json& contract : arguments["contractChecks"].AsArray()) {
    check.contracts.push_back({contract["exporter"].AsString(), contract["importer"].AsString()});
  }
  if (const Json* attempt = arguments.Find("attempt")) {
    if (attempt->AsInt() < 1) return Fail(Code::kInvalid, "attempt counts from 1");
    check.attempt = attempt->AsInt();
  }
  check.dry = arguments["dryRun"].AsBool();
  const std::int64_t seconds = arguments["timeoutSeconds"].AsInt(120);
  if (seconds < 1 || seconds > kLongestCommandSeconds) {
    return Fail(Code::kInvalid, fmt::format("timeoutSeconds must be 1 to {}", kLongestCommandSeconds));
  }
  check.timeout = std::chrono::seconds(seconds);
  return ValidateModule(world.project(), world.machine, check, world.now(), call.stop(),
                        [&](std::size_t done, std::size_t all, const std::string& what) {
                          call.Progress(static_cast<double>(done), static_cast<double>(all), what);
                        });
}

Tool ValidateTool(const World& world) {
  Tool tool{"validate", "Validate a module",
            "Checks a module's work: files exist and parse, imports match exports, commands pass. Records the score of "
            "each attempt and says whether it still improves. Unchanged files count as the same attempt."};
  const Json contract =
      ObjectOf({{"exporter", TypeOf("string")}, {"importer", TypeOf("string")}}, {"exporter", "importer"});
  tool.input_schema = ObjectOf({{"moduleId", TypeOf("string")},
                                {"runId", TypeOf("string")},
                                {"commands", ListOf(TypeOf("string"), "shell commands; exit 0 passes")},
                                {"cwd", TypeOf("string", "within the project")},
                                {"files", ListOf(TypeOf("string"))},
                                {"contractChecks", ListOf(contract)},
                                {"attempt", TypeOf("integer", "the attempt's number, from 1")},
                                {"dryRun", TypeOf("boolean", "record nothing")},
                                {"timeoutSeconds", TypeOf("integer", "per command; default 120")}},
                               {"moduleId", "commands"});
  tool.output_schema =
      OpenObject({{"passed", TypeOf("boolean")},
                  {"score", TypeOf("number")},
                  {"results", ListOf(TypeOf("object"))},
                  {"stagnant", TypeOf("boolean")},
                  {"velocity", Json::MakeObject().Set("type", Json::Array{Json("number"), Json("null")})},
                  {"oscillating", TypeOf("boolean")},
                  {"attempt", TypeOf("integer")},
                  {"issues", ListOf(TypeOf("string"))},
                  {"recommendation", OneOf({"PASS", "RETRY_WITH_DEBUGGER", "ESCALATE"})}},
                 {"passed", "score", "results", "stagnant", "velocity", "oscillating", "attempt", "recommendation"});
  // Its commands are any shell lines, which may change and delete what is in the project.
  tool.annotations = Annotations({.destructive = true, .open_world = true});
  tool.tasks = TaskSupport::kOptional;
  tool.run = [&world](Call& call, const Json& arguments) -> Rpc<Json> {
    return ToolOutcome(Validate(world, call, arguments));
  };
  return tool;
}

Json CheckPlan(const World& world, const std::string& name) {
  auto found = FindAnyPlan(world.project(), name);
  if (!found) {
    Json error = Json::MakeObject().Set("type", "schema").Set("message", found.error().message);
    Json json = Json::MakeObject().Set("valid", false).Set("plan", Json()).Set("errors", Json::Array{std::move(error)});
    return json.Set("warnings", Json::MakeArray());
  }
  Json report = ReportToJson(CheckPlanAndPrograms(found->source)).Set("plan", found->path);
  // Clients of the tool know the steps of an overlap as its modules.
  Json warnings = JsonArray(report["warnings"].AsArray(),
                            [](const Json& warning) { return Json(warning).Set("modules", warning["steps"]); });
  return report.Set("warnings", std::move(warnings));
}

Json ValidatePlan(const World& world, const Json& arguments) {
  Json report = CheckPlan(world, arguments["planPath"].AsString());
  Json data = Json::MakeObject().Set("plan", report["plan"]).Set("valid", report["valid"]);
  data.Set("errorCount", report["errors"].AsArray().size()).Set("warningCount", report["warnings"].AsArray().size());
  Json entry = Json::MakeObject().Set("phase", "plan_validation").Set("event", "validate_plan");
  entry.Set("severity", report["valid"].AsBool() ? "info" : "warn").Set("data", std::move(data));
  // A project of the modules workflow may have plans before it has anything of ours.
  (void)BeginToolLog(world.project());
  (void)world.Log(entry);
  return report;
}

Tool ValidatePlanTool(const World& world) {
  Tool tool{"validate_plan", "Check a plan",
            "Lists all mistakes of a plan at once: missing fields, unknown or repeated ids, cycles, missing programs; "
            "overlapping writes are warnings. Reads Markdown, module JSON and other formats."};
  tool.input_schema =
      ObjectOf({{"planPath", TypeOf("string", "number, name or path in the project (default: the newest plan)")}});
  tool.output_schema = OpenObject({{"valid", TypeOf("boolean")},
                                   {"plan", Json::MakeObject().Set("type", Json::Array{Json("string"), Json("null")})},
                                   {"errors", ListOf(TypeOf("object"))},
                                   {"warnings", ListOf(TypeOf("object"))}},
                                  {"valid", "errors", "warnings"});
  tool.annotations = Annotations({.read_only = true});
  tool.run = [&world](Call&, const Json& arguments) -> Rpc<Json> {
    return StructuredResult(ValidatePlan(world, arguments));
  };
  return tool;
}

Result<Json> UpdateIteration(const World& world, const Iterations& iterations, const Json& arguments) {
  SecretMask mask;
  mask.Hide(world.machine.environment);
  // Before they are compared with earlier ones, which are kept so.
  const Json update = mask.ApplyToJson(arguments["update"]);
  const IterationState state =
      TRY(iterations.Edit(arguments["runId"].AsString(), arguments["moduleId"].AsString(), [&](IterationState& edited) {
        if (update.Has("status")) edited.last_status = update["status"].AsString();
        if (update.Has("rootCause")) edited.last_root_cause = update["rootCause"].AsString();
        if (!update.Has("issues") && !update.Has("score")) return;
        AttemptRecord attempt;
        attempt.at = world.now();
        attempt.status = update["status"].AsString("unknown");
        attempt.issues = attempt.marks = Texts(update["issues"]);
        attempt.root_cause = update["rootCause"].AsString();
        if (update.Has("score")) attempt.score = update["score"].AsDouble();
        if (attempt.score) attempt.stagnant = JudgeAttempt(edited.attempts, *attempt.score, attempt.marks).stagnant;
        edited.attempts.push_back(std::move(attempt));
      }));
  Json json = Json::MakeObject().Set("updated", true).Set("attempt", state.attempts.size());
  return json.Set("stagnant", state.stagnant());
}

Result<Json> NoteIteration(const World& world, const Json& arguments) {
  const Iterations iterations(world.project());
  const std::string& run = arguments["runId"].AsString();
  const std::string& module = arguments["moduleId"].AsString();
  const std::string& action = arguments["action"].AsString();
  if (arguments.Has("runId")) TRY(CheckRecordName("runId", run));
  if (action == "get") return ToJson(TRY(iterations.Load(run, module)));
  TRY(EnsureState(world.project()));
  if (action == "reset") {
    TRY(iterations.Reset(run, module));
    return Json::MakeObject().Set("reset", true).Set("moduleId", module);
  }
  if (!arguments.Has("update")) return Fail(Code::kInvalid, "update is required for the action update");
  return UpdateIteration(world, iterations, arguments);
}

Tool IterationTool(const World& world) {
  Tool tool{"iteration_state", "Attempts of a module",
            "Attempts at a module: get them, add one (update), or start over (reset)."};
  const Json update = ObjectOf({{"status", OneOf({"running", "passed", "failed", "stagnant", "escalated", "blocked"})},
                                {"issues", ListOf(TypeOf("string"))},
                                {"score", TypeOf("number", "0 to 1")},
                                {"rootCause", TypeOf("string")}});
  tool.input_schema = ObjectOf({{"moduleId", TypeOf("string")},
                                {"action", OneOf({"get", "update", "reset"})},
                                {"runId", TypeOf("string")},
                                {"update", update}},
                               {"moduleId", "action"});
  tool.output_schema = TypeOf("object");
  tool.annotations = Annotations({.destructive = true});  // a reset forgets all attempts
  tool.run = [&world](Call&, const Json& arguments) -> Rpc<Json> {
    return ToolOutcome(NoteIteration(world, arguments));
  };
  return tool;
}

Result<Json> SaveSession(const World& world, const Sessions& sessions, const Json& arguments) {
  if (!arguments.Has("runId")) return Fail(Code::kInvalid, "runId is required for the action save");
  if (!arguments.Has("state")) return Fail(Code::kInvalid, "state is required for the action save");
  TRY(EnsureState(world.project()));
  const std::string& run = arguments["runId"].AsString();
  const std::string when = IsoTime(world.now());
  TRY(sessions.Save(run, arguments["state"], when));
  return Json::MakeObject().Set("saved", true).Set("runId", run).Set("lastUpdatedAt", when);
}

Result<Json> LoadSession(const Sessions& sessions, const Json& arguments) {
  if (!arguments.Has("runId")) return Fail(Code::kInvalid, "runId is required for the action load");
  const std::string& run = arguments["runId"].AsString();
  const std::optional<Json> state = TRY(sessions.Load(run));
  if (!state) return Json::MakeObject().Set("found", false).Set("runId", run);
  Json json = Json::MakeObject().Set("found", true);
  // Its members one by one, as clients know it; and the whole, whatever its members are called.
  for (const auto& [name, value] : state->AsObject()) {
    if (name != "found" && name != "state") json.Set(name, value);
  }
  return json.Set("state", *state);
}

Result<Json> SessionOf(const World& world, const Json& arguments) {
  const Sessions sessions(world.project());
  const std::string& action = arguments["action"].AsString();
  if (action == "save") return SaveSession(world, sessions, arguments);
  if (action == "load") return LoadSession(sessions, arguments);
  Json list = Json::MakeArray();
  for (const SessionEntry& entry : TRY(sessions.List())) {
    Json json = Json::MakeObject().Set("runId", entry.run).Set("lastUpdatedAt", OrNull(entry.updated));
    json.Set("currentPhase", OrNull(entry.phase)).Set("completedCount", entry.completed);
    list.Append(json.Set("totalCount", entry.total));
  }
  return Json::MakeObject().Set("sessions", std::move(list));
}

Tool SessionTool(const World& world) {
  Tool tool{"session_state", "Save a session",
            "Saves, loads or lists snapshots of your own session, so that you can continue after an interruption."};
  tool.input_schema = ObjectOf({{"action", OneOf({"save", "load", "list"})},
                                {"runId", TypeOf("string")},
                                {"state", TypeOf("object",
                                                 "anything; currentPhase, completedModules and moduleStatuses "
                                                 "show in the list")}},
                               {"action"});
  tool.output_schema = TypeOf("object");
  tool.annotations = Annotations({.destructive = true, .idempotent = true});  // a second save replaces the first
  tool.run = [&world](Call&, const Json& arguments) -> Rpc<Json> { return ToolOutcome(SessionOf(world, arguments)); };
  return tool;
}

std::string SeverityOf(const Story& story) {
  return story.tone == Tone::kBad ? "error" : story.tone == Tone::kWarn ? "warn" : "info";
}

// The journal of one of our runs, with the members that entries of the tool log have.
Result<std::vector<Json>> JournalEntries(const World& world, const LogFilter& filter) {
  std::vector<Json> entries;
  if (filter.run.empty()) return entries;
  auto forge = world.Open(false);
  if (!forge) return entries;
  auto run = FindRun(**forge, filter.run);
  if (!run) return entries;
  Narrator narrator;
  for (const JournalRow& row : TRY(ReadRunLog(**forge, *run, 0, -1))) {
    const std::string severity = SeverityOf(narrator.Tell(row));  // of every row: one may depend on an earlier one
    if (!filter.module.empty() && row.step.value != filter.module) continue;
    if (!filter.phase.empty() && row.stage != filter.phase) continue;
    if (!filter.severity.empty() && filter.severity != severity) continue;
    Json entry = Json::MakeObject().Set("timestamp", IsoTime(row.at)).Set("runId", filter.run);
    entry.Set("phase", row.stage)
        .Set("event", row.kind)
        .Set("severity", severity)
        .Set("moduleId", OrNull(row.step.value));
    entries.push_back(entry.Set("data", ParseJson(row.data).value_or(Json())));
  }
  return entries;
}

Result<Json> LogsOf(const World& world, const Json& arguments) {
  LogFilter filter;
  filter.run = arguments["runId"].AsString();
  if (arguments.Has("runId")) TRY(CheckRecordName("runId", filter.run));
  filter.module = arguments["moduleId"].AsString();
  filter.phase = arguments["phase"].AsString();
  filter.severity = arguments["severity"].AsString();
  const std::int64_t limit = arguments["limit"].AsInt(50);
  if (limit < 1 || limit > kMostLogEntries) {
    return Fail(Code::kInvalid, fmt::format("limit must be 1 to {}", kMostLogEntries));
  }
  filter.limit = static_cast<std::size_t>(limit);
  std::vector<Json> entries = TRY(JournalEntries(world, filter));
  std::vector<Json> calls = TRY(ToolLog(world.project()).Read(filter));
  entries.insert(entries.end(), calls.begin(), calls.end());
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Json& a, const Json& b) { return a["timestamp"].AsString() < b["timestamp"].AsString(); });
  const std::size_t total = entries.size();
  if (total > filter.limit) entries.erase(entries.begin(), entries.end() - limit);
  Json json = Json::MakeObject().Set("runId", OrNull(filter.run)).Set("entries", Json(Json::Array(entries)));
  return json.Set("total", total);
}

Tool LogsTool(const World& world) {
  Tool tool{"forge_logs", "Recent events",
            "The last entries of a run's journal and of calls to these tools, oldest first."};
  tool.input_schema = ObjectOf({{"runId", TypeOf("string")},
                                {"moduleId", TypeOf("string")},
                                {"phase", TypeOf("string")},
                                {"severity", OneOf({"info", "warn", "error"})},
                                {"limit", TypeOf("integer", "1 to 1000; 50")}});
  tool.output_schema =
      OpenObject({{"entries", ListOf(TypeOf("object"))}, {"total", TypeOf("integer")}}, {"entries", "total"});
  tool.annotations = Annotations({.read_only = true});
  tool.run = [&world](Call&, const Json& arguments) -> Rpc<Json> { return ToolOutcome(LogsOf(world, arguments)); };
  return tool;
}

}  // namespace

std::vector<Tool> ModuleTools(const World& world) {
  return {ValidateTool(world), ValidatePlanTool(world), IterationTool(world), SessionTool(world), LogsTool(world)};
}

}  // namespace forge::mcp
