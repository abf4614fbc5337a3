// What agents decided in a run and in those around it: `decisions` of their result blocks, read from the journals.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "text/made_decisions.h"

namespace forge {

class Store;

// Reads of each journal only what was recorded since it read last. Used from any number of threads.
class DecisionList {
 public:
  DecisionList(Store& store, RunId run) : store_(store), run_(run) {}

  // Of the whole tree that the run belongs to, in the order in which they were made.
  Result<std::vector<MadeDecision>> Read();

 private:
  // When it was made: two runs may be at work at a time.
  using Moment = std::tuple<std::int64_t, std::int64_t, std::int64_t>;
  struct Known {
    std::int64_t seq = 0;  // the last row that was read
    std::vector<std::pair<Moment, MadeDecision>> made;
  };

  Result<RunId> Top();
  Status ReadTree(RunId run, std::vector<std::pair<Moment, MadeDecision>>& all);
  Status ReadOn(RunId run, Known& known);

  Store& store_;
  const RunId run_;
  std::mutex mutex_;  // guards what follows
  std::map<RunId, Known> known_;
};

}  // namespace forge
