#include "surface/view/board.h"

#include <gtest/gtest.h>

#include "base/display.h"
#include "base/strings.h"

namespace forge {
namespace {

BoardFacts Fact(std::int64_t id, RunStatus status, bool driven = false, std::int64_t parent = 0) {
  BoardFacts facts;
  facts.run.id = RunId{id};
  facts.run.status = status;
  facts.run.parent = RunId{parent};
  facts.run.objective = "objective " + std::to_string(id);
  facts.run.stage = "build";
  facts.worked_ms = 1000 * id;
  facts.driven = driven;
  return facts;
}

std::vector<std::int64_t> Ids(const std::vector<BoardLine>& lines) {
  std::vector<std::int64_t> ids;
  for (const BoardLine& line : lines) ids.push_back(line.run.id.value);
  return ids;
}

using Numbers = std::vector<std::int64_t>;
const Palette kPlain(false);

TEST(Board, PutsEveryStatusInOneOfFourGroups) {
  EXPECT_EQ(GroupOf(Fact(1, RunStatus::kWaiting)), BoardGroup::kNeedsYou);
  EXPECT_EQ(GroupOf(Fact(1, RunStatus::kFailed)), BoardGroup::kNeedsYou);
  EXPECT_EQ(GroupOf(Fact(1, RunStatus::kActive, true)), BoardGroup::kWorking);
  EXPECT_EQ(GroupOf(Fact(1, RunStatus::kActive, false)), BoardGroup::kWaiting) << "nothing runs it";
  EXPECT_EQ(GroupOf(Fact(1, RunStatus::kPaused, true)), BoardGroup::kWaiting);
  EXPECT_EQ(GroupOf(Fact(1, RunStatus::kParked)), BoardGroup::kWaiting);
  EXPECT_EQ(GroupOf(Fact(1, RunStatus::kBlocked)), BoardGroup::kWaiting);
  EXPECT_EQ(GroupOf(Fact(1, RunStatus::kCompleted)), BoardGroup::kDone);
  EXPECT_EQ(GroupOf(Fact(1, RunStatus::kCancelled)), BoardGroup::kDone);
  EXPECT_EQ(GroupOf(Fact(1, RunStatus::kAbandoned)), BoardGroup::kDone);
  BoardFacts asks = Fact(1, RunStatus::kActive, true);
  asks.question = "Build it?";
  EXPECT_EQ(GroupOf(asks), BoardGroup::kNeedsYou) << "other steps work on, and one asks";
  asks.run.status = RunStatus::kPaused;
  EXPECT_EQ(GroupOf(asks), BoardGroup::kWaiting) << "a person set it aside";
}

TEST(Board, ShowsChildrenUnderTheirParentAndTheTreeWhereItIsMostUrgent) {
  const Board board = MakeBoard({Fact(1, RunStatus::kActive, true), Fact(2, RunStatus::kWaiting, true, 1),
                                 Fact(3, RunStatus::kCompleted, false, 1), Fact(4, RunStatus::kActive, true),
                                 Fact(5, RunStatus::kCompleted), Fact(6, RunStatus::kFailed, false, 5)});
  EXPECT_EQ(Ids(board.of(BoardGroup::kNeedsYou)), (Numbers{1, 2, 3}));
  EXPECT_EQ(board.of(BoardGroup::kNeedsYou)[0].depth, 0);
  EXPECT_EQ(board.of(BoardGroup::kNeedsYou)[1].depth, 1);
  EXPECT_EQ(board.of(BoardGroup::kNeedsYou)[2].group, BoardGroup::kDone);
  EXPECT_EQ(Ids(board.of(BoardGroup::kWorking)), Numbers{4});
  EXPECT_EQ(Ids(board.of(BoardGroup::kDone)), (Numbers{5, 6})) << "what has ended asks nobody";
  EXPECT_EQ(board.of(BoardGroup::kDone)[0].elapsed_ms, 5'000);
  EXPECT_EQ(board.of(BoardGroup::kWorking)[0].elapsed_ms, 4'000);
}

TEST(Board, ListsTheNewestRunFirstAndAChildWhoseParentIsNotListedOnItsOwn) {
  const Board board =
      MakeBoard({Fact(1, RunStatus::kPaused), Fact(3, RunStatus::kPaused), Fact(2, RunStatus::kPaused, false, 99)});
  EXPECT_EQ(Ids(board.of(BoardGroup::kWaiting)), (Numbers{3, 2, 1}));
}

TEST(Board, SaysWhatARunDoesAsksOrWaitsFor) {
  BoardFacts works = Fact(1, RunStatus::kActive, true);
  works.doing = "one implement: Bash: make test";
  BoardFacts asks = Fact(2, RunStatus::kWaiting);
  asks.question = "Build this plan?";
  BoardFacts held = Fact(3, RunStatus::kWaiting);
  held.run.reason = "step `s1` is open in a shell of ada (process 7)";
  BoardFacts failed = Fact(4, RunStatus::kFailed);
  failed.run.reason = "make test fails";
  const Board board = MakeBoard({works, asks, held, failed, Fact(5, RunStatus::kActive)});
  std::vector<std::string> now;
  for (const BoardLine* line : board.lines()) now.push_back(line->now);
  EXPECT_EQ(now, (std::vector<std::string>{"failed: make test fails", "step `s1` is open in a shell of ada (process 7)",
                                           "Build this plan?", "one implement: Bash: make test", "not running"}));
}

TEST(Board, NoLineIsWiderThanTheScreen) {
  BoardFacts one = Fact(123, RunStatus::kActive, true);
  one.run.steps_total = 12;
  one.run.steps_done = 3;
  one.run.usd = 12.5;
  one.doing = std::string(300, 'x');
  one.run.objective = std::string(300, 'y');
  BoardFacts child = Fact(124, RunStatus::kWaiting, true, 123);
  const Board board = MakeBoard({one, child});
  for (std::size_t width : {40U, 60U, 100U}) {
    for (const std::string& line : DrawBoard(board, Brush{kPlain, width})) EXPECT_LE(DisplayWidth(line), width) << line;
  }
  const std::string line = DrawBoard(board, Brush{kPlain, 100})[1];
  for (const char* part : {"123", "3/12", "build", "$12.50", "xxx"}) EXPECT_NE(line.find(part), std::string::npos);
}

TEST(Board, OnANarrowTerminalWordsHaveLinesOfTheirOwn) {
  BoardFacts asks = Fact(7, RunStatus::kWaiting);
  asks.run.objective = "refuse an empty name in user.c";
  asks.question = "`verify` fails again: make test";
  const Board board = MakeBoard({asks});
  for (std::size_t width : {40U, 60U, 80U}) {
    const std::string text = Join(DrawBoard(board, Brush{kPlain, width}), "\n");
    EXPECT_NE(text.find(asks.question), std::string::npos) << text;
    EXPECT_NE(text.find("refuse an empty name in"), std::string::npos) << text;
  }
}

TEST(Board, TellsWhatChanged) {
  const Board before = MakeBoard({Fact(1, RunStatus::kActive, true), Fact(2, RunStatus::kActive, true)});
  BoardFacts busy = Fact(2, RunStatus::kActive, true);
  busy.doing = "thinking 14 s";
  BoardFacts asks = Fact(1, RunStatus::kWaiting);
  asks.question = "Build this plan?";
  const Board after = MakeBoard({asks, busy, Fact(3, RunStatus::kPaused)});
  EXPECT_EQ(ChangesOf(before, after),
            (std::vector<std::string>{"run 1: Working -> Needs you: Build this plan?", "run 3: Waiting: paused"}));
  EXPECT_TRUE(ChangesOf(after, after).empty());
}

TEST(Board, AsJsonHasAllFourGroupsInOrder) {
  const Json json = ToJson(MakeBoard({Fact(1, RunStatus::kPaused)}), TimePoint{5});
  ASSERT_EQ(json["groups"].AsArray().size(), 4u);
  EXPECT_EQ(json["groups"].AsArray()[0]["group"].AsString(), "needs-you");
  EXPECT_EQ(json["groups"].AsArray()[2]["title"].AsString(), "Waiting");
  EXPECT_EQ(json["groups"].AsArray()[2]["runs"].AsArray()[0]["now"].AsString(), "paused");
}

}  // namespace
}  // namespace forge
