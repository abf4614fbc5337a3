#include "service/proof/verify_status.h"

#include <utility>

#include "service/run_queries.h"
#include "service/unit/run_files.h"
#include "workspace/names.h"

namespace forge {
namespace {

struct LastCheck {
  const UnitRow* unit = nullptr;
  bool current = true;  // no agent worked on the step after it
  Json record;
};

LastCheck FindLastCheck(const RunFiles& files, const RunView& view, const StepId& step) {
  LastCheck last;
  for (auto unit = view.units.rbegin(); unit != view.units.rend(); ++unit) {
    if (unit->step != step) continue;
    if (unit->kind == UnitKind::kAgent) last.current = false;
    if (unit->kind != UnitKind::kCheck || unit->status != UnitStatus::kDone) continue;
    const auto text = files.ReadUnitText(unit->id, "verify.json").value_or(std::nullopt);
    auto record = text ? ParseJson(*text) : Result<Json>(Json());
    if (!record || !record->is_object()) continue;
    last.unit = &*unit;
    last.record = *std::move(record);
    return last;
  }
  return last;
}

// Without the outputs, which are long and are stored with the unit.
Json Results(const Json& record) {
  Json results = Json::MakeArray();
  for (const Json& result : record["results"].AsArray()) {
    Json entry = Json::MakeObject();
    for (const auto& [name, value] : result.AsObject()) {
      if (name != "output") entry.Set(name, value);
    }
    results.Append(std::move(entry));
  }
  return results;
}

}  // namespace

Json StepProof(const Project& project, const RunView& view, const StepRow& step) {
  const LastCheck last = FindLastCheck(RunFiles(project, view.run.id, view.run.slug), view, step.id);
  Json proof = Json::MakeObject().Set("state", Name(step.status));
  proof.Set("score", last.unit != nullptr ? last.record["score"] : Json());
  proof.Set("branch", project.is_git ? Json(RunNames(view.run.id).branch()) : Json());
  if (last.unit == nullptr) return proof.Set("evidence", Json());
  Json evidence = Json::MakeObject().Set("unit", last.unit->id.value).Set("tree", last.record["tree"]);
  evidence.Set("passed", last.record["passed"]).Set("current", last.current);
  return proof.Set("evidence", evidence.Set("results", Results(last.record)));
}

}  // namespace forge
