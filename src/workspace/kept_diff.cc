#include "workspace/kept_diff.h"

#include <fmt/core.h>

#include <chrono>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "workspace/ref_files.h"

namespace forge {
namespace {

constexpr std::chrono::seconds kLongestAnswer{60};
constexpr std::chrono::seconds kLongestEnd{1};  // it only reads
constexpr std::string_view kGreeting = "start\n";

std::vector<std::string> Command(const std::vector<std::string>& options) {
  // git repeats a line that is not a commit, and flushes what stands before it. --always: the commit's id begins each
  // answer, also one without changes. It is missing if git could not read the commit.
  std::vector<std::string> command = {"diff-tree", "--stdin", "--always"};
  command.insert(command.end(), options.begin(), options.end());
  return command;
}

std::string MakeEnd() {
  const auto random = ReadFileHead("/dev/urandom", 32);
  return random ? "end " + Sha256(*random) : "";
}

}  // namespace

std::vector<std::string> KeptDiff::NamesOnly() { return {"-r", "-z", "--name-only", "--no-renames"}; }

std::vector<std::string> KeptDiff::InFull() {
  return {"-r", "-p", "-M", "--text", "--no-color", "--no-ext-diff", "--no-textconv"};
}

KeptDiff::KeptDiff(const Git& git, std::string config, const std::vector<std::string>& options)
    : end_(MakeEnd()),
      git_(git, std::move(config), Command(options), kLongestEnd,
           KeptGit::Greeting{{std::string(kGreeting), kGreeting.size(), kLongestAnswer}, std::string(kGreeting)}) {}

std::optional<std::string> KeptDiff::Find(const std::string& from, const std::string& to, std::size_t limit) {
  if (end_.empty() || !IsObjectId(from) || !IsObjectId(to)) return std::nullopt;
  const std::string end = fmt::format("{} {}\n", end_, ++asked_);
  const std::size_t head = to.size() + 1;  // and a line end, or a NUL
  std::string found;
  const GitQuestion question{fmt::format("{} {}\n{}", to, from, end), 0, kLongestAnswer, end,
                             head + limit + end.size()};
  const bool is_right = git_.Ask(question, [&](std::string_view answer) {
    if (!answer.starts_with(to) || answer.size() < head + end.size() || !answer.ends_with(end)) return false;
    found = answer.substr(head, answer.size() - head - end.size());
    return true;
  });
  return is_right ? std::optional(std::move(found)) : std::nullopt;
}

}  // namespace forge
