#include "service/unit/points_left.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "model/finding.h"
#include "service/report/finding_above.h"

namespace forge {
namespace {

// A point of a run below, as PointsLeftBy wrote it: "- 2:F1, high: TITLE (FILE)". Null: it is no such line.
Json PointIn(std::string_view line) {
  if (!line.starts_with("- ")) return {};
  line.remove_prefix(2);
  const std::size_t comma = line.find(", ");
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos) return {};
  const std::string_view number = line.substr(0, std::min(comma, colon));
  if (NumbersBelow(number).empty()) return {};
  std::string_view title = line.substr(colon + 2);
  Json point = Json::MakeObject();
  if (comma < colon) point.Set("severity", line.substr(comma + 2, colon - comma - 2));
  if (const std::size_t open = title.rfind(" ("); title.ends_with(')') && open != std::string_view::npos) {
    point.Set("file", title.substr(open + 2, title.size() - open - 3));
    title = title.substr(0, open);
  }
  return point.Set("title", title).Set("text", title).Set("same_as", number);
}

// Whether the list has the point, by its number or in mostly the same words.
bool Lists(const Json& findings, const Json& point) {
  const Finding known = FindingFromJson(point);
  return std::ranges::any_of(findings.AsArray(), [&](const Json& one) {
    const std::vector<std::string> numbers = NumbersBelow(one["same_as"].AsString());
    if (std::ranges::find(numbers, known.same_as) != numbers.end()) return true;
    const Finding listed = FindingFromJson(one);
    return numbers.empty() && (LooksSame(listed, known) || LooksSame(known, listed));
  });
}

// Two points of one title at one place are one finding, which has the numbers of both.
Json WithPoint(const Json& findings, const Json& point) {
  Json added = Json::MakeArray();
  bool joined = false;
  for (Json one : findings.AsArray()) {
    if (!joined && FindingKey(FindingFromJson(one)) == FindingKey(FindingFromJson(point))) {
      const std::string before = one["same_as"].AsString();
      one.Set("same_as", (before.empty() ? "" : before + ", ") + point["same_as"].AsString());
      joined = true;
    }
    added.Append(std::move(one));
  }
  return joined ? added : std::move(added.Append(point));
}

}  // namespace

Status AddPointsLeft(const std::function<Result<std::string>(const StepId& step)>& left_by, const Job& job,
                     Json& result) {
  for (const StepReport& report : job.step_reports) {
    if (!report.child_run) continue;
    const std::string left = TRY(left_by(report.id));
    for (std::string_view line : Lines(left)) {
      const Json point = PointIn(line);
      if (point.is_null() || FindingFromJson(point).level != FindingLevel::kHigh) continue;
      if (Lists(result["findings"], point)) continue;
      result.Set("findings", WithPoint(result["findings"], point));
    }
  }
  return {};
}

}  // namespace forge
