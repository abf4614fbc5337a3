// What the runs that the server drives are doing: kept for a while by the engines' threads, taken by those who tell
// clients. An engine never waits for a client.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/ids.h"
#include "model/json.h"
#include "service/drive_run.h"
#include "surface/view/narrator.h"

namespace forge::mcp {

struct NewsItem {
  std::uint64_t number = 0;
  RunId run;
  std::string level;  // of the protocol: debug, info, warning, error
  Json data;          // {"run", "event", "where", "text", "stepsDone", "stepsTotal"}
};

// Safe from several threads.
class RunNews {
 public:
  // For an engine of this run, from now on.
  DriveOptions Watch(RunId run);

  // The number that the next item gets.
  std::uint64_t next() const;
  // Those from `first` on, oldest first; `run`: only of this one. What is too old is lost.
  std::vector<NewsItem> Since(std::uint64_t first, std::optional<RunId> run = {}) const;

 private:
  void Take(RunId run, const State& state, const Batch& batch);
  void TellUnderWay(RunId run, const State& state, const Batch& batch, Narrator& narrator);

  mutable std::mutex mutex_;  // guards what follows
  std::uint64_t next_ = 0;
  std::deque<NewsItem> items_;
  std::map<RunId, Narrator> narrators_;
  std::set<RunId> fresh_;  // the next batch is the first one
};

// Makes of the news of a run what a progress token is told: a number that only grows, and what the run does.
class RunProgressCount {
 public:
  struct Told {
    double progress = 0;
    std::optional<double> total;
    std::string message;
  };
  Told Count(const NewsItem& item, TimePoint now);
  // The last one once more, after seconds without any: a client may give up a call that says nothing.
  std::optional<Told> Again(TimePoint now);

 private:
  std::int64_t done_ = 0;
  int within_ = 0;  // told since the last step was done
  double told_ = 0;
  std::optional<NewsItem> last_;
  TimePoint last_at_;
};

}  // namespace forge::mcp
