// A suite of tasks for `forge eval`, read from its files. Pure: the caller reads the folder (suite_files.h).
// docs/eval.md describes the files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/usage.h"
#include "pipeline/problem.h"

namespace forge {

struct SuiteFile {
  std::string path;  // relative to the suite, with slashes
  std::string text;
  bool operator==(const SuiteFile&) const = default;
};

struct EvalTask {
  std::string name;  // of its folder
  std::string about;
  std::string objective;
  std::string test;                 // the project's test command, which agents may know; empty: none
  std::vector<std::string> check;   // hidden commands
  std::vector<std::string> needs;   // programs without which the task is skipped
  std::vector<std::string> remove;  // files that are deleted before the check
  std::int64_t timeout_ms = 0;      // of each command of the check
  Budget budget;
  std::vector<SuiteFile> files;        // what the repository holds at first; paths below repo/
  std::vector<SuiteFile> check_files;  // put on top of the result for the check; paths below check/
  std::string repository, base;        // instead of files: a git repository, and the commit to start from
  std::string fingerprint;             // changes with anything above
  SourcePos check_pos;                 // where task.toml names the check
};

struct EvalSuite {
  std::string name;
  std::string about;
  std::string directory;        // absolute; empty: built in
  std::string where;            // how messages call its folder
  std::vector<EvalTask> tasks;  // by name
};

struct ReadSuiteResult {
  EvalSuite suite;
  std::vector<Problem> problems;  // none: the suite can be used
};

// `where` is how messages call the suite's folder; `name` is taken where suite.toml has none.
ReadSuiteResult ReadSuite(const std::vector<SuiteFile>& files, const std::string& where, const std::string& name);

// What is allowed to be executed: a script that says by what.
bool IsScript(std::string_view text);

}  // namespace forge
