#include "graph/overlaps.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/strings.h"
#include "graph/pattern.h"

namespace forge {
namespace {

constexpr std::size_t kMostLooks = 2'000'000;  // at pairs of patterns, and at pairs of steps
constexpr std::size_t kChainsTried = 8;

std::size_t Index(int place) { return static_cast<std::size_t>(place); }

// A step and how it writes the pattern.
struct Writer {
  int place = 0;
  const std::string* written = nullptr;
};

// One pattern and all steps that write it, as chains: in each every step waits for the one before it.
struct Written {
  explicit Written(Pattern p) : pattern(std::move(p)), key(pattern.Key(pattern.literal)) {}
  Pattern pattern;
  std::string key;  // of its parts before the first wildcard
  std::vector<Writer> writers;
  std::vector<std::vector<Writer>> chains;
};

class OverlapSearch {
 public:
  OverlapSearch(const std::vector<StepSpec>& steps, StepOrder& order, std::size_t max_pairs)
      : steps_(steps), order_(order), max_pairs_(max_pairs) {}

  WriteOverlaps Run() {
    Collect();
    for (std::size_t i = 0; i < written_.size() && !done_; ++i) {
      MakeChains(written_[i]);
      CompareInside(written_[i]);
    }
    for (std::size_t i = 0; i < written_.size() && !done_; ++i) CompareWithBelow(i);
    for (auto& [places, overlap] : found_) result_.pairs.push_back(std::move(overlap));
    return std::move(result_);
  }

 private:
  void Collect() {
    std::unordered_map<std::string, std::size_t> places;
    for (int place : order_.sorted()) {
      for (const std::string& path : steps_[Index(place)].writes) {
        Pattern pattern(path);
        auto [it, added] = places.emplace(pattern.Key(pattern.parts.size()), written_.size());
        if (added) written_.emplace_back(std::move(pattern));
        std::vector<Writer>& writers = written_[it->second].writers;
        if (writers.empty() || writers.back().place != place) writers.push_back({place, &path});
      }
    }
    std::sort(written_.begin(), written_.end(), [](const Written& a, const Written& b) {
      return a.key != b.key ? a.key < b.key : a.pattern.parts < b.pattern.parts;
    });
  }

  // `writers` comes sorted by the order, so a step that waits for a chain's last waits for all of it.
  void MakeChains(Written& written) {
    for (const Writer& writer : written.writers) {
      const std::size_t from = written.chains.size() - std::min(written.chains.size(), kChainsTried);
      auto fits = [&](const std::vector<Writer>& chain) { return order_.Comes(chain.back().place, writer.place); };
      auto chain = std::find_if(written.chains.begin() + static_cast<std::ptrdiff_t>(from), written.chains.end(), fits);
      if (chain != written.chains.end()) {
        chain->push_back(writer);
      } else {
        written.chains.push_back({writer});
      }
    }
  }

  void CompareInside(const Written& written) {
    for (std::size_t a = 0; a < written.chains.size() && !done_; ++a) {
      for (const Writer& writer : written.chains[a]) {
        for (std::size_t b = a + 1; b < written.chains.size() && !done_; ++b) CompareWith(writer, written.chains[b]);
      }
    }
  }

  // Everything whose literal beginning lies at or below this one's; the others cannot meet it, or meet it from above.
  void CompareWithBelow(std::size_t at) {
    const Written& above = written_[at];
    for (std::size_t i = at + 1; i < written_.size() && !done_ && written_[i].key.starts_with(above.key); ++i) {
      if (!Look()) return;
      if (above.pattern.is_glob() && !PatternsOverlap(above.pattern, written_[i].pattern)) continue;
      const bool above_is_less = above.writers.size() < written_[i].writers.size();
      const Written& few = above_is_less ? above : written_[i];
      const Written& many = above_is_less ? written_[i] : above;
      for (const Writer& writer : few.writers) {
        for (const auto& chain : many.chains) {
          if (done_) return;
          CompareWith(writer, chain);
        }
      }
    }
  }

  // Of a chain the first part comes before a step and the last part after it: what is between runs beside it.
  void CompareWith(const Writer& writer, const std::vector<Writer>& chain) {
    if (!Look()) return;
    auto first = std::partition_point(chain.begin(), chain.end(), [&](const Writer& other) {
      return other.place != writer.place && order_.Comes(other.place, writer.place);
    });
    auto last = std::partition_point(first, chain.end(),
                                     [&](const Writer& other) { return !order_.Comes(writer.place, other.place); });
    for (auto it = first; it != last && !done_; ++it) {
      if (it->place != writer.place) Note(writer, *it);
    }
  }

  void Note(Writer a, Writer b) {
    if (a.place > b.place) std::swap(a, b);
    auto it = found_.find({a.place, b.place});
    if (it == found_.end()) {
      if (found_.size() >= max_pairs_) return Stop();
      it = found_.emplace(std::pair(a.place, b.place), WriteOverlap{a.place, b.place, {}, true}).first;
    }
    WriteOverlap& overlap = it->second;
    for (const std::string* path : {b.written, a.written}) {
      if (std::find(overlap.files.begin(), overlap.files.end(), *path) == overlap.files.end()) {
        overlap.files.push_back(*path);
      }
    }
    overlap.case_only &= *a.written != *b.written && EqualsIgnoreCase(*a.written, *b.written);
  }

  bool Look() {
    if (++looks_ > kMostLooks) Stop();
    return !done_;
  }

  void Stop() {
    done_ = true;
    result_.complete = false;
  }

  const std::vector<StepSpec>& steps_;
  StepOrder& order_;
  std::size_t max_pairs_;
  std::vector<Written> written_;
  std::map<std::pair<int, int>, WriteOverlap> found_;
  WriteOverlaps result_;
  std::size_t looks_ = 0;
  bool done_ = false;
};

}  // namespace

WriteOverlaps FindWriteOverlaps(const std::vector<StepSpec>& steps, StepOrder& order, std::size_t max_pairs) {
  return OverlapSearch(steps, order, max_pairs).Run();
}

}  // namespace forge
