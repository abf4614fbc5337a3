#include "service/report/report_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "base/display.h"
#include "base/strings.h"
#include "graph/graph.h"
#include "graph/graph_check.h"
#include "graph/graph_draw.h"
#include "graph/order.h"
#include "text/first_line.h"

namespace forge {
namespace {

constexpr double kBars = 100;  // of the picture's width: all is in percent, so that it fits every page
constexpr double kIdle = 2.5;  // of a long break in which nothing ran
constexpr double kSeen = 2;    // of a break to scale: what is narrower is not seen
constexpr double kWide = 5;    // one of which no wait is known is shown from here on
constexpr double kTickRoom = 9;
constexpr double kLastTick = 13;  // for the words of the last one
constexpr std::int64_t kLeastIdle = 60'000;

// Wall time to places on the picture: what was worked is drawn to scale, long breaks are not.
class TimeScale {
 public:
  struct Break {
    double x = 0, width = 0;
    std::int64_t from = 0, to = 0;
    bool shortened = false;
  };

  explicit TimeScale(std::vector<std::pair<std::int64_t, std::int64_t>> busy) {
    std::sort(busy.begin(), busy.end());
    for (const auto& [from, to] : busy) {
      if (pieces_.empty() || from > pieces_.back().to) {
        pieces_.push_back({from, to, 0});
      } else {
        pieces_.back().to = std::max(pieces_.back().to, to);
      }
    }
    for (const Piece& piece : pieces_) worked_ += piece.to - piece.from;
    const std::vector<Piece> apart = pieces_;
    JoinShortBreaks();
    const double free = kBars - kIdle * static_cast<double>(pieces_.empty() ? 0 : pieces_.size() - 1);
    std::int64_t drawn = 0;
    for (const Piece& piece : pieces_) drawn += piece.to - piece.from;
    scale_ = std::max(free, kBars / 4) / static_cast<double>(std::max<std::int64_t>(drawn, 1));
    double x = 0;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (i > 0) x += kIdle;
      pieces_[i].x = x;
      x += static_cast<double>(pieces_[i].to - pieces_[i].from) * scale_;
    }
    NoteBreaks(apart);
  }

  double At(std::int64_t ms) const {
    const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), ms,
                                        [](std::int64_t time, const Piece& piece) { return time < piece.from; });
    if (after == pieces_.begin()) return 0;
    const Piece& piece = *std::prev(after);
    return piece.x + static_cast<double>(std::min(ms, piece.to) - piece.from) * scale_;
  }

  const std::vector<Break>& breaks() const { return breaks_; }

  struct Tick {
    double x = 0;
    std::int64_t ms = 0;  // since the first unit
  };
  // At round times, none too close to another.
  std::vector<Tick> Ticks() const {
    std::vector<Tick> ticks;
    if (pieces_.empty()) return ticks;
    constexpr std::int64_t kRound[] = {1,       5,         10,        50,        100,        500,        1000,
                                       2000,    5000,      10'000,    30'000,    60'000,     120'000,    300'000,
                                       600'000, 1'800'000, 3'600'000, 7'200'000, 14'400'000, 43'200'000, 86'400'000};
    std::int64_t step = kRound[0];
    for (std::int64_t round : kRound) {
      step = round;
      if (static_cast<double>(round) * scale_ >= kTickRoom) break;
    }
    const std::int64_t start = pieces_.front().from;
    for (const Piece& piece : pieces_) {
      std::int64_t at = (piece.from - start + step - 1) / step * step;
      for (; start + at <= piece.to; at += step) {
        const double x = At(start + at);
        const bool crowded = !ticks.empty() && x - ticks.back().x < kTickRoom;
        const bool told = !ticks.empty() && FormatDuration(ticks.back().ms) == FormatDuration(at);
        if (!crowded && !told && x <= kBars - kLastTick) ticks.push_back({x, at});
      }
    }
    return ticks;
  }

 private:
  struct Piece {
    std::int64_t from = 0, to = 0;
    double x = 0;
  };

  // Long ones, which are shortened, and those to scale that can be seen.
  void NoteBreaks(const std::vector<Piece>& apart) {
    for (std::size_t i = 1; i < apart.size(); ++i) {
      const std::int64_t from = apart[i - 1].to, to = apart[i].from;
      const double x = At(from), width = At(to) - x;
      const bool shortened = std::ranges::any_of(pieces_, [&](const Piece& piece) { return piece.from == to; });
      if (shortened || width >= kSeen) breaks_.push_back({x, width, from, to, shortened});
    }
  }

  // A break is shortened only when it would take a good part of the picture, and only so many of them fit.
  void JoinShortBreaks() {
    std::int64_t least = std::max(kLeastIdle, worked_ / 20);
    do {
      std::vector<Piece> joined;
      for (const Piece& piece : pieces_) {
        if (!joined.empty() && piece.from - joined.back().to < least) {
          joined.back().to = piece.to;
        } else {
          joined.push_back(piece);
        }
      }
      pieces_ = std::move(joined);
      least *= 2;
    } while (pieces_.size() > 12);
  }

  std::vector<Piece> pieces_;
  std::vector<Break> breaks_;
  double scale_ = 0;
  std::int64_t worked_ = 0;
};

std::string_view BarClass(const UnitRow& unit, bool passed) {
  if (unit.status == UnitStatus::kFailed || !passed) return "bad";
  if (unit.status == UnitStatus::kRunning) return "live";
  switch (unit.kind) {
    case UnitKind::kAgent:
    case UnitKind::kLearn: return "agent";
    case UnitKind::kCheck:
    case UnitKind::kGate: return "check";
    case UnitKind::kIntegrate:
    case UnitKind::kChild: return "merge";
  }
  return "agent";
}

std::string BarTitle(const UnitRow& unit, bool passed, std::int64_t ended) {
  std::string title = unit.stage;
  if (!unit.member.empty()) title += "." + unit.member;
  if (unit.iteration > 1) title += fmt::format(", round {}", unit.iteration);
  if (unit.attempt > 1) title += fmt::format(", attempt {}", unit.attempt);
  title += fmt::format(": {}, {}", passed ? Name(unit.status) : Name(UnitStatus::kFailed),
                       FormatDuration(ended - unit.started.ms));
  if (!unit.summary.empty()) title += "\n" + FirstLine(unit.summary, 160);
  return title;
}

std::string_view BoxClass(const std::map<std::string, const StepRow*>& rows, const std::string& id) {
  const auto row = rows.find(id);
  if (row == rows.end()) return "pending";
  switch (row->second->status) {
    case StepStatus::kDone: return "done";
    case StepStatus::kFailed:
    case StepStatus::kBlocked: return "failed";
    case StepStatus::kRunning:
    case StepStatus::kWaiting: return "running";
    case StepStatus::kSkipped: return "skipped";
    case StepStatus::kPending:
    case StepStatus::kReady: return "pending";
  }
  return "pending";
}

}  // namespace

namespace {

std::int64_t EndOf(const RunReport& report, const UnitRow& unit) {
  return unit.ended.ms > 0 ? unit.ended.ms : std::max(report.now.ms, unit.started.ms);
}

// The bars of every step that has a lane; "" is the run's own.
std::map<std::string, std::string> BarsByLane(const RunReport& report, const TimeScale& scale,
                                              const std::vector<std::string>& lanes) {
  std::map<std::string, std::string> bars;
  for (const std::string& lane : lanes) bars[lane];
  for (const UnitRow& unit : report.view.units) {
    const auto lane = bars.find(unit.step.value);
    if (unit.started.ms <= 0 || lane == bars.end() || unit.kind == UnitKind::kGate) continue;
    const std::int64_t end = EndOf(report, unit);
    const double x = scale.At(unit.started.ms);
    const bool passed = !report.not_passed.contains(unit.id);
    fmt::format_to(std::back_inserter(lane->second),
                   "<i class=\"{}\" style=\"left:{:.2f}%;width:{:.2f}%\" title=\"{}\"></i>", BarClass(unit, passed), x,
                   std::max(0.2, scale.At(end) - x), EscapeMarkup(BarTitle(unit, passed, end)));
  }
  return bars;
}

// A break on the picture, with the letter that marks it and what the list below says of it.
struct DrawnWait {
  TimeScale::Break at;
  char mark = 'A';
  std::string text;
};

std::vector<DrawnWait> FindDrawnWaits(const RunReport& report, const TimeScale& scale) {
  std::vector<DrawnWait> found;
  for (const TimeScale::Break& pause : scale.breaks()) {
    const std::string why = WhyIdle(report.waits, pause.from, pause.to);
    if (why.empty() && !pause.shortened && pause.width < kWide) continue;
    const std::string time = FormatDuration(pause.to - pause.from);
    constexpr std::size_t kLetters = 26;  // at most kBars / kSeen breaks: the small letters are enough
    const auto mark = static_cast<char>(found.size() < kLetters ? 'A' + found.size() : 'a' + found.size() - kLetters);
    found.push_back({pause, mark, why.empty() ? "nothing ran for " + time : time + " " + why});
  }
  return found;
}

// What was waited for.
std::string WaitList(const std::vector<DrawnWait>& waits) {
  std::string list;
  for (const DrawnWait& wait : waits)
    list += fmt::format("<li><b>{}</b> {}</li>\n", wait.mark, EscapeMarkup(wait.text));
  return list.empty() ? "" : "<ul class=\"waits\">\n" + list + "</ul>\n";
}

}  // namespace

std::string CutLine(std::size_t all) {
  if (all <= kMostRows) return "";
  return fmt::format("<p class=\"quiet\">{} of {} are shown; the rest: <code>forge report --json</code></p>\n",
                     kMostRows, all);
}

std::string DrawTimeline(const RunReport& report) {
  std::vector<std::pair<std::int64_t, std::int64_t>> busy;
  std::set<std::string> worked;
  for (const UnitRow& unit : report.view.units) {
    if (unit.started.ms <= 0 || unit.kind == UnitKind::kGate) continue;
    busy.emplace_back(unit.started.ms, EndOf(report, unit));
    worked.insert(unit.step.value);
  }
  if (busy.empty()) return "";
  const TimeScale scale(std::move(busy));
  std::vector<std::string> lanes;
  if (worked.contains("")) lanes.emplace_back();
  for (const StepRow& step : report.view.steps) {
    if (worked.contains(step.id.value)) lanes.push_back(step.id.value);
  }
  const std::size_t all = lanes.size();
  if (all > kMostRows) lanes.resize(kMostRows);
  std::string page =
      "<div class=\"timeline\" role=\"img\" aria-label=\"timeline\">\n<div class=\"lane ticks "
      "times\"><span></span><div>";
  for (const TimeScale::Tick& tick : scale.Ticks())
    page += fmt::format("<b style=\"left:{:.2f}%\">{}</b>", tick.x, tick.ms == 0 ? "0" : FormatDuration(tick.ms));
  page += "</div></div>\n";
  const std::vector<DrawnWait> waits = FindDrawnWaits(report, scale);
  std::string idle;
  std::string marks;
  for (const DrawnWait& wait : waits) {
    idle += fmt::format("<u style=\"left:{:.2f}%;width:{:.2f}%\" title=\"{}\"></u>", wait.at.x, wait.at.width,
                        EscapeMarkup(wait.text));
    marks += fmt::format("<b style=\"left:{:.2f}%\">{}</b>", wait.at.x + kIdle / 4, wait.mark);
  }
  const std::map<std::string, std::string> bars = BarsByLane(report, scale, lanes);
  for (const std::string& lane : lanes) {
    page += fmt::format("<div class=\"lane\"><span>{}</span><div>{}{}</div></div>\n",
                        lane.empty() ? "run" : EscapeMarkup(Fit(lane, 40, "…")), idle, bars.at(lane));
  }
  if (!marks.empty()) page += "<div class=\"lane ticks\"><span>waits</span><div>" + marks + "</div></div>\n";
  return page + "</div>\n" + CutLine(all) + WaitList(waits);
}

std::string DrawSteps(const RunReport& report) {
  if (report.steps.empty()) return "";
  std::map<std::string, const StepRow*> rows;
  for (const StepRow& row : report.view.steps) rows[row.id.value] = &row;
  GraphCheckOptions options;
  options.require_verify = false;
  options.max_overlaps = 0;
  const GraphReport graph = CheckGraph(report.steps, options);
  return DrawPlanForPage({"", report.steps, graph},
                         [&](const StepSpec& step) { return BoxClass(rows, step.id.value); });
}

}  // namespace forge
