#include "service/proof/red_green.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/strings.h"
#include "graph/pattern.h"
#include "model/failed_command.h"
#include "model/path_kinds.h"

namespace forge {
namespace {

constexpr std::size_t kMostTestsNamed = 8;
constexpr std::size_t kShownOfTree = 12;

std::string Named(const std::vector<std::string>& paths) {
  std::vector<std::string> shown(paths.begin(),
                                 paths.begin() + static_cast<std::ptrdiff_t>(std::min(paths.size(), kMostTestsNamed)));
  const std::size_t more = paths.size() - shown.size();
  return Join(shown, ", ") + (more > 0 ? fmt::format(" and {} more", more) : "");
}

bool Names(std::string_view command, std::string_view path) {
  constexpr std::string_view kAround = " \t\n'\"`;&|()<>=,:";
  for (std::size_t at = command.find(path); at != std::string_view::npos; at = command.find(path, at + 1)) {
    std::string_view before = command.substr(0, at);
    if (before.ends_with("./")) before.remove_suffix(2);
    const std::size_t end = at + path.size();
    const bool begins = before.empty() || kAround.find(before.back()) != std::string_view::npos;
    const bool ends = end == command.size() || kAround.find(command[end]) != std::string_view::npos;
    if (begins && ends) return true;
  }
  return false;
}

template <typename Is>
std::vector<std::string> Those(const std::vector<std::string>& paths, const Is& is) {
  std::vector<std::string> found;
  std::ranges::copy_if(paths, std::back_inserter(found), is);
  return found;
}

// What fails now, and did not fail without the tests: another test, or the same command with other output.
bool FailsAsIn(const VerifyResult& result, const VerifyReport& bare) {
  const auto before = std::ranges::find(bare.results, result.command, &VerifyResult::command);
  if (result.passed || before == bare.results.end() || before->passed) return false;
  VerifyReport now, then;
  now.results = {result};
  then.results = {*before};
  return std::ranges::includes(Issues(then), Issues(now));
}

// What a program reads without being told.
struct ReadBy {
  std::string_view program, file;
};
constexpr std::array<ReadBy, 10> kReadByProgram = {{
    {"make", "Makefile"},
    {"make", "makefile"},
    {"make", "GNUmakefile"},
    {"npm", "package.json"},
    {"yarn", "package.json"},
    {"pnpm", "package.json"},
    {"cargo", "Cargo.toml"},
    {"go", "go.mod"},
    {"just", "justfile"},
    {"tox", "tox.ini"},
}};

bool Needs(std::string_view command, std::string_view file) {
  return Names(command, file) || std::ranges::any_of(kReadByProgram, [&](const ReadBy& one) {
           return one.file == file && Names(command, one.program);
         });
}

std::string ShortTree(const Json& tree) { return tree.AsString().substr(0, kShownOfTree); }

}  // namespace

std::vector<std::string> TestsOfChange(const PlannedProof& proof, const std::vector<std::string>& changed,
                                       const std::vector<std::string>& verify) {
  if (!proof.tests.empty()) {
    return Those(changed, [&](const std::string& path) {
      return std::ranges::any_of(
          proof.tests, [&](const std::string& test) { return PatternsOverlap(Pattern(test), Pattern(path)); });
    });
  }
  std::vector<std::string> tests = Those(changed, [](const std::string& path) { return IsTestPath(path); });
  if (!tests.empty()) return tests;
  return Those(changed, [&](const std::string& path) {
    return std::ranges::any_of(verify, [&](const std::string& command) { return Names(command, path); });
  });
}

std::vector<std::string> FailedCommands(const VerifyReport& red) {
  std::vector<std::string> failed;
  for (const VerifyResult& result : red.results) {
    if (!result.passed) failed.push_back(result.command);
  }
  return failed;
}

std::string WhyNotRed(const PlannedProof& proof, const std::vector<std::string>& tests,
                      const std::vector<std::string>& changed, const VerifyReport& red, const VerifyReport& bare) {
  if (tests.empty() && !proof.tests.empty())
    return fmt::format("Proof: red-green: the work changes none of the tests that the plan names ({}): add them there",
                       Named(proof.tests));
  if (!tests.empty() && tests.size() == changed.size())
    return fmt::format(
        "Proof: red-green: the work changes only tests ({}), so nothing shows that they fail without it; name the test "
        "files in the plan (`Proof: red-green` and their paths in backticks), or waive it there with a reason",
        Named(tests));
  std::vector<std::string> passing, missing, same;
  for (const VerifyResult& result : red.results) {
    if (!result.missing.empty()) {
      missing.push_back(result.command);
    } else if (result.passed) {
      passing.push_back(result.command);
    } else if (FailsAsIn(result, bare)) {
      same.push_back(result.command);
    } else {
      return "";
    }
  }
  const std::string where =
      tests.empty() ? "on the tree before the work (no changed file is a test)"
                    : fmt::format("on the tree before the work with only the tests added ({})", Named(tests));
  if (!missing.empty()) return fmt::format("Proof: red-green: `{}` cannot run {}", missing[0], where);
  if (!same.empty())
    return fmt::format(
        "Proof: red-green: `{}` fails on the tree before the work, and in the same way with only the tests added ({}): "
        "that failure is not theirs. Write a test that says what it misses, or a verify command that runs only the "
        "step's tests",
        Join(same, "`, `"), Named(tests));
  if (passing.empty()) return "Proof: red-green: the step has no verify command that could fail";
  return fmt::format("Proof: red-green: `{}` already passes {}: write a test that fails without the work",
                     Join(passing, "`, `"), where);
}

std::vector<std::string> RunnersOf(const std::vector<std::string>& commands, const std::vector<std::string>& added,
                                   const std::vector<std::string>& tests) {
  return Those(added, [&](const std::string& path) {
    const bool is_test = std::ranges::find(tests, path) != tests.end();
    return !is_test && std::ranges::any_of(commands, [&](const std::string& one) { return Needs(one, path); });
  });
}

std::vector<std::string> CouldNotRun(const RedGreen& evidence, const std::vector<std::string>& runners) {
  std::vector<std::string> commands;
  for (const VerifyResult& result : evidence.red.results) {
    const bool shows_nothing = !result.missing.empty() || FailsAsIn(result, evidence.bare);
    const bool needs = std::ranges::any_of(runners, [&](const std::string& one) { return Needs(result.command, one); });
    if (shows_nothing && needs) commands.push_back(result.command);
  }
  return commands;
}

std::string WhyNotRedWithRunners(const RedGreen& evidence) {
  if (evidence.run.results.empty())
    return fmt::format(
        "Proof: red-green: the work changes only tests ({}) and what runs them ({}), so nothing shows that they fail "
        "without it; waive the proof in the plan with a reason",
        Named(evidence.tests), Named(evidence.runners));
  std::vector<std::string> passing, others;
  for (const VerifyResult& result : evidence.run.results) {
    const bool shows_nothing = !result.missing.empty() || FailsAsIn(result, evidence.bare);
    if (!result.passed && !shows_nothing) return "";
    (result.passed ? passing : others).push_back(result.command);
  }
  return fmt::format(
      "Proof: red-green: `{}` could not run before the work: {} {} new. With that and only the tests added ({}) it {}: "
      "write a test that fails without the rest of the work",
      Join(passing.empty() ? others : passing, "`, `"), Named(evidence.runners),
      evidence.runners.size() == 1 ? "is" : "are", Named(evidence.tests),
      passing.empty() ? "still cannot run" : "already passes");
}

Json ToJson(const RedGreen& evidence) {
  Json results = Json::MakeArray();
  Json runners = Json::MakeArray();
  for (const std::string& path : evidence.runners) runners.Append(path);
  for (const VerifyResult& before : evidence.red.results) {
    const auto again = std::ranges::find(evidence.run.results, before.command, &VerifyResult::command);
    const bool ran_again = again != evidence.run.results.end();
    const VerifyResult& result = ran_again ? *again : before;
    Json entry = Json::MakeObject()
                     .Set("command", result.command)
                     .Set("exit_code", result.exit_code)
                     .Set("passed", result.passed);
    if (result.timed_out) entry.Set("timed_out", true);
    if (ran_again) entry.Set("new_files", runners);
    if (FailsAsIn(result, evidence.bare)) entry.Set("same_without_tests", true);
    if (const std::string tail = result.passed ? "" : LastLines(result.output); !tail.empty()) entry.Set("tail", tail);
    results.Append(std::move(entry));
  }
  Json tests = Json::MakeArray();
  for (const std::string& path : evidence.tests) tests.Append(path);
  Json json = Json::MakeObject()
                  .Set("shown", evidence.problem.empty())
                  .Set("base", evidence.base)
                  .Set("before", evidence.before)
                  .Set("after", evidence.after)
                  .Set("tests", std::move(tests))
                  .Set("results", std::move(results));
  if (!evidence.with_runners.empty()) json.Set("with_new_files", evidence.with_runners);
  if (!evidence.problem.empty()) json.Set("problem", evidence.problem);
  return json;
}

std::vector<std::string> RedGreenLines(const Json& evidence) {
  if (!evidence.is_object()) return {};
  if (!evidence["shown"].AsBool()) return {evidence["problem"].AsString()};
  std::vector<std::string> tests;
  for (const Json& path : evidence["tests"].AsArray()) tests.push_back(path.AsString());
  std::vector<std::string> lines;
  for (const Json& result : evidence["results"].AsArray()) {
    const bool passed = result["passed"].AsBool();
    const std::string how = result["timed_out"].AsBool() ? "timed out"
                            : passed                     ? "passed already"
                                                         : fmt::format("failed (exit {})", result["exit_code"].AsInt());
    std::vector<std::string> runners;
    for (const Json& path : result["new_files"].AsArray()) runners.push_back(path.AsString());
    if (!runners.empty()) {
      lines.push_back(fmt::format(
          "Red-green: `{}` could not run before the work: {} {} new. It {} on tree {}, before the work with only {} "
          "and {} added, and passed on tree {} with it",
          result["command"].AsString(), Named(runners), runners.size() == 1 ? "is" : "are", how,
          ShortTree(evidence["with_new_files"]), Named(tests), Named(runners), ShortTree(evidence["after"])));
      continue;
    }
    const char* same = result["same_without_tests"].AsBool() ? " (in the same way without them: no proof)" : "";
    lines.push_back(fmt::format("Red-green: `{}` {} on tree {}, before the work{}{}, and passed on tree {} with it",
                                result["command"].AsString(), how, ShortTree(evidence["before"]),
                                tests.empty() ? "" : fmt::format(" with only {} added", Named(tests)), same,
                                ShortTree(evidence["after"])));
  }
  return lines;
}

}  // namespace forge
