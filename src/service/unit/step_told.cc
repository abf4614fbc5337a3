#include "service/unit/step_told.h"

#include <fmt/format.h>

#include <algorithm>

#include "service/unit/job.h"
#include "service/unit/prompt_work.h"

namespace forge {
namespace {

constexpr std::size_t kMostOwed = 10;

}  // namespace

std::string StepLead(const Job& job, const PromptReader& reader) {
  if (reader.reviews) return "The step by which you judge";
  if (job.stage.splits()) return "The step to split";
  if (!reader.writes) return "The step this is about";
  const bool cites = std::ranges::any_of(job.step->claims, [](const Claim& one) { return !one.citation.empty(); });
  return cites && job.has_done_steps ? "The step to do; the lines that its claims name are those before other steps"
                                     : "The step to do";
}

std::string OwedBefore(const Job& job) {
  std::string text;
  const std::size_t shown = std::min(job.dropped.size(), kMostOwed);
  for (std::size_t i = 0; i < shown; ++i) text += "- " + job.dropped[i] + "\n";
  if (job.dropped.size() > shown) text += fmt::format("(and {} more)\n", job.dropped.size() - shown);
  return text;
}

}  // namespace forge
