// A call of git, taken apart: its directory, its subcommand, that one's options. Knows what rewrites history, skips
// hooks or discards work; not what stands in a repository.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge::hook {

struct GitCommand {
  std::string directory;              // of -C, as given; empty: where it is called
  std::vector<std::string> settings;  // of -c
  std::string name;                   // "push"; empty: none
  std::vector<std::string> words;     // it and its arguments

  // `--force`, `--force=x`, or a unique beginning of it (git takes `--forc`).
  bool HasLong(std::string_view option) const;
  // `-f`, also in `-qf`. `valued`: options with a value: what follows them in a word is that value.
  bool HasShort(char option, std::string_view valued) const;
};

GitCommand ReadGitCommand(const std::vector<std::string>& words);

// Force-push, hooks that are skipped, and Forge's refs that go; empty: none of these.
std::string CheckGitCommand(const GitCommand& git);

bool DiscardsChanges(const GitCommand& git);  // of tracked files
bool CleansFiles(const GitCommand& git);      // deletes untracked ones

}  // namespace forge::hook
