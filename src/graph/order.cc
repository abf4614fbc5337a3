#include "graph/order.h"

#include <algorithm>

#include "graph/index.h"

namespace forge {
StepOrder::StepOrder(const StepGraph& graph)
    : graph_(graph),
      tiers_(Index(graph.size()), -1),
      position_(Index(graph.size()), -1),
      seen_(Index(graph.size()), 0) {
  Sort();
}

void StepOrder::LabelOnce() {
  if (!spans_[0].empty()) return;
  for (int which = 0; which < kLabellings; ++which) Label(which);
}

void StepOrder::Sort() {
  std::vector<int> waits(graph_.needs.size());
  sorted_.reserve(graph_.needs.size());
  for (int place = 0; place < graph_.size(); ++place) {
    waits[Index(place)] = static_cast<int>(graph_.needs[Index(place)].size());
    if (waits[Index(place)] == 0) sorted_.push_back(place);
  }
  for (std::size_t at = 0; at < sorted_.size(); ++at) {
    const int place = sorted_[at];
    position_[Index(place)] = static_cast<int>(at);
    int tier = 0;
    for (int need : graph_.needs[Index(place)]) tier = std::max(tier, tiers_[Index(need)] + 1);
    tiers_[Index(place)] = tier;
    for (int next : graph_.feeds[Index(place)]) {
      if (--waits[Index(next)] == 0) sorted_.push_back(next);
    }
  }
}

// Numbers the steps as a depth-first search leaves them; the two searches take the edges in opposite order, so that
// what one span cannot rule out the other often can.
void StepOrder::Label(int which) {
  std::vector<Span>& spans = spans_[which];
  spans.assign(graph_.needs.size(), {-1, -1, -1});
  std::vector<std::size_t> next(graph_.needs.size(), 0);
  int number = 0;
  auto enter = [&](int place) {
    spans[Index(place)].tree_low = number;
    spans[Index(place)].low = number;
    stack_.push_back(place);
  };
  auto visit = [&](int start) {
    if (tiers_[Index(start)] < 0 || spans[Index(start)].tree_low >= 0) return;
    enter(start);
    while (!stack_.empty()) {
      const int place = stack_.back();
      const auto& feeds = graph_.feeds[Index(place)];
      Span& span = spans[Index(place)];
      if (next[Index(place)] == feeds.size()) {
        span.high = number++;
        for (int fed : feeds) {
          if (tiers_[Index(fed)] >= 0) span.low = std::min(span.low, spans[Index(fed)].low);
        }
        stack_.pop_back();
        continue;
      }
      const std::size_t at = next[Index(place)]++;
      const int fed = which == 0 ? feeds[at] : feeds[feeds.size() - 1 - at];
      if (tiers_[Index(fed)] >= 0 && spans[Index(fed)].tree_low < 0) enter(fed);
    }
  };
  if (which == 0) {
    for (int place = 0; place < graph_.size(); ++place) visit(place);
  } else {
    for (int place = graph_.size(); place-- > 0;) visit(place);
  }
}

bool StepOrder::MayReach(int from, int to) const {
  if (tiers_[Index(from)] >= tiers_[Index(to)]) return false;
  for (const auto& spans : spans_) {
    const Span& mine = spans[Index(from)];
    const Span& theirs = spans[Index(to)];
    if (theirs.low < mine.low || theirs.high > mine.high) return false;
  }
  return true;
}

bool StepOrder::IsInTree(int from, int to) const {
  for (const auto& spans : spans_) {
    const Span& mine = spans[Index(from)];
    const int theirs = spans[Index(to)].high;
    if (theirs >= mine.tree_low && theirs <= mine.high) return true;
  }
  return false;
}

bool StepOrder::Search(int from, int to) {
  ++search_;
  stack_ = {from};
  while (!stack_.empty()) {
    const int place = stack_.back();
    stack_.pop_back();
    for (int next : graph_.feeds[Index(place)]) {
      if (next == to) return true;
      if (tiers_[Index(next)] < 0 || seen_[Index(next)] == search_ || !MayReach(next, to)) continue;
      if (IsInTree(next, to)) return true;
      seen_[Index(next)] = search_;
      stack_.push_back(next);
    }
  }
  return false;
}

bool StepOrder::Comes(int a, int b) {
  if (a == b || tiers_[Index(a)] >= tiers_[Index(b)]) return false;
  LabelOnce();
  if (!MayReach(a, b)) return false;
  return IsInTree(a, b) || Search(a, b);
}

bool StepOrder::AreOrdered(int a, int b) { return a == b || Comes(a, b) || Comes(b, a); }

}  // namespace forge
