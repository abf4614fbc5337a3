// All runs in four groups: what needs you, what works, what waits, what is done. Made from rows of the store; knows no
// screen. Every surface uses these words.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ports.h"
#include "model/json.h"
#include "surface/view/picture.h"
#include "surface/view/tones.h"

namespace forge {

// The most urgent first.
enum class BoardGroup { kNeedsYou, kWorking, kWaiting, kDone };
inline constexpr std::array kBoardGroups = {BoardGroup::kNeedsYou, BoardGroup::kWorking, BoardGroup::kWaiting,
                                            BoardGroup::kDone};
std::string_view Title(BoardGroup group);  // "Needs you"
std::string_view Name(BoardGroup group);   // for JSON: "needs-you"

// What is known of one run.
struct BoardFacts {
  RunRow run;
  bool driven = false;  // an engine has it
  std::int64_t worked_ms = 0;
  std::string question;  // the first open one of its own, in one line; empty: none
  std::string doing;     // of a running unit, in one line; empty: unknown
};

struct BoardLine {
  RunRow run;
  BoardGroup group = BoardGroup::kDone;  // of the run itself
  int depth = 0;                         // below its parent
  std::int64_t elapsed_ms = 0;           // without the time in which it waited
  std::string now;                       // what it does, asks or waits for
  bool operator==(const BoardLine&) const;
};

struct Board {
  // By group: the newest run first, with the runs that it started below it. A tree is where its most urgent run is.
  std::array<std::vector<BoardLine>, kBoardGroups.size()> groups;

  const std::vector<BoardLine>& of(BoardGroup group) const { return groups[static_cast<std::size_t>(group)]; }
  std::vector<BoardLine>& of(BoardGroup group) { return groups[static_cast<std::size_t>(group)]; }
  std::vector<const BoardLine*> lines() const;  // of all groups, as they are shown
};

BoardGroup GroupOf(const BoardFacts& facts);
Board MakeBoard(const std::vector<BoardFacts>& facts);

// "run 3: Working -> Needs you: Build this plan?", for each run that is new, or moved, or asks something else.
std::vector<std::string> ChangesOf(const Board& before, const Board& after);

// One run, no line wider than the brush: one line, or on a narrow terminal its numbers, and below what it does and its
// objective over the whole width.
std::vector<std::string> DrawBoardRun(const BoardLine& line, const Brush& brush);
// Group by group; those without a run are left out.
std::vector<std::string> DrawBoard(const Board& board, const Brush& brush);

// {"at", "groups": [{"group", "title", "runs": [...]}]}; a run as in `forge list --json`, with depth, elapsed_ms, now.
Json ToJson(const Board& board, TimePoint at);

}  // namespace forge
