#include "surface/cli/live/board_screen.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/display.h"
#include "base/flow.h"
#include "base/strings.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "surface/cli/live/ask_person.h"
#include "surface/cli/live/background.h"
#include "surface/cli/live/run_watch.h"
#include "surface/view/board_source.h"

namespace forge::cli {
namespace {

constexpr std::int64_t kBoardRedrawMs = 500;
constexpr std::string_view kOtherScreen = "\x1b[?1049h\x1b[?25l";
constexpr std::string_view kFirstScreen = "\x1b[?25h\x1b[?1049l";
constexpr std::string_view kBoardKeys = "j/k move  Enter open  a answer  p pause  ? help  q quit";
constexpr std::string_view kBoardKeysShort = "j/k  Enter  a  p  ? help  q quit";

const std::vector<std::string>& BoardHelp() {
  static const std::vector<std::string> kLines = {
      "j, down    the next run",
      "k, up      the run before",
      "Enter      open the run; q or Escape comes back, Escape or `later` from a question",
      "a          answer what the run asks",
      "p          pause the run after current work; forge resume continues it",
      "?          this help, and away again",
      "q          quit; the runs go on",
  };
  return kLines;
}

std::vector<std::string> Wrapped(const std::vector<std::string>& lines, std::size_t width) {
  std::vector<std::string> wrapped;
  for (const std::string& line : lines) {
    const std::string flowing = Flow(line, width);
    for (const std::string_view part : forge::Lines(flowing)) wrapped.emplace_back(part);
  }
  return wrapped;
}

}  // namespace

Result<Exit> BoardScreen::Run() {
  Enter();
  BoardSource source(context_.forge());
  auto live = [&]() -> Status {
    while (context_.host.interrupts() == 0) {
      board_ = TRY(source.Read(context_.host.now()));
      Draw();
      if (!TRY(Take(context_.host.read_key(kBoardRedrawMs)))) return {};
    }
    return {};
  };
  const Status lived = live();
  Leave();
  if (!lived) return std::unexpected(lived.error());
  return Exit::kOk;
}

Result<bool> BoardScreen::Take(const std::string& key) {
  if (key.empty()) return true;
  message_.clear();
  if (key == "q" || key == "escape" || key == "end") return false;
  if (key == "?") help_ = !help_;
  if (key == "j" || key == "down") Move(1);
  if (key == "k" || key == "up") Move(-1);
  if (key == "enter") TRY(OpenRun());
  if (key == "a") TRY(Answer());
  if (key == "p") Pause();
  return true;
}

std::optional<RunId> BoardScreen::chosen() const {
  const auto lines = board_.lines();
  if (lines.empty()) return std::nullopt;
  return lines[Place()]->run.id;
}

std::size_t BoardScreen::Place() const {
  const auto lines = board_.lines();
  const auto at = std::ranges::find_if(lines, [&](const BoardLine* line) { return line->run.id == selected_; });
  return at == lines.end() ? 0 : static_cast<std::size_t>(at - lines.begin());
}

void BoardScreen::Move(int by) {
  const auto lines = board_.lines();
  if (lines.empty()) return;
  const auto last = static_cast<std::ptrdiff_t>(lines.size()) - 1;
  const auto to = std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(Place()) + by, 0, last);
  selected_ = lines[static_cast<std::size_t>(to)]->run.id;
}

template <typename Work>
Status BoardScreen::Aside(bool keys, Work work) {
  Leave();
  if (keys) context_.host.key_mode(true, "");
  const Status done = work();
  context_.host.key_mode(false, "");
  Enter();
  return done;
}

Status BoardScreen::OpenRun() {
  const auto run = chosen();
  if (!run) return {};
  selected_ = *run;
  return Aside(true, [&]() -> Status {
    bool left = false;
    TRY(WatchRun(context_, *run, &left));
    if (left) return {};
    context_.out.Line("press a key to go back");
    TRY(context_.out.Flush());
    while (context_.host.interrupts() == 0 && context_.host.read_key(kBoardRedrawMs).empty()) {
    }
    return {};
  });
}

// Whether a question is open that is not among those asked before; it is now.
Result<bool> BoardScreen::AsksAnew(RunId run, std::set<std::pair<RunId, QuestionId>>& asked) {
  bool anew = false;
  for (const StoredQuestion& stored : TRY(OpenQuestions(context_.forge(), run)))
    anew = asked.emplace(stored.run, stored.question.id).second || anew;
  return anew;
}

Status BoardScreen::Answer() {
  const auto run = chosen();
  if (!run) return {};
  selected_ = *run;
  if (TRY(OpenQuestions(context_.forge(), *run)).empty()) {
    message_ = fmt::format("run {} asks nothing", run->value);
    return {};
  }
  return Aside(false, [&]() -> Status {
    bool answered = true;
    // A plan that was edited while the question stood there is asked about anew.
    std::set<std::pair<RunId, QuestionId>> asked;
    while (answered && TRY(AsksAnew(*run, asked))) answered = TRY(AskPerson(context_, *run));
    const bool stands = answered && TRY(StandsStill(context_, *run)) && !TRY(OfferBackground(context_, *run));
    message_ = !answered ? "nothing is decided"
               : stands  ? fmt::format("answered; nothing runs run {0} now: forge resume {0}", run->value)
                         : "answered";
    return {};
  });
}

void BoardScreen::Pause() {
  const auto run = chosen();
  if (!run) return;
  selected_ = *run;
  Control pause;
  pause.by = context_.user();
  const auto sent = SendCommand(context_.forge(), *run, pause);
  message_ = sent ? fmt::format("run {0} is paused; forge resume {0} continues it", run->value)
                  : fmt::format("run {}: {}", run->value, sent.error().message);
}

void BoardScreen::Enter() {
  context_.host.key_mode(true, kFirstScreen);
  context_.out.Write(kOtherScreen);
}

void BoardScreen::Leave() {
  context_.out.Write(kFirstScreen);
  (void)context_.out.Flush();
  context_.host.key_mode(false, "");
}

// One write, from the top: no half-drawn screen is seen. The last column stays free: some terminals wrap there.
void BoardScreen::Draw() {
  const auto width = static_cast<std::size_t>(std::max(20, context_.host.width() - 1));
  const auto height = static_cast<std::size_t>(std::max(6, context_.host.height()));
  std::vector<std::string> lines = help_ ? Wrapped(BoardHelp(), width) : Lines(width, height - 2);
  lines.resize(height - 2);
  lines.push_back(context_.out.Paint(Tone::kWarn, Fit(message_, width)));
  lines.push_back(
      context_.out.Paint(Tone::kFaint, Fit(kBoardKeys.size() <= width ? kBoardKeys : kBoardKeysShort, width)));
  std::string text = "\x1b[H";
  for (std::size_t i = 0; i < lines.size(); ++i) text += std::string(i == 0 ? "" : "\r\n") + lines[i] + "\x1b[K";
  context_.out.Write(text + "\x1b[J");
  (void)context_.out.Flush();
}

// As many as there is room for, around the chosen one.
std::vector<std::string> BoardScreen::Lines(std::size_t width, std::size_t room) const {
  std::vector<std::string> lines;
  std::size_t at = 0;
  const auto run = chosen();
  if (!run) return {"no runs; start one: forge run \"your objective\""};
  const Brush brush{context_.out.palette(), width - 2, context_.host.unicode};
  for (BoardGroup group : kBoardGroups) {
    if (board_.of(group).empty()) continue;
    if (!lines.empty()) lines.emplace_back();
    lines.push_back(context_.out.Paint(Tone::kStrong, fmt::format("{} ({})", Title(group), board_.of(group).size())));
    for (const BoardLine& line : board_.of(group)) {
      const bool here = line.run.id == *run;
      if (here) at = lines.size();
      std::string before = here ? context_.out.Paint(Tone::kStrong, "> ") : "  ";
      for (const std::string& drawn : DrawBoardRun(line, brush)) lines.push_back(std::exchange(before, "  ") + drawn);
    }
  }
  if (lines.size() <= room) return lines;
  const std::size_t first = std::min(at > room / 2 ? at - room / 2 : 0, lines.size() - room);
  return {lines.begin() + static_cast<std::ptrdiff_t>(first),
          lines.begin() + static_cast<std::ptrdiff_t>(first + room)};
}

}  // namespace forge::cli
