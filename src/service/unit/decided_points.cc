#include "service/unit/decided_points.h"

#include <algorithm>

#include "base/strings.h"
#include "text/review/review_shown.h"

namespace forge {
namespace {

bool IsSame(const Finding& decided, const Finding& said) {
  return decided.file == said.file && decided.title == said.title && decided.description == said.description;
}

}  // namespace

std::string WithoutDecidedPoints(const std::string& review, const std::vector<DecidedPoint>& points,
                                 std::string& lines) {
  if (points.empty()) return review;
  return ReviewWithout(review, [&](const Finding& finding) {
    const auto point = std::ranges::find_if(points, [&](const DecidedPoint& one) {
      return EqualsIgnoreCase(one.id, finding.same_as) || IsSame(one.finding, finding);
    });
    if (point == points.end()) return false;
    if (!lines.contains(point->line)) lines += point->line;
    return true;
  });
}

}  // namespace forge
