#include "workspace/changed_since.h"

#include "base/strings.h"
#include "workspace/git.h"

namespace forge {
namespace {

// A line of `cat-file --batch-check` names one object: a path with a line end cannot be asked for.
bool CanBeAsked(const std::string& file) { return file.find('\n') == std::string::npos; }

}  // namespace

Result<std::vector<std::vector<std::string>>> ChangedSince(const std::string& repository,
                                                           const std::vector<FilesOfCommit>& made,
                                                           const std::string& now) {
  std::string input = now + "\n";
  for (const FilesOfCommit& one : made) {
    for (const std::string& file : one.files) {
      if (CanBeAsked(file)) input += one.commit + ":" + file + "\n" + now + ":" + file + "\n";
    }
  }
  std::vector<std::vector<std::string>> changed(made.size());
  const std::string out = TRY(Git(repository).Run({"cat-file", "--batch-check=%(objectname)"}, input));
  const std::vector<std::string_view> lines = Lines(out);
  if (lines.empty() || lines.front().ends_with(" missing")) return changed;
  std::size_t at = 1;
  for (std::size_t i = 0; i < made.size(); ++i) {
    for (const std::string& file : made[i].files) {
      if (!CanBeAsked(file) || at + 1 >= lines.size()) continue;
      const std::string_view then = lines[at++];
      const std::string_view today = lines[at++];
      // "COMMIT:PATH missing": the step made no such file.
      const bool was_there = !then.ends_with(" missing");
      if (was_there && then != today) changed[i].push_back(file);
    }
  }
  return changed;
}

Result<std::set<std::string>> UncommittedFiles(const std::string& repository) {
  const std::string out =
      TRY(Git(repository)
              .Run({"--no-optional-locks", "diff", "--name-only", "--no-renames", "--no-ext-diff", "-z", "HEAD"}));
  std::set<std::string> files;
  for (std::string_view file : Split(out, '\0')) {
    if (!file.empty()) files.emplace(file);
  }
  return files;
}

}  // namespace forge
