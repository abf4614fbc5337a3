#include "service/host/run_annotations.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "base/strings.h"
#include "engine/input.h"
#include "model/json_array.h"
#include "model/words.h"
#include "os/files/files.h"
#include "service/host/session_evidence.h"

namespace forge {
namespace {

std::string AnnotationsPath(const Project& project, RunId run) {
  return project.run_directory(run.value) + "/annotations.jsonl";
}

std::string GateName(const UnitRow& unit) {
  std::string name = unit.member.empty() ? unit.stage : unit.stage + "/" + unit.member;
  return unit.step.empty() ? name : unit.step.value + ": " + name;
}

// None: the unit judges nothing. A gate unit says whether its stage starts, not how it ended.
std::optional<bool> GatePassed(const UnitRow& unit, const UnitOutcome& outcome) {
  if (outcome.status == UnitStatus::kCancelled || outcome.result["baseline"].AsBool()) return std::nullopt;
  if (outcome.verdict) return *outcome.verdict == Verdict::kApproved;
  if (unit.kind != UnitKind::kCheck) return std::nullopt;
  return outcome.status == UnitStatus::kDone && outcome.passed;
}

std::string GatesText(const std::vector<GateStanding>& gates, bool passed) {
  std::vector<std::string> names;
  for (const GateStanding& gate : gates) {
    if (gate.passed == passed) names.push_back(gate.gate);
  }
  return names.empty() ? "" : fmt::format("; {}: {}", passed ? "passed" : "failed", Join(names, ", "));
}

Json GateJson(const GateStanding& gate) { return Json::MakeObject().Set("gate", gate.gate).Set("passed", gate.passed); }

Annotation AnnotationFromJson(const Json& json) {
  Annotation annotation;
  annotation.at = TimePoint{json["at_ms"].AsInt()};
  annotation.event = json["event"].AsString();
  annotation.session = json["session"].AsString();
  annotation.status = json["status"].AsString();
  annotation.stage = json["stage"].AsString();
  annotation.round = static_cast<int>(json["iteration"].AsInt(1));
  annotation.steps_done = json["steps_done"].AsInt();
  annotation.steps_total = json["steps_total"].AsInt();
  for (const Json& gate : json["gates"].AsArray())
    annotation.gates.push_back({gate["gate"].AsString(), gate["passed"].AsBool()});
  for (const Json& question : json["questions"].AsArray()) annotation.questions.push_back(question.AsString());
  annotation.next = json["next"].AsString();
  return annotation;
}

}  // namespace

std::vector<GateStanding> GatesIn(const std::vector<JournalRow>& rows, const std::vector<UnitRow>& units) {
  std::vector<GateStanding> gates;
  for (const JournalRow& row : rows) {
    if (row.kind != "ended") continue;
    const auto json = ParseJson(row.data);
    const auto input = json ? InputFromJson(row.kind, *json) : Result<Input>(std::unexpected(json.error()));
    const auto* ended = input ? std::get_if<Ended>(&*input) : nullptr;
    if (ended == nullptr) continue;
    const auto unit = std::ranges::find(units, ended->unit, &UnitRow::id);
    const auto passed = unit == units.end() ? std::nullopt : GatePassed(*unit, ended->outcome);
    if (!passed) continue;
    const std::string name = GateName(*unit);
    auto gate = std::ranges::find(gates, name, &GateStanding::gate);
    if (gate == gates.end()) gate = gates.insert(gates.end(), {name, false});
    gate->passed = *passed;
  }
  return gates;
}

Json ToJson(const Annotation& annotation) {
  return Json::MakeObject()
      .Set("at_ms", annotation.at.ms)
      .Set("event", annotation.event)
      .Set("session", annotation.session)
      .Set("status", annotation.status)
      .Set("stage", annotation.stage)
      .Set("iteration", annotation.round)
      .Set("steps_done", annotation.steps_done)
      .Set("steps_total", annotation.steps_total)
      .Set("gates", JsonArray(annotation.gates, GateJson))
      .Set("questions", JsonArray(annotation.questions, [](const std::string& one) { return Json(one); }))
      .Set("next", annotation.next);
}

std::string ToText(const Annotation& annotation) {
  std::string text =
      annotation.stage.empty() ? annotation.status : fmt::format("{}, round {}", annotation.stage, annotation.round);
  if (annotation.steps_total > 0)
    text += fmt::format(", {} of {} steps", annotation.steps_done, annotation.steps_total);
  text += GatesText(annotation.gates, true) + GatesText(annotation.gates, false);
  if (!annotation.questions.empty()) text += "; asks: " + Join(annotation.questions, "; ");
  return text;
}

Status Annotate(const Project& project, RunId run, const Annotation& annotation) {
  TRY(MakeDirectories(project.run_directory(run.value)));
  return AppendFile(AnnotationsPath(project, run), ToJson(annotation).Dump() + "\n");
}

std::vector<Annotation> ReadAnnotations(const Project& project, RunId run) {
  std::vector<Annotation> annotations;
  const auto text = ReadTextFile(AnnotationsPath(project, run));
  if (!text) return annotations;
  for (std::string_view line : Lines(*text)) {
    if (const auto json = ParseJson(line); json && json->is_object()) annotations.push_back(AnnotationFromJson(*json));
  }
  return annotations;
}

}  // namespace forge
