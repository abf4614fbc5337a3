#include "surface/hook/git_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>

#include "base/strings.h"

namespace forge::hook {
namespace {

constexpr std::size_t kLeastOfLong = 5;  // "--for", "--har"

bool IsForgeRef(std::string_view name) {
  for (std::string_view prefix : {"refs/heads/", "heads/"}) {
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  }
  return name.starts_with("forge/run-") || name.starts_with("refs/forge/");
}

bool ForcesPush(const GitCommand& git) {
  constexpr std::string_view kValued = "o";
  if (git.HasLong("--force") || git.HasLong("--mirror") || git.HasShort('f', kValued)) return true;
  for (const std::string& word : git.words) {
    if (word.starts_with("--force-") && !word.starts_with("--force-if-includes")) return true;
    if (word.size() > 1 && word[0] == '+') return true;
  }
  return false;
}

bool SkipsHooks(const GitCommand& git) {
  for (std::string_view name : {"commit", "push", "merge", "rebase", "am", "cherry-pick", "pull", "revert"}) {
    if (git.name == name && git.HasLong("--no-verify")) return true;
  }
  if (git.name == "commit" && git.HasShort('n', "mFCctSu")) return true;
  return std::ranges::any_of(git.settings, [](const std::string& setting) {
    return Lower(setting.substr(0, setting.find('='))) == "core.hookspath";
  });
}

// `-B NAME`, `-BNAME`, `--force-create NAME`: NAME is a branch of a run. What it is made from stays.
bool NamesForgeRef(const GitCommand& git, char option, std::string_view long_option = "") {
  for (std::size_t i = 1; i < git.words.size(); ++i) {
    const std::string_view word = git.words[i];
    const bool next_names = i + 1 < git.words.size() && IsForgeRef(git.words[i + 1]);
    if (word.starts_with("--")) {
      const std::size_t equals = word.find('=');
      const std::string_view name = word.substr(0, equals);
      if (name.size() < kLeastOfLong || !long_option.starts_with(name)) continue;
      return equals == std::string_view::npos ? next_names : IsForgeRef(word.substr(equals + 1));
    }
    const std::size_t at = word.starts_with('-') ? word.find(option) : std::string_view::npos;
    if (at == std::string_view::npos) continue;
    return at + 1 == word.size() ? next_names : IsForgeRef(word.substr(at + 1));
  }
  return false;
}

// `fetch . main:NAME`, `push . main:NAME`: NAME is a branch of a run in this repository. What a push to a remote does
// stays there.
bool SendsToForgeRef(const GitCommand& git) {
  const std::vector<std::string> operands =
      git.Operands("oj", {"--depth", "--upload-pack", "--push-option", "--receive-pack", "--exec"});
  if (operands.empty()) return false;
  if (git.name == "push" && !operands[0].starts_with('.') && !operands[0].starts_with('/')) return false;
  const bool deletes = git.name == "push" && (git.HasShort('d', "o") || git.HasLong("--delete"));
  return std::any_of(operands.begin() + 1, operands.end(), [&](const std::string& spec) {
    const std::size_t colon = spec.find(':');
    return colon == std::string::npos ? deletes && IsForgeRef(spec) : IsForgeRef(spec.substr(colon + 1));
  });
}

// Deletes, renames or moves a branch or ref of a run.
bool TakesForgeRef(const GitCommand& git) {
  const auto any = [](const std::vector<std::string>& names) { return std::ranges::any_of(names, IsForgeRef); };
  if (git.name == "update-ref" || git.name == "symbolic-ref") {
    const std::vector<std::string> names = git.Operands("m", {});  // the ref, and what it is to be
    const bool reads =
        git.name == "symbolic-ref" && names.size() == 1 && !git.HasShort('d', "m") && !git.HasLong("--delete");
    return !reads && !names.empty() && IsForgeRef(names.front());
  }
  if (git.name == "fetch" || git.name == "pull" || git.name == "push") return SendsToForgeRef(git);
  if (git.name == "checkout" || git.name == "worktree") return NamesForgeRef(git, 'B');
  if (git.name == "switch") return NamesForgeRef(git, 'C', "--force-create");
  if (git.name != "branch") return false;
  const std::vector<std::string> names = git.Operands("u", {"--set-upstream-to"});
  for (char option : std::string_view("DdMm")) {
    if (git.HasShort(option, "u")) return any(names);
  }
  if (git.HasLong("--delete") || git.HasLong("--move")) return any(names);
  // `-f NAME START`, `-C FROM NAME`: what it is made from stays.
  if (git.HasShort('C', "u")) return !names.empty() && IsForgeRef(names.back());
  return (git.HasShort('f', "u") || git.HasLong("--force")) && !names.empty() && IsForgeRef(names.front());
}

// `git checkout BRANCH` keeps what is changed; `git checkout [BRANCH] PATH...` replaces it.
Discarded CheckedOut(const GitCommand& git) {
  if (git.HasShort('b', "") || git.HasShort('B', "") || git.HasLong("--orphan") || git.HasLong("--detach")) return {};
  if (git.HasLong("--pathspec-from-file")) return {true, {}};
  const auto line = std::ranges::find(git.words, "--");
  Discarded paths;
  if (line != git.words.end()) {
    paths.paths.assign(line + 1, git.words.end());
    return paths;
  }
  paths.paths = git.Operands("", {"--conflict"});
  // One name that a variable holds is a branch.
  if (paths.paths.size() == 1 && paths.paths[0].find('$') != std::string::npos) return {};
  // Of several, the first may be what is checked out.
  if (paths.paths.size() > 1 && paths.paths[0].find_first_of("$:") != std::string::npos)
    paths.paths.erase(paths.paths.begin());
  return paths;
}

}  // namespace

std::vector<std::string> GitCommand::Operands(std::string_view valued,
                                              std::initializer_list<std::string_view> valued_long) const {
  std::vector<std::string> operands;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "--") {
      operands.insert(operands.end(), words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
      break;
    }
    if (word.size() < 2 || word[0] != '-') {
      operands.emplace_back(word);
    } else if (word[1] == '-') {
      if (std::ranges::find(valued_long, word) != valued_long.end()) ++i;
    } else {
      const std::size_t at = word.find_first_of(valued, 1);
      if (at != std::string_view::npos && at + 1 == word.size()) ++i;  // its value is the next word
    }
  }
  return operands;
}

bool GitCommand::HasLong(std::string_view option) const {
  for (std::string_view word : words) {
    if (word == "--") return false;
    word = word.substr(0, word.find('='));
    if (word == option || (word.size() >= kLeastOfLong && option.starts_with(word))) return true;
  }
  return false;
}

bool GitCommand::HasShort(char option, std::string_view valued) const {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "--") return false;
    if (word.size() < 2 || word[0] != '-' || word[1] == '-') continue;
    for (std::size_t at = 1; at < word.size(); ++at) {
      if (word[at] == option) return true;
      if (valued.find(word[at]) == std::string_view::npos) continue;
      if (at + 1 == word.size()) ++i;  // its value is the next word
      break;
    }
  }
  return false;
}

GitCommand ReadGitCommand(const std::vector<std::string>& words) {
  GitCommand git;
  std::size_t at = 1;
  for (; at < words.size() && words[at].starts_with('-'); ++at) {
    const std::string& word = words[at];
    const bool has_next = at + 1 < words.size();
    if (word == "-C" && has_next) {
      const std::string& next = words[++at];
      git.directory = next.starts_with('/') || git.directory.empty() ? next : git.directory + "/" + next;
    } else if (word == "-c" && has_next) {
      git.settings.push_back(words[++at]);
    } else if (word.starts_with("--config-env=")) {
      git.settings.push_back(word.substr(word.find('=') + 1));
    } else if (word.starts_with("--work-tree=")) {
      git.directory = word.substr(word.find('=') + 1);
    } else if (word == "--work-tree" && has_next) {
      git.directory = words[++at];
    } else if ((word == "--git-dir" || word == "--namespace" || word == "--config-env") && has_next) {
      ++at;
    }
  }
  if (at >= words.size()) return git;
  git.name = words[at];
  git.words.assign(words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
  return git;
}

std::string CheckGitCommand(const GitCommand& git) {
  if (git.name == "push" && ForcesPush(git))
    return "a force-push replaces what others have: push without force, or ask a person to do it";
  if (SkipsHooks(git)) return "this skips the project's hooks: run them and fix what they report";
  if (TakesForgeRef(git)) return "the refs of runs are Forge's state: use forge cancel or forge prune";
  if (git.name == "stash" && git.words.size() > 1 && (git.words[1] == "drop" || git.words[1] == "clear"))
    return fmt::format("`git stash {}` throws work away that only the stash has: leave it, or ask a person to do it",
                       git.words[1]);
  return "";
}

Discarded DiscardedBy(const GitCommand& git) {
  const Discarded all = {true, {}}, nothing;
  if (git.HasLong("--ours") || git.HasLong("--theirs")) return nothing;  // settles a conflict
  if (git.name == "reset") return git.HasLong("--hard") || git.HasLong("--merge") ? all : nothing;
  if (git.name == "switch")
    return git.HasShort('f', "cC") || git.HasLong("--force") || git.HasLong("--discard-changes") ? all : nothing;
  if (git.name == "checkout") {
    if (git.HasShort('f', "bB") || git.HasLong("--force")) return all;
    return CheckedOut(git);
  }
  if (git.name == "restore") {
    const bool index_only =
        (git.HasShort('S', "s") || git.HasLong("--staged")) && !(git.HasShort('W', "s") || git.HasLong("--worktree"));
    if (index_only) return nothing;
    if (git.HasLong("--pathspec-from-file")) return all;
    return {false, git.Operands("s", {"--source", "--conflict"})};
  }
  if (git.name == "rm" && (git.HasShort('f', "") || git.HasLong("--force")) && !git.HasLong("--cached") &&
      !git.HasShort('n', "") && !git.HasLong("--dry-run"))
    return git.HasLong("--pathspec-from-file") ? all : Discarded{false, git.Operands("", {})};
  return nothing;
}

bool CleansFiles(const GitCommand& git) {
  if (git.name != "clean" || git.HasShort('n', "e") || git.HasLong("--dry-run")) return false;
  return git.HasShort('f', "e") || git.HasLong("--force");
}

}  // namespace forge::hook
