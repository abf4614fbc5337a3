#include "store/memory/fact_crowd.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "memory/likeness.h"

namespace forge {
namespace {

constexpr std::size_t kMostLookedAt = 400;  // facts, for one text

// As Overlap of memory/likeness.h has it. `all`: of both together, as often as they are there.
double ShareOf(std::size_t common, std::size_t all) {
  return all == 0 ? 1 : static_cast<double>(common) / static_cast<double>(all - common);
}

}  // namespace

void FactCrowd::Add(std::int64_t id, std::span<const std::string> terms) {
  const auto place = static_cast<Place>(ids_.size());
  const std::size_t begin = words_.size();
  for (const std::string& term : terms) {
    const auto [found, fresh] = terms_.try_emplace(term, static_cast<Term>(holders_.size()));
    if (fresh) holders_.emplace_back();
    std::vector<Place>& holders = holders_[found->second];
    if (!holders.empty() && holders.back() == place) continue;  // the term stands there twice
    holders.push_back(place);
    if (IsGistWord(term)) words_.push_back(found->second);
  }
  std::sort(words_.begin() + static_cast<std::ptrdiff_t>(begin), words_.end());
  ids_.push_back(id);
  ends_.push_back(words_.size());
  seen_.emplace_back();
}

std::span<const FactCrowd::Term> FactCrowd::WordsOf(Place place) const {
  const std::size_t begin = place == 0 ? 0 : ends_[place - 1];
  return std::span(words_).subspan(begin, ends_[place] - begin);
}

// Two sentences that share 3 of 5 words also share one of the rarest two fifths (plus one) of either. Numbers are
// looked for besides: they are rare, and what says the same has the same.
FactCrowd::Looked FactCrowd::LookAt(std::span<const std::string> terms) const {
  Looked text;
  for (const std::string& term : terms) {
    const bool is_word = IsGistWord(term);
    if (is_word) ++text.all_words;
    if (const auto found = terms_.find(term); found != terms_.end()) {
      (is_word ? text.words : text.telling).push_back(found->second);
    }
  }
  const auto rarer = [this](Term a, Term b) {
    return std::pair(holders_[a].size(), a) < std::pair(holders_[b].size(), b);
  };
  const std::size_t unheard = text.all_words - text.words.size();  // the rarest of all
  const auto shared = static_cast<std::size_t>(std::ceil(kRelatedOverlap * static_cast<double>(text.all_words)));
  const std::size_t reach = text.all_words - shared + 1;
  std::vector<Term> rarest = text.words;
  std::sort(rarest.begin(), rarest.end(), rarer);
  rarest.resize(std::min(rarest.size(), reach > unheard ? reach - unheard : 0));
  text.told_words = unheard + rarest.size();
  text.telling.insert(text.telling.end(), rarest.begin(), rarest.end());
  std::sort(text.telling.begin(), text.telling.end(), rarer);
  std::sort(text.words.begin(), text.words.end());
  return text;
}

double FactCrowd::ShareWith(const Looked& text, Place place) const {
  const std::span<const Term> words = WordsOf(place);
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < text.words.size() && j < words.size();) {
    const Term a = text.words[i];
    const Term b = words[j];
    if (a == b) ++common;
    if (a <= b) ++i;
    if (a >= b) ++j;
  }
  return ShareOf(common, text.all_words + words.size());
}

std::vector<std::int64_t> FactCrowd::Likest(std::span<const std::string> terms, std::size_t most) {
  const Looked text = LookAt(terms);
  ++round_;
  std::vector<Place> places;
  bool all_told = true;
  for (const Term term : text.telling) {
    const std::vector<Place>& holders = holders_[term];
    for (auto place = holders.rbegin(); place != holders.rend(); ++place) {
      Seen& seen = seen_[*place];
      if (seen.round != round_) {
        if (places.size() == kMostLookedAt) {
          all_told = false;
          break;
        }
        seen = {round_, 0};
        places.push_back(*place);
      }
      ++seen.common;
    }
  }
  looked_at_ += std::ssize(places);
  // What was not looked for may all be common.
  const std::size_t rest = all_told ? text.all_words - text.told_words : text.all_words;
  std::vector<std::pair<double, Place>> like;
  for (const Place place : places) {
    const std::size_t both = text.all_words + WordsOf(place).size();
    const std::size_t at_most = std::min(seen_[place].common + rest, both / 2);
    if (ShareOf(at_most, both) < kRelatedOverlap) continue;
    const double share = ShareWith(text, place);
    if (share >= kRelatedOverlap) like.emplace_back(share, place);
  }
  const auto count = static_cast<std::ptrdiff_t>(std::min(like.size(), most));
  std::partial_sort(like.begin(), like.begin() + count, like.end(), std::greater<>());
  std::vector<std::int64_t> ids;
  for (std::ptrdiff_t i = 0; i < count; ++i) ids.push_back(ids_[like[static_cast<std::size_t>(i)].second]);
  return ids;
}

}  // namespace forge
