// Makes a suite of a repository's own history: a commit that changes tests and code becomes a task. The task starts at
// the commit's parent, asks for what its message says, and is checked with the tests that the commit brought.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "service/eval/suite.h"
#include "service/eval/trial_place.h"

namespace forge {

struct HistoryRequest {
  std::string repository;    // absolute
  std::string directory;     // of the new suite; absolute
  std::string test;          // the test command; empty: the setting `verify`, else detected
  std::size_t commits = 50;  // how many are looked at, from HEAD back
};

struct HistoryCommit {
  std::string commit;
  std::string title;
  std::string task;     // the task's name; empty: dropped
  std::string dropped;  // why
};

struct HistoryResult {
  std::vector<HistoryCommit> commits;  // that were looked at, newest first
  std::string test;
};

// kNotFound: no test command is known.
Result<HistoryResult> SuiteFromHistory(const EvalWorld& world, const HistoryRequest& request,
                                       const std::function<void(const HistoryCommit&)>& on_commit,
                                       const std::stop_token& stop);

// What a commit changed, sorted by what it means for a task. Pure.
struct CommitFiles {
  std::vector<std::string> tests, removed_tests, code, prose;
};
// `changes`: pairs of git's letter (A, M, D, T) and a path, without renames.
CommitFiles SortCommitFiles(const std::vector<std::pair<std::string, std::string>>& changes);

// The task.toml of a commit. Pure.
std::string HistoryTaskText(const EvalTask& task);

}  // namespace forge
