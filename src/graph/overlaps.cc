#include "graph/overlaps.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "base/strings.h"
#include "graph/index.h"
#include "graph/path_tree.h"

namespace forge {
namespace {

constexpr std::size_t kMostLooks = 500'000;  // at pairs of patterns, and at steps beside chains of others
constexpr std::size_t kChainsTried = 8;

// A step and how it writes the pattern.
struct Writer {
  int place = 0;
  const std::string* written = nullptr;
};

// All steps that write one path or glob, as chains: in each every step waits for the one before it.
struct Written {
  PathTree::Place place;
  std::span<const Writer> writers;          // in an order in which each comes after all it waits for
  std::vector<std::vector<Writer>> chains;  // only when there are several writers
};

class OverlapSearch {
 public:
  OverlapSearch(const std::vector<StepSpec>& steps, const WritesTree& writes, StepOrder& order, std::size_t max_pairs)
      : steps_(steps), writes_(writes), tree_(writes.tree()), order_(order), max_pairs_(max_pairs) {}

  WriteOverlaps Run() {
    Collect();
    for (Written& written : written_) {
      if (done_) break;
      MakeChains(written);
      CompareInside(written);
    }
    for (std::size_t i = 0; i < written_.size() && !done_; ++i) CompareWithAbove(i);
    if (tree_.globs() > 0 && !done_) CompareGlobs();
    for (auto& [places, overlap] : found_) result_.pairs.push_back(std::move(overlap));
    return std::move(result_);
  }

 private:
  // First how many write each path, then who: two passes keep everything in three arrays.
  void Collect() {
    by_node_.assign(Index(tree_.size()), -1);
    by_glob_.assign(Index(tree_.globs()), -1);
    std::vector<std::size_t> ends;
    written_.reserve(writes_.size());
    ends.reserve(writes_.size());
    for (int step : order_.sorted()) {
      for (PathTree::Place place : writes_.Of(step)) {
        int& slot = place.glob >= 0 ? by_glob_[Index(place.glob)] : by_node_[Index(place.node)];
        if (slot < 0) {
          slot = static_cast<int>(written_.size());
          written_.push_back({place, {}, {}});
          ends.push_back(0);
        }
        ++ends[Index(slot)];
      }
    }
    std::size_t count = 0;
    for (std::size_t& end : ends) count += std::exchange(end, count);
    const std::vector<std::size_t> begins = ends;
    writers_.resize(count);
    for (int step : order_.sorted()) {
      const auto places = writes_.Of(step);
      for (std::size_t i = 0; i < places.size(); ++i) {
        const std::size_t slot =
            Index(places[i].glob >= 0 ? by_glob_[Index(places[i].glob)] : by_node_[Index(places[i].node)]);
        const bool twice = ends[slot] > begins[slot] && writers_[ends[slot] - 1].place == step;
        if (!twice) writers_[ends[slot]++] = {step, &steps_[Index(step)].writes[i]};
      }
    }
    for (std::size_t slot = 0; slot < written_.size(); ++slot) {
      written_[slot].writers = std::span(writers_).subspan(begins[slot], ends[slot] - begins[slot]);
    }
  }

  // `writers` comes sorted by the order, so a step that waits for a chain's last waits for all of it.
  void MakeChains(Written& written) {
    if (written.writers.size() < 2) return;
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

  // Directories that a step writes as a whole.
  void CompareWithAbove(std::size_t at) {
    const PathTree::Place place = written_[at].place;
    const int first = place.glob >= 0 ? place.node : tree_.parent(place.node);
    for (int node = first; node >= 0 && !done_; node = tree_.parent(node)) {
      if (by_node_[Index(node)] >= 0) Compare(written_[at], written_[Index(by_node_[Index(node)])]);
    }
  }

  // Each glob with everything below the node it hangs on, and with the other globs of that node.
  void CompareGlobs() {
    std::vector<std::vector<std::size_t>> below(Index(tree_.size()));  // of nodes that globs hang on
    std::vector<char> wanted(Index(tree_.size()), 0);
    for (int glob = 0; glob < tree_.globs(); ++glob) wanted[Index(tree_.node_of(glob))] = 1;
    for (std::size_t i = 0; i < written_.size(); ++i) {
      const PathTree::Place place = written_[i].place;
      const int first = place.glob >= 0 ? place.node : tree_.parent(place.node);
      for (int node = first; node >= 0; node = tree_.parent(node)) {
        if (wanted[Index(node)] != 0) below[Index(node)].push_back(i);
      }
    }
    for (std::size_t i = 0; i < written_.size() && !done_; ++i) {
      const PathTree::Place place = written_[i].place;
      if (place.glob < 0) continue;
      for (std::size_t other : below[Index(place.node)]) {
        const PathTree::Place theirs = written_[other].place;
        // Two globs of one node meet here twice.
        if (theirs.glob >= 0 && theirs.node == place.node && other <= i) continue;
        if (!Look()) return;
        if (tree_.GlobMeets(place.glob, theirs)) Compare(written_[i], written_[other]);
      }
    }
  }

  void Compare(const Written& a, const Written& b) {
    const bool a_is_less = a.writers.size() < b.writers.size();
    const Written& few = a_is_less ? a : b;
    const Written& many = a_is_less ? b : a;
    for (const Writer& writer : few.writers) {
      if (done_) return;
      if (many.writers.size() == 1) {
        const Writer& other = many.writers.front();
        if (Look() && !order_.AreOrdered(writer.place, other.place)) Note(writer, other);
        continue;
      }
      for (const auto& chain : many.chains) {
        if (done_) return;
        CompareWith(writer, chain);
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
  const WritesTree& writes_;
  const PathTree& tree_;
  StepOrder& order_;
  std::size_t max_pairs_;
  std::vector<Writer> writers_;
  std::vector<int> by_node_, by_glob_;  // places in written_; -1: no step writes it
  std::vector<Written> written_;
  std::map<std::pair<int, int>, WriteOverlap> found_;
  WriteOverlaps result_;
  std::size_t looks_ = 0;
  bool done_ = false;
};

}  // namespace

WriteOverlaps FindWriteOverlaps(const std::vector<StepSpec>& steps, const WritesTree& writes, StepOrder& order,
                                std::size_t max_pairs) {
  return OverlapSearch(steps, writes, order, max_pairs).Run();
}

}  // namespace forge
