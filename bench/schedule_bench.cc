// How well steps are packed: the makespan of random plans in simulated time against its lower bound and against tiers
// that wait for each other; how soon a step starts after the one it waited for; how many merges a queue gets through.
// schedule_bench DIRECTORY: where the journal of the second part lies.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/result.h"
#include "engine/core.h"
#include "engine/run_loop.h"
#include "engine/testing/compose.h"
#include "os/files/files.h"
#include "os/system.h"
#include "service/unit/merge_queue.h"
#include "store/store.h"

namespace forge {
namespace {

constexpr int kPlans = 200;

template <typename T>
T Got(Result<T> result) {
  if (!result) {
    fmt::print(stderr, "{}\n", Describe(result.error()));
    std::exit(1);
  }
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

void Row(const std::string& what, const std::string& ours, const std::string& theirs, double ratio,
         const std::string& budget) {
  fmt::print("{:<58} {:>12} {:>12} {:>8.3f}  {}\n", what, ours, theirs, ratio, budget);
}

// Steps that need some of those shortly before them, with durations over two orders of magnitude that the plan knows.
std::vector<StepSpec> RandomSteps(std::mt19937_64& dice) {
  const auto below = [&](std::uint64_t n) { return static_cast<int>(dice() % n); };
  const int count = 20 + below(180);
  const int window = 4 + below(40);
  std::vector<StepSpec> steps;
  for (int i = 0; i < count; ++i) {
    std::vector<std::string> depends;
    for (int j = below(4); j > 0 && i > 0; --j) {
      depends.push_back(fmt::format("s{}", std::max(0, i - 1 - below(static_cast<std::uint64_t>(window)))));
    }
    std::ranges::sort(depends);
    depends.erase(std::ranges::unique(depends).begin(), depends.end());
    StepSpec step = testing::Step(fmt::format("s{}", i), depends);
    step.estimate_ms = 10'000LL << below(7);
    step.estimate_ms += below(static_cast<std::uint64_t>(step.estimate_ms));
    steps.push_back(std::move(step));
  }
  return steps;
}

// The engine's own decisions, with a clock that jumps to the next end of a unit.
std::int64_t Makespan(const std::vector<StepSpec>& steps, int slots) {
  Started start;
  start.objective = "measure";
  start.pipelines = testing::Pipelines({testing::Each("build", slots)}, {testing::Agent("work")});
  start.plan = testing::Plan("h", steps);
  State state;
  using End = std::pair<std::int64_t, std::int64_t>;  // when, which unit
  std::priority_queue<End, std::vector<End>, std::greater<>> flying;
  std::int64_t now = 0;
  auto apply = [&](Input input) {
    auto decision = Decide(state, TimedInput{TimePoint{now + 1}, std::move(input)});
    CHECK(decision.has_value());
    for (const Action& action : decision->actions) {
      const auto* begun = std::get_if<StartUnit>(&action);
      if (begun == nullptr) continue;
      const int place = state.units.at(begun->unit).lane.place();
      flying.emplace(now + steps[static_cast<std::size_t>(place)].estimate_ms, begun->unit.value);
    }
  };
  apply(start);
  while (!flying.empty()) {
    const auto [at, unit] = flying.top();
    flying.pop();
    now = at;
    apply(Ended{UnitId{unit}, testing::Done()});
  }
  CHECK(state.status == RunStatus::kCompleted);
  return now;
}

struct Bounds {
  std::int64_t least = 0;    // no order of the steps takes less
  std::int64_t barrier = 0;  // each tier begins when the whole one before has ended; the longest step first
};

Bounds BoundsOf(const std::vector<StepSpec>& steps, int slots) {
  std::map<std::string, std::pair<std::int64_t, int>> done;  // earliest end, tier
  std::map<int, std::vector<std::int64_t>> tiers;
  std::int64_t work = 0, path = 0;
  for (const StepSpec& step : steps) {
    std::pair<std::int64_t, int> mine{0, 0};
    for (const StepId& needed : step.depends) {
      const auto& [end, tier] = done.at(needed.value);
      mine = {std::max(mine.first, end), std::max(mine.second, tier + 1)};
    }
    mine.first += step.estimate_ms;
    done[step.id.value] = mine;
    tiers[mine.second].push_back(step.estimate_ms);
    work += step.estimate_ms;
    path = std::max(path, mine.first);
  }
  Bounds bounds{std::max(path, (work + slots - 1) / slots), 0};
  for (auto& [tier, durations] : tiers) {
    std::ranges::sort(durations, std::greater<>());
    std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>> free;
    for (int i = 0; i < slots; ++i) free.push(0);
    std::int64_t end = 0;
    for (const std::int64_t duration : durations) {
      const std::int64_t until = free.top() + duration;
      free.pop();
      free.push(until);
      end = std::max(end, until);
    }
    bounds.barrier += end;
  }
  return bounds;
}

void Makespans() {
  std::mt19937_64 dice(5);
  for (const int slots : {4, 8}) {
    std::vector<double> to_bound, to_barrier;
    for (int i = 0; i < kPlans; ++i) {
      const std::vector<StepSpec> steps = RandomSteps(dice);
      const auto ours = static_cast<double>(Makespan(steps, slots));
      const Bounds bounds = BoundsOf(steps, slots);
      to_bound.push_back(ours / static_cast<double>(bounds.least));
      to_barrier.push_back(ours / static_cast<double>(bounds.barrier));
    }
    auto mean = [](const std::vector<double>& all) {
      double sum = 0;
      for (const double one : all) sum += one;
      return sum / static_cast<double>(all.size());
    };
    std::ranges::sort(to_bound);
    Row(fmt::format("makespan of {} random plans, {} at a time / lower bound", kPlans, slots), "mean", "",
        mean(to_bound), "<= 1.05");
    Row("  the worst of them", "", "", to_bound.back(), "");
    Row("  against a barrier after each tier", "mean", "", mean(to_barrier), "");
  }
}

using Steady = std::chrono::steady_clock;

class RealClock : public Clock {
 public:
  TimePoint Now() override { return WallClock(); }
};

// Every unit ends at once; how long until the next begins is what the engine and its journal took.
class InstantExecutor : public Executor {
 public:
  explicit InstantExecutor(InputQueue& queue) : queue_(queue) {}
  void Start(const State&, const Unit& unit) override {
    const auto now = Steady::now();
    if (posted_ != Steady::time_point()) {
      taken.push_back(std::chrono::duration<double, std::milli>(now - posted_).count());
    }
    posted_ = Steady::now();
    queue_.Post(Ended{unit.id, testing::Done()});
  }
  void Stop(UnitId) override {}
  std::vector<double> taken;  // milliseconds

 private:
  InputQueue& queue_;
  Steady::time_point posted_;
};

void Dispatch(const std::string& directory) {
  constexpr int kSteps = 1000;
  auto store = Got(OpenSqliteStore(directory + "/journal.db"));
  NewRun run;
  run.slug = "measure";
  run.created = WallClock();
  run.start.objective = "measure";
  run.start.pipelines = testing::Pipelines({testing::Each("build", 1)}, {testing::Agent("work")});
  std::vector<StepSpec> steps;
  for (int i = 0; i < kSteps; ++i) {
    steps.push_back(testing::Step(fmt::format("s{}", i), i == 0 ? std::vector<std::string>()
                                                                : std::vector<std::string>{fmt::format("s{}", i - 1)}));
  }
  run.start.plan = testing::Plan("h", std::move(steps));
  const RunId id = Got(store->CreateRun(run));
  InputQueue queue;
  InstantExecutor executor(queue);
  RealClock clock;
  State state = Got(Fold(Got(store->ReadJournal(id, {}))));
  RunLoop loop({id, run.slug, {}, run.created}, std::move(state), Got(store->LastSeq(id)) + 1,
               RunLoop::Ports{*store, *store, executor, clock, queue});
  loop.on_turn = [] { return Status(); };
  const auto status = Got(loop.Run());
  CHECK(status == RunStatus::kCompleted && executor.taken.size() == kSteps - 1);
  std::ranges::sort(executor.taken);
  const double median = executor.taken[executor.taken.size() / 2];
  const double late = executor.taken[executor.taken.size() * 95 / 100];
  Row("next step after one ends, journal fsynced: median, ms", fmt::format("{:.2f}ms", median), "5ms", median / 5,
      "<= 1.00");
  Row("  95 of 100", fmt::format("{:.2f}ms", late), "5ms", late / 5, "<= 1.00");
}

// Merging costs nothing here and verifying 20 ms: what is left is what the queue makes of it.
class TimedMerges : public MergePorts {
 public:
  Result<MergedCandidates> Merge(const std::vector<Candidate>& candidates) override {
    MergedCandidates merged{"tip", "commit", "tree", {}, std::nullopt};
    merged.commits.resize(candidates.size(), "commit");
    return merged;
  }
  Result<VerifyReport> Verify(const MergedCandidates&, const std::vector<const MergeTicket*>&,
                              std::stop_token) override {
    ++verified;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return VerifyReport{};
  }
  Result<bool> Advance(const MergedCandidates&, const std::vector<Candidate>&) override { return true; }
  int verified = 0;
};

void Queue() {
  constexpr int kSteps = 64;
  TimedMerges ports;
  MergeQueue queue(ports);
  const auto from = Steady::now();
  {
    std::vector<std::jthread> steps;
    for (int i = 0; i < kSteps; ++i) {
      steps.emplace_back([&queue, i] {
        MergeTicket ticket;
        ticket.candidate = {fmt::format("s{}", i), "snapshot", UnitId{i + 1}, "m"};
        CHECK(queue.Enter(ticket, {}).has_value());
      });
    }
  }
  const double ours = std::chrono::duration<double, std::milli>(Steady::now() - from).count();
  constexpr double kAlone = kSteps * 20.0;
  Row(fmt::format("merge queue, {} steps at once, 20 ms to verify / one by one", kSteps), fmt::format("{:.0f}ms", ours),
      fmt::format("{:.0f}ms", kAlone), ours / kAlone, "");
  Row("  merges per second", fmt::format("{:.0f}/s", kSteps / ours * 1000),
      fmt::format("{:.0f}/s", kSteps / kAlone * 1000), kAlone / ours, "");
}

}  // namespace
}  // namespace forge

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::string directory = std::string(argv[1]) + "/schedule-bench";
  forge::Got(forge::RemoveTree(directory));
  forge::Got(forge::MakeDirectories(directory));
  forge::Makespans();
  forge::Dispatch(directory);
  forge::Queue();
  return forge::RemoveTree(directory) ? 0 : 1;
}
