// The story of a run for its report: what went wrong and came right, in order, what it waited for, and its commits.
// Gathered only for the report itself: it reads the whole journal and asks git for every commit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"

namespace forge {

class Forge;
struct RunReport;
struct StoredQuestion;

struct StoryPoint {
  TimePoint at;
  std::string where;  // "s1 verify", "plan #2"; empty: the run
  std::string text;
  bool good = false;
  bool asks = false;
};

// A stretch in which the run could not go on by itself.
struct WaitSpan {
  TimePoint from, to;
  std::string why;  // "for an answer: Build this plan?"
};

struct RunCommit {
  std::string commit, title;
  StepId step;
  std::string diff;
  bool cut = false;  // the diff is longer than what is shown
};

// Setbacks, questions, answers, pauses, and the rounds that passed after a setback. `questions`: all of the run, also
// those that were answered. Pure.
std::vector<StoryPoint> TellStory(const std::vector<JournalRow>& rows, const std::vector<StoredQuestion>& questions);
std::vector<WaitSpan> FindWaits(const std::vector<JournalRow>& rows, const std::vector<StoredQuestion>& questions,
                                TimePoint now);
// Why nothing ran from `from` to `to`: the wait that covers most of it. Empty: no wait is known.
std::string WhyIdle(const std::vector<WaitSpan>& waits, std::int64_t from, std::int64_t to);

// Fills in story, waits, commits and the next command. What git cannot show any more is left out. `with_diffs`: of the
// commits, which only the page shows.
Status AddStory(Forge& forge, RunReport& report, bool with_diffs = false);

// "200 of 340 commits; all of them: git log main..forge/run-007"; empty: all are shown.
std::string CutCommits(const RunReport& report);

}  // namespace forge
