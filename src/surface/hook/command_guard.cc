#include "surface/hook/command_guard.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "surface/hook/git_command.h"

namespace forge::hook {
namespace {

using WordList = std::vector<std::string>;

constexpr std::string_view kStateAdvice = "Forge's own state: use forge's commands (forge prune, forge cancel)";
constexpr std::string_view kGitAdvice = "only git may change git's files";
constexpr std::string_view kTreeAdvice = "the records of milestones: they are not made again";

struct Kept {
  std::string_view path, why;
};
constexpr std::array kKept = {Kept{".git", kGitAdvice}, Kept{".forge/state", kStateAdvice}};
constexpr std::array kKeptTrees = {Kept{".gsd", kTreeAdvice}, Kept{".gsd/milestones", kTreeAdvice},
                                   Kept{".gsd/forge", kTreeAdvice}, Kept{".forge/milestones", kTreeAdvice}};

// One part of a path as a shell matches it: `*` and `?` match no dot in front.
bool PartMatches(std::string_view pattern, std::string_view name, bool front = true) {
  if (pattern.empty()) return name.empty();
  const char c = pattern.front();
  const bool hidden = front && !name.empty() && name.front() == '.';
  if (c == '*') {
    if (hidden) return false;
    for (std::size_t skip = 0; skip <= name.size(); ++skip) {
      if (PartMatches(pattern.substr(1), name.substr(skip), false)) return true;
    }
    return false;
  }
  if (name.empty()) return false;
  if (c == '?') return !hidden && PartMatches(pattern.substr(1), name.substr(1), false);
  if (c == '[') {
    const std::size_t end = pattern.find(']', 2);
    if (end != std::string_view::npos && !hidden) {
      const std::string_view set = pattern.substr(1, end - 1);
      const bool listed = set.find('-') != std::string_view::npos || set.find(name.front()) != std::string_view::npos;
      return listed && PartMatches(pattern.substr(end + 1), name.substr(1), false);
    }
  }
  return c == name.front() && PartMatches(pattern.substr(1), name.substr(1), false);
}

std::vector<std::string> PartsOf(std::string_view path) {
  std::vector<std::string> parts;
  for (std::string_view part : Split(path, '/')) {
    if (!part.empty() && part != ".") parts.emplace_back(part);
  }
  return parts;
}

enum class Meets { kNot, kAbove, kIs, kBelow };

// Where a path, which may be a glob, stands to another one.
Meets Compare(const WordList& path, const WordList& other) {
  const std::size_t both = std::min(path.size(), other.size());
  for (std::size_t i = 0; i < both; ++i) {
    if (!PartMatches(path[i], other[i])) return Meets::kNot;
  }
  if (path.size() == other.size()) return Meets::kIs;
  return path.size() < other.size() ? Meets::kAbove : Meets::kBelow;
}

bool IsLongOption(std::string_view word, std::string_view option) { return word == option; }

class Guard {
 public:
  Guard(const CommandPlace& place) : place_(place), cwd_(place.cwd) {}

  std::string Judge(const LineCommand& command) {
    const std::string_view program = command.program();
    for (const ShellRedirect& redirect : command.redirects) {
      if (redirect.op.starts_with('<')) continue;
      if (std::string why = Overwrites(redirect.target, redirect.op.ends_with(">>")); !why.empty()) return why;
      if (std::string why = WritesSecret(redirect.target, SaidBy(command)); !why.empty()) return why;
    }
    if (program == "cd" || program == "pushd") {
      if (command.words.size() > 1) cwd_ = Absolute(command.words.back());
      return "";
    }
    if (program == "git") return Git(command);
    if (program == "rm" || program == "rmdir" || program == "unlink" || program == "shred")
      return Remove(command.words);
    if (program == "mv") return Move(command.words);
    if (program == "cp" || program == "install" || program == "ln") return Copy(command.words);
    if (program == "find") return Find(command.words);
    if (program == "truncate") return OverwritesAny(command.words);
    if (program == "tee") return Tee(command);
    if (program == "sed" || program == "perl") return EditsInPlace(command.words);
    if (program == "dd") return Dd(command.words);
    return "";
  }

 private:
  std::string Absolute(std::string_view path) const {
    std::string full(path);
    if (path.starts_with("$PWD")) full = cwd_ + full.substr(4);
    if (path.starts_with("${PWD}")) full = cwd_ + std::string(path.substr(6));
    if (!full.starts_with('/')) full = cwd_ + "/" + full;
    WordList parts;
    for (std::string& part : PartsOf(full)) {
      if (part != "..") {
        parts.push_back(std::move(part));
      } else if (!parts.empty()) {
        parts.pop_back();
      }
    }
    return "/" + Join(parts, "/");
  }

  // Its parts below the project's root; empty: the root, or a directory above it. Nothing: it is elsewhere.
  std::optional<WordList> Within(std::string_view path) const {
    const WordList parts = PartsOf(Absolute(path));
    const WordList root = PartsOf(place_.root);
    const std::size_t both = std::min(parts.size(), root.size());
    for (std::size_t i = 0; i < both; ++i) {
      if (!PartMatches(parts[i], root[i])) return std::nullopt;
    }
    if (parts.size() <= root.size()) return WordList();
    return WordList(parts.begin() + static_cast<std::ptrdiff_t>(root.size()), parts.end());
  }

  std::string WhyKept(std::string_view path, bool whole) const {
    const auto within = Within(path);
    if (!within) return "";
    for (const Kept& kept : kKept) {
      const Meets meets = Compare(*within, PartsOf(kept.path));
      const bool lock = kept.path == ".git" && path.ends_with(".lock");
      if (meets == Meets::kIs || (meets == Meets::kBelow && !lock) || (meets == Meets::kAbove && whole))
        return fmt::format("{}: {}", path, kept.why);
    }
    for (const Kept& kept : kKeptTrees) {
      const Meets meets = Compare(*within, PartsOf(kept.path));
      if (whole && (meets == Meets::kIs || meets == Meets::kAbove) && !within->empty())
        return fmt::format("{}: {}", path, kept.why);
    }
    if (IsAppendOnly(Join(*within, "/"))) return fmt::format("{}: a record that only grows", path);
    return "";
  }

  // `appends`: what stands in the file stays.
  std::string Overwrites(std::string_view path, bool appends) const {
    const auto within = Within(path);
    if (!within || within->empty()) return "";
    for (const Kept& kept : kKept) {
      const Meets meets = Compare(*within, PartsOf(kept.path));
      if (meets == Meets::kIs || meets == Meets::kBelow) return fmt::format("{}: {}", path, kept.why);
    }
    if (!appends && IsAppendOnly(Join(*within, "/")))
      return fmt::format("{}: a record that only grows: append with >>", path);
    return "";
  }

  std::string OverwritesAny(const WordList& words) const {
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i].starts_with('-')) continue;
      if (std::string why = Overwrites(words[i], false); !why.empty()) return why;
    }
    return "";
  }

  std::string WritesSecret(std::string_view path, const std::string& text) const {
    const auto within = Within(path);
    if (!within || within->empty() || text.empty() || !place_.secret) return "";
    return place_.secret(Join(*within, "/"), text);
  }

  static std::string SaidBy(const LineCommand& command) {
    std::string text = command.here;
    for (const ShellRedirect& redirect : command.redirects) {
      if (redirect.op == "<<<") text += redirect.target + "\n";
    }
    const std::string_view program = command.program();
    if (program == "echo" || program == "printf") text += Join({command.words.begin() + 1, command.words.end()}, " ");
    return text;
  }

  // `-r`, `-rf`, `--recursive`.
  static bool IsRecursive(const WordList& words) {
    return std::ranges::any_of(words, [](const std::string& word) {
      if (IsLongOption(word, "--recursive")) return true;
      return word.size() > 1 && word[0] == '-' && word[1] != '-' && word.find_first_of("rR") != std::string::npos;
    });
  }

  std::string Remove(const WordList& words) const {
    const bool whole = IsRecursive(words);
    bool options = true;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (options && words[i] == "--") {
        options = false;
        continue;
      }
      if (options && words[i].starts_with('-')) continue;
      if (std::string why = WhyKept(words[i], whole); !why.empty()) return why;
    }
    return "";
  }

  std::string Move(const WordList& words) const {
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
      if (words[i].starts_with('-')) continue;
      if (std::string why = WhyKept(words[i], true); !why.empty()) return why;
    }
    return Copy(words);
  }

  // What stands at its target is gone.
  std::string Copy(const WordList& words) const { return words.size() < 3 ? "" : Overwrites(words.back(), false); }

  std::string Find(const WordList& words) const {
    bool deletes = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const bool runs = (words[i] == "-exec" || words[i] == "-execdir") && i + 1 < words.size();
      deletes = deletes || words[i] == "-delete" || (runs && words[i + 1].ends_with("rm"));
    }
    // A search from above that spares them is common: only what names them is refused.
    for (std::size_t i = 1; deletes && i < words.size() && !words[i].starts_with('-') && words[i] != "("; ++i) {
      const auto within = Within(words[i]);
      if (!within || within->empty()) continue;
      if (std::string why = WhyKept(words[i], true); !why.empty()) return why;
    }
    return "";
  }

  std::string Tee(const LineCommand& command) const {
    const bool appends = std::ranges::any_of(
        command.words, [](const std::string& word) { return word == "-a" || word == "--append" || word == "-ai"; });
    for (std::size_t i = 1; i < command.words.size(); ++i) {
      const std::string& word = command.words[i];
      if (word.starts_with('-')) continue;
      if (std::string why = Overwrites(word, appends); !why.empty()) return why;
      if (std::string why = WritesSecret(word, SaidBy(command)); !why.empty()) return why;
    }
    return "";
  }

  std::string EditsInPlace(const WordList& words) const {
    const bool in_place = std::ranges::any_of(words, [](const std::string& word) {
      if (word.starts_with("--in-place")) return true;
      return word.size() > 1 && word[0] == '-' && word[1] != '-' && word.find('i') != std::string::npos;
    });
    return in_place ? OverwritesAny(words) : "";
  }

  std::string Dd(const WordList& words) const {
    for (const std::string& word : words) {
      if (!word.starts_with("of=")) continue;
      if (std::string why = Overwrites(std::string_view(word).substr(3), false); !why.empty()) return why;
    }
    return "";
  }

  std::string Git(const LineCommand& command) const {
    const GitCommand git = ReadGitCommand(command.words);
    if (std::string why = CheckGitCommand(git); !why.empty()) return why;
    const std::string directory = git.directory.empty() ? cwd_ : Absolute(git.directory);
    if (git.name == "rm" && !git.HasShort('n', "") && !git.HasLong("--dry-run") && !git.HasLong("--cached")) {
      return Remove(git.words);
    }
    if (DiscardsChanges(git)) {
      const WordList files = place_.changed ? place_.changed(directory) : WordList();
      if (!files.empty())
        return fmt::format("`git {}` would lose uncommitted work in {}: commit it, or put it aside with git stash",
                           git.name, Some(files));
    }
    if (CleansFiles(git)) {
      if (git.HasShort('x', "e") || git.HasShort('X', "e")) {
        const bool spared = std::ranges::any_of(
            git.words, [](const std::string& word) { return word.find(".forge") != std::string::npos; });
        const auto within = Within(directory);
        if (!spared && within && within->empty())
          return "`git clean` with -x or -X would delete Forge's state, which git ignores: add -e .forge";
      }
      const bool only_ignored = git.HasShort('X', "e");
      const WordList files = place_.untracked && !only_ignored ? place_.untracked(directory) : WordList();
      if (!files.empty())
        return fmt::format(
            "`git clean` would delete new files that git does not have yet: {}; commit them, or remove "
            "by name what you do not need",
            Some(files));
    }
    return "";
  }

  static std::string Some(const WordList& files) {
    constexpr std::size_t kMost = 3;
    const WordList first(files.begin(), files.begin() + static_cast<std::ptrdiff_t>(std::min(files.size(), kMost)));
    if (files.size() <= kMost) return Join(first, ", ");
    return fmt::format("{} and {} more", Join(first, ", "), files.size() - kMost);
  }

  const CommandPlace& place_;
  std::string cwd_;
};

}  // namespace

std::string CheckCommandLine(std::string_view line, const CommandPlace& place) {
  Guard guard(place);
  for (const LineCommand& command : ReadShellLine(line)) {
    if (std::string why = guard.Judge(command); !why.empty()) return why;
  }
  return "";
}

bool IsAppendOnly(std::string_view path) {
  const bool ours = path.starts_with(".gsd/") || path.starts_with(".forge/milestones/");
  if (!ours) return false;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name == "events.jsonl" || name.ends_with("-events.jsonl") || name == "DECISIONS.md" || name == "LEDGER.md" ||
         name == "KNOWLEDGE.md";
}

}  // namespace forge::hook
