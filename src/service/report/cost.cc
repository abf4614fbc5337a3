#include "service/report/cost.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "agent/model_table.h"
#include "base/display.h"
#include "base/strings.h"
#include "engine/run_loop.h"
#include "service/unit/asked.h"
#include "service/unit/run_files.h"

namespace forge {
namespace {

constexpr std::int64_t kUtcDayMs = 24LL * 60 * 60 * 1000;
constexpr double kMillion = 1e6;

bool IsUnpriced(const UnitRow& unit) { return unit.usage.tokens() > 0 && unit.usage.usd == 0; }
bool AsksAnAgent(const UnitRow& unit) { return unit.kind == UnitKind::kAgent || unit.kind == UnitKind::kLearn; }

template <typename T>
std::optional<T> Left(const std::optional<T>& limit, T spent) {
  if (!limit) return std::nullopt;
  return std::max<T>(0, *limit - spent);
}

// Of a unit that is no child run.
struct Doubts {
  bool unreported = false, unpriced = false;
};

void AddUnit(const UnitRow& unit, CostShare& share, const Doubts& doubts = {}) {
  ++share.units;
  if (doubts.unreported) ++share.unreported;
  if (doubts.unpriced) ++share.unpriced;
  if (unit.status == UnitStatus::kFailed) ++share.failed;
  share.usage += unit.usage;
}

std::vector<CostShare> Sorted(std::map<std::string, CostShare>&& parts) {
  std::vector<CostShare> sorted;
  for (auto& [name, share] : parts) {
    share.name = name;
    sorted.push_back(std::move(share));
  }
  std::ranges::stable_sort(sorted, [](const CostShare& a, const CostShare& b) {
    if (a.usage.usd != b.usage.usd) return a.usage.usd > b.usage.usd;
    return a.usage.tokens() > b.usage.tokens();
  });
  return sorted;
}

// Whether all that the step depends on is done.
bool NeedsNone(const State& state, const StepSpec& step) {
  return std::ranges::all_of(step.depends, [&](const StepId& needed) {
    for (std::size_t place = 0; place < state.steps.size(); ++place) {
      const StepStatus status = state.steps[place].status;
      if (state.plan->steps[place].id == needed) return status == StepStatus::kDone || status == StepStatus::kSkipped;
    }
    return true;
  });
}

// Who answered a unit: what was recorded when it was asked, else what the pipeline says.
struct Asked {
  std::string role, model;
  bool unreported = false;  // of a program that tells its usage only if it wants to: it told none
};

class AskedBy {
 public:
  AskedBy(Store& store, const Project& project, const RunRow& run)
      : store_(store), files_(project, run.id, run.slug), run_(run.id) {}

  Result<Asked> Find(const UnitRow& unit) {
    Asked asked;
    if (auto text = TRY(ReadRequest(store_, files_, unit.id))) {
      auto json = ParseJson(*text);
      if (json) {
        const bool program = (*json)["runtime"].AsString() == "command";
        const std::string& answered = (*json)["answered"].AsString();
        asked = {(*json)["role"].AsString(), answered.empty() ? (*json)["model"].AsString() : answered,
                 program && unit.usage.empty()};
        // A model was suggested to the program; which one it asked, if any, is not known.
        if (program && answered.empty() && unit.usage.usd == 0) asked.model.clear();
      }
    }
    if (asked.role.empty()) asked.role = TRY(RoleInPipeline(unit));
    if (asked.model.empty()) asked.model = "-";
    return asked;
  }

 private:
  Result<std::string> RoleInPipeline(const UnitRow& unit) {
    if (!pipelines_) {
      JournalRange first;
      first.limit = 1;
      const auto rows = TRY(store_.ReadJournal(run_, first));
      auto input =
          rows.empty() ? Result<Input>(Input(Started{})) : InputFromJson(rows[0].kind, TRY(ParseJson(rows[0].data)));
      const Started* started = input ? std::get_if<Started>(&*input) : nullptr;
      pipelines_ = started == nullptr ? PipelineSet{} : started->pipelines;
    }
    for (const Pipeline& pipeline : pipelines_->pipelines) {
      for (const Stage& stage : pipeline.stages) {
        if (stage.name != unit.stage) continue;
        for (const Member& member : stage.members) {
          if (member.name == unit.member) return member.role;
        }
        if (!stage.role.empty()) return stage.role;
      }
    }
    return std::string("-");
  }

  Store& store_;
  RunFiles files_;
  RunId run_;
  std::optional<PipelineSet> pipelines_;
};

Json ToJson(const CostShare& share) {
  Json json = Json::MakeObject().Set("name", share.name).Set("units", share.units).Set("failed", share.failed);
  json.Set("unreported", share.unreported).Set("unpriced", share.unpriced);
  const Json usage = ToJson(share.usage);
  for (const auto& [key, value] : usage.AsObject()) json.Set(key, value);
  return json;
}

Json ToJson(const std::vector<CostShare>& shares) {
  Json json = Json::MakeArray();
  for (const CostShare& share : shares) json.Append(ToJson(share));
  return json;
}

// Quoted where a comma, a quote or a line end would be read as something else.
std::string CsvField(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  return "\"" + ReplaceAll(text, "\"", "\"\"") + "\"";
}

std::string CsvRow(RunId run, const char* by, const CostShare& share) {
  const Usage& usage = share.usage;
  return fmt::format("{},{},{},{},{},{},{},{},{},{:.6f}\n", run.value, by, CsvField(share.name), share.units,
                     share.failed, usage.input_tokens, usage.output_tokens, usage.cache_read_tokens,
                     usage.cache_write_tokens, usage.usd);
}

}  // namespace

std::string CostText(const CostShare& share, UsdDigits digits) {
  if (share.unknown() || (share.unpriced > 0 && share.usage.usd == 0)) return "unknown";
  return UsdText(share.usage.usd, digits) + (share.unpriced > 0 ? " + unknown" : "");
}

std::string UnpricedText(const CostReport& report) {
  if (report.total.unpriced == 0) return "";
  std::vector<std::string> names;
  for (const CostShare& model : report.models) {
    if (model.unpriced > 0) names.push_back(model.name == "-" ? "a model that was not named" : model.name);
  }
  return fmt::format("the price of {} is unknown ({}): name it in .forge/models.toml",
                     Counted(report.total.unpriced, "agent unit"), Join(names, ", "));
}

Result<std::int64_t> CountUnpriced(Store& store, const Project& project, const ModelTable& models, const RunRow& run) {
  std::int64_t count = 0;
  AskedBy asked_by(store, project, run);
  for (const UnitRow& unit : TRY(store.ListUnits(run.id))) {
    if (!AsksAnAgent(unit) || !IsUnpriced(unit)) continue;
    const Model* model = models.Find(TRY(asked_by.Find(unit)).model);
    if (model == nullptr || !model->price) ++count;
  }
  return count;
}

Result<DayLimit> DayLimitFor(Store& store, const Budget& limit, RunId run, TimePoint now) {
  DayLimit day{now.ms / kUtcDayMs, limit, {}};
  if (limit.empty()) return day;
  const TimePoint midnight{day.day * kUtcDayMs};
  std::vector<RunRow> runs = TRY(store.FindRuns({.which = RunChoice::kOpen}));
  for (RunRow& row : TRY(store.FindRuns({.ended_since = midnight}))) runs.push_back(std::move(row));
  for (const RunRow& row : runs) {
    if (row.id == run || row.updated < midnight) continue;
    for (const UnitRow& unit : TRY(store.ListUnits(row.id))) {
      // What a run below spent is in its own units.
      if (unit.kind != UnitKind::kChild && unit.ended >= midnight) day.others += unit.usage;
    }
  }
  return day;
}

Usage Negative(const Usage& usage) {
  return {.input_tokens = -usage.input_tokens,
          .output_tokens = -usage.output_tokens,
          .cache_read_tokens = -usage.cache_read_tokens,
          .cache_write_tokens = -usage.cache_write_tokens,
          .usd = -usage.usd};
}

Budget Remaining(const State& parent, const Usage& siblings) {
  Usage spent = parent.spent;
  spent += siblings;
  Budget left;
  left.usd = Left(parent.limit.usd, spent.usd);
  left.tokens = Left(parent.limit.tokens, spent.tokens());
  left.units = Left(parent.limit.units, parent.units_started);
  left.wall_ms = Left(parent.limit.wall_ms, parent.active_ms);
  return left;
}

Budget ShareOf(const State& parent, const Siblings& siblings) {
  Usage taken = siblings.unreported;
  taken += siblings.promised;
  Budget share = Remaining(parent, taken);
  const std::int64_t among = std::max<std::int64_t>(1, siblings.among);
  if (share.usd) *share.usd /= static_cast<double>(among);
  // Rounded up: a token more than the limit is better than a run that cannot begin.
  if (share.tokens) *share.tokens = (*share.tokens + among - 1) / among;
  return share;
}

std::int64_t StartingTogether(const State& parent, const std::set<StepId>& under_way, int max_concurrent) {
  std::int64_t waiting = 0;
  for (std::size_t place = 0; parent.plan && place < parent.steps.size(); ++place) {
    const StepSpec& step = parent.plan->steps[place];
    const StepStatus status = parent.steps[place].status;
    const bool starts = status == StepStatus::kRunning || (status == StepStatus::kPending && NeedsNone(parent, step));
    if (starts && !under_way.contains(step.id)) ++waiting;
  }
  const std::int64_t free = max_concurrent - static_cast<std::int64_t>(under_way.size());
  return std::max<std::int64_t>(1, std::min(free, waiting));
}

Result<CostReport> CostOf(Store& store, const Project& project, const ModelTable& models, const RunRow& run) {
  CostReport report;
  report.run = run.id;
  report.total.name = "total";
  report.failures.name = "failed units";
  report.children.name = "child runs";
  report.retries.name = "retries";
  report.revisions.name = "revisions";
  std::map<std::string, CostShare> stages, roles, by_model, steps;
  AskedBy asked_by(store, project, run);
  double saved = 0;
  bool priced = false;
  for (const UnitRow& unit : TRY(store.ListUnits(run.id))) {
    if (unit.kind == UnitKind::kChild) AddUnit(unit, report.children);
    if (!AsksAnAgent(unit)) continue;
    const Asked asked = TRY(asked_by.Find(unit));
    const Model* model = models.Find(asked.model);
    const bool price = model != nullptr && model->price;
    const Doubts doubts{asked.unreported, IsUnpriced(unit) && !price};
    for (CostShare* share : {&report.total, &stages[unit.stage], &roles[asked.role], &by_model[asked.model],
                             &steps[unit.step.empty() ? "-" : unit.step.value]})
      AddUnit(unit, *share, doubts);
    if (unit.status == UnitStatus::kFailed || unit.status == UnitStatus::kCancelled) {
      AddUnit(unit, report.failures, doubts);
    } else if (unit.attempt > 1) {
      AddUnit(unit, report.retries, doubts);
    } else if (unit.iteration > 1) {
      AddUnit(unit, report.revisions, doubts);
    }
    if (!price) continue;
    priced = true;
    saved +=
        static_cast<double>(unit.usage.cache_read_tokens) * (model->price->input - model->price->cache_read) / kMillion;
    saved -= static_cast<double>(unit.usage.cache_write_tokens) *
             std::max(0.0, model->price->cache_write - model->price->input) / kMillion;
  }
  const Usage& all = report.total.usage;
  const auto read = static_cast<double>(all.cache_read_tokens);
  const double sent = static_cast<double>(all.input_tokens) + static_cast<double>(all.cache_write_tokens) + read;
  if (sent > 0) report.cache_share = read / sent;
  if (priced) report.cache_saved_usd = saved;
  report.stages = Sorted(std::move(stages));
  report.roles = Sorted(std::move(roles));
  report.models = Sorted(std::move(by_model));
  report.steps = Sorted(std::move(steps));
  return report;
}

std::string ToCsv(const std::vector<CostReport>& reports) {
  std::string text = "run,by,name,units,failed,input_tokens,output_tokens,cache_read_tokens,cache_write_tokens,usd\n";
  for (const CostReport& report : reports) {
    text += CsvRow(report.run, "total", report.total);
    const std::pair<const char*, const std::vector<CostShare>*> parts[] = {
        {"stage", &report.stages}, {"role", &report.roles}, {"model", &report.models}, {"step", &report.steps}};
    for (const auto& [by, shares] : parts) {
      for (const CostShare& share : *shares) text += CsvRow(report.run, by, share);
    }
    for (const CostShare* share : {&report.failures, &report.retries, &report.revisions})
      text += CsvRow(report.run, "waste", *share);
  }
  return text;
}

Json ToJson(const CostReport& report) {
  Json cache = Json::MakeObject()
                   .Set("read_tokens", report.total.usage.cache_read_tokens)
                   .Set("share", std::round(report.cache_share * 1000) / 1000);
  if (report.cache_saved_usd) cache.Set("saved_usd", *report.cache_saved_usd);
  return Json::MakeObject()
      .Set("run", report.run.value)
      .Set("total", ToJson(report.total))
      .Set("children", ToJson(report.children))
      .Set("stages", ToJson(report.stages))
      .Set("roles", ToJson(report.roles))
      .Set("models", ToJson(report.models))
      .Set("steps", ToJson(report.steps))
      .Set("cache", std::move(cache))
      .Set("waste", Json::MakeObject()
                        .Set("failed", ToJson(report.failures))
                        .Set("retries", ToJson(report.retries))
                        .Set("revisions", ToJson(report.revisions)));
}

}  // namespace forge
