#include "surface/cli/live/board_watch.h"

#include <fmt/core.h>

#include "surface/cli/live/board_screen.h"
#include "surface/view/board_source.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

constexpr std::int64_t kBoardLookMs = 500;

bool AnyWorks(const Board& board) {
  for (const BoardLine* line : board.lines()) {
    if (line->group == BoardGroup::kWorking) return true;
  }
  return false;
}

void PrintBoard(Context& context, const Board& board) {
  const std::vector<std::string> lines = DrawBoard(board, Brush{context.out.palette(), 0, context.host.unicode});
  if (lines.empty()) context.out.Line("no runs; start one: forge run \"your objective\"");
  for (const std::string& line : lines) context.out.Line(line);
}

// Until no run works any more: nothing would change by itself.
Result<Exit> PrintBoardChanges(Context& context) {
  BoardSource source(context.forge());
  Board board = TRY(source.Read(context.host.now()));
  if (context.json) {
    context.out.Print(ToJson(board, context.host.now()));
  } else {
    PrintBoard(context, board);
  }
  TRY(context.out.Flush());
  while (AnyWorks(board) && context.host.interrupts() == 0) {
    context.host.sleep(kBoardLookMs);
    Board now = TRY(source.Read(context.host.now()));
    const bool same = now.groups == board.groups;
    if (context.json && !same) context.out.Print(ToJson(now, context.host.now()));
    if (!context.json) {
      for (const std::string& change : ChangesOf(board, now))
        context.out.Line(fmt::format("{}  {}", ClockTime(context.host.now()), change));
    }
    board = std::move(now);
    TRY(context.out.Flush());
  }
  return Exit::kOk;
}

}  // namespace

Result<Exit> WatchAllRuns(Context& context) {
  const bool screen = !context.json && context.host.input_is_terminal && context.host.output_is_terminal;
  return screen ? BoardScreen(context).Run() : PrintBoardChanges(context);
}

}  // namespace forge::cli
