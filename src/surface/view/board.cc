#include "surface/view/board.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "base/display.h"
#include "base/strings.h"
#include "engine/state.h"
#include "surface/view/json_rows.h"
#include "surface/view/status_words.h"
#include "surface/view/times.h"
#include "text/first_line.h"

namespace forge {
namespace {

std::string NowOf(const BoardFacts& facts) {
  const RunRow& run = facts.run;
  const std::string reason = FirstLine(run.reason, std::string::npos);
  const bool aside = run.status == RunStatus::kPaused || run.status == RunStatus::kParked;
  if (!facts.question.empty() && !aside) return facts.question;
  switch (run.status) {
    case RunStatus::kActive: return !facts.driven ? "not running" : facts.doing.empty() ? "running" : facts.doing;
    case RunStatus::kWaiting: return reason.empty() ? "waits for an answer" : reason;
    case RunStatus::kPaused:
    case RunStatus::kParked:
    case RunStatus::kBlocked:
    case RunStatus::kFailed:
    case RunStatus::kCompleted:
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: break;
  }
  return std::string(Name(run.status)) + (reason.empty() ? "" : ": " + reason);
}

// Runs with those that they started, from the facts of all.
class Trees {
 public:
  explicit Trees(const std::vector<BoardFacts>& facts) {
    std::set<RunId> known;
    for (const BoardFacts& one : facts) known.insert(one.run.id);
    for (const BoardFacts& one : facts) {
      const bool below = one.run.parent.value != 0 && known.contains(one.run.parent);
      (below ? children_[one.run.parent] : roots_).push_back(&one);
    }
    for (auto& [parent, list] : children_)
      std::ranges::sort(list, {}, [](const BoardFacts* one) { return one->run.id; });
    std::ranges::sort(roots_, std::greater<>(), [](const BoardFacts* one) { return one->run.id; });
  }

  Board Make() {
    Board board;
    for (const BoardFacts* root : roots_) Add(*root, 0, board.of(Urgency(*root)));
    return board;
  }

 private:
  // What ended needs no person, whatever became of the runs below it.
  BoardGroup Urgency(const BoardFacts& top) const {
    BoardGroup group = GroupOf(top);
    if (group == BoardGroup::kDone) return group;
    const auto below = children_.find(top.run.id);
    if (below == children_.end()) return group;
    for (const BoardFacts* child : below->second) group = std::min(group, Urgency(*child));
    return group;
  }

  void Add(const BoardFacts& facts, int depth, std::vector<BoardLine>& lines) {
    lines.push_back({facts.run, GroupOf(facts), depth, facts.worked_ms, NowOf(facts)});
    const auto below = children_.find(facts.run.id);
    if (below == children_.end()) return;
    for (const BoardFacts* child : below->second) Add(*child, depth + 1, lines);
  }

  std::vector<const BoardFacts*> roots_;
  std::map<RunId, std::vector<const BoardFacts*>> children_;
};

Tone ToneOfGroup(BoardGroup group) {
  switch (group) {
    case BoardGroup::kNeedsYou: return Tone::kWarn;
    case BoardGroup::kWorking: return Tone::kNote;
    case BoardGroup::kWaiting: return Tone::kPlain;
    case BoardGroup::kDone: return Tone::kFaint;
  }
  return Tone::kPlain;
}

std::string StepsText(const RunRow& run) {
  return run.steps_total > 0 ? fmt::format("{}/{}", run.steps_done, run.steps_total) : "-";
}

std::string CostText(const RunRow& run) {
  if (run.usd > 0) return UsdText(run.usd);
  return run.tokens > 0 ? TokenText(run.tokens) : "-";
}

}  // namespace

std::string_view Title(BoardGroup group) {
  switch (group) {
    case BoardGroup::kNeedsYou: return "Needs you";
    case BoardGroup::kWorking: return "Working";
    case BoardGroup::kWaiting: return "Waiting";
    case BoardGroup::kDone: return "Done";
  }
  return "";
}

std::string_view Name(BoardGroup group) {
  switch (group) {
    case BoardGroup::kNeedsYou: return "needs-you";
    case BoardGroup::kWorking: return "working";
    case BoardGroup::kWaiting: return "waiting";
    case BoardGroup::kDone: return "done";
  }
  return "";
}

bool BoardLine::operator==(const BoardLine& other) const {
  const auto key = [](const BoardLine& line) {
    const RunRow& row = line.run;
    return std::tuple(row.id, row.status, std::string_view(row.stage), row.steps_done, row.steps_total, row.tokens,
                      line.group, line.depth, std::string_view(line.now));
  };
  return key(*this) == key(other);
}

std::vector<const BoardLine*> Board::lines() const {
  std::vector<const BoardLine*> all;
  for (const auto& group : groups) {
    for (const BoardLine& line : group) all.push_back(&line);
  }
  return all;
}

BoardGroup GroupOf(const BoardFacts& facts) {
  const RunStatus status = facts.run.status;
  if (IsEnd(status)) return BoardGroup::kDone;
  // A run that a person paused or parked may ask all the same: it was set aside.
  const bool asks = status == RunStatus::kActive && !facts.question.empty();
  const bool needs_you = status == RunStatus::kWaiting || status == RunStatus::kFailed || asks;
  if (needs_you) return BoardGroup::kNeedsYou;
  return status == RunStatus::kActive && facts.driven ? BoardGroup::kWorking : BoardGroup::kWaiting;
}

Board MakeBoard(const std::vector<BoardFacts>& facts) { return Trees(facts).Make(); }

std::vector<std::string> ChangesOf(const Board& before, const Board& after) {
  std::map<RunId, const BoardLine*> old;
  for (const BoardLine* line : before.lines()) old[line->run.id] = line;
  std::vector<std::string> changes;
  for (const BoardLine* line : after.lines()) {
    const auto was = old.find(line->run.id);
    // What a unit does now changes all the time; what a run asks or waits for does not.
    const bool says = line->group == BoardGroup::kWorking;
    if (was != old.end() && was->second->group == line->group && (says || was->second->now == line->now)) continue;
    const std::string from =
        was == old.end() || was->second->group == line->group ? "" : std::string(Title(was->second->group)) + " -> ";
    changes.push_back(fmt::format("run {}: {}{}: {}", line->run.id.value, from, Title(line->group), line->now));
  }
  return changes;
}

std::vector<std::string> DrawBoardRun(const BoardLine& line, const Brush& brush) {
  constexpr std::size_t kWide = 96;     // below it, the numbers leave too little room for words
  constexpr std::size_t kNarrow = 56;   // below it, there is no room for stage and time
  constexpr std::size_t kAtLeast = 24;  // of an objective beside the numbers
  constexpr std::size_t kUnlimited = 400;
  const RunRow& run = line.run;
  const std::string indent(static_cast<std::size_t>(line.depth) * 2, ' ');
  const std::string name = PadRight(fmt::format("{}{}", indent, run.id.value), 6);
  const std::string stage = PadRight(Fit(run.stage.empty() ? "-" : run.stage, 12), 12);
  const bool narrow = brush.width != 0 && brush.width < kNarrow;
  const std::string numbers = narrow ? fmt::format("{:>5}  {:>7}", StepsText(run), CostText(run))
                                     : fmt::format("{:>5}  {}  {:>7}  {:>7}", StepsText(run), stage,
                                                   FormatDuration(line.elapsed_ms), CostText(run));
  const std::size_t before = DisplayWidth(name) + 1 + DisplayWidth(numbers) + 2;
  const std::size_t room = brush.width == 0 ? kUnlimited : brush.width > before ? brush.width - before : 0;
  const std::string objective(Trim(run.objective));
  const std::string head = brush.palette.Paint(Tone::kStrong, name) + " " + numbers;
  const Tone tone = ToneOfGroup(line.group);
  if (brush.width == 0 || brush.width >= kWide) {
    // What it does comes first; the objective has what is left.
    std::string text = line.now;
    const std::size_t used = DisplayWidth(text);
    if (used + 6 < room) text += "  (" + Fit(objective, room - used - 4) + ")";
    return {head + "  " + brush.palette.Paint(tone, Fit(text, room))};
  }
  const std::string margin = indent + "  ";
  const std::size_t below = brush.width > margin.size() ? brush.width - margin.size() : 0;
  std::vector<std::string> lines = {room < kAtLeast ? head : head + "  " + FitWords(objective, room)};
  lines.push_back(margin + brush.palette.Paint(tone, FitWords(line.now, below)));
  if (room < kAtLeast) lines.push_back(margin + FitWords(objective, below));
  return lines;
}

std::vector<std::string> DrawBoard(const Board& board, const Brush& brush) {
  std::vector<std::string> lines;
  for (BoardGroup group : kBoardGroups) {
    if (board.of(group).empty()) continue;
    if (!lines.empty()) lines.emplace_back();
    lines.push_back(brush.palette.Paint(ToneOfGroup(group), Title(group)));
    for (const BoardLine& line : board.of(group)) {
      const Brush inner{brush.palette, brush.width > 2 ? brush.width - 2 : brush.width, brush.unicode};
      for (const std::string& drawn : DrawBoardRun(line, inner)) lines.push_back("  " + drawn);
    }
  }
  return lines;
}

Json ToJson(const Board& board, TimePoint at) {
  Json groups = Json::MakeArray();
  for (BoardGroup group : kBoardGroups) {
    Json runs = Json::MakeArray();
    for (const BoardLine& line : board.of(group)) {
      runs.Append(ToJson(line.run)
                      .Set("group", Name(line.group))
                      .Set("depth", line.depth)
                      .Set("elapsed_ms", line.elapsed_ms)
                      .Set("now", line.now));
    }
    groups.Append(Json::MakeObject().Set("group", Name(group)).Set("title", Title(group)).Set("runs", std::move(runs)));
  }
  return Json::MakeObject().Set("at", IsoTime(at)).Set("groups", std::move(groups));
}

}  // namespace forge
