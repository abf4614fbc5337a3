#include "service/unit/merge_queue.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

namespace forge {
namespace {

constexpr int kMostMoves = 20;  // of the branch under one batch: another process commits to it

Error Stopped() { return {Code::kCancelled, "stopped while waiting to be merged", ""}; }

}  // namespace

Result<MergeAnswer> MergeQueue::Enter(const MergeTicket& ticket, std::stop_token stop) {
  Waiting me{&ticket, stop, {}};
  // Outlives the lock below: its destructor waits for a callback that may be waiting for the lock.
  std::stop_callback wake(stop, [this] {
    std::lock_guard lock(mutex_);
    changed_.notify_all();
  });
  std::unique_lock lock(mutex_);
  line_.push_back(&me);
  while (!me.answer) {
    if (stop.stop_requested() && LeaveLine(me)) return std::unexpected(Stopped());
    if (serving_) {
      changed_.wait(lock);
      continue;
    }
    serving_ = true;
    Batch batch(line_.begin(), line_.end());
    line_.clear();
    std::ranges::stable_sort(batch, std::greater(), [](const Waiting* who) { return who->ticket->rejections; });
    lock.unlock();
    Serve(me, std::move(batch));
    lock.lock();
    serving_ = false;
    changed_.notify_all();
  }
  return *std::move(me.answer);
}

std::size_t MergeQueue::waiting() const {
  std::lock_guard lock(mutex_);
  return line_.size();
}

void MergeQueue::Serve(const Waiting& server, Batch batch) {
  std::vector<Batch> todo = {std::move(batch)};  // the next one last
  while (!todo.empty()) {
    const bool stopped = std::ranges::any_of(todo, [](const Batch& part) {
      return std::ranges::any_of(part, [](const Waiting* who) { return who->stop.stop_requested(); });
    });
    // This thread has its answer; the next waiting thread serves the queue.
    if (stopped || server.answer) return StandInLine(todo);
    Batch part = std::move(todo.back());
    todo.pop_back();
    ServePart(std::move(part), todo);
  }
}

void MergeQueue::ServePart(Batch part, std::vector<Batch>& todo) {
  std::vector<Candidate> candidates;
  for (const Waiting* who : part) candidates.push_back(who->ticket->candidate);
  auto merged = ports_.Merge(candidates);
  if (!merged) {
    // Of several, one may be at fault: alone, each gets an error of its own.
    if (part.size() == 1) return Answer(*part[0], std::unexpected(merged.error()));
    for (auto who = part.rbegin(); who != part.rend(); ++who) todo.push_back({*who});
    return;
  }
  if (merged->conflict) {
    const auto at = part.begin() + static_cast<std::ptrdiff_t>(merged->commits.size());
    if (at == part.begin()) {
      MergeAnswer answer;
      answer.conflict = merged->conflict;
      Answer(*part[0], std::move(answer));
      if (part.size() > 1) todo.emplace_back(at + 1, part.end());
      return;
    }
    // The step it conflicts with may still be rejected: it is tried again when those before it are settled.
    todo.emplace_back(at, part.end());
    part.erase(at, part.end());
  }
  Judge(part, *merged, todo);
}

void MergeQueue::Judge(const Batch& part, const MergedCandidates& merged, std::vector<Batch>& todo) {
  if (merged.commit == merged.tip) return GoOn(part, merged, {}, todo);  // the tree is the branch's own
  std::stop_source source;
  std::vector<std::unique_ptr<std::stop_callback<std::function<void()>>>> stops;
  std::vector<const MergeTicket*> tickets;
  for (const Waiting* who : part) {
    tickets.push_back(who->ticket);
    stops.push_back(
        std::make_unique<std::stop_callback<std::function<void()>>>(who->stop, [&source] { source.request_stop(); }));
  }
  auto report = ports_.Verify(merged, tickets, source.get_token());
  if (!report) {
    for (Waiting* who : part) Answer(*who, std::unexpected(report.error()));
    return;
  }
  if (report->cancelled) return todo.push_back(part);
  if (report->passed) return GoOn(part, merged, *report, todo);
  if (part.size() == 1) {
    MergeAnswer answer;
    answer.tree = merged.tree;
    answer.report = *std::move(report);
    return Answer(*part[0], std::move(answer));
  }
  const auto middle = part.begin() + static_cast<std::ptrdiff_t>(part.size() / 2);
  todo.emplace_back(middle, part.end());
  todo.emplace_back(part.begin(), middle);
}

void MergeQueue::GoOn(const Batch& part, const MergedCandidates& merged, const VerifyReport& report,
                      std::vector<Batch>& todo) {
  std::vector<Candidate> candidates;
  for (const Waiting* who : part) candidates.push_back(who->ticket->candidate);
  auto moved = ports_.Advance(merged, candidates);
  if (moved && !*moved && ++moves_ <= kMostMoves) return todo.push_back(part);
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (!moved) {
      Answer(*part[i], std::unexpected(moved.error()));
    } else if (!*moved) {
      Answer(*part[i], Fail(Code::kConflict, "the run's branch keeps moving: another process commits to it"));
    } else {
      MergeAnswer answer;
      answer.commit = merged.commits[i];
      answer.tree = merged.tree;
      answer.report = report;
      Answer(*part[i], std::move(answer));
    }
  }
  moves_ = 0;
}

void MergeQueue::Answer(Waiting& who, Result<MergeAnswer> answer) {
  std::lock_guard lock(mutex_);
  who.answer = std::move(answer);
  changed_.notify_all();
}

void MergeQueue::StandInLine(const std::vector<Batch>& todo) {
  std::lock_guard lock(mutex_);
  for (const Batch& part : todo) {
    for (auto who = part.rbegin(); who != part.rend(); ++who) {
      if ((*who)->stop.stop_requested()) {
        (*who)->answer = std::unexpected(Stopped());
      } else {
        line_.push_front(*who);
      }
    }
  }
}

bool MergeQueue::LeaveLine(Waiting& who) { return std::erase(line_, &who) > 0; }

}  // namespace forge
