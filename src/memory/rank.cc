#include "memory/rank.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "memory/confidence.h"

namespace forge {
namespace {

constexpr double kSaturation = 1.2;    // BM25's k1
constexpr double kLengthShare = 0.75;  // and b
constexpr double kFreshDays = 30;
constexpr double kDraftShare = 0.6;
constexpr double kQualityShare = 0.25;  // of the score; the rest is what the fact is about

double Rarity(const QueryTerm& term, std::int64_t facts) {
  const auto all = static_cast<double>(std::max(facts, term.facts));
  const auto with = static_cast<double>(term.facts);
  return std::log(1 + (all - with + 0.5) / (with + 0.5));
}

struct Match {
  double bm25 = 0;
  double covered = 0;   // share of the query, rare words counting more
  double adjacent = 0;  // share of the query's neighbours that are neighbours here
  std::vector<std::string> words;
};

Match MatchOf(const Findings& findings, const std::vector<double>& rarities, const Findings::Found& found) {
  Match match;
  const double length = static_cast<double>(found.terms.size()) / std::max(1.0, findings.mean_terms);
  const double damped = kSaturation * (1 - kLengthShare + kLengthShare * length);
  double possible = 0;
  double met = 0;
  // Terms of the same query word are adjacent: the best of them counts.
  for (std::size_t i = 0; i < findings.terms.size();) {
    const std::string& asked = findings.terms[i].asked;
    double best = 0;
    double reached = 0;
    for (; i < findings.terms.size() && findings.terms[i].asked == asked; ++i) {
      best = std::max(best, rarities[i]);
      const auto often =
          static_cast<double>(std::count(found.terms.begin(), found.terms.end(), findings.terms[i].term));
      if (often == 0) continue;
      match.bm25 += rarities[i] * often * (kSaturation + 1) / (often + damped);
      reached = std::max(reached, rarities[i]);
    }
    possible += best;
    met += reached;
    if (reached > 0) match.words.push_back(asked);
  }
  match.covered = possible > 0 ? met / possible : 0;
  int pairs = 0;
  for (std::size_t i = 1; i < findings.terms.size(); ++i) {
    const auto it = std::find(found.terms.begin(), found.terms.end(), findings.terms[i - 1].term);
    if (it != found.terms.end() && it + 1 != found.terms.end() && *(it + 1) == findings.terms[i].term) ++pairs;
  }
  if (findings.terms.size() > 1) match.adjacent = pairs / static_cast<double>(findings.terms.size() - 1);
  return match;
}

double Quality(const Hit& hit) {
  const double fresh = std::exp2(-hit.age_days / kFreshDays);
  const auto hits = static_cast<double>(hit.fact.hits);
  return 0.6 * hit.confidence + 0.2 * fresh + 0.2 * hits / (hits + 3);
}

std::string AgeText(double days) {
  if (days < 1) return "today";
  if (days < 2) return "1 day ago";
  return fmt::format("{} days ago", static_cast<int>(days));
}

}  // namespace

void SortHits(std::vector<Hit>& hits) {
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    if (a.score != b.score) return a.score > b.score;
    return a.fact.id < b.fact.id;
  });
}

std::vector<Hit> RankFacts(const Findings& findings, TimePoint now) {
  std::vector<Hit> hits;
  std::vector<Match> matches;
  double best = 0;
  std::vector<double> rarities;
  for (const QueryTerm& term : findings.terms) rarities.push_back(Rarity(term, findings.facts) * term.weight);
  for (const Findings::Found& found : findings.found) {
    if (found.fact.status == FactStatus::kSuperseded || Expired(found.fact, now)) continue;
    Match match = MatchOf(findings, rarities, found);
    if (!findings.terms.empty() && match.words.empty()) continue;
    best = std::max(best, match.bm25);
    Hit hit;
    hit.fact = found.fact;
    hit.confidence = Faded(found.fact, now);
    hit.age_days = DaysBetween(found.fact.confirmed, now);
    hit.hits = match.words;
    hits.push_back(std::move(hit));
    matches.push_back(std::move(match));
  }
  for (std::size_t i = 0; i < hits.size(); ++i) {
    Hit& hit = hits[i];
    double about = 1;
    if (!findings.terms.empty()) {
      const double bm25 = best > 0 ? matches[i].bm25 / best : 0;
      about = 0.55 * bm25 + 0.35 * matches[i].covered + 0.1 * matches[i].adjacent;
    }
    hit.score = about * (1 - kQualityShare + kQualityShare * Quality(hit));
    if (findings.terms.empty()) hit.score = Quality(hit);
    if (hit.fact.status == FactStatus::kDraft) hit.score *= kDraftShare;
  }
  SortHits(hits);
  return hits;
}

void SayWords(std::vector<Hit>& hits, std::span<const SaidTerm> query) {
  for (Hit& hit : hits) {
    for (std::string& word : hit.hits) {
      const auto it = std::find_if(query.begin(), query.end(), [&](const SaidTerm& said) { return said.term == word; });
      if (it != query.end()) word = it->said;
    }
  }
}

std::string Why(const Hit& hit) {
  std::vector<std::string> reasons;
  if (!hit.hits.empty()) {
    reasons.push_back("about " + Join(hit.hits, ", "));
  } else {
    reasons.emplace_back("among the most certain");
  }
  reasons.push_back(ReplaceAll(Name(hit.fact.category), "_", " "));
  reasons.push_back(fmt::format("confidence {:.2f}", hit.confidence));
  if (hit.fact.hits > 0) reasons.push_back(fmt::format("confirmed {}x", hit.fact.hits));
  reasons.push_back("last said " + AgeText(hit.age_days));
  if (hit.fact.status == FactStatus::kDraft) reasons.emplace_back("draft: not confirmed yet");
  if (hit.fact.id.scope == FactScope::kGlobal) reasons.emplace_back("from all projects");
  return Join(reasons, "; ");
}

}  // namespace forge
