#include "service/unit/merge_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <thread>

#include "base/strings.h"
#include "base/testing/seed.h"

namespace forge {
namespace {

// A branch that is a list of lanes. Knows who conflicts with whom and which sets are red.
class FakeBranch : public MergePorts {
 public:
  std::vector<std::string> branch;
  std::set<std::pair<std::string, std::string>> conflicts;  // the second cannot go after the first
  std::function<bool(const std::set<std::string>&)> is_red = [](const auto&) { return false; };
  std::function<void(std::stop_token)> while_verifying = [](std::stop_token) {};
  int moves_left = 0;  // times that another process moves the branch first
  bool merge_fails = false;
  std::vector<std::vector<std::string>> verified;  // batches, in order

  Result<MergedCandidates> Merge(const std::vector<Candidate>& candidates) override {
    if (merge_fails) return Fail(Code::kIo, "no space");
    MergedCandidates merged;
    merged.tip = merged.commit = Join(branch, "+");
    std::vector<std::string> lanes = branch;
    for (const Candidate& candidate : candidates) {
      for (const std::string& lane : lanes) {
        if (conflicts.contains({lane, candidate.lane})) merged.conflict = Conflict{{lane}, ""};
      }
      if (merged.conflict) break;
      lanes.push_back(candidate.lane);
      merged.commits.push_back("commit-" + candidate.lane);
    }
    merged.commit = merged.tree = Join(lanes, "+");
    return merged;
  }

  Result<VerifyReport> Verify(const MergedCandidates& merged, const std::vector<const MergeTicket*>& tickets,
                              std::stop_token stop) override {
    std::vector<std::string> lanes;
    for (const MergeTicket* ticket : tickets) lanes.push_back(ticket->candidate.lane);
    verified.push_back(lanes);
    while_verifying(stop);
    VerifyReport report;
    report.cancelled = stop.stop_requested();
    const auto all = Split(merged.tree, '+');
    report.passed = !is_red(std::set<std::string>(all.begin(), all.end()));
    return report;
  }

  Result<bool> Advance(const MergedCandidates& merged, const std::vector<Candidate>& candidates) override {
    if (moves_left > 0) {
      --moves_left;
      return false;
    }
    EXPECT_EQ(merged.tip, Join(branch, "+"));
    for (const Candidate& candidate : candidates) branch.push_back(candidate.lane);
    return true;
  }
};

// Lets the first in alone, and all the others stand in line before it is judged: they are the next batch.
class Line {
 public:
  explicit Line(FakeBranch& branch) : branch_(branch), queue_(branch) {}

  std::map<std::string, int> rejections;  // by lane, before it came here

  std::map<std::string, Result<MergeAnswer>> Run(const std::vector<std::string>& lanes, std::size_t stopped = 99) {
    std::vector<std::optional<Result<MergeAnswer>>> answers(lanes.size());
    std::vector<std::jthread> threads;
    std::vector<std::stop_source> stops(lanes.size());
    bool first = true;
    auto later = branch_.while_verifying;
    branch_.while_verifying = [&](std::stop_token stop) {
      if (!std::exchange(first, false)) return later(stop);
      for (std::size_t i = 1; i < lanes.size(); ++i) {
        threads.push_back(Start(lanes[i], answers[i], stops[i].get_token()));
        while (queue_.waiting() < i) std::this_thread::yield();
      }
      if (stopped < lanes.size()) stops[stopped].request_stop();
      later(stop);
    };
    threads.reserve(lanes.size());
    Start(lanes[0], answers[0], stops[0].get_token()).join();
    for (std::jthread& thread : threads) thread.join();
    std::map<std::string, Result<MergeAnswer>> all;
    for (std::size_t i = 0; i < lanes.size(); ++i) all.emplace(lanes[i], *answers[i]);
    return all;
  }

 private:
  std::jthread Start(const std::string& lane, std::optional<Result<MergeAnswer>>& answer, std::stop_token stop) {
    return std::jthread([this, lane, &answer, stop] {
      const int rejected = rejections.contains(lane) ? rejections.at(lane) : 0;
      answer = queue_.Enter(MergeTicket{Candidate{lane, "snap-" + lane, UnitId{1}, lane}, {"test"}, rejected}, stop);
    });
  }

  FakeBranch& branch_;
  MergeQueue queue_;
};

using Lanes = std::vector<std::string>;

TEST(MergeQueue, StepsThatWaitTogetherAreVerifiedTogether) {
  FakeBranch branch;
  auto answers = Line(branch).Run({"a", "b", "c", "d"});
  EXPECT_EQ(branch.branch, (Lanes{"a", "b", "c", "d"}));
  EXPECT_EQ(branch.verified, (std::vector<Lanes>{{"a"}, {"b", "c", "d"}}));
  EXPECT_EQ(answers.at("c")->commit, "commit-c");
}

TEST(MergeQueue, AStepThatWasTurnedAwayGoesToTheFront) {
  FakeBranch branch;
  Line line(branch);
  line.rejections = {{"c", 1}, {"e", 2}};
  line.Run({"a", "b", "c", "d", "e"});
  EXPECT_EQ(branch.branch, (Lanes{"a", "e", "c", "b", "d"}));
}

TEST(MergeQueue, OfTwoThatConflictTheOneThatWasTurnedAwayIsMerged) {
  FakeBranch branch;
  branch.conflicts = {{"b", "c"}, {"c", "b"}};
  Line line(branch);
  line.rejections = {{"c", 3}};
  auto answers = line.Run({"a", "b", "c"});
  EXPECT_EQ(branch.branch, (Lanes{"a", "c"}));
  EXPECT_TRUE(answers.at("b")->conflict.has_value());
}

TEST(MergeQueue, ARedBatchIsHalvedUntilTheCulpritIsAlone) {
  FakeBranch branch;
  branch.is_red = [](const auto& lanes) { return lanes.contains("d"); };
  auto answers = Line(branch).Run({"a", "b", "c", "d", "e"});
  EXPECT_EQ(branch.branch, (Lanes{"a", "b", "c", "e"}));
  ASSERT_TRUE(answers.at("d").has_value());
  EXPECT_FALSE(answers.at("d")->report.passed);
  EXPECT_TRUE(answers.at("e")->merged());
}

TEST(MergeQueue, OfTwoThatAreRedOnlyTogetherTheLaterIsTurnedAway) {
  FakeBranch branch;
  branch.is_red = [](const auto& lanes) { return lanes.contains("b") && lanes.contains("c"); };
  auto answers = Line(branch).Run({"a", "b", "c"});
  EXPECT_EQ(branch.branch, (Lanes{"a", "b"}));
  EXPECT_FALSE(answers.at("c")->report.passed);
}

TEST(MergeQueue, AConflictRejectsOnlyTheStepThatConflictsWithTheBranch) {
  FakeBranch branch;
  branch.conflicts = {{"b", "c"}};
  auto answers = Line(branch).Run({"a", "b", "c", "d"});
  EXPECT_EQ(branch.branch, (Lanes{"a", "b", "d"}));
  ASSERT_TRUE(answers.at("c")->conflict.has_value());
  EXPECT_EQ(answers.at("c")->conflict->files, Lanes{"b"});
}

TEST(MergeQueue, AConflictWithARejectedStepIsNone) {
  FakeBranch branch;
  branch.conflicts = {{"b", "c"}};
  branch.is_red = [](const auto& lanes) { return lanes.contains("b"); };
  auto answers = Line(branch).Run({"a", "b", "c"});
  EXPECT_FALSE(answers.at("b")->report.passed);
  EXPECT_TRUE(answers.at("c")->merged());
  EXPECT_EQ(branch.branch, (Lanes{"a", "c"}));
}

TEST(MergeQueue, ABranchThatMovedIsMergedWithAgain) {
  FakeBranch branch;
  branch.moves_left = 3;
  auto answers = Line(branch).Run({"a"});
  EXPECT_TRUE(answers.at("a")->merged());
  EXPECT_EQ(branch.verified.size(), 4U);
}

TEST(MergeQueue, ABranchThatNeverStandsStillIsAnError) {
  FakeBranch branch;
  branch.moves_left = 1000;
  auto answers = Line(branch).Run({"a"});
  ASSERT_FALSE(answers.at("a").has_value());
  EXPECT_EQ(answers.at("a").error().code, Code::kConflict);
}

TEST(MergeQueue, AStepThatIsStoppedInTheQueueLeavesIt) {
  FakeBranch branch;
  auto answers = Line(branch).Run({"a", "b", "c"}, 1);
  ASSERT_FALSE(answers.at("b").has_value());
  EXPECT_EQ(answers.at("b").error().code, Code::kCancelled);
  EXPECT_EQ(branch.branch, (Lanes{"a", "c"}));
}

TEST(MergeQueue, AStepThatIsStoppedWhileVerifiedIsNotMergedAndTheOthersAre) {
  FakeBranch branch;
  int times = 0;
  MergeQueue queue(branch);
  std::stop_source stop;
  branch.while_verifying = [&](std::stop_token) {
    if (++times == 1) stop.request_stop();
  };
  auto answer = queue.Enter(MergeTicket{Candidate{"a", "s", UnitId{1}, ""}, {}}, stop.get_token());
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().code, Code::kCancelled);
  EXPECT_TRUE(branch.branch.empty());
  EXPECT_TRUE(queue.Enter(MergeTicket{Candidate{"b", "s", UnitId{2}, ""}, {}}, {})->merged());
}

TEST(MergeQueue, AFailedMergeIsAnErrorOfEachStep) {
  FakeBranch branch;
  branch.while_verifying = [&](std::stop_token) { branch.merge_fails = true; };
  auto answers = Line(branch).Run({"a", "b", "c"});
  EXPECT_TRUE(answers.at("a").has_value());
  EXPECT_EQ(answers.at("b").error().code, Code::kIo);
  EXPECT_EQ(answers.at("c").error().code, Code::kIo);
}

// Whatever fails or conflicts: the branch never fails, each step has an answer, and no step is rejected that would have
// fitted the branch at that moment.
TEST(MergeQueue, TheBranchNeverFailsAndNoGoodStepIsRejected) {
  const unsigned seed = TestSeed();
  SCOPED_TRACE("FORGE_SEED=" + std::to_string(seed));
  std::mt19937 random(seed);
  auto chance = [&](unsigned percent) { return random() % 100 < percent; };
  for (int round = 0; round < 60; ++round) {
    FakeBranch branch;
    Lanes lanes;
    for (int i = 0, n = 1 + static_cast<int>(random() % 9); i < n; ++i)
      lanes.push_back(std::string(1, static_cast<char>('a' + i)));
    std::set<std::string> bad;
    for (const std::string& lane : lanes) {
      if (chance(25)) bad.insert(lane);
      for (const std::string& other : lanes) {
        if (other < lane && chance(10)) branch.conflicts.insert({other, lane});
      }
    }
    branch.is_red = [&](const auto& all) {
      return std::ranges::any_of(bad, [&](const std::string& lane) { return all.contains(lane); });
    };
    auto answers = Line(branch).Run(lanes);
    const std::set<std::string> merged(branch.branch.begin(), branch.branch.end());
    EXPECT_FALSE(branch.is_red(merged));
    for (const auto& [lane, answer] : answers) {
      ASSERT_TRUE(answer.has_value()) << lane;
      EXPECT_EQ(answer->merged(), merged.contains(lane)) << lane;
      const bool fits = std::ranges::none_of(branch.conflicts, [&, who = lane](const auto& pair) {
        return pair.second == who && merged.contains(pair.first);
      });
      EXPECT_EQ(answer->merged(), fits && !bad.contains(lane)) << lane;
    }
  }
}

}  // namespace
}  // namespace forge
