#include "service/unit/proof_sights.h"

#include <fmt/core.h>

#include <string_view>

#include "service/proof/baselines.h"
#include "service/unit/job.h"
#include "service/unit/run_files.h"

namespace forge {
namespace {

// Below the name of its step the first sentence of a baseline says nothing new.
std::string_view WithoutHead(std::string_view page) {
  return page.starts_with(kStepBaselineHead) ? page.substr(kStepBaselineHead.size()) : page;
}

}  // namespace

Result<std::string> ProofSight(const RunFiles& files, const Job& job, const std::string& word) {
  const std::string own = TRY(files.ReadArtifact(job.lane, word)).value_or("");
  std::string text = own;
  if (word == "baseline") text += job.told_today;
  for (const std::string& step : job.done_steps) {
    // Not the run's own page, which a step without one falls back to.
    const auto page = TRY(files.ReadArtifact(step, word));
    if (page && *page != own) text += fmt::format("{}Step {}:\n{}", text.empty() ? "" : "\n", step, WithoutHead(*page));
  }
  return text;
}

}  // namespace forge
