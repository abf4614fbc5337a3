#include "agent/tools/ignore_rules.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "agent/tools/tools.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"

namespace forge {
namespace {

class IgnoreTest : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = MakeTempDirectory("ignore").value();
    Git({"init", "-q", "."});
    for (const char* a : {"a", "b", "ab", "a.o"}) {
      for (const char* b : {"a", "b", "x y", "c.o"}) {
        Put(fmt::format("{}/{}/f.o", a, b), "needle\n");
        Put(fmt::format("{}/{}/a", a, b), "needle\n");
      }
      Put(fmt::format("{}.txt", a), "needle\n");
    }
  }
  void TearDown() override { EXPECT_TRUE(RemoveTree(directory_)); }

  void Put(const std::string& name, const std::string& text) const {
    ASSERT_TRUE(MakeDirectories(DirName(directory_ + "/" + name)));
    ASSERT_TRUE(WriteFileAtomic(directory_ + "/" + name, text));
  }
  std::vector<std::string> Git(std::vector<std::string> args) const {
    ProcessSpec command;
    command.argv = {"git", "-c", "core.excludesFile=/dev/null"};
    command.argv.insert(command.argv.end(), args.begin(), args.end());
    command.cwd = directory_;
    return Sorted(RunProcess(command).value().out);
  }
  static std::vector<std::string> Sorted(const std::string& text) {
    std::vector<std::string> lines;
    for (std::string_view line : Lines(text)) {
      if (!Trim(line).empty()) lines.emplace_back(line);
    }
    std::ranges::sort(lines);
    return lines;
  }
  std::vector<std::string> Search(const std::string& tool, const std::string& arguments) const {
    AgentRequest request;
    request.cwd = directory_;
    const ToolUse use{"id", tool, ParseJson(arguments).value(), ""};
    const ToolReply reply = Toolbox::Open(request).value().Run({use}, SteadyMs() + 30'000, {}).front();
    return reply.text.starts_with("No ") ? std::vector<std::string>{} : Sorted(reply.text);
  }

  std::string directory_;
};

TEST_F(IgnoreTest, GlobAndGrepSeeWhatGitSees) {
  Put(".gitignore", "# built\n*.o\n!keep.o\n/b/\nab/**/a\nx\\ y   \n\\#odd\n");
  Put("a/.gitignore", "!f.o\nb\n");
  Put("keep.o", "needle\n");
  Put("#odd", "needle\n");
  const std::vector<std::string> git = Git({"ls-files", "--others", "--exclude-standard"});
  EXPECT_EQ(Search("Glob", R"({"pattern":"**"})"), git);
  std::vector<std::string> with_needle = git;
  std::erase_if(with_needle, [](const std::string& name) { return name.ends_with(".gitignore"); });
  EXPECT_EQ(Search("Grep", R"({"pattern":"needle"})"), with_needle);
  EXPECT_FALSE(git.empty());
}

TEST_F(IgnoreTest, WhoNamesAnIgnoredDirectoryIsShownIt) {
  Put(".gitignore", "/b/\n*.txt\n");
  EXPECT_EQ(Search("Glob", R"({"pattern":"**/f.o","path":"b"})").size(), 4U);
  EXPECT_EQ(Search("Glob", R"({"pattern":"**/f.o","path":"b/a"})").size(), 1U);
  EXPECT_EQ(Search("Grep", R"({"pattern":"needle","path":"a.txt"})").size(), 1U);
  Put("a/n.txt", "needle\n");
  EXPECT_TRUE(Search("Glob", R"({"pattern":"*.txt","path":"a"})").empty()) << "the rules above it still count";
}

TEST_F(IgnoreTest, RandomRulesMeanWhatGitMeans) {
  constexpr const char* kPieces[] = {"a", "b", "*", "?", "**", "/", ".o", "[ab]", "[!a]", "f", "\\a", ".txt", "c"};
  for (unsigned seed = 1; seed <= 150; ++seed) {
    std::mt19937 random(seed);
    auto below = [&](std::size_t most) { return static_cast<std::size_t>(random() % most); };
    auto rules = [&] {
      std::string text;
      for (std::size_t lines = 1 + below(4); lines > 0; --lines) {
        if (below(4) == 0) text += "!";
        for (std::size_t parts = 1 + below(5); parts > 0; --parts) text += kPieces[below(std::size(kPieces))];
        if (below(4) == 0) text += "/";
        text += "\n";
      }
      return text;
    };
    const std::string top = rules(), deeper = rules();
    Put(".gitignore", top);
    Put("a/.gitignore", deeper);
    EXPECT_EQ(Search("Glob", R"({"pattern":"**"})"), Git({"ls-files", "--others", "--exclude-standard"}))
        << "seed " << seed << "\n--- .gitignore\n"
        << top << "--- a/.gitignore\n"
        << deeper;
  }
}

}  // namespace
}  // namespace forge
