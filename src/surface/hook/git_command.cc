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

}  // namespace

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
  const bool deletes = (git.name == "branch" && (git.HasShort('D', "") || git.HasShort('d', "") ||
                                                 git.HasShort('M', "") || git.HasLong("--delete"))) ||
                       (git.name == "update-ref" && git.HasShort('d', "m"));
  if (deletes && std::ranges::any_of(git.words, IsForgeRef))
    return "the refs of runs are Forge's state: use forge cancel or forge prune";
  return "";
}

bool DiscardsChanges(const GitCommand& git) {
  if (git.name == "reset") return git.HasLong("--hard");
  if (git.name == "checkout") return git.HasShort('f', "bB") || git.HasLong("--force");
  if (git.name == "switch")
    return git.HasShort('f', "cC") || git.HasLong("--force") || git.HasLong("--discard-changes");
  return false;
}

bool CleansFiles(const GitCommand& git) {
  if (git.name != "clean" || git.HasShort('n', "e") || git.HasLong("--dry-run")) return false;
  return git.HasShort('f', "e") || git.HasLong("--force");
}

}  // namespace forge::hook
