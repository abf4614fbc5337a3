#include "memory/knowledge.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/amounts.h"
#include "base/strings.h"
#include "memory/likeness.h"
#include "model/fields.h"

namespace forge {
namespace {

constexpr std::size_t kRunsOfAnEstimate = 20;

double Rate(std::int64_t failed, std::int64_t passed) {
  const std::int64_t all = failed + passed;
  return all == 0 ? 0 : static_cast<double>(failed) / static_cast<double>(all);
}

template <typename Number>
Number Median(std::vector<Number> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? Number{} : values[values.size() / 2];
}

double TwoPlaces(double value) { return std::round(value * 100) / 100; }

void AddProvenance(Json& json, const Provenance& from) {
  json.Set("voice", Name(from.voice));
  SetUnlessEmpty(json, "who", from.who);
  SetUnlessZero(json, "run", from.run.value);
  SetUnlessEmpty(json, "step", from.step.value);
  SetUnlessEmpty(json, "commit", from.commit);
  SetUnlessEmpty(json, "source", from.source);
}

bool SameAssumption(const Spike& a, const Spike& b) {
  if (!EqualsIgnoreCase(a.technology, b.technology)) return false;
  return EqualsIgnoreCase(a.assumption, b.assumption) ||
         Compare(MakeGist(a.assumption), MakeGist(b.assumption)) == Likeness::kSame;
}

}  // namespace

bool Usable(const Spike& spike, TimePoint now) {
  return spike.permanent || DaysBetween(spike.tested, now) < static_cast<double>(kSpikeDays);
}

bool Contradicts(const Spike& a, const Spike& b) { return a.confirmed != b.confirmed && SameAssumption(a, b); }
bool SameSpike(const Spike& a, const Spike& b) { return a.confirmed == b.confirmed && SameAssumption(a, b); }

std::string ToText(const Spike& spike) {
  std::string text = fmt::format("{}: {}", spike.confirmed ? "confirmed" : "refuted", spike.assumption);
  if (!spike.actual.empty())
    text += (spike.confirmed ? " (" : "; actually: ") + spike.actual + (spike.confirmed ? ")" : "");
  return text;
}

std::vector<Risk> RiskOf(std::span<const RunRecord> runs) {
  std::map<std::string, Risk> by_name;
  for (const RunRecord& run : runs) {
    for (const std::string& name : run.subsystems) {
      Risk& risk = by_name[name];
      risk.subsystem = name;
      ++risk.runs;
      risk.mean_iterations += static_cast<double>(run.iterations);
      risk.last = std::max(risk.last, run.ended);
      for (const GateCount& gate : run.gates) {
        risk.passed += gate.passed;
        risk.failed += gate.failed;
      }
    }
  }
  std::vector<Risk> risks;
  for (auto& [name, risk] : by_name) {
    risk.fail_rate = TwoPlaces(Rate(risk.failed, risk.passed));
    risk.mean_iterations = std::round(risk.mean_iterations / static_cast<double>(risk.runs) * 10) / 10;
    risks.push_back(std::move(risk));
  }
  std::stable_sort(risks.begin(), risks.end(), [](const Risk& a, const Risk& b) { return a.fail_rate > b.fail_rate; });
  return risks;
}

std::vector<CoFailure> CoFailuresOf(std::span<const RunRecord> runs) {
  std::map<std::pair<std::string, std::string>, CoFailure> by_pair;
  for (const RunRecord& run : runs) {
    std::vector<std::string> names = run.subsystems;
    std::sort(names.begin(), names.end());
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (std::size_t j = i + 1; j < names.size(); ++j) {
        CoFailure& pair = by_pair[{names[i], names[j]}];
        pair.a = names[i];
        pair.b = names[j];
        ++pair.runs;
        for (const GateCount& gate : run.gates) {
          pair.passed += gate.passed;
          pair.failed += gate.failed;
        }
      }
    }
  }
  std::vector<CoFailure> pairs;
  for (auto& [key, pair] : by_pair) {
    pair.fail_rate = TwoPlaces(Rate(pair.failed, pair.passed));
    pairs.push_back(std::move(pair));
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const CoFailure& a, const CoFailure& b) { return a.fail_rate > b.fail_rate; });
  return pairs;
}

std::optional<Estimate> EstimateFor(std::span<const RunRecord> runs, std::string_view pipeline) {
  std::vector<const RunRecord*> same;
  for (const RunRecord& run : runs) {
    if (run.pipeline == pipeline && run.status == RunStatus::kCompleted) same.push_back(&run);
  }
  if (same.empty()) return std::nullopt;
  std::sort(same.begin(), same.end(), [](const RunRecord* a, const RunRecord* b) { return a->ended > b->ended; });
  same.resize(std::min(same.size(), kRunsOfAnEstimate));
  auto median = [&](auto member) {
    std::vector<std::decay_t<decltype(same[0]->*member)>> values;
    for (const RunRecord* run : same) values.push_back(run->*member);
    return Median(std::move(values));
  };
  Estimate estimate;
  estimate.pipeline = pipeline;
  estimate.runs = static_cast<std::int64_t>(same.size());
  estimate.steps = median(&RunRecord::steps);
  estimate.depth = median(&RunRecord::depth);
  estimate.retries = median(&RunRecord::retries);
  estimate.tokens = median(&RunRecord::tokens);
  estimate.active_ms = median(&RunRecord::active_ms);
  estimate.usd = median(&RunRecord::usd);
  return estimate;
}

std::string ToText(const Estimate& estimate) {
  return fmt::format(
      "A completed run of the pipeline {} took a median of {}, with {} steps ({} deep), {} retries, {} tokens and "
      "{}",
      estimate.pipeline, FormatDuration(estimate.active_ms), estimate.steps, estimate.depth, estimate.retries,
      estimate.tokens, UsdText(estimate.usd));
}

std::vector<RunRecord> PastRuns(std::span<const RunRecord> runs, std::span<const std::string> subsystems,
                                std::size_t most) {
  std::vector<RunRecord> past;
  for (const RunRecord& run : runs) {
    const bool touches = std::any_of(run.subsystems.begin(), run.subsystems.end(), [&](const std::string& name) {
      return std::find(subsystems.begin(), subsystems.end(), name) != subsystems.end();
    });
    if (touches) past.push_back(run);
  }
  std::sort(past.begin(), past.end(), [](const RunRecord& a, const RunRecord& b) { return a.ended > b.ended; });
  if (past.size() > most) past.resize(most);
  return past;
}

Json ToJson(const Triple& triple) {
  Json json = Json::MakeObject();
  json.Set("id", fmt::format("t{}", triple.id)).Set("subject", triple.subject).Set("predicate", triple.predicate);
  json.Set("object", triple.object).Set("current", triple.current()).Set("status", Name(triple.status));
  json.Set("hits", triple.hits).Set("since_ms", triple.since.ms);
  SetUnlessZero(json, "until_ms", triple.until.ms);
  AddProvenance(json, triple.from);
  if (triple.doubt.at.ms > 0) {
    Json doubt = Json::MakeObject().Set("at_ms", triple.doubt.at.ms).Set("who", triple.doubt.who);
    SetUnlessZero(doubt, "run", triple.doubt.run.value);
    SetUnlessEmpty(doubt, "why", triple.doubt.why);
    json.Set("doubt", std::move(doubt));
  }
  return json;
}

Json ToJson(const Spike& spike, TimePoint now) {
  Json json = Json::MakeObject();
  json.Set("id", fmt::format("s{}", spike.id)).Set("assumption", spike.assumption);
  json.Set("result", spike.confirmed ? "confirmed" : "refuted").Set("actual", spike.actual);
  SetUnlessEmpty(json, "technology", spike.technology);
  json.Set("permanent", spike.permanent).Set("usable", Usable(spike, now)).Set("tested_ms", spike.tested.ms);
  Json others = Json::MakeArray();
  for (std::int64_t id : spike.contradicts) others.Append(fmt::format("s{}", id));
  json.Set("contradicts", std::move(others));
  AddProvenance(json, spike.from);
  return json;
}

Json ToJson(const DiaryEntry& entry) {
  Json json = Json::MakeObject().Set("id", entry.id).Set("at_ms", entry.at.ms).Set("text", entry.text);
  SetUnlessZero(json, "run", entry.run.value);
  SetUnlessEmpty(json, "who", entry.who);
  return json;
}

Json ToJson(const Risk& risk) {
  Json json = Json::MakeObject().Set("subsystem", risk.subsystem).Set("fail_rate", risk.fail_rate);
  json.Set("failed", risk.failed).Set("passed", risk.passed).Set("runs", risk.runs);
  return json.Set("mean_iterations", risk.mean_iterations).Set("last_ms", risk.last.ms);
}

Json ToJson(const CoFailure& pair) {
  Json json = Json::MakeObject().Set("a", pair.a).Set("b", pair.b).Set("fail_rate", pair.fail_rate);
  return json.Set("failed", pair.failed).Set("passed", pair.passed).Set("runs", pair.runs);
}

Json ToJson(const Estimate& estimate) {
  Json json = Json::MakeObject().Set("pipeline", estimate.pipeline).Set("runs", estimate.runs);
  json.Set("steps", estimate.steps).Set("depth", estimate.depth).Set("retries", estimate.retries);
  return json.Set("tokens", estimate.tokens).Set("usd", estimate.usd).Set("active_ms", estimate.active_ms);
}

}  // namespace forge
