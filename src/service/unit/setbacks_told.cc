#include "service/unit/setbacks_told.h"

#include <fmt/format.h>

#include <set>

#include "base/strings.h"
#include "service/unit/job.h"
#include "service/unit/round_files.h"
#include "text/review/review_shown.h"

namespace forge {
namespace {

constexpr std::size_t kMostOfASetback = 1500;
constexpr int kMostRoundsTold = 2;

}  // namespace

Result<std::string> SetbacksTold(const std::vector<Setback>& setbacks, const std::string& where, bool with_reviews,
                                 const ArtifactReader& read, const std::set<std::string>& elsewhere) {
  std::string text;
  std::set<std::string> told;
  const auto said = [&](const std::string& lane, const std::string& name) -> Result<std::string> {
    const std::string all = TRY(read(lane, name));
    // A step without one of its own falls back to the run's, which is told there.
    const bool own = lane == "run" || all != TRY(read("run", name));
    return own ? std::string(Trim(all)) : "";
  };
  const auto quote = [&](const std::string& words) {
    if (!words.empty())
      text += KeepHeadAndTail(Trim(words), kMostOfASetback / 3, kMostOfASetback - kMostOfASetback / 3) + "\n";
  };
  for (const Setback& one : setbacks) {
    if (one.child_run) {
      // It is told there, in whole.
      const std::string below = TRY(read(one.lane, kChildSetbacks));
      if (!Trim(below).empty()) text += fmt::format("- step {}, done by a run of its own:\n{}", one.lane, below);
      continue;
    }
    text += fmt::format("- {}{}{}: sent the work back {}\n", where,
                        one.lane == "run" ? "" : fmt::format("step {}, ", one.lane), one.stage,
                        one.rounds == 1 ? "once" : fmt::format("{} times", one.rounds));
    // Of a review the rounds before the last: the last one is content, or stands among the reviews. What was said twice
    // is told once.
    std::vector<std::string> speakers = one.members;
    if (speakers.empty()) speakers.emplace_back();
    std::set<std::string> reviews = elsewhere;
    for (int round = 1; with_reviews && round < one.entered && round <= kMostRoundsTold; ++round) {
      for (const std::string& member : speakers) {
        const std::string review = TRY(said(one.lane, ReviewOfRound(one.stage, member, round)));
        if (reviews.insert(ReviewShown(review)).second) quote(ReviewShown(review));
      }
    }
    if (told.insert(one.lane).second) quote(TRY(said(one.lane, kLastFailures)));
  }
  return text;
}

}  // namespace forge
