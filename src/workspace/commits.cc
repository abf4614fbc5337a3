#include "workspace/commits.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/strings.h"

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

Result<std::string> Committer::Commit(const std::string& tree, const std::vector<std::string>& parents,
                                      const std::string& message) {
  std::vector<std::string> args = {"commit-tree", tree, "-F", "-"};
  for (const std::string& parent : parents) args.insert(args.end(), {"-p", parent});
  std::string text = ReplaceAll(ValidUtf8(message), std::string_view("\0", 1), "");
  return Identified().Line(args, text.empty() ? "\n" : text);
}

Git Committer::Identified() {
  std::call_once(asked_, [this] {
    Git git = git_;
    for (std::string_view who : {"AUTHOR", "COMMITTER"}) {
      auto known = git_.Try({"var", fmt::format("GIT_{}_IDENT", who)});
      if (known && known->exit_code == 0) continue;
      git = git.With(fmt::format("GIT_{}_NAME", who), "Forge");
      git = git.With(fmt::format("GIT_{}_EMAIL", who), "forge@localhost");
    }
    identified_ = std::move(git);
  });
  return *identified_;
}

}  // namespace forge
