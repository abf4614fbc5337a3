// The one place that runs git: no shell, no hooks, no prompts, no inherited GIT_DIR.
// Knows no runs and no lanes.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace forge {

struct ProcessSpec;

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
  // As the user would run it: with hooks, locks and commit signing. For commands that the user asked for.
  Git AsTheUser() const;
  // Keeps the head and tail of the output, about `bytes` in all. The default keeps everything.
  Git Keeping(std::size_t bytes) const;

  // To be run by the caller, who talks to it while it runs.
  ProcessSpec Command(const std::vector<std::string>& args) const;
  // Any exit code is an answer. An error means that git did not start, timed out or was killed.
  Result<GitAnswer> Try(const std::vector<std::string>& args, std::string input = "") const;
  // Succeeds with no output and no warning: a warning is about a place that git could not read.
  bool IsSilent(const std::vector<std::string>& args) const;
  // Standard output. An exit code other than 0 is an error with git's message.
  Result<std::string> Run(const std::vector<std::string>& args, std::string input = "") const;
  // The same without the final newline.
  Result<std::string> Line(const std::vector<std::string>& args, std::string input = "") const;

 private:
  std::string directory_;
  std::map<std::string, std::string> env_;
  std::size_t keep_ = 0;
  bool as_the_user_ = false;
};

// Whether this is the command line of a git that some Forge runs for itself: it takes no lock that the user's git
// takes.
bool IsInternal(const std::vector<std::string>& argv);

// `git worktree: fatal: ...`, for an answer with an exit code other than 0.
Error GitFailure(const std::vector<std::string>& args, const GitAnswer& answer);

// The fields of a `-z` answer, each ended by a NUL.
std::vector<std::string> NulFields(const std::string& text);
// Fields as `-z` input.
std::string NulJoined(const std::vector<std::string>& fields);

}  // namespace forge
