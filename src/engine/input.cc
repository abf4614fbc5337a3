#include "engine/input.h"

#include <algorithm>
#include <array>
#include <utility>

namespace forge {
namespace {

constexpr std::array<std::pair<ControlKind, std::string_view>, 12> kControlNames = {{
    {ControlKind::kPause, "pause"},
    {ControlKind::kStop, "stop"},
    {ControlKind::kResume, "resume"},
    {ControlKind::kPark, "park"},
    {ControlKind::kCancel, "cancel"},
    {ControlKind::kComplete, "complete"},
    {ControlKind::kAbandon, "abandon"},
    {ControlKind::kSkip, "skip"},
    {ControlKind::kRetry, "retry"},
    {ControlKind::kBlockOn, "block-on"},
    {ControlKind::kFocus, "focus"},
    {ControlKind::kAuto, "auto"},
}};

constexpr std::int64_t kMostSteps = 1'000'000;  // that a focus can ask for

int StepCount(const Json& json) { return static_cast<int>(std::clamp<std::int64_t>(json.AsInt(), 0, kMostSteps)); }

void SetText(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json.Set(key, text);
}

void SetHolder(Json& json, const Holder& holder) {
  json.Set("pid", holder.pid).Set("pid_start", holder.pid_start);
  SetText(json, "boot", holder.boot);
  SetText(json, "host", holder.host);
  SetText(json, "pid_namespace", holder.pid_namespace);
}

struct Writer {
  Json operator()(const DayLimit& in) const {
    Json json = Json::MakeObject().Set("day", in.day).Set("limit", ToJson(in.limit));
    if (!in.others.empty()) json.Set("others", ToJson(in.others));
    return json;
  }
  Json operator()(const Started& in) const {
    Json json = Json::MakeObject();
    json.Set("objective", in.objective);
    json.Set("pipelines", ToJson(in.pipelines));
    if (in.parent.value != 0) json.Set("parent", in.parent.value);
    SetText(json, "parent_step", in.parent_step.value);
    if (!in.budget.empty()) json.Set("budget", ToJson(in.budget));
    if (!in.role_budgets.empty()) {
      Json roles = Json::MakeObject();
      for (const auto& [role, budget] : in.role_budgets) roles.Set(role, ToJson(budget));
      json.Set("role_budgets", std::move(roles));
    }
    if (!in.day.limit.empty()) json.Set("day", (*this)(in.day));
    json.Set("attended", in.attended);
    SetText(json, "size", in.size);
    if (!in.flags.is_null()) json.Set("flags", in.flags);
    if (!in.settings.is_null()) json.Set("settings", in.settings);
    if (in.plan) json.Set("plan", ToJson(*in.plan));
    if (!in.settled.empty()) {
      Json settled = Json::MakeObject();
      for (const auto& [step, status] : in.settled) settled.Set(step.value, Name(status));
      json.Set("settled", std::move(settled));
    }
    SetText(json, "approved", in.approved);
    if (in.focus_steps != 0) json.Set("focus_steps", in.focus_steps);
    SetText(json, "focus", in.focus.value);
    if (in.rules != 0) json.Set("rules", in.rules);
    if (in.small_plan != 0) json.Set("small_plan", in.small_plan);
    return json;
  }
  Json operator()(const Attached& in) const { return Json::MakeObject().Set("pid", in.pid).Set("host", in.host); }
  Json operator()(const Began& in) const {
    return Json::MakeObject().Set("unit", in.unit.value).Set("pid", in.pid).Set("pid_start", in.pid_start);
  }
  Json operator()(const Ended& in) const {
    return Json::MakeObject().Set("unit", in.unit.value).Set("outcome", ToJson(in.outcome));
  }
  Json operator()(const TimerFired& in) const { return Json::MakeObject().Set("timer", in.timer); }
  Json operator()(const Answered& in) const {
    Json json = Json::MakeObject().Set("question", in.question.value).Set("answer", in.answer);
    SetText(json, "comment", in.comment);
    SetText(json, "shown", in.shown);
    SetText(json, "by", in.by);
    return json;
  }
  Json operator()(const Control& in) const {
    Json json = Json::MakeObject().Set("control", Name(in.kind));
    SetText(json, "step", in.step.value);
    if (in.steps != 0) json.Set("steps", in.steps);
    SetText(json, "contract", in.contract);
    SetText(json, "reason", in.reason);
    if (in.other.value != 0) json.Set("other", in.other.value);
    SetText(json, "by", in.by);
    return json;
  }
  Json operator()(const BlockerEnded& in) const {
    return Json::MakeObject().Set("run", in.run.value).Set("status", Name(in.status));
  }
  Json operator()(const PlanEdited& in) const {
    Json json = Json::MakeObject().Set("plan", ToJson(in.plan));
    if (in.approved) json.Set("approved", true);
    SetText(json, "by", in.by);
    return json;
  }
  Json operator()(const GitDiffers& in) const {
    Json options = Json::MakeArray();
    for (const std::string& option : in.options) options.Append(option);
    Json json = Json::MakeObject().Set("text", in.text).Set("options", std::move(options));
    SetText(json, "branch", in.branch);
    SetText(json, "target", in.target);
    if (in.last_unit != 0) json.Set("last_unit", in.last_unit);
    Json merged = Json::MakeArray();
    for (const StepId& step : in.merged) merged.Append(step.value);
    if (!in.merged.empty()) json.Set("merged", std::move(merged));
    if (in.stop) json.Set("stop", true);
    return json;
  }
  Json operator()(const StepTaken& in) const {
    Json json = Json::MakeObject().Set("step", in.step.value);
    SetHolder(json, in.holder);
    if (in.instead_of.pid != 0) {
      Json before = Json::MakeObject();
      SetHolder(before, in.instead_of);
      json.Set("instead_of", std::move(before));
    }
    if (in.alone) json.Set("alone", true);
    SetText(json, "by", in.by);
    return json;
  }
  Json operator()(const StepGivenBack& in) const {
    Json json = Json::MakeObject().Set("step", in.step.value).Set("as", Name(in.as));
    SetHolder(json, in.holder);
    SetText(json, "note", in.note);
    SetText(json, "snapshot", in.snapshot);
    if (in.unmerged) json.Set("unmerged", true);
    SetText(json, "work", in.work);
    SetText(json, "by", in.by);
    SetText(json, "kept", in.kept);
    Json files = Json::MakeArray();
    for (const std::string& file : in.files) files.Append(file);
    if (!in.files.empty()) json.Set("files", std::move(files));
    if (in.more_files != 0) json.Set("more_files", in.more_files);
    return json;
  }
};

DayLimit ReadDayLimit(const Json& data) {
  return DayLimit{data["day"].AsInt(), BudgetFromJson(data["limit"]), UsageFromJson(data["others"])};
}

Result<Input> ReadStarted(const Json& data) {
  Started in;
  in.objective = data["objective"].AsString();
  in.pipelines = TRY(PipelineSetFromJson(data["pipelines"]));
  in.parent = RunId{data["parent"].AsInt()};
  in.parent_step = StepId{data["parent_step"].AsString()};
  in.budget = BudgetFromJson(data["budget"]);
  for (const auto& [role, budget] : data["role_budgets"].AsObject()) in.role_budgets[role] = BudgetFromJson(budget);
  in.day = ReadDayLimit(data["day"]);
  in.attended = data["attended"].AsBool(true);
  in.size = data["size"].AsString();
  in.flags = data["flags"];
  in.settings = data["settings"];
  if (data.Has("plan")) in.plan = TRY(PlanRefFromJson(data["plan"]));
  for (const auto& [step, status] : data["settled"].AsObject()) {
    if (const auto known = ParseStepStatus(status.AsString())) in.settled[StepId{step}] = *known;
  }
  in.approved = data["approved"].AsString();
  in.focus_steps = StepCount(data["focus_steps"]);
  in.small_plan = StepCount(data["small_plan"]);
  in.rules = static_cast<int>(std::clamp<std::int64_t>(data["rules"].AsInt(), 0, kRules));
  in.focus = StepId{data["focus"].AsString()};
  return in;
}

Result<Input> ReadControl(const Json& data) {
  auto kind = ParseControlKind(data["control"].AsString());
  if (!kind) return Fail(Code::kCorrupt, "unknown control `" + data["control"].AsString() + "`");
  Control in;
  in.kind = *kind;
  in.step = StepId{data["step"].AsString()};
  in.steps = StepCount(data["steps"]);
  in.contract = data["contract"].AsString();
  in.reason = data["reason"].AsString();
  in.other = RunId{data["other"].AsInt()};
  in.by = data["by"].AsString();
  return in;
}

Result<Input> ReadEnded(const Json& data) {
  return Ended{UnitId{data["unit"].AsInt()}, TRY(OutcomeFromJson(data["outcome"]))};
}

GitDiffers ReadGitDiffers(const Json& data) {
  GitDiffers in;
  in.text = data["text"].AsString();
  for (const Json& option : data["options"].AsArray()) in.options.push_back(option.AsString());
  in.branch = data["branch"].AsString();
  in.target = data["target"].AsString();
  in.last_unit = data["last_unit"].AsInt();
  for (const Json& step : data["merged"].AsArray()) in.merged.push_back(StepId{step.AsString()});
  in.stop = data["stop"].AsBool(false);
  return in;
}

Holder ReadHolder(const Json& data) {
  return {data["pid"].AsInt(), data["pid_start"].AsInt(), data["boot"].AsString(), data["host"].AsString(),
          data["pid_namespace"].AsString()};
}

StepTaken ReadStepTaken(const Json& data) {
  StepTaken in;
  in.step = StepId{data["step"].AsString()};
  in.holder = ReadHolder(data);
  const Json& before = data["instead_of"];
  in.instead_of = before.is_object() ? ReadHolder(before) : Holder{before.AsInt(), 0, "", "", ""};
  in.alone = data["alone"].AsBool(false);
  in.by = data["by"].AsString();
  return in;
}

Result<Input> ReadStepGivenBack(const Json& data) {
  const auto as = ParseGiveBack(data["as"].AsString());
  if (!as) return Fail(Code::kCorrupt, "a step was given back as `" + data["as"].AsString() + "`, which is unknown");
  StepGivenBack in;
  in.step = StepId{data["step"].AsString()};
  in.holder = ReadHolder(data);
  in.as = *as;
  in.note = data["note"].AsString();
  in.snapshot = data["snapshot"].AsString();
  in.unmerged = data["unmerged"].AsBool(false);
  in.work = data["work"].AsString();
  in.by = data["by"].AsString();
  in.kept = data["kept"].AsString();
  for (const Json& file : data["files"].AsArray()) in.files.push_back(file.AsString());
  in.more_files = data["more_files"].AsInt();
  return in;
}

Result<Input> ReadBlockerEnded(const Json& data) {
  auto status = ParseRunStatus(data["status"].AsString());
  if (!status) return Fail(Code::kCorrupt, "unknown run status `" + data["status"].AsString() + "`");
  return BlockerEnded{RunId{data["run"].AsInt()}, *status};
}

}  // namespace

bool IsSame(const Holder& holder, const Holder& said) {
  const bool names_only_pid = said.pid_start == 0 && said.boot.empty() && said.host.empty();
  return names_only_pid ? holder.pid == said.pid : holder == said;
}

std::string_view Name(ControlKind kind) {
  for (const auto& [value, name] : kControlNames) {
    if (value == kind) return name;
  }
  return "?";
}

std::optional<ControlKind> ParseControlKind(std::string_view name) {
  for (const auto& [value, known] : kControlNames) {
    if (known == name) return value;
  }
  return std::nullopt;
}

std::string_view Name(GiveBack as) {
  switch (as) {
    case GiveBack::kDone: return "done";
    case GiveBack::kHandBack: return "hand-back";
    case GiveBack::kAsItWas: return "as-it-was";
  }
  return "?";
}

std::optional<GiveBack> ParseGiveBack(std::string_view name) {
  for (GiveBack as : {GiveBack::kDone, GiveBack::kHandBack, GiveBack::kAsItWas}) {
    if (Name(as) == name) return as;
  }
  return std::nullopt;
}

std::string_view KindOf(const Input& input) {
  static constexpr std::array<std::string_view, 13> kNames = {
      "started",       "attached",    "began",     "ended",       "timer",      "answer",         "control",
      "blocker-ended", "plan-edited", "day-limit", "git-differs", "step-taken", "step-given-back"};
  return kNames[input.index()];
}

Json ToJson(const Input& input) { return std::visit(Writer{}, input); }

Result<Input> InputFromJson(std::string_view kind, const Json& data) {
  if (kind == "started") return ReadStarted(data);
  if (kind == "attached") return Attached{data["pid"].AsInt(), data["host"].AsString()};
  if (kind == "began") return Began{UnitId{data["unit"].AsInt()}, data["pid"].AsInt(), data["pid_start"].AsInt()};
  if (kind == "ended") return ReadEnded(data);
  if (kind == "timer") return TimerFired{data["timer"].AsInt()};
  if (kind == "answer") {
    return Answered{QuestionId{data["question"].AsInt()}, data["answer"].AsString(), data["comment"].AsString(),
                    data["shown"].AsString(), data["by"].AsString()};
  }
  if (kind == "control") return ReadControl(data);
  if (kind == "blocker-ended") return ReadBlockerEnded(data);
  if (kind == "plan-edited")
    return PlanEdited{TRY(PlanRefFromJson(data["plan"])), data["approved"].AsBool(), data["by"].AsString()};
  if (kind == "day-limit") return ReadDayLimit(data);
  if (kind == "git-differs") return ReadGitDiffers(data);
  if (kind == "step-taken") return ReadStepTaken(data);
  if (kind == "step-given-back") return ReadStepGivenBack(data);
  return Fail(Code::kCorrupt, "unknown input `" + std::string(kind) + "`");
}

}  // namespace forge
