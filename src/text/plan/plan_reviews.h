// The reviews in a plan's Audit Log, and what they say. Pure; text/review/audit.h reads how severe a review is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

struct PlanReview {
  int round = 0;
  std::string date;
  std::string status;
  std::string verdict;  // of its last `**Verdict:**` line
  std::string body;     // below the heading
  int line = 0;         // of the heading
};

// The `### Review N — date` blocks of the Audit Log, in order. Those in code and quotes do not count.
std::vector<PlanReview> FindReviews(std::string_view markdown);

// The last one.
std::optional<PlanReview> LatestReview(std::string_view markdown);

}  // namespace forge
