#include "graph/batch.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "graph/index.h"
#include "graph/path_tree.h"

namespace forge {
namespace {

// Of those that may start: a higher priority first, as the engine starts them.
void SortByPriority(const std::vector<StepSpec>& steps, std::vector<int>& places) {
  std::stable_sort(places.begin(), places.end(),
                   [&](int a, int b) { return PriorityOf(steps[Index(a)]) > PriorityOf(steps[Index(b)]); });
}

// Longest remaining path first, then the plan's order.
void SortByUrgency(const StepGraph& graph, std::vector<int>& places) {
  std::sort(places.begin(), places.end(), [&](int a, int b) {
    const auto left_a = graph.remaining_ms[Index(a)];
    const auto left_b = graph.remaining_ms[Index(b)];
    return left_a != left_b ? left_a > left_b : a < b;
  });
}

void Take(const WritesTree& writes, int step, TakenPaths& taken) {
  for (PathTree::Place place : writes.Of(step)) taken.Take(place, step);
}

// Whose path this step may write too, and which of its own writes that is.
int FindRival(const WritesTree& writes, int step, const TakenPaths& taken, std::size_t& write) {
  const auto places = writes.Of(step);
  for (write = 0; write < places.size(); ++write) {
    const int owner = taken.FindOwner(places[write]);
    if (owner != TakenPaths::kFree) return owner;
  }
  return TakenPaths::kFree;
}

enum class Standing : char { kPending, kDone, kRunning };

class BatchChoice {
 public:
  BatchChoice(const std::vector<StepSpec>& steps, const StepGraph& graph)
      : steps_(steps),
        graph_(graph),
        standing_(steps.size(), Standing::kPending),
        writes_(steps),
        taken_(writes_.tree()) {}

  void Mark(const std::vector<StepId>& ids, Standing standing) {
    for (const StepId& id : ids) {
      const int place = graph_.Find(id.value);
      if (place >= 0) standing_[Index(place)] = standing;
    }
  }

  StepBatch Run(int max_concurrent) {
    slots_ = max_concurrent == 0 ? kDefaultConcurrent : std::max(max_concurrent, 1);
    for (int place = 0; place < graph_.size(); ++place) Sort(place);
    SortByUrgency(graph_, ready_);
    SortByPriority(steps_, ready_);
    for (int place : ready_) Try(place);
    Conclude();
    return std::move(batch_);
  }

 private:
  void Sort(int place) {
    switch (standing_[Index(place)]) {
      case Standing::kDone: return;
      case Standing::kRunning: ++running_; return Take(writes_, place, taken_);
      case Standing::kPending: break;
    }
    // No run could name a step without an id.
    if (steps_[Index(place)].id.empty()) {
      ++pending_;
      nameless_ = true;
      return Skip(steps_[Index(place)], "it has no id");
    }
    // A second step with the same id is a mistake of the plan and never starts.
    if (graph_.Find(steps_[Index(place)].id.value) != place) return;
    ++pending_;
    if (const StepId* missing = FindMissing(steps_[Index(place)])) {
      return Skip(steps_[Index(place)], fmt::format("depends on {}, which is not a step", missing->value));
    }
    const auto& needs = graph_.needs[Index(place)];
    const bool ready =
        std::all_of(needs.begin(), needs.end(), [&](int need) { return standing_[Index(need)] == Standing::kDone; });
    (ready ? ready_ : waiting_).push_back(place);
  }

  // A dependency that does not exist is never done.
  const StepId* FindMissing(const StepSpec& step) const {
    const auto missing = [&](const StepId& id) { return graph_.Find(id.value) < 0; };
    const auto it = std::find_if(step.depends.begin(), step.depends.end(), missing);
    return it == step.depends.end() ? nullptr : &*it;
  }

  void Try(int place) {
    const StepSpec& step = steps_[Index(place)];
    std::size_t write = 0;
    const int rival = FindRival(writes_, place, taken_, write);
    if (rival != TakenPaths::kFree) {
      const char* how = standing_[Index(rival)] == Standing::kRunning ? "running" : "chosen";
      return Skip(step, fmt::format("may write {}, as may {}, which is {}", step.writes[write],
                                    steps_[Index(rival)].id.value, how));
    }
    if (running_ + batch_.batch.size() >= Index(slots_))
      return Skip(step, fmt::format("all {} slots are taken", slots_));
    batch_.batch.push_back(step.id);
    Take(writes_, place, taken_);
  }

  void Skip(const StepSpec& step, std::string reason) { batch_.skipped.push_back({step.id, std::move(reason)}); }

  void Conclude() {
    const std::size_t chosen = batch_.batch.size();
    if (chosen > 0) {
      batch_.mode = chosen > 1 ? BatchMode::kParallel : BatchMode::kSingle;
      batch_.reason = chosen > 1          ? fmt::format("{} steps can start now", chosen)
                      : ready_.size() > 1 ? "one step can start now; the other ready steps must wait"
                                          : "one step is ready";
    } else if (steps_.empty()) {
      batch_.reason = "the plan has no steps";
    } else if (pending_ == 0) {
      batch_.reason = running_ > 0 ? "every step is done or running" : "every step is done";
    } else {
      batch_.mode = BatchMode::kBlocked;
      NameWaiting();
      const bool full = running_ >= Index(slots_);
      batch_.reason = ready_.empty() && waiting_.empty()
                          ? nameless_ ? "no step can start: a step has no id"
                                      : "no step can start: each depends on a step that does not exist"
                      : ready_.empty() ? "no step is ready: each waits for an unfinished step"
                      : full           ? fmt::format("all {} slots are taken", slots_)
                                       : "every ready step may write what a running step writes";
    }
  }

  void NameWaiting() {
    constexpr std::size_t kMostNamed = 10;
    for (int place : waiting_) {
      std::vector<std::string> unmet;
      std::size_t more = 0;
      for (int need : graph_.needs[Index(place)]) {
        if (standing_[Index(need)] == Standing::kDone) continue;
        if (unmet.size() < kMostNamed) {
          unmet.push_back(steps_[Index(need)].id.value);
        } else {
          ++more;
        }
      }
      Skip(steps_[Index(place)],
           "waits for " + Join(unmet, ", ") + (more > 0 ? fmt::format(" and {} more", more) : std::string()));
    }
  }

  const std::vector<StepSpec>& steps_;
  const StepGraph& graph_;
  std::vector<Standing> standing_;
  std::vector<int> ready_, waiting_;
  std::size_t pending_ = 0;
  bool nameless_ = false;  // a step has no id
  std::size_t running_ = 0;
  int slots_ = 1;
  WritesTree writes_;
  TakenPaths taken_;
  StepBatch batch_;
};

}  // namespace

StepBatch ChooseBatch(const std::vector<StepSpec>& steps, const StepGraph& graph, const std::vector<StepId>& done,
                      const std::vector<StepId>& running, int max_concurrent) {
  BatchChoice choice(steps, graph);
  choice.Mark(done, Standing::kDone);
  choice.Mark(running, Standing::kRunning);
  return choice.Run(max_concurrent);
}

Json ToJson(const StepBatch& batch) {
  Json ids = Json::MakeArray();
  for (const StepId& id : batch.batch) ids.Append(id.value);
  Json skipped = Json::MakeArray();
  for (const StepBatch::Skipped& one : batch.skipped) {
    skipped.Append(Json::MakeObject().Set("id", one.id.value).Set("reason", one.reason));
  }
  return Json::MakeObject()
      .Set("mode", Name(batch.mode))
      .Set("batch", std::move(ids))
      .Set("reason", batch.reason)
      .Set("skipped", std::move(skipped));
}

std::size_t WidestRound(const StepGraph& graph, const WritesTree& writes) {
  std::vector<int> waits(graph.needs.size());
  std::vector<int> ready;
  for (int place = 0; place < graph.size(); ++place) {
    waits[Index(place)] = static_cast<int>(graph.needs[Index(place)].size());
    if (waits[Index(place)] == 0) ready.push_back(place);
  }
  TakenPaths taken(writes.tree());
  std::size_t widest = 0;
  std::size_t tries_left = 2 * graph.needs.size() + 10'000;
  std::vector<int> round, later;
  while (!ready.empty() && tries_left >= ready.size()) {
    tries_left -= ready.size();
    SortByUrgency(graph, ready);
    taken.Clear();
    round.clear();
    later.clear();
    for (int place : ready) {
      std::size_t write = 0;
      const bool free = FindRival(writes, place, taken, write) == TakenPaths::kFree;
      (free ? round : later).push_back(place);
      if (free) Take(writes, place, taken);
    }
    widest = std::max(widest, round.size());
    ready = later;
    for (int place : round) {
      for (int next : graph.feeds[Index(place)]) {
        if (--waits[Index(next)] == 0) ready.push_back(next);
      }
    }
  }
  return widest;
}

}  // namespace forge
