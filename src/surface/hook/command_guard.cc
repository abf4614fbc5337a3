#include "surface/hook/command_guard.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/braces.h"
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

// Does the pattern's one character, or set of them, at `at` match? Moves `at` behind it.
bool OneMatches(std::string_view pattern, std::size_t& at, char c) {
  const std::size_t end = pattern[at] == '[' ? pattern.find(']', at + 2) : std::string_view::npos;
  if (end != std::string_view::npos) {
    const std::string_view set = pattern.substr(at + 1, end - at - 1);
    at = end + 1;
    return set.find('-') != std::string_view::npos || set.find(c) != std::string_view::npos;
  }
  const char one = pattern[at++];
  return one == '?' || one == c;
}

// `hides`: `*`, `?` and `[` match no dot in front.
bool GlobMatches(std::string_view pattern, std::string_view name, bool hides) {
  if (pattern == name) return true;
  if (hides && name.starts_with('.') && !pattern.empty() && std::string_view("*?[").contains(pattern.front()))
    return false;
  std::size_t at = 0, in = 0;
  std::size_t star = std::string_view::npos, taken = 0;  // behind the last `*`, and how far that one reaches
  while (in < name.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = ++at;
      taken = in;
    } else if (at < pattern.size() && OneMatches(pattern, at, name[in])) {
      ++in;
    } else if (star != std::string_view::npos) {
      at = star;
      in = ++taken;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

WordList PartsOf(std::string_view path) {
  WordList parts;
  for (std::string_view part : Split(path, '/')) {
    if (!part.empty() && part != ".") parts.emplace_back(part);
  }
  return parts;
}

enum class Meets { kNot, kAbove, kIs, kBelow };

// Where a path, which may be a glob, stands to another one.
Meets ComparePaths(const WordList& path, const WordList& other) {
  const std::size_t both = std::min(path.size(), other.size());
  for (std::size_t i = 0; i < both; ++i) {
    if (!GlobMatches(path[i], other[i], true)) return Meets::kNot;
  }
  if (path.size() == other.size()) return Meets::kIs;
  return path.size() < other.size() ? Meets::kAbove : Meets::kBelow;
}

// As git matches: `*` matches what stands in directories, too. `path` may also name a directory around the file.
bool MeetsFile(const WordList& path, const WordList& file) {
  return ComparePaths(path, file) != Meets::kNot || GlobMatches(Join(path, "/"), Join(file, "/"), false);
}

class Guard {
 public:
  Guard(const CommandPlace& place) : place_(place), where_{place.cwd, place.cwd, {}} {}

  std::string Judge(LineCommand command) {
    EnterShells(command.shells);
    constexpr std::string_view kOfPaths[] = {"rm", "rmdir", "unlink",  "shred",    "mv", "cp",
                                             "ln", "find",  "install", "truncate", "tee"};
    if (std::ranges::find(kOfPaths, command.program()) != std::end(kOfPaths)) {
      WordList words;
      for (const std::string& word : command.words) {
        const BracedPaths braced = ExpandBraces(word);
        words.insert(words.end(), braced.paths.begin(), braced.paths.end());
      }
      command.words = std::move(words);
    }
    const std::string_view program = command.program();
    for (const ShellRedirect& redirect : command.redirects) {
      if (redirect.op.starts_with('<')) continue;
      if (std::string why = Overwrites(redirect.target, redirect.op.ends_with(">>")); !why.empty()) return why;
      if (std::string why = WritesSecret(redirect.target, SaidBy(command)); !why.empty()) return why;
    }
    if (program == "cd" || program == "pushd" || program == "popd") {
      ChangeDirectory(command.words);
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
  struct Where {
    std::string cwd, before;
    WordList pushed;
  };

  // What a subshell did to the directory ends with it.
  void EnterShells(const std::vector<int>& shells) {
    std::size_t same = 0;
    while (same < shells.size() && same < shells_.size() && shells_[same].first == shells[same]) ++same;
    if (same < shells_.size()) where_ = shells_[same].second;
    shells_.resize(same);
    for (; same < shells.size(); ++same) shells_.emplace_back(shells[same], where_);
  }

  void ChangeDirectory(const WordList& words) {
    std::string to;
    if (words[0] == "popd") {
      if (where_.pushed.empty()) return;
      to = where_.pushed.back();
      where_.pushed.pop_back();
    } else {
      if (words.size() < 2) return;
      to = words.back() == "-" ? where_.before : Known(words.back());
      if (words[0] == "pushd") where_.pushed.push_back(where_.cwd);
    }
    where_.before = std::exchange(where_.cwd, to);
  }

  // A directory that a variable or a command names: the one that was.
  std::string Known(std::string_view directory) const {
    std::string full = Absolute(directory);
    return full.find('$') == std::string::npos ? full : where_.cwd;
  }

  std::string Absolute(std::string_view path) const {
    std::string full(path);
    if (path.starts_with("$PWD")) full = where_.cwd + full.substr(4);
    if (path.starts_with("${PWD}")) full = where_.cwd + std::string(path.substr(6));
    if (!full.starts_with('/')) full = where_.cwd + "/" + full;
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
    const Meets meets = ComparePaths(parts, root);
    if (meets == Meets::kNot) return std::nullopt;
    if (meets != Meets::kBelow) return WordList();
    return WordList(parts.begin() + static_cast<std::ptrdiff_t>(root.size()), parts.end());
  }

  std::string WhyKept(std::string_view path, bool whole) const {
    const auto within = Within(path);
    if (!within) return "";
    for (const Kept& kept : kKept) {
      const Meets meets = ComparePaths(*within, PartsOf(kept.path));
      const bool lock = kept.path == ".git" && path.ends_with(".lock");
      if (meets == Meets::kIs || (meets == Meets::kBelow && !lock) || (meets == Meets::kAbove && whole))
        return fmt::format("{}: {}", path, kept.why);
    }
    for (const Kept& kept : kKeptTrees) {
      const Meets meets = ComparePaths(*within, PartsOf(kept.path));
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
      const Meets meets = ComparePaths(*within, PartsOf(kept.path));
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
      if (word == "--recursive") return true;
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

  // `-name '*.lock'`
  static bool FindsOnlyLocks(const WordList& words) {
    bool locks = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i] == "-o" || words[i] == "-or" || words[i] == "," || words[i] == "!" || words[i] == "-not")
        return false;
      locks = locks || (words[i - 1] == "-name" && words[i].ends_with(".lock"));
    }
    return locks;
  }

  // It says which of what it finds is meant, or what is spared.
  static bool FindsSome(const WordList& words) {
    constexpr std::string_view kTests = " -name -iname -path -ipath -wholename -regex -iregex -prune -empty ";
    return std::ranges::any_of(words, [&](const std::string& word) { return kTests.contains(" " + word + " "); });
  }

  std::string Find(const WordList& words) const {
    bool deletes = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const bool runs = (words[i] == "-exec" || words[i] == "-execdir") && i + 1 < words.size();
      deletes = deletes || words[i] == "-delete" || (runs && words[i + 1].ends_with("rm"));
    }
    if (!deletes) return "";
    WordList places;
    for (std::size_t i = 1; i < words.size() && !std::string_view("-(!").contains(words[i][0]); ++i)
      places.push_back(words[i]);
    if (places.empty()) places.emplace_back(".");
    for (const std::string& place : places) {
      const auto within = Within(place);
      if (!within || (!within->empty() && within->front() == ".git" && FindsOnlyLocks(words))) continue;
      if (within->empty() && FindsSome(words)) continue;
      if (within->empty()) return place + ": git's files and Forge's state are below it: say which with -name or -path";
      if (std::string why = WhyKept(place, true); !why.empty()) return why;
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

  std::string Git(const LineCommand& command) {
    const GitCommand git = ReadGitCommand(command.words);
    if (std::string why = CheckGitCommand(git); !why.empty()) return why;
    const std::string before = where_.cwd;
    if (!git.directory.empty()) where_.cwd = Known(git.directory);
    std::string why = GitHere(git);
    where_.cwd = before;
    return why;
  }

  std::string GitHere(const GitCommand& git) const {
    if (git.name == "rm" && !git.HasShort('n', "") && !git.HasLong("--dry-run") && !git.HasLong("--cached")) {
      // Of all that is tracked, none is git's own or Forge's state.
      const auto is_all = [&](const std::string& word) {
        const auto within = Within(word);
        return within && within->empty();
      };
      WordList words = git.words;
      std::erase_if(words, is_all);
      if (std::string why = Remove(words); !why.empty()) return why;
    }
    if (const Discarded discarded = DiscardedBy(git); discarded.all || !discarded.paths.empty()) {
      WordList files = place_.changed ? place_.changed(where_.cwd) : WordList();
      if (!discarded.all) files = Among(files, discarded.paths);
      if (!files.empty())
        return fmt::format(
            "`git {}` would lose uncommitted work in {}: commit it, or put it aside with git stash, in a command of "
            "its own, first",
            git.name, Some(files));
    }
    return CleansFiles(git) ? Clean(git) : "";
  }

  std::string Clean(const GitCommand& git) const {
    WordList paths = git.Operands("e", {"--exclude"});
    if (paths.empty()) paths.emplace_back(".");
    const bool only_ignored = git.HasShort('X', "e");
    if (only_ignored || git.HasShort('x', "e")) {
      const auto spares = [](const std::string& word) { return word.find(".forge") != std::string::npos; };
      const bool spared = std::ranges::any_of(git.words, spares) && std::ranges::none_of(paths, spares);
      const auto is_state = [&](const std::string& path) {
        const auto within = Within(path);
        return within && ComparePaths(*within, PartsOf(".forge/state")) != Meets::kNot;
      };
      if (!spared && std::ranges::any_of(paths, is_state))
        return "`git clean` with -x or -X would delete Forge's state, which git ignores: add -e .forge";
    }
    WordList files = place_.untracked && !only_ignored ? place_.untracked(where_.cwd) : WordList();
    files = Among(files, paths);
    if (files.empty()) return "";
    return fmt::format(
        "`git clean` would delete new files that git does not have yet: {}; commit them, or remove by name what you "
        "do not need",
        Some(files));
  }

  // The files that git finds by these paths, which stand in the line.
  WordList Among(const WordList& files, const WordList& paths) const {
    WordList among;
    for (const std::string& file : files) {
      const WordList parts = PartsOf(file.starts_with('/') ? file : place_.root + "/" + file);
      const bool meant = std::ranges::any_of(paths, [&](const std::string& path) {
        // A magic of git (":/"), or a variable: it may be any.
        if (path.starts_with(':') || path.find('$') != std::string::npos) return true;
        return MeetsFile(PartsOf(Absolute(path)), parts);
      });
      if (meant) among.push_back(file);
    }
    return among;
  }

  static std::string Some(const WordList& files) {
    constexpr std::size_t kMost = 3;
    const WordList first(files.begin(), files.begin() + static_cast<std::ptrdiff_t>(std::min(files.size(), kMost)));
    if (files.size() <= kMost) return Join(first, ", ");
    return fmt::format("{} and {} more", Join(first, ", "), files.size() - kMost);
  }

  const CommandPlace& place_;
  Where where_;
  std::vector<std::pair<int, Where>> shells_;  // the open ones, each with what was before it
};

}  // namespace

std::string CheckCommandLine(std::string_view line, const CommandPlace& place) {
  Guard guard(place);
  const std::vector<LineCommand> commands = ReadShellLine(line);
  for (const LineCommand& command : commands) {
    if (std::string why = guard.Judge(command); !why.empty()) return why;
  }
  if (commands.size() >= kMostLineCommands)
    return fmt::format("more than {} commands in a line: put them into a script, or run them in parts",
                       kMostLineCommands - 1);
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
