#include "graph/graph_draw.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/display.h"
#include "base/strings.h"

namespace forge {
namespace {

// Steps by id, their place on the page, and the critical path as a set of edges.
class Layout {
 public:
  explicit Layout(const PlanGraph& plan) : plan_(plan) {
    for (const StepSpec& step : plan.steps) by_id_.emplace(step.id.value, &step);
    for (const StepId& id : plan.report.critical_path) critical_.insert(id.value);
    for (const auto& tier : plan.report.tiers) {
      columns_.emplace_back();
      for (const StepId& id : tier) Place(columns_.back(), id.value);
    }
    // Steps of a cycle are in no tier.
    std::vector<const StepSpec*> rest;
    for (const StepSpec& step : plan.steps) {
      if (!placed_.contains(step.id.value)) Place(rest, step.id.value);
    }
    knotted_ = !rest.empty();
    if (knotted_) columns_.push_back(std::move(rest));
  }

  const std::vector<std::vector<const StepSpec*>>& columns() const { return columns_; }
  bool knotted() const { return knotted_; }
  bool IsCritical(const std::string& id) const { return critical_.contains(id); }
  std::string TierName(std::size_t column) const {
    return knotted_ && column + 1 == columns_.size() ? "in a cycle" : fmt::format("tier {}", column + 1);
  }

  // Whether the critical path goes from one to the other.
  bool IsCriticalEdge(const std::string& from, const std::string& to) const {
    const auto& path = plan_.report.critical_path;
    for (std::size_t i = 1; i < path.size(); ++i) {
      if (path[i - 1].value == from && path[i].value == to) return true;
    }
    return false;
  }

  std::string PathText() const {
    std::vector<std::string> ids;
    std::int64_t total = 0;
    for (const StepId& id : plan_.report.critical_path) {
      ids.push_back(id.value);
      if (auto it = by_id_.find(id.value); it != by_id_.end()) total += it->second->estimate_ms;
    }
    std::string text = Join(ids, " -> ");
    if (total > 0) text += fmt::format(" ({})", FormatDuration(total));
    return text;
  }

 private:
  void Place(std::vector<const StepSpec*>& column, const std::string& id) {
    auto it = by_id_.find(id);
    if (it == by_id_.end() || !placed_.insert(id).second) return;
    column.push_back(it->second);
  }

  const PlanGraph& plan_;
  std::map<std::string, const StepSpec*> by_id_;
  std::set<std::string> critical_;
  std::set<std::string> placed_;
  std::vector<std::vector<const StepSpec*>> columns_;
  bool knotted_ = false;
};

std::string NeedsText(const StepSpec& step) {
  std::vector<std::string> needs;
  for (const StepId& id : step.depends) needs.push_back(id.value);
  return needs.empty() ? "" : "<- " + Join(needs, ", ");
}

// The SVG's layout, in its units.
constexpr int kBoxWidth = 220;
constexpr int kBoxHeight = 52;
constexpr int kGapX = 70;
constexpr int kGapY = 22;
constexpr int kMargin = 24;
constexpr int kHead = 76;  // title, critical path, tier names
constexpr std::size_t kLabelWidth = 30;

struct Spot {
  int x = 0, y = 0;
};

Spot SpotOf(std::size_t column, std::size_t row) {
  return {kMargin + static_cast<int>(column) * (kBoxWidth + kGapX),
          kHead + static_cast<int>(row) * (kBoxHeight + kGapY)};
}

std::string SvgEdge(Spot from, Spot to, bool critical) {
  const int x1 = from.x + kBoxWidth;
  const int y1 = from.y + kBoxHeight / 2;
  const int y2 = to.y + kBoxHeight / 2;
  const int bend = kGapX / 2;
  return fmt::format("<path class=\"edge{}\" d=\"M{} {} C{} {} {} {} {} {}\"/>\n", critical ? " critical" : "", x1, y1,
                     x1 + bend, y1, to.x - bend, y2, to.x - 4, y2);
}

std::string SvgBox(const StepSpec& step, Spot spot, std::string_view css) {
  std::string second = step.title;
  if (step.estimate_ms > 0) second = FormatDuration(step.estimate_ms) + "  " + second;
  return fmt::format(
      "<g><title>{}</title><rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\"/>"
      "<text class=\"name\" x=\"{}\" y=\"{}\">{}</text><text x=\"{}\" y=\"{}\">{}</text></g>\n",
      EscapeMarkup(step.id.value + ": " + step.title), css, spot.x, spot.y, kBoxWidth, kBoxHeight, spot.x + 12,
      spot.y + 21, EscapeMarkup(Fit(step.id.value, kLabelWidth)), spot.x + 12, spot.y + 39,
      EscapeMarkup(Fit(second, kLabelWidth)));
}

constexpr std::string_view kStyle =
    "<style>text{font:12px sans-serif;fill:#1e293b}.name{font-weight:bold}.quiet{fill:#64748b}"
    ".title{font-size:16px;font-weight:bold}"
    ".box{fill:#f8fafc;stroke:#64748b}.box.critical{fill:#fff7ed;stroke:#c2410c;stroke-width:2}"
    ".edge{fill:none;stroke:#94a3b8;stroke-width:1.2;marker-end:url(#arrow)}"
    ".edge.critical{stroke:#c2410c;stroke-width:2.5;marker-end:url(#hot)}</style>\n"
    "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
    "orient=\"auto\"><path d=\"M0 0 8 4 0 8z\" fill=\"#94a3b8\"/></marker>"
    "<marker id=\"hot\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"6\" markerHeight=\"6\" "
    "orient=\"auto\"><path d=\"M0 0 8 4 0 8z\" fill=\"#c2410c\"/></marker></defs>\n"
    "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";

// `space`: a file of its own needs the namespace, a picture in a page does not.
std::string SvgHead(const Layout& layout, std::string_view space) {
  std::size_t rows = 1;
  for (const auto& column : layout.columns()) rows = std::max(rows, column.size());
  const Spot end = SpotOf(std::max<std::size_t>(layout.columns().size(), 1), rows);
  return fmt::format(
      "<svg{2} class=\"graph\" role=\"img\" aria-label=\"steps and what they wait for\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\">\n",
      std::max(end.x - kGapX + kMargin, 480), end.y - kGapY + kMargin, space);
}

std::string SvgTitle(const PlanGraph& plan, const Layout& layout) {
  return fmt::format(
      "<text x=\"{0}\" y=\"26\" class=\"title\">{1}</text>\n"
      "<text x=\"{0}\" y=\"44\" class=\"quiet\">critical path: {2}; at most {3} at once</text>\n",
      kMargin, EscapeMarkup(plan.title), EscapeMarkup(layout.PathText()), plan.report.max_parallel);
}

std::string SvgBody(const PlanGraph& plan, const Layout& layout,
                    const std::function<std::string_view(const StepSpec&)>& class_of) {
  std::map<std::string, Spot> spots;
  std::string boxes;
  for (std::size_t column = 0; column < layout.columns().size(); ++column) {
    const Spot head = SpotOf(column, 0);
    boxes +=
        fmt::format("<text x=\"{}\" y=\"{}\" class=\"quiet\">{}</text>\n", head.x, head.y - 8, layout.TierName(column));
    for (std::size_t row = 0; row < layout.columns()[column].size(); ++row) {
      const StepSpec& step = *layout.columns()[column][row];
      spots[step.id.value] = SpotOf(column, row);
      boxes += SvgBox(step, spots[step.id.value], class_of(step));
    }
  }
  std::string edges;
  for (const StepSpec& step : plan.steps) {
    for (const StepId& need : step.depends) {
      if (!spots.contains(need.value)) continue;
      edges += SvgEdge(spots[need.value], spots[step.id.value], layout.IsCriticalEdge(need.value, step.id.value));
    }
  }
  return edges + boxes;
}

}  // namespace

std::string DrawPlanText(const PlanGraph& plan) {
  const Layout layout(plan);
  std::size_t id_width = 0;
  std::size_t title_width = 0;
  for (const StepSpec& step : plan.steps) {
    id_width = std::max(id_width, DisplayWidth(step.id.value));
    title_width = std::max(title_width, std::min<std::size_t>(DisplayWidth(step.title), 60));
  }
  std::string text = plan.title + "\n";
  for (std::size_t column = 0; column < layout.columns().size(); ++column) {
    text += "\n" + layout.TierName(column) + "\n";
    for (const StepSpec* step : layout.columns()[column]) {
      const std::string time = step->estimate_ms > 0 ? FormatDuration(step->estimate_ms) : "";
      const std::string line = fmt::format(
          "  {} {}  {}  {}{}", layout.IsCritical(step->id.value) ? '*' : ' ', PadRight(step->id.value, id_width),
          PadRight(Fit(step->title, title_width), title_width), time.empty() ? "" : time + "  ", NeedsText(*step));
      text += std::string(TrimRight(line)) + "\n";
    }
  }
  text += fmt::format("\n* critical path: {}\n", layout.PathText());
  return text + fmt::format("  {}, at most {} at once\n", Counted(static_cast<std::int64_t>(plan.steps.size()), "step"),
                            plan.report.max_parallel);
}

std::string DrawPlanMermaid(const PlanGraph& plan) {
  const Layout layout(plan);
  std::map<std::string, std::string> names;  // ids may hold what Mermaid reads as its own
  std::string text = "flowchart LR\n";
  std::string critical;
  for (std::size_t column = 0; column < layout.columns().size(); ++column) {
    text += fmt::format("  subgraph t{}[\"{}\"]\n", column + 1, layout.TierName(column));
    for (const StepSpec* step : layout.columns()[column]) {
      const std::string name = fmt::format("s{}", names.size() + 1);
      names[step->id.value] = name;
      if (layout.IsCritical(step->id.value)) critical += (critical.empty() ? "" : ",") + name;
      text += fmt::format("    {}[\"{}: {}\"]\n", name, ReplaceAll(EscapeMarkup(step->id.value), "&quot;", "#quot;"),
                          ReplaceAll(EscapeMarkup(step->title), "&quot;", "#quot;"));
    }
    text += "  end\n";
  }
  for (const StepSpec& step : plan.steps) {
    for (const StepId& need : step.depends) {
      if (!names.contains(need.value)) continue;
      const bool hot = layout.IsCriticalEdge(need.value, step.id.value);
      text += fmt::format("  {} {} {}\n", names[need.value], hot ? "==>" : "-->", names[step.id.value]);
    }
  }
  if (critical.empty()) return text;
  return text + "  classDef critical stroke:#c2410c,stroke-width:3px\n  class " + critical + " critical\n";
}

std::string DrawPlanSvg(const PlanGraph& plan) {
  const Layout layout(plan);
  const auto class_of = [&](const StepSpec& step) -> std::string_view {
    return layout.IsCritical(step.id.value) ? "box critical" : "box";
  };
  return SvgHead(layout, " xmlns=\"http://www.w3.org/2000/svg\"") + std::string(kStyle) + SvgTitle(plan, layout) +
         SvgBody(plan, layout, class_of) + "</svg>\n";
}

std::string DrawPlanForPage(const PlanGraph& plan, const std::function<std::string_view(const StepSpec&)>& class_of) {
  const Layout layout(plan);
  return SvgHead(layout, "") + SvgTitle(plan, layout) + SvgBody(plan, layout, class_of) + "</svg>\n";
}

}  // namespace forge
