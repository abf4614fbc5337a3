// News of the child runs of a run, printed among its own. Reads the store; does not know which engine runs them.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <utility>

#include "base/ids.h"
#include "surface/cli/command.h"
#include "surface/cli/live/run_progress.h"
#include "surface/view/narrator.h"

namespace forge::cli {

class ChildNews {
 public:
  ChildNews(Context& context, RunId run, RunProgress& progress) : context_(context), run_(run), progress_(progress) {}

  // Prints what is new since the last call, with the command that answers a question that stays open while the run goes
  // on; at a limited rate.
  Status Poll(TimePoint now);
  // A unit of the run has started a child: from now on looks often.
  void Expect() { expected_ = true; }
  // The rest, when a summary with all questions follows.
  Status Finish();
  // Until the next look is due.
  std::chrono::milliseconds Undisturbed() const;

 private:
  struct Child {
    Narrator narrator;
    std::int64_t last = 0;
    TimePoint updated;
  };

  struct Asked {
    TimePoint seen;
    bool told = false;
  };

  Status TellFamily();
  Status TellRows(const RunRow& row);
  Status TellQuestions(TimePoint now);

  Context& context_;
  RunId run_;
  RunProgress& progress_;
  TimePoint polled_;
  bool expected_ = false;
  std::map<RunId, Child> children_;
  std::map<std::pair<RunId, QuestionId>, Asked> asked_;
};

}  // namespace forge::cli
