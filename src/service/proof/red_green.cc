#include "service/proof/red_green.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/strings.h"
#include "graph/pattern.h"
#include "model/failed_command.h"
#include "model/json_array.h"
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

// The name in a line of output, not a part of another one.
bool HasName(std::string_view line, std::string_view name) {
  const auto of_name = [](char c) { return IsLetterOrDigit(c) || c == '_' || c == '-'; };
  for (std::size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || (!of_name(line[at - 1]) && line[at - 1] != '.');
    const bool more = end + 1 < line.size() && line[end] == '.' && of_name(line[end + 1]);
    if (begins && !more && (end == line.size() || !of_name(line[end]))) return true;
  }
  return false;
}

bool SaysMissing(const std::string& line) {
  constexpr std::array<std::string_view, 14> kWords = {"no such file",
                                                       "not found",
                                                       "cannot open",
                                                       "can't open",
                                                       "cannot find",
                                                       "can't find",
                                                       "could not find",
                                                       "couldn't find",
                                                       "cannot load",
                                                       "no module named",
                                                       "no rule to make target",
                                                       "enoent",
                                                       "could not open",
                                                       "does not exist"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return line.find(word) != std::string::npos; });
}

// By its path or its name; a module also without its ending, and with dots.
bool HasNameOfFile(const std::string& line, const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  if (HasName(line, name)) return true;
  const std::string stem = name.substr(0, name.find('.'));
  const bool module = line.find("odule") != std::string::npos || line.find("cannot load") != std::string::npos;
  if (!module || stem.empty()) return false;
  const std::string dotted = ReplaceAll(path.substr(0, path.size() - name.size()), "/", ".") + stem;
  return HasName(line, stem) || HasName(line, dotted);
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

bool AreGuessedTests(const PlannedProof& proof, const std::vector<std::string>& tests) {
  return proof.tests.empty() && std::ranges::none_of(tests, [](const std::string& path) { return IsTestPath(path); });
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

std::vector<std::string> LackedFiles(const VerifyReport& report, const RedGreen& evidence,
                                     const std::vector<std::string>& there) {
  constexpr std::size_t kMostLines = 50;
  std::vector<std::string> lines;
  for (const VerifyResult& result : report.results) {
    if (result.passed) continue;
    for (std::string_view line : Split(result.output, '\n')) {
      if (lines.size() < kMostLines && SaysMissing(Lower(line))) lines.emplace_back(line);
    }
  }
  const auto has = [](const std::vector<std::string>& paths, const std::string& path) {
    return std::ranges::find(paths, path) != paths.end();
  };
  return Those(evidence.added, [&](const std::string& path) {
    return !has(evidence.tests, path) && !has(there, path) &&
           std::ranges::any_of(lines, [&](const std::string& line) { return HasNameOfFile(line, path); });
  });
}

VerifyReport ShowingNothing(const VerifyReport& report, const VerifyReport& bare) {
  VerifyReport nothing = report;
  std::erase_if(nothing.results, [&](const VerifyResult& result) {
    return result.passed || (result.missing.empty() && !FailsAsIn(result, bare));
  });
  return nothing;
}

std::vector<std::string> CouldNotRun(const RedGreen& evidence, const std::vector<std::string>& runners) {
  std::vector<std::string> commands;
  for (const VerifyResult& result : ShowingNothing(evidence.red, evidence.bare).results) {
    VerifyReport alone;
    alone.results = {result};
    const std::vector<std::string> lacked = LackedFiles(alone, evidence, {});
    const bool needs = std::ranges::any_of(runners, [&](const std::string& one) {
      return Needs(result.command, one) || std::ranges::find(lacked, one) != lacked.end();
    });
    if (needs) commands.push_back(result.command);
  }
  return commands;
}

std::string WhyNotRedWithRunners(const RedGreen& evidence) {
  if (evidence.run.results.empty())
    return fmt::format(
        "Proof: red-green: the work changes only tests ({}) and what runs them ({}), so nothing shows that they fail "
        "without it; waive the proof in the plan with a reason",
        Named(evidence.tests), Named(evidence.runners));
  std::vector<std::string> passing, same, others;
  for (const VerifyResult& result : evidence.run.results) {
    const bool cannot = !result.missing.empty() || FailsAsIn(result, evidence.bare);
    const bool as_without_tests = FailsAsIn(result, evidence.bare_run);
    if (!result.passed && !cannot && !as_without_tests) return "";
    (result.passed ? passing : cannot ? others : same).push_back(result.command);
  }
  const bool fails = passing.empty() && others.empty();
  return fmt::format(
      "Proof: red-green: `{}` could not run before the work: {} {} new. With that and only the tests added ({}) it {}: "
      "{}",
      Join(!passing.empty() ? passing
           : fails          ? same
                            : others,
           "`, `"),
      Named(evidence.runners), evidence.runners.size() == 1 ? "is" : "are", Named(evidence.tests),
      !passing.empty() ? "already passes"
      : fails          ? "fails in the same way as without the tests, so Forge cannot tell whether a test ran"
                       : "still cannot run",
      fails ? "give the tests a verify command of their own, or waive the proof in the plan with a reason"
            : "write a test that fails without the rest of the work");
}

std::string WhyNotRedForGuessed(const RedGreen& evidence) {
  return fmt::format(
      "Proof: red-green: `{}` fails on the tree before the work with only {} added because {}, which {} new, {} "
      "missing "
      "there; with that it already passes. Forge cannot tell whether a test ran: write a test that fails without the "
      "rest of the work, or name the test files in the plan (`Proof: red-green` and their paths in backticks)",
      Join(FailedCommands(evidence.red), "`, `"), Named(evidence.tests), Named(evidence.runners),
      evidence.runners.size() == 1 ? "is" : "are", evidence.runners.size() == 1 ? "is" : "are");
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
    if (FailsAsIn(result, evidence.bare) || FailsAsIn(result, evidence.bare_run)) entry.Set("same_without_tests", true);
    VerifyReport alone;
    alone.results = {result};
    const std::vector<std::string> lacked = LackedFiles(alone, evidence, evidence.runners);
    if (!lacked.empty()) entry.Set("lacked_files", JsonArray(lacked));
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
    std::vector<std::string> lacked;
    for (const Json& path : result["lacked_files"].AsArray()) lacked.push_back(path.AsString());
    const std::string same = result["same_without_tests"].AsBool() ? " (in the same way without them: no proof)"
                             : !lacked.empty() ? fmt::format(" (it lacked {}, which {} new)", Named(lacked),
                                                             lacked.size() == 1 ? "is" : "are")
                                               : "";
    lines.push_back(fmt::format("Red-green: `{}` {} on tree {}, before the work{}{}, and passed on tree {} with it",
                                result["command"].AsString(), how, ShortTree(evidence["before"]),
                                tests.empty() ? "" : fmt::format(" with only {} added", Named(tests)), same,
                                ShortTree(evidence["after"])));
  }
  return lines;
}

}  // namespace forge
