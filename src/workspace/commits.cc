#include "workspace/commits.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/sha1.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/files/new_file.h"
#include "os/process/process.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::string_view kRunKey = "Forge-Run";
constexpr std::string_view kUnitKey = "Forge-Unit";
constexpr std::string_view kPendingPrefix = "forge-commit-";  // then the writer's pid, a number and the commit's id

// The id that git gives to a commit of this text, in a repository whose ids have this size.
std::string IdOfCommit(std::string_view text, std::size_t size) {
  std::string object = fmt::format("commit {}", text.size());
  object += '\0';
  object += text;
  constexpr std::size_t kSha1Size = 40;
  return size == kSha1Size ? Sha1(object) : Sha256(object);
}

// "Key: value", or "" for a line of another kind.
std::string_view TrailerKey(std::string_view line) {
  std::size_t colon = line.find(':');
  if (colon == 0 || colon == std::string_view::npos) return "";
  std::string_view key = line.substr(0, colon);
  bool plain = std::ranges::all_of(key, [](char c) { return IsLetterOrDigit(c) || c == '-'; });
  return plain ? key : "";
}

bool IsOurs(std::string_view line) {
  std::string_view key = TrailerKey(TrimRight(line));
  return EqualsIgnoreCase(key, kRunKey) || EqualsIgnoreCase(key, kUnitKey);
}

// Whether the last paragraph (not the first) holds only trailers. Ours then go right below them.
bool EndsInTrailers(const std::vector<std::string>& lines) {
  std::size_t at = lines.size();
  while (at > 0 && !lines[at - 1].empty()) {
    --at;
    if (TrailerKey(lines[at]).empty()) return false;
  }
  return at > 0 && at < lines.size();
}

}  // namespace

Result<Commit> FindCommit(const Git& git, const std::string& name) {
  if (name.empty() || name.starts_with('-')) return Fail(Code::kInvalid, fmt::format("\"{}\" is not a commit", name));
  auto answer = TRY(git.Try({"rev-list", "--no-walk", "--no-commit-header", "--format=%H %T %P", name + "^{commit}"}));
  auto words = Split(TrimRight(answer.out), ' ');
  if (answer.exit_code != 0 || words.size() < 2) {
    return Fail(Code::kNotFound, fmt::format("commit {} is not in the repository", name));
  }
  return Commit{std::string(words[0]), std::string(words[1]), words.size() > 2 ? std::string(words[2]) : ""};
}

std::string WithTrailers(const std::string& message, const RunNames& names, UnitId unit) {
  std::vector<std::string> lines;
  for (std::string_view line : Lines(message)) {
    if (IsOurs(line)) continue;
    std::string_view kept = TrimRight(line);
    if (!kept.empty() || !lines.empty()) lines.emplace_back(kept);
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  if (lines.empty()) lines.push_back(fmt::format("Unit {} of run {}", unit.value, names.run().value));
  if (!EndsInTrailers(lines)) lines.emplace_back();
  lines.push_back(fmt::format("{}: {}", kRunKey, names.run().value));
  lines.push_back(fmt::format("{}: {}\n", kUnitKey, names.unit_trailer(unit)));
  return Join(lines, "\n");
}

Result<std::string> Committer::Commit(const std::string& tree, const std::string& parent, const std::string& message) {
  return Commit(tree, parent.empty() ? std::vector<std::string>() : std::vector<std::string>{parent}, message);
}

Committer::Committer(Git git, std::string common) : git_(std::move(git)), common_(std::move(common)) {
  if (common_.empty()) return;
  constexpr std::chrono::seconds kLongestEnd{2};  // it has nothing to do any more
  writer_ = std::make_unique<KeptGit>(
      git_, JoinPath(common_, "config"),
      std::vector<std::string>{"hash-object", "-t", "commit", "-w", "--no-filters", "--stdin-paths"}, kLongestEnd);
  RemoveLeftOver();
}

void Committer::RemoveLeftOver() const {
  for (const std::string& name : ListDirectory(common_).value_or(std::vector<std::string>())) {
    if (!name.starts_with(kPendingPrefix)) continue;
    const auto words = Split(std::string_view(name).substr(kPendingPrefix.size()), '-');
    const auto pid = ParseInt(words.front());
    if (pid && !FindProcess(*pid)) (void)RemoveFile(JoinPath(common_, name));
  }
}

// git hash-object writes a commit also of a tree or on a parent that is gone; git commit-tree does not.
bool Committer::IsLoose(const std::string& id) const {
  if (id.size() < 3) return false;
  const std::string path = fmt::format("{}/objects/{}/{}", common_, id.substr(0, 2), id.substr(2));
  return FileSize(path).value_or(0) > 0;
}

Result<std::string> Committer::Commit(const std::string& tree, const std::vector<std::string>& parents,
                                      const std::string& message) {
  std::string text = ReplaceAll(ValidUtf8(message), std::string_view("\0", 1), "");
  if (!text.ends_with('\n')) text += '\n';
  if (writer_) {
    if (auto written = Write(tree, parents, text)) return *std::move(written);
  }
  std::vector<std::string> args = {"commit-tree", tree, "-F", "-"};
  for (const std::string& parent : parents) args.insert(args.end(), {"-p", parent});
  return Identified().git.Line(args, text);
}

std::optional<std::string> Committer::Write(const std::string& tree, const std::vector<std::string>& parents,
                                            const std::string& message) {
  const Identity& identity = Identified();
  if (identity.author.empty() || identity.committer.empty()) return std::nullopt;
  if (!IsLoose(tree) || !std::ranges::all_of(parents, [this](const auto& id) { return IsLoose(id); }))
    return std::nullopt;
  const std::string now = fmt::format("{} {}", WallClock().ms / 1000, identity.zone);
  const std::string& authored = identity.authored.empty() ? now : identity.authored;
  const std::string& committed = identity.committed.empty() ? now : identity.committed;
  std::string text = fmt::format("tree {}\n", tree);
  for (const std::string& parent : parents) text += fmt::format("parent {}\n", parent);
  text += fmt::format("author {} {}\ncommitter {} {}\n\n{}", identity.author, authored, identity.committer, committed,
                      message);
  const std::string id = IdOfCommit(text, tree.size());
  // One .git has several writers: those of the child runs in this process, and other processes.
  static std::atomic<std::int64_t> pending = 0;
  const std::string path =
      JoinPath(common_, fmt::format("{}{}-{}-{}", kPendingPrefix, ThisProcess().pid, ++pending, id));
  if (path.find('\n') != std::string::npos || !WriteNewFile(path, text)) return std::nullopt;
  constexpr std::chrono::seconds kLongestWrite{20};
  const bool written = writer_->Ask({path + "\n", id.size() + 1, kLongestWrite},
                                    [&](std::string_view answer) { return answer == id + "\n"; });
  (void)RemoveFile(path);
  return written ? std::optional(id) : std::nullopt;
}

const Committer::Identity& Committer::Identified() {
  std::call_once(asked_, [this] {
    Identity identity{git_, "", "", "", "", ""};
    for (const auto& [who, words, date] : {std::tuple("AUTHOR", &identity.author, &identity.authored),
                                           std::tuple("COMMITTER", &identity.committer, &identity.committed)}) {
      const std::int64_t before = WallClock().ms / 1000;
      auto known = git_.Try({"var", fmt::format("GIT_{}_IDENT", who)});
      if (!known || known->exit_code != 0) {
        identity.git = identity.git.With(fmt::format("GIT_{}_NAME", who), "Forge");
        identity.git = identity.git.With(fmt::format("GIT_{}_EMAIL", who), "forge@localhost");
        known = identity.git.Try({"var", fmt::format("GIT_{}_IDENT", who)});
      }
      if (!known || known->exit_code != 0) continue;
      // "Ann <ann@example.org> 1700000000 +0100"
      const std::string line(TrimRight(known->out));
      const std::size_t mail = line.rfind("> ");
      const std::size_t zone = line.rfind(' ');
      if (mail == std::string::npos || zone <= mail + 1) continue;
      *words = line.substr(0, mail + 1);
      // Another time than now is GIT_AUTHOR_DATE's or GIT_COMMITTER_DATE's.
      const std::int64_t said = ParseInt(line.substr(mail + 2, zone - mail - 2)).value_or(0);
      const bool is_now = said >= before && said <= WallClock().ms / 1000;
      if (is_now) identity.zone = line.substr(zone + 1);
      if (!is_now) *date = line.substr(mail + 2);
    }
    identified_ = std::move(identity);
  });
  return *identified_;
}

}  // namespace forge
