// Which steps to start now: ready, without conflicts, the most urgent first. Pure; the engine keeps its own
// slots.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/word_table.h"
#include "graph/graph.h"
#include "graph/writes_tree.h"
#include "model/json.h"
#include "model/step.h"

namespace forge {

enum class BatchMode {
  kParallel,  // two or more
  kSingle,
  kBlocked,  // steps are left, and none may start now
  kNone      // nothing is left to start
};
constexpr auto EnumWords(BatchMode) { return WordTable<BatchMode>("parallel", "single", "blocked", "none"); }

struct StepBatch {
  struct Skipped {
    StepId id;
    std::string reason;
    bool operator==(const Skipped&) const = default;
  };
  BatchMode mode = BatchMode::kNone;
  std::vector<StepId> batch;  // higher priority first, then the longest remaining path, then the plan's order
  std::string reason;
  // Ready ones that may not start now; for kBlocked also those that wait, and for which steps.
  std::vector<Skipped> skipped;
};

inline constexpr int kDefaultConcurrent = 3;

// `graph` is that of `steps`. Running steps hold their slots and their paths. Without a limit (0) it is
// kDefaultConcurrent; a negative one counts as 1. Unknown ids are ignored.
StepBatch ChooseBatch(const std::vector<StepSpec>& steps, const StepGraph& graph, const std::vector<StepId>& done,
                      const std::vector<StepId>& running, int max_concurrent);

// {"mode","batch":[ids],"reason","skipped":[{"id","reason"}]}
Json ToJson(const StepBatch& batch);

// The most steps that run at once when every ready step without a conflict starts at once, and all that run end
// together before the next start. Not the largest set possible (that is a hard problem), but one really reached. Where
// steps wait for paths very often, it is the widest of the rounds that were played.
std::size_t WidestRound(const StepGraph& graph, const WritesTree& writes);

}  // namespace forge
