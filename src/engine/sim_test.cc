// The simulated world: a few runs of it here (tests/sim plays thousands), the presets, and the same agents and people
// around the real loop.
#include "engine/testing/sim.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "base/strings.h"
#include "engine/run_loop.h"
#include "engine/testing/random_run.h"
#include "engine/testing/twins.h"
#include "pipeline/load.h"
#include "pipeline/testing/builtin_library.h"

namespace forge::testing {
namespace {

TEST(Simulation, TheSameSeedIsTheSameRun) {
  for (std::uint64_t seed : {3U, 4U, 5U}) {
    std::vector<std::string> first;
    std::vector<std::string> second;
    SimOptions options;
    options.wild_events = 50;
    options.trace = [&](const std::string& line) { first.push_back(line); };
    Sim(seed, options).Run();
    options.trace = [&](const std::string& line) { second.push_back(line); };
    Sim(seed, options).Run();
    EXPECT_EQ(first, second);
    EXPECT_GT(first.size(), 5u);
  }
}

TEST(Simulation, AFewWildRuns) {
  for (std::uint64_t seed = 1'000'000; seed < 1'000'100; ++seed) {
    SimOptions options;
    options.wild_events = 60;
    const SimReport report = Sim(seed, options).Run();
    EXPECT_TRUE(report.problems.empty()) << "seed " << seed << "\n" << Join(report.problems, "\n");
  }
}

// What steps go through is played where it belongs: inside the pipelines that have such steps.
std::set<std::string> ForSteps(const Library& library) {
  std::set<std::string> names;
  for (const std::string& name : library.pipeline_names()) {
    const auto& pipelines = Resolve(name, library).set.pipelines;
    for (std::size_t i = 1; i < pipelines.size(); ++i) names.insert(pipelines[i].name);
  }
  return names;
}

// With agents that do their work and people who say yes, every preset completes without a failure.
TEST(Presets, RunToTheirEndsWithFriendlyAgents) {
  const Library library = BuiltinLibrary();
  ASSERT_GE(library.pipeline_names().size(), 10u);
  const std::set<std::string> for_steps = ForSteps(library);
  for (const std::string& name : library.pipeline_names()) {
    auto resolved = Resolve(name, library);
    ASSERT_TRUE(resolved.problems.empty()) << name << ": " << Describe(resolved.problems[0]);
    if (for_steps.contains(name)) continue;
    for (const char* size : {"quick", "standard", "complex", "vague"}) {
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Started start;
        start.pipelines = resolved.set;
        start.objective = name;
        start.size = size;
        SimOptions options;
        options.real_gates = true;
        const SimReport report = Sim(seed, options).Run(start);
        EXPECT_TRUE(report.problems.empty()) << name << " " << size << "\n" << Join(report.problems, "\n");
        EXPECT_EQ(report.status, RunStatus::kCompleted) << name << " " << size;
        EXPECT_EQ(report.escalations, 0) << name << " " << size;
      }
    }
  }
}

TEST(Presets, SurviveWildAgentsAndPeople) {
  const Library library = BuiltinLibrary();
  for (const std::string& name : library.pipeline_names()) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      Started start;
      start.pipelines = Resolve(name, library).set;
      start.objective = name;
      SimOptions options;
      options.real_gates = true;
      options.wild_events = 80;
      const SimReport report = Sim(seed, options).Run(start);
      EXPECT_TRUE(report.problems.empty()) << name << " seed " << seed << "\n" << Join(report.problems, "\n");
      EXPECT_TRUE(IsEnd(report.status)) << name << " seed " << seed;
    }
  }
}

// The loop's own journal, queue, timers and recovery around the simulated agents and people.
class LoopWorld {
 public:
  explicit LoopWorld(std::uint64_t seed) : dice_(seed) {
    executor_.answer = [this](const State& state, const Unit& unit) -> std::optional<UnitOutcome> {
      if (dice_.Chance(5)) return std::nullopt;  // hangs, until it is stopped or a crash takes it
      return Behave(dice_, wild_ ? Mood::kWild : Mood::kFriendly, false, state, unit, clock_.now);
    };
  }

  void Play() {
    Started start = RandomStart(dice_);
    ASSERT_TRUE(Load());
    Status begun = loop_->Apply(start);
    ASSERT_TRUE(begun.has_value()) << Describe(begun.error());
    for (int stretch = 0; stretch < 400; ++stretch) {
      wild_ = stretch < 30;
      journal_.fail_at = wild_ && dice_.Chance(40) ? dice_.Between(1, 6) + calls() : 0;
      auto status = loop_->Run();
      if (!status && !Recover()) return;
      if (IsEnd(loop_->state().status) && loop_->state().units.empty()) return;
      const State& state = loop_->state();
      auto input = wild_ && dice_.Chance(50) ? std::optional<Input>(Meddle(dice_, state)) : Help(dice_, state, stretch);
      journal_.fail_at = 0;
      if (input) (void)loop_->Apply(*input);
    }
    ADD_FAILURE() << "the run does not come to its end: " << Name(Outlook(loop_->state()));
  }

 private:
  int calls() const { return static_cast<int>(journal_.batches.size()) + failed_; }

  bool Load() {
    State state;
    if (!journal_.rows.empty()) {
      auto folded = Fold(journal_.rows);
      if (!folded) {
        ADD_FAILURE() << Describe(folded.error());
        return false;
      }
      state = std::move(*folded);
    }
    executor_.running.clear();
    queue_.WaitSome(std::chrono::milliseconds(0));
    loop_ = std::make_unique<RunLoop>(RunIdentity{RunId{1}, "sim", {}, {}}, std::move(state),
                                      static_cast<std::int64_t>(journal_.rows.size()) + 1,
                                      RunLoop::Ports{journal_, inbox_, executor_, clock_, queue_});
    idle_turns_ = 0;
    loop_->on_turn = [this] { return OnTurn(); };
    return true;
  }

  // Time passes when nothing else happens; what hangs for long is stopped by a person.
  Status OnTurn() {
    for (const auto& [id, timer] : loop_->state().timers) clock_.now = std::max(clock_.now, timer.due);
    if (++idle_turns_ > 50 && !executor_.running.empty()) executor_.Stop(*executor_.running.begin());
    if (idle_turns_ > 5000) return Fail(Code::kInternal, "the loop goes round and round");
    if (wild_ && dice_.Chance(2)) inbox_.Put(Meddle(dice_, loop_->state()));
    queue_.Wake();
    return {};
  }

  bool Recover() {
    ++failed_;
    journal_.fail_at = 0;
    if (!Load()) return false;
    if (!IsEnd(loop_->state().status) || !loop_->state().units.empty()) {
      Status attached = loop_->Apply(Attached{1, "here"});
      EXPECT_TRUE(attached.has_value());
    }
    return true;
  }

  Dice dice_;
  Log log_;
  InputQueue queue_;
  MemoryJournal journal_{log_};
  MemoryInbox inbox_;
  FakeClock clock_;
  ScriptedExecutor executor_{queue_, log_};
  std::unique_ptr<RunLoop> loop_;
  bool wild_ = true;
  int failed_ = 0;
  int idle_turns_ = 0;
};

TEST(Simulation, TheRealLoopComesToItsEndThroughFailingWrites) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(seed);
    LoopWorld(seed).Play();
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace forge::testing
