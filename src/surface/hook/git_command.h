// A call of git, taken apart: its directory, its subcommand, that one's options. Knows what rewrites history, skips
// hooks or discards work; not what stands in a repository.
#pragma once

#include <initializer_list>
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
  // What is no option, nor the value of one: of the letters in `valued`, and of those long ones.
  std::vector<std::string> Operands(std::string_view valued, std::initializer_list<std::string_view> valued_long) const;
};

GitCommand ReadGitCommand(const std::vector<std::string>& words);

// Force-push, hooks that are skipped, Forge's refs that go, and a stash that is dropped; empty: none of these.
std::string CheckGitCommand(const GitCommand& git);

// The changes of tracked files that it would throw away: all, or those of these paths, as they are given.
struct Discarded {
  bool all = false;
  std::vector<std::string> paths;
};
Discarded DiscardedBy(const GitCommand& git);

bool CleansFiles(const GitCommand& git);  // deletes untracked ones

}  // namespace forge::hook
