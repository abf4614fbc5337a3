// forge-sim [--seed N [--crash PLACE]] [--seeds COUNT] [--from N]: plays runs in the simulated world and fails with the
// seed of the first one in which something did not hold. Without --from it plays the first COUNT seeds, with
// FORGE_SEED=2 in the environment the next COUNT, and so on. --crash shows one of the runs that are killed at every
// place; 0: the one that is not killed.
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/strings.h"
#include "engine/testing/coverage.h"
#include "engine/testing/sim.h"

namespace {

using forge::testing::Dice;
using forge::testing::Outcome;
using forge::testing::Sim;
using forge::testing::SimOptions;
using forge::testing::SimReport;

constexpr std::int64_t kSeeds = 2400;       // with fewer, a rare transition is never taken
constexpr std::int64_t kCrashesEvery = 40;  // of so many seeds one is played with a crash at every place
constexpr int kMostCrashPlaces = 200;
constexpr std::int64_t kMostSlices = 1'000'000'000;

struct Plan {
  std::int64_t seed = -1;
  std::int64_t crash = -1;
  std::int64_t from = -1;  // FORGE_SEED says it
  std::int64_t seeds = kSeeds;
};

void PrintLine(const std::string& line) { fmt::print("{}\n", line); }

SimReport Play(std::int64_t seed, bool traced) {
  SimOptions options;
  // One in four is friendly from the start: such a run has to complete.
  Dice dice(static_cast<std::uint64_t>(seed) ^ 0xABCDEFULL);
  options.wild_events = dice.Chance(25) ? 0 : dice.Between(5, 250);
  if (traced) options.trace = PrintLine;
  return Sim(static_cast<std::uint64_t>(seed), options).Run();
}

// The same run once more for every place at which it could be killed: it must come to the same end.
SimReport PlayCrashes(std::int64_t seed) {
  SimOptions options;
  options.steady = true;
  SimReport quiet = Sim(static_cast<std::uint64_t>(seed), options).Run();
  const std::string expected = Outcome(quiet.state);
  const int places = std::min(quiet.crash_places, kMostCrashPlaces);
  for (int place = 1; place <= places && quiet.problems.empty(); ++place) {
    options.crash_at = place;
    const SimReport report = Sim(static_cast<std::uint64_t>(seed), options).Run();
    quiet.inputs += report.inputs;
    quiet.crashes += report.crashes;
    quiet.problems = report.problems;
    if (report.crashes != 1) quiet.problems.push_back("no crash");
    const std::string actual = Outcome(report.state);
    if (actual != expected) quiet.problems.push_back("another end:\n" + actual + "\ninstead of:\n" + expected);
    if (!quiet.problems.empty()) quiet.problems.push_back(fmt::format("with a crash at place {} of {}", place, places));
  }
  return quiet;
}

SimReport PlayCrash(std::int64_t seed, std::int64_t place) {
  SimOptions options;
  options.steady = true;
  options.crash_at = static_cast<int>(place);
  options.trace = PrintLine;
  return Sim(static_cast<std::uint64_t>(seed), options).Run();
}

bool CrashesEverywhere(std::int64_t seed) { return seed % kCrashesEvery == 0; }

void Explain(std::int64_t seed, const SimReport& report) {
  fmt::print("seed {} fails after {} inputs:\n", seed, report.inputs);
  for (const std::string& problem : report.problems) fmt::print("  {}\n", problem);
  fmt::print("to see it again: forge-sim --seed {}\n", seed);
}

int PlayOne(std::int64_t seed, std::int64_t crash) {
  const SimReport report = crash >= 0                ? PlayCrash(seed, crash)
                           : CrashesEverywhere(seed) ? PlayCrashes(seed)
                                                     : Play(seed, true);
  if (!report.problems.empty()) {
    Explain(seed, report);
    return 1;
  }
  fmt::print("seed {}: {} inputs, {} crashes, {}\n", seed, report.inputs, report.crashes, Name(report.status));
  return 0;
}

int PlayMany(const Plan& plan) {
  std::atomic<std::int64_t> next = plan.from;
  std::atomic<std::int64_t> inputs = 0;
  std::atomic<std::int64_t> crashes = 0;
  std::atomic<std::int64_t> completed = 0;
  std::atomic<int> failures = 0;
  std::mutex print;
  const auto work = [&] {
    while (failures < 5) {
      const std::int64_t seed = next++;
      if (seed >= plan.from + plan.seeds) return;
      const SimReport report = CrashesEverywhere(seed) ? PlayCrashes(seed) : Play(seed, false);
      inputs += report.inputs;
      crashes += report.crashes;
      if (report.status == forge::RunStatus::kCompleted) ++completed;
      if (report.problems.empty()) continue;
      ++failures;
      const std::lock_guard lock(print);
      Explain(seed, report);
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  threads.clear();
  fmt::print("{} runs from seed {}, {} inputs, {} crashes, {} completed\n", plan.seeds, plan.from, inputs.load(),
             crashes.load(), completed.load());
  if (failures > 0) return 1;
  // A world that never leads somewhere proves nothing about being there.
  const std::vector<std::string> missing = forge::testing::TheCoverage().NotTaken();
  for (const std::string& arrow : missing) fmt::print("never taken: {}\n", arrow);
  return missing.empty() || plan.seeds < kSeeds ? 0 : 1;
}

std::int64_t FirstOf(std::int64_t seeds) {
  const char* slice = std::getenv("FORGE_SEED");
  const std::int64_t number = slice == nullptr ? 1 : forge::ParseInt(slice).value_or(1);
  return 1 + std::clamp<std::int64_t>(number - 1, 0, kMostSlices) * seeds;
}

}  // namespace

int main(int argc, char** argv) {
  Plan plan;
  if (const char* seeds = std::getenv("FORGE_SIM_SEEDS")) plan.seeds = forge::ParseInt(seeds).value_or(kSeeds);
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view option = argv[i];
    const auto value = forge::ParseInt(argv[i + 1]);
    std::int64_t* slot = option == "--seed"    ? &plan.seed
                         : option == "--seeds" ? &plan.seeds
                         : option == "--from"  ? &plan.from
                         : option == "--crash" ? &plan.crash
                                               : nullptr;
    if (slot == nullptr || !value) {
      fmt::print(stderr, "usage: forge-sim [--seed N [--crash PLACE] | [--from N] [--seeds COUNT]]\n");
      return 2;
    }
    *slot = *value;
  }
  if (plan.from < 0) plan.from = FirstOf(plan.seeds);
  return plan.seed >= 0 ? PlayOne(plan.seed, plan.crash) : PlayMany(plan);
}
