// Every fuzz target over its corpus and over mutants of it. Only a change of the parser or of the corpus changes the
// result;
// `./dev fuzz` explores further. A failing input is left in the working directory as fuzz-found-NAME.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/testing/source_dir.h"
#include "mutants.h"

// clang-format off: it never comes to an end with this list
#define FORGE_FUZZ_TARGETS(X)                                                                                         \
  X(audit) X(decompose) X(diff_secrets) X(error_class) X(findings) X(foreign_plan) X(gate_file) X(gates) X(graph)     \
  X(http_wire) X(index_file) X(json) X(junit) X(login) X(markdown) X(memory_import) X(milestone) X(modules) X(pipeline) X(plan)    \
  X(plan_checks) X(replay_script) X(reset_time) X(result_block) X(role) X(shell_line) X(sse) X(stated_commands)       \
  X(symbols) X(tap) X(verdict) X(web_page)
// clang-format on

#define FORGE_DECLARE(name) void Fuzz_##name(std::string_view text);
FORGE_FUZZ_TARGETS(FORGE_DECLARE)
#undef FORGE_DECLARE

namespace forge {
namespace {

namespace fs = std::filesystem;

struct Target {
  const char* name;
  void (*run)(std::string_view);
};

std::ostream& operator<<(std::ostream& out, const Target& target) { return out << target.name; }

std::vector<Target> Targets() {
#define FORGE_ROW(name) {#name, Fuzz_##name},
  return {FORGE_FUZZ_TARGETS(FORGE_ROW)};
#undef FORGE_ROW
}

// Of the input that is being read: a failed CHECK ends the program, so the handler must find them here.
std::string current_input;
std::string current_target;

void SaveInput(int signal) {
  std::signal(signal, SIG_DFL);
  const std::string name = "fuzz-found-" + current_target;
  std::ofstream(name, std::ios::binary) << current_input;
  std::cerr << "the input is in " << fs::current_path() / name << "; mend the parser and add it to fuzz/corpus/"
            << current_target << "\n";
  std::raise(signal);
}

std::string ReadAll(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

fs::path FuzzDir() { return fs::path(SourceDir()) / "fuzz"; }

std::map<std::string, std::string> Corpus(const std::string& name) {
  std::map<std::string, std::string> inputs;
  for (const auto& entry : fs::directory_iterator(FuzzDir() / "corpus" / name)) {
    inputs[entry.path().filename().string()] = ReadAll(entry.path());
  }
  return inputs;
}

class Fuzz : public testing::TestWithParam<Target> {};

constexpr int kMutantsPerTarget = 5000;

TEST_P(Fuzz, HoldsOnTheCorpusAndOnMutantsOfIt) {
  const Target target = GetParam();
  std::signal(SIGABRT, SaveInput);
  std::signal(SIGSEGV, SaveInput);
  current_target = target.name;
  const auto run = [&](std::string input) {
    current_input = std::move(input);
    target.run(current_input);
  };
  const auto words = ReadDictionary(ReadAll(FuzzDir() / (std::string(target.name) + ".dict")));
  const auto corpus = Corpus(target.name);
  ASSERT_FALSE(corpus.empty());
  for (const auto& [name, text] : corpus) {
    run(text);
    Mutants mutants(name, words);
    for (std::size_t left = kMutantsPerTarget / corpus.size() + 1; left > 0; --left) run(mutants.Next(text));
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, Fuzz, testing::ValuesIn(Targets()),
                         [](const auto& target) { return std::string(target.param.name); });

TEST(FuzzTargets, EveryTargetIsInTheTable) {
  std::set<std::string> sources;
  for (const auto& entry : fs::directory_iterator(FuzzDir())) {
    if (entry.path().extension() != ".cc" || ReadAll(entry.path()).find("\nFUZZ_TARGET(") == std::string::npos)
      continue;
    sources.insert(entry.path().stem().string());
  }
  std::set<std::string> table;
  for (const Target& target : Targets()) table.insert(target.name);
  EXPECT_EQ(sources, table);
}

TEST(MutantsTest, AreTheSameForTheSameSeedAndOthersForAnother) {
  Mutants one("a", {"word"});
  Mutants same("a", {"word"});
  Mutants other("b", {"word"});
  std::set<std::string> seen;
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    const std::string mutant = one.Next("some text to start from");
    EXPECT_EQ(mutant, same.Next("some text to start from"));
    differs |= mutant != other.Next("some text to start from");
    seen.insert(mutant);
  }
  EXPECT_TRUE(differs);
  EXPECT_GT(seen.size(), 90u);
}

TEST(MutantsTest, ADictionaryIsReadWithItsEscapes) {
  EXPECT_EQ(ReadDictionary("# a comment with \"quotes\"\n\"## Steps\\x0a\"\nname=\"a\\\\b\\\"c\"\n\n"),
            (std::vector<std::string>{"## Steps\n", "a\\b\"c"}));
}

}  // namespace
}  // namespace forge
