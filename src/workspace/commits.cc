#include "workspace/commits.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::string_view kRunKey = "Forge-Run";
constexpr std::string_view kUnitKey = "Forge-Unit";

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
  writer_ = std::make_unique<KeptGit>(
      git_, JoinPath(common_, "config"),
      std::vector<std::string>{"hash-object", "-t", "commit", "-w", "--no-filters", "--stdin-paths"});
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
  const std::string when = fmt::format("{} {}", WallClock().ms / 1000, identity.zone);
  std::string text = fmt::format("tree {}\n", tree);
  for (const std::string& parent : parents) text += fmt::format("parent {}\n", parent);
  text += fmt::format("author {} {}\ncommitter {} {}\n\n{}", identity.author, when, identity.committer, when, message);
  const std::string path = JoinPath(common_, fmt::format("forge-commit-{}-{}", ThisProcess().pid, ++written_));
  if (path.find('\n') != std::string::npos || !(std::ofstream(path, std::ios::binary) << text).flush())
    return std::nullopt;
  constexpr std::chrono::seconds kLongestWrite{20};
  std::string id;
  const bool written = writer_->Ask({path + "\n", tree.size() + 1, kLongestWrite}, [&](std::string_view answer) {
    if (!answer.ends_with('\n')) return false;
    id = answer.substr(0, answer.size() - 1);
    return id.size() == tree.size() && id.find_first_not_of("0123456789abcdef") == std::string::npos;
  });
  (void)RemoveFile(path);
  return written ? std::optional(id) : std::nullopt;
}

const Committer::Identity& Committer::Identified() {
  std::call_once(asked_, [this] {
    Identity identity{git_, "", "", ""};
    for (const auto& [who, words] :
         {std::pair("AUTHOR", &identity.author), std::pair("COMMITTER", &identity.committer)}) {
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
      identity.zone = line.substr(zone + 1);
    }
    identified_ = std::move(identity);
  });
  return *identified_;
}

}  // namespace forge
