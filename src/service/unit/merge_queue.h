// The queue of steps to merge into the run's branch. Steps that wait at one moment are merged together, verified as the
// tree that would ship, and moved onto the branch at once. A failing batch is halved until the step at fault is alone.
// Knows git and commands by its ports only.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "verify/verify.h"
#include "workspace/workspace.h"

namespace forge {

// The step to merge, and the commands that must pass on the merged tree.
struct MergeTicket {
  Candidate candidate;
  std::vector<std::string> commands;
  int rejections = 0;  // how often it was rejected before; the most often rejected goes first
};

struct MergeAnswer {
  std::string commit;                // on the branch now; empty: nothing new, or rejected
  std::optional<Conflict> conflict;  // rejected: it conflicts with the branch
  std::string tree;                  // the merged one
  VerifyReport report;  // of that tree. Failed: rejected; it fails on the branch even without the other candidates
  bool merged() const { return !conflict && report.passed; }
};

class MergePorts {
 public:
  virtual ~MergePorts() = default;
  virtual Result<MergedCandidates> Merge(const std::vector<Candidate>& candidates) = 0;
  // On a tree of its own; nothing else is merged meanwhile. `tickets` are those that are in it.
  virtual Result<VerifyReport> Verify(const MergedCandidates& merged, const std::vector<const MergeTicket*>& tickets,
                                      std::stop_token stop) = 0;
  // False: the branch is not where it was.
  virtual Result<bool> Advance(const MergedCandidates& merged, const std::vector<Candidate>& candidates) = 0;
};

class MergeQueue {
 public:
  explicit MergeQueue(MergePorts& ports) : ports_(ports) {}

  // Waits for its turn and for the result, on the caller's thread. Safe from any number of threads. kCancelled:
  // stopped, and nothing of it is on the branch.
  Result<MergeAnswer> Enter(const MergeTicket& ticket, std::stop_token stop);

  std::size_t waiting() const;  // in line; not those that are being served

 private:
  struct Waiting {
    const MergeTicket* ticket = nullptr;
    std::stop_token stop;
    std::optional<Result<MergeAnswer>> answer;
  };
  using Batch = std::vector<Waiting*>;

  // All of these serve the whole batch without the lock, until each ticket has an answer or waits again.
  void Serve(const Waiting& server, Batch batch);
  // What is still to do of the batch comes first in `todo`.
  void ServePart(Batch part, std::vector<Batch>& todo);
  void Judge(const Batch& part, const MergedCandidates& merged, std::vector<Batch>& todo);
  void GoOn(const Batch& part, const MergedCandidates& merged, const VerifyReport& report, std::vector<Batch>& todo);

  void Answer(Waiting& who, Result<MergeAnswer> answer);
  void StandInLine(const std::vector<Batch>& todo);  // before all others; a stopped ticket gets kCancelled
  bool LeaveLine(Waiting& who);                      // false: not in it

  MergePorts& ports_;
  int moves_ = 0;             // consecutive moves of the branch while serving; only the serving thread uses it
  mutable std::mutex mutex_;  // guards what follows, and every Waiting's answer
  std::condition_variable changed_;
  std::deque<Waiting*> line_;
  bool serving_ = false;  // one of the waiting threads serves all
};

}  // namespace forge
