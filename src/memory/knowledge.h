// What is known besides facts: triples, spikes, the diary, and how earlier runs went. Values and pure judgement; knows
// no storage.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "memory/fact.h"
#include "model/json.h"
#include "model/words.h"

namespace forge {

// subject, predicate, object, and when that was so.
struct Triple {
  std::int64_t id = 0;
  std::string subject, predicate, object;
  FactStatus status = FactStatus::kAccepted;  // drafts are not true yet
  std::int64_t hits = 0;
  TimePoint since;
  TimePoint until;  // 0: still so
  Provenance from;
  // A doubt whether it still holds; `at` 0: there is none. The fact holds until a person agrees.
  struct Doubt {
    TimePoint at;
    std::string who;
    RunId run;
    std::string why;
  };
  Doubt doubt;
  bool current() const { return until.ms == 0 && status == FactStatus::kAccepted; }
};

// An assumption that was put to the test.
struct Spike {
  std::int64_t id = 0;
  std::string assumption;
  bool confirmed = false;  // false: refuted
  std::string actual;      // how it really is
  std::string technology;
  bool permanent = false;
  TimePoint tested;
  Provenance from;
  std::vector<std::int64_t> contradicts;  // spikes that say otherwise; both are kept
};

inline constexpr std::int64_t kSpikeDays = 30;
// May still be relied on: permanent, or tested within the last 30 days.
bool Usable(const Spike& spike, TimePoint now);
// About the same assumption with the other result.
bool Contradicts(const Spike& a, const Spike& b);
bool SameSpike(const Spike& a, const Spike& b);
std::string ToText(const Spike& spike);  // "confirmed: ..." or "refuted: ... Actual: ..."

struct DiaryEntry {
  std::int64_t id = 0;
  TimePoint at;
  RunId run;
  std::string who;
  std::string text;
};

// What became of one gate (check, review, gate) of one run.
struct GateCount {
  std::string gate;
  std::int64_t passed = 0;
  std::int64_t failed = 0;
};

// How a run went, recorded once when it ended; recording it again replaces it.
struct RunRecord {
  RunId run;
  std::string objective;
  std::string pipeline;
  RunStatus status = RunStatus::kCompleted;
  std::string lesson;
  std::vector<std::string> subsystems;
  std::vector<GateCount> gates;
  std::int64_t steps = 0;
  std::int64_t depth = 0;  // longest chain of steps
  std::int64_t retries = 0;
  std::int64_t iterations = 1;  // the most often a stage was entered
  std::int64_t tokens = 0;
  double usd = 0;
  std::int64_t active_ms = 0;
  TimePoint ended;
};

// Of one subsystem. Passed gates count as well as failed ones.
struct Risk {
  std::string subsystem;
  std::int64_t runs = 0;
  std::int64_t passed = 0;
  std::int64_t failed = 0;
  double fail_rate = 0;
  double mean_iterations = 0;  // per run, however many gates it had
  TimePoint last;
};
std::vector<Risk> RiskOf(std::span<const RunRecord> runs);  // riskiest first

// Two subsystems in one run: how often that run's gates failed.
struct CoFailure {
  std::string a, b;
  std::int64_t runs = 0;
  std::int64_t passed = 0;
  std::int64_t failed = 0;
  double fail_rate = 0;
};
inline constexpr double kCoFailureRate = 0.3;  // worth a question when above
std::vector<CoFailure> CoFailuresOf(std::span<const RunRecord> runs);

// Medians over completed runs of one pipeline: what the next one will probably take.
struct Estimate {
  std::string pipeline;
  std::int64_t runs = 0;
  std::int64_t steps = 0, depth = 0, retries = 0, tokens = 0, active_ms = 0;
  double usd = 0;
};
std::optional<Estimate> EstimateFor(std::span<const RunRecord> runs, std::string_view pipeline);
std::string ToText(const Estimate& estimate);

// Ended runs that touched one of the subsystems, newest first.
std::vector<RunRecord> PastRuns(std::span<const RunRecord> runs, std::span<const std::string> subsystems,
                                std::size_t most);

Json ToJson(const Triple& triple);
Json ToJson(const Spike& spike, TimePoint now);
Json ToJson(const DiaryEntry& entry);
Json ToJson(const Risk& risk);
Json ToJson(const CoFailure& pair);
Json ToJson(const Estimate& estimate);

}  // namespace forge
