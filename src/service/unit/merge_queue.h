// The line of steps that want onto the run's branch. Who stands in it at one moment is merged together, verified as the
// tree that would ship, and goes onto the branch in one move; a red batch is halved until who turns it red is alone.
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

// What a step wants merged, and what must pass on the merged tree.
struct MergeTicket {
  Candidate candidate;
  std::vector<std::string> commands;
};

struct MergeAnswer {
  std::string commit;                // on the branch now; empty: it brought nothing new, or was turned away
  std::optional<Conflict> conflict;  // turned away: it does not fit the branch
  std::string tree;                  // the merged one
  VerifyReport report;               // of that tree. Red: turned away, and the branch with nothing else new has it so
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

  // Waits for its turn and for the verdict, on the caller's thread; from any number of threads. kCancelled: stopped,
  // and nothing of it is on the branch.
  Result<MergeAnswer> Enter(const MergeTicket& ticket, std::stop_token stop);

  std::size_t waiting() const;  // in line; not those that are being served

 private:
  struct Waiting {
    const MergeTicket* ticket = nullptr;
    std::stop_token stop;
    std::optional<Result<MergeAnswer>> answer;
  };
  using Batch = std::vector<Waiting*>;

  // All of these work for the whole batch, without the lock, until everybody in it has an answer or stands in line
  // again.
  void Serve(const Waiting& server, Batch batch);
  // What is still to do of the batch comes first in `todo`.
  void ServePart(Batch part, std::vector<Batch>& todo);
  void Judge(const Batch& part, const MergedCandidates& merged, std::vector<Batch>& todo);
  void GoOn(const Batch& part, const MergedCandidates& merged, const VerifyReport& report, std::vector<Batch>& todo);

  void Answer(Waiting& who, Result<MergeAnswer> answer);
  void StandInLine(const std::vector<Batch>& todo);  // before all others; who was stopped gets that as an answer
  bool LeaveLine(Waiting& who);                      // false: not in it

  MergePorts& ports_;
  int moves_ = 0;             // of the branch under the server's hands, one after the other; only the server's
  mutable std::mutex mutex_;  // guards what follows, and every Waiting's answer
  std::condition_variable changed_;
  std::deque<Waiting*> line_;
  bool serving_ = false;  // one of the waiting threads works for all
};

}  // namespace forge
