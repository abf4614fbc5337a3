#include "service/report/report_pictures.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>
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

constexpr double kLabel = 150;  // for the names of rows
constexpr double kBars = 850;   // for the bars
constexpr double kRow = 18;
constexpr double kTop = 24;   // for the times
constexpr double kIdle = 24;  // of a break in which nothing ran
constexpr std::int64_t kLeastIdle = 60'000;

// Wall time to places on the picture: what was worked is drawn to scale, long breaks are not.
class TimeScale {
 public:
  struct Break {
    double x = 0;
    std::int64_t ms = 0;
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
    JoinShortBreaks();
    const double free = kBars - kIdle * static_cast<double>(pieces_.empty() ? 0 : pieces_.size() - 1);
    std::int64_t drawn = 0;
    for (const Piece& piece : pieces_) drawn += piece.to - piece.from;
    scale_ = std::max(free, kBars / 4) / static_cast<double>(std::max<std::int64_t>(drawn, 1));
    double x = kLabel;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (i > 0) {
        breaks_.push_back({x, pieces_[i].from - pieces_[i - 1].to});
        x += kIdle;
      }
      pieces_[i].x = x;
      x += static_cast<double>(pieces_[i].to - pieces_[i].from) * scale_;
    }
    width_ = x;
  }

  double At(std::int64_t ms) const {
    const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), ms,
                                        [](std::int64_t time, const Piece& piece) { return time < piece.from; });
    if (after == pieces_.begin()) return kLabel;
    const Piece& piece = *std::prev(after);
    return piece.x + static_cast<double>(std::min(ms, piece.to) - piece.from) * scale_;
  }

  const std::vector<Break>& breaks() const { return breaks_; }
  double width() const { return width_; }
  std::int64_t worked() const { return worked_; }

 private:
  struct Piece {
    std::int64_t from = 0, to = 0;
    double x = 0;
  };

  // A break is worth a mark only when it would take a good part of the picture, and only so many of them fit.
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
  double scale_ = 0, width_ = kLabel;
  std::int64_t worked_ = 0;
};

std::string_view BarClass(const UnitRow& unit) {
  if (unit.status == UnitStatus::kFailed) return "bad";
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

std::string BarTitle(const UnitRow& unit, std::int64_t ended) {
  std::string title = unit.stage;
  if (!unit.member.empty()) title += "." + unit.member;
  if (unit.iteration > 1) title += fmt::format(", round {}", unit.iteration);
  if (unit.attempt > 1) title += fmt::format(", attempt {}", unit.attempt);
  title += fmt::format(": {}, {}", Name(unit.status), FormatDuration(ended - unit.started.ms));
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

std::string DrawTimeline(const RunReport& report) {
  std::vector<std::pair<std::int64_t, std::int64_t>> busy;
  std::map<std::string, int> rows;
  std::vector<std::string> names;
  auto row_of = [&](const std::string& step) {
    const auto [place, fresh] = rows.try_emplace(step, static_cast<int>(names.size()));
    if (fresh) names.push_back(step);
    return place->second;
  };
  row_of("");
  for (const StepRow& step : report.view.steps) row_of(step.id.value);
  auto end_of = [&](const UnitRow& unit) {
    return unit.ended.ms > 0 ? unit.ended.ms : std::max(report.now.ms, unit.started.ms);
  };
  for (const UnitRow& unit : report.view.units) {
    if (unit.started.ms > 0) busy.emplace_back(unit.started.ms, end_of(unit));
  }
  if (busy.empty()) return "";
  const TimeScale scale(std::move(busy));
  std::string bars;
  auto out = std::back_inserter(bars);
  for (const UnitRow& unit : report.view.units) {
    if (unit.started.ms <= 0) continue;
    const double x = scale.At(unit.started.ms);
    const double width = std::max(1.5, scale.At(end_of(unit)) - x);
    fmt::format_to(
        out, "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.0f}\" width=\"{:.1f}\" height=\"12\"><title>{}</title></rect>\n",
        BarClass(unit), x, kTop + kRow * row_of(unit.step.value) + 3, width,
        EscapeMarkup(BarTitle(unit, end_of(unit))));
  }
  const double height = kTop + kRow * static_cast<double>(names.size()) + 4;
  std::string svg = fmt::format(
      "<svg class=\"timeline\" role=\"img\" aria-label=\"timeline\" viewBox=\"0 0 {:.0f} {:.0f}\" width=\"{:.0f}\" "
      "height=\"{:.0f}\">\n",
      kLabel + kBars + 10, height, kLabel + kBars + 10, height);
  for (std::size_t i = 0; i < names.size(); ++i) {
    svg += fmt::format("<text x=\"0\" y=\"{:.0f}\">{}</text>", kTop + kRow * static_cast<double>(i) + 13,
                       names[i].empty() ? "run" : EscapeMarkup(Fit(names[i], 20, "…")));
    svg +=
        fmt::format("<line class=\"grid\" x1=\"{}\" x2=\"{:.0f}\" y1=\"{:.0f}\" y2=\"{:.0f}\"/>\n", kLabel,
                    kLabel + kBars, kTop + kRow * static_cast<double>(i + 1), kTop + kRow * static_cast<double>(i + 1));
  }
  for (const TimeScale::Break& pause : scale.breaks()) {
    svg += fmt::format(
        "<rect class=\"idle\" x=\"{:.1f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\"><title>nothing ran for "
        "{}</title></rect>\n",
        pause.x, kTop, kIdle, height - kTop, FormatDuration(pause.ms));
  }
  svg += fmt::format("<text class=\"quiet\" x=\"{}\" y=\"14\">{} of work</text>\n", kLabel,
                     FormatDuration(scale.worked()));
  return svg + bars + "</svg>\n";
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
