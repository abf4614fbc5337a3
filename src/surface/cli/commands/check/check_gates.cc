#include <fmt/core.h>

#include <set>

#include "base/strings.h"
#include "surface/cli/commands.h"
#include "text/gates.h"

namespace forge::cli {
namespace {

Form CheckGatesForm() {
  return {.positionals = {{"FILE", "a file with ```gates phase=NAME blocks; `-` is standard input", true,
                           ValueType::kFile}},
          .options = {{"phase", "NAME", "the stage whose gate to evaluate"},
                      {"record", "JSONFILE", "the records that predicates refer to", ValueType::kFile},
                      {"var", "NAME=VALUE", "replaces {NAME} in artifact paths", ValueType::kPair, true}},
          .notes =
              "Exit 0 when the gate passes, 1 when it does not, 2 when the file is invalid (one bad block is enough) "
              "or has no block for the stage. With --json: {\"ok\": true|false, \"failures\": [{\"kind\", "
              "\"message\"}]}.\n\nArtifact paths are relative to the current directory. JSONFILE holds an object of "
              "records, {\"task\": {\"status\": \"planned\"}}. A single record is taken as `task` when it has a "
              "taskId, as `bug` when it has a bugId, as `sprint` when it has a sprintId, and otherwise as the record "
              "that the gate asks for. A predicate on a missing record fails.",
          .examples = {{"forge check gates workflow.md --phase implement --record task.json", "can the stage start?"},
                       {"forge check gates workflow.md --phase plan --record task.json --var task=T01 --json",
                        "the same, for scripts, with {task} replaced in paths"}}};
}

std::set<std::string> RecordNames(const Gate& gate) {
  std::set<std::string> names;
  for (const GateDirective& directive : gate) {
    const bool predicate =
        directive.kind == GateDirective::Kind::kRequire || directive.kind == GateDirective::Kind::kForbid;
    if (predicate) names.insert(directive.subject.substr(0, directive.subject.find('.')));
  }
  return names;
}

// An object of records is one where a record the gate asks for is an object; or one with no plain members at all.
bool IsSingleRecord(const Json& json, const std::set<std::string>& asked) {
  bool plain = false;
  for (const auto& [name, value] : json.AsObject()) {
    if (value.is_object() && asked.contains(name)) return false;
    plain = plain || !(value.is_object() || value.is_null());
  }
  return plain;
}

Json NameRecord(Json record, const Gate& gate) {
  const std::set<std::string> asked = RecordNames(gate);
  if (!IsSingleRecord(record, asked)) return record;
  static constexpr std::pair<const char*, const char*> kKnown[] = {
      {"taskId", "task"}, {"bugId", "bug"}, {"sprintId", "sprint"}};
  for (const auto& [key, name] : kKnown) {
    if (record.Has(key)) return Json::MakeObject().Set(name, std::move(record));
  }
  Json records = Json::MakeObject();
  // A gate that only says `after` asks for no record by name, and reads the task's.
  if (asked.empty()) records.Set("task", record);
  for (const std::string& name : asked) records.Set(name, record);
  return records;
}

Result<Json> LoadRecords(const Context& context, const Args& args, const Gate& gate) {
  if (!args.Has("record")) return Json::MakeObject();
  const std::string path = args.Get("record");
  const std::string text = TRY(context.host.read_file(path));
  Json json = TRY_WITH(path, ParseJson(text));
  if (!json.is_object()) {
    return Fail(Code::kInvalid,
                fmt::format("{}: holds {} {}, not an object", path,
                            json.type_name().starts_with('a') || json.type_name().starts_with('i') ? "an" : "a",
                            json.type_name()));
  }
  return NameRecord(std::move(json), gate);
}

Result<Gate> LoadGate(const Context& context, const Args& args) {
  const std::string path = args.Get("FILE");
  const std::string phase = args.Get("phase");
  const std::string text = TRY(context.host.read_file(path));
  GateFile file = ParseGateFile(text);
  if (!file.problems.empty()) {
    std::vector<std::string> lines;
    for (const GateProblem& problem : file.problems) {
      lines.push_back(fmt::format("{}:{}: {}{}", path, problem.line,
                                  problem.block.empty() ? "" : fmt::format("block `{}`: ", problem.block),
                                  problem.what));
    }
    return Fail(Code::kInvalid, Join(lines, "\nforge: "), "fix the bad block first; one makes the whole file invalid");
  }
  auto it = file.phases.find(phase);
  if (it != file.phases.end()) return std::move(it->second);
  std::vector<std::string> known;
  for (const auto& [name, gate] : file.phases) known.push_back(name);
  return Fail(Code::kInvalid, fmt::format("{}: no gates block for phase `{}`", path, phase),
              known.empty() ? "the file has no ```gates phase=NAME block" : "its phases: " + Join(known, ", "));
}

Result<Exit> RunCheckGates(Context& context, const Args& args) {
  if (!args.Has("phase")) {
    return Fail(Code::kInvalid, "check gates: --phase is missing", "see forge check gates --help");
  }
  const Gate gate = TRY(LoadGate(context, args));
  GateFacts facts;
  facts.file_size = context.host.file_size;
  facts.records = TRY(LoadRecords(context, args, gate));
  for (auto& [name, value] : args.Pairs("var")) facts.variables[name] = value;
  const std::vector<GateFailure> failures = EvaluateGate(gate, facts);
  if (context.json) {
    Json list = JsonArray(failures, [](const GateFailure& failure) {
      return Json::MakeObject().Set("kind", failure.kind).Set("message", failure.text);
    });
    context.out.Print(Json::MakeObject().Set("ok", failures.empty()).Set("failures", std::move(list)));
  } else if (failures.empty()) {
    context.out.Line(fmt::format("gate `{}` passes", args.Get("phase")));
  } else {
    context.out.Line(fmt::format("gate `{}` does not pass:", args.Get("phase")));
    for (const GateFailure& failure : failures) context.out.Line("  " + failure.text);
  }
  return failures.empty() ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kCheckGatesCommand = {
    "check gates",  "say whether the gate of a stage passes, from files and records",
    Group::kChecks, Needs::kNothing,
    CheckGatesForm, RunCheckGates};

}  // namespace forge::cli
