// The one place that runs git: arguments as they are, no shell, none of the user's hooks, prompts or inherited GIT_DIR.
// Knows no runs and no lanes.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace forge {

struct GitAnswer {
  int exit_code = 0;
  std::string out, err;
};

// A directory to run git in and the variables to run it with. A value; safe from any thread.
class Git {
 public:
  explicit Git(std::string directory) : directory_(std::move(directory)) {}

  Git With(std::string name, std::string value) const;
  Git In(std::string directory) const;
  // As the user would run it: with hooks, locks and commit signing. For what the user asked for.
  Git AsTheUser() const;
  // The output's head and tail, about `bytes` together; without it, all of the output is kept.
  Git Keeping(std::size_t bytes) const;

  // Any exit code is an answer; an error means that git did not start or did not end by itself.
  Result<GitAnswer> Try(const std::vector<std::string>& args, std::string input = "") const;
  // Standard output; an exit code other than 0 is a failure in git's words.
  Result<std::string> Run(const std::vector<std::string>& args, std::string input = "") const;
  // The same without the newline at its end.
  Result<std::string> Line(const std::vector<std::string>& args, std::string input = "") const;

 private:
  std::string directory_;
  std::map<std::string, std::string> env_;
  std::size_t keep_ = 0;
  bool as_the_user_ = false;
};

// `git worktree: fatal: ...`, the failure of an answer whose exit code says so.
Error GitFailure(const std::vector<std::string>& args, const GitAnswer& answer);

// The fields of a `-z` answer: between NULs, the last one ended by one.
std::vector<std::string> NulFields(const std::string& text);
// The same as input.
std::string NulJoined(const std::vector<std::string>& fields);

}  // namespace forge
