#include "surface/view/json_rows.h"

#include "model/json_array.h"
#include "surface/view/json_answers.h"
#include "surface/view/times.h"

namespace forge {
Json OrNull(const std::string& text) { return text.empty() ? Json() : Json(text); }
Json OrNull(RunId run) { return run.value == 0 ? Json() : Json(run.value); }
Json OrNull(TimePoint time) { return time.ms == 0 ? Json() : Json(IsoTime(time)); }

Json ToJson(const RunRow& run) {
  Json json = Json::MakeObject();
  json.Set("run", run.id.value).Set("slug", run.slug).Set("objective", run.objective).Set("pipeline", run.pipeline);
  json.Set("status", Name(run.status)).Set("reason", run.reason).Set("stage", OrNull(run.stage));
  json.Set("parent", OrNull(run.parent)).Set("parent_step", OrNull(run.parent_step.value));
  json.Set("steps_done", run.steps_done).Set("steps_total", run.steps_total).Set("units", run.units);
  json.Set("tokens", run.tokens).Set("usd", run.usd).Set("plan_path", OrNull(run.plan_path));
  return json.Set("created", OrNull(run.created)).Set("updated", OrNull(run.updated));
}

Json ToJson(const StepRow& step) {
  Json json = Json::MakeObject().Set("step", step.id.value).Set("title", step.title).Set("status", Name(step.status));
  json.Set("stage", OrNull(step.stage)).Set("attempts", step.attempts).Set("reason", step.reason);
  return json.Set("snapshot", OrNull(step.snapshot));
}

Json ToJson(const UnitRow& unit) {
  Json json = Json::MakeObject().Set("unit", unit.id.value).Set("kind", Name(unit.kind));
  json.Set("step", OrNull(unit.step.value)).Set("stage", unit.stage).Set("member", OrNull(unit.member));
  json.Set("iteration", unit.iteration).Set("attempt", unit.attempt).Set("status", Name(unit.status));
  json.Set("error_class", OrNull(unit.error_class)).Set("summary", unit.summary).Set("usage", JsonOf(unit.usage));
  return json.Set("started", OrNull(unit.started)).Set("ended", OrNull(unit.ended));
}

Json ToJson(const StoredQuestion& stored) {
  const Question& question = stored.question;
  Json json = Json::MakeObject().Set("run", stored.run.value).Set("question", question.id.value);
  json.Set("kind", Name(question.kind)).Set("status", Name(question.status)).Set("step", OrNull(question.step.value));
  json.Set("stage", OrNull(question.stage)).Set("text", question.text).Set("options", JsonArray(question.options));
  json.Set("shows", OrNull(question.shows)).Set("hash", OrNull(question.hash)).Set("answer", OrNull(question.answer));
  json.Set("comment", OrNull(question.comment)).Set("by", OrNull(question.by));
  return json.Set("asked", OrNull(question.asked)).Set("answered", OrNull(question.answered));
}

Json ToJson(const StagePicture& stage) {
  Json json = Json::MakeObject().Set("stage", stage.name).Set("kind", stage.kind);
  return json.Set("status", Name(stage.mark)).Set("entered", stage.entered);
}

std::string LogLine(RunId run, const JournalRow& row) {
  Json json = Json::MakeObject().Set("seq", row.seq).Set("at", IsoTime(row.at)).Set("kind", row.kind);
  json.Set("run", run.value).Set("step", OrNull(row.step.value)).Set("stage", OrNull(row.stage));
  json.Set("iteration", row.iteration).Set("attempt", row.attempt);
  std::string line = json.Dump();
  // The journal's own text, which is JSON on one line: parsing it to print it again would only cost time.
  line.pop_back();
  return line + ",\"data\":" + (row.data.empty() ? "{}" : row.data) + "}";
}

}  // namespace forge
