#include "service/unit/project_context.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "os/files/files.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

class Rules : public testing::Test {
 protected:
  void Write(const std::string& name, const std::string& text) {
    const std::string path = directory_.path() + "/" + name;
    ASSERT_TRUE(MakeDirectories(DirName(path)));
    ASSERT_TRUE(WriteFileAtomic(path, text));
  }

  std::vector<PromptBlock> Of(const std::vector<std::string>& paths) {
    Project project;
    project.root = directory_.path();
    return ProjectRules(project, paths);
  }

  std::vector<std::string> NamesOf(const std::vector<std::string>& paths) {
    std::vector<std::string> names;
    for (const PromptBlock& rule : Of(paths)) names.push_back(rule.label);
    return names;
  }

  TempDirectory directory_;
};

TEST_F(Rules, TheNearestComeFirst) {
  Write("AGENTS.md", "tabs");
  Write("CLAUDE.md", "no threads");
  Write(".context/project.md", "a house");
  Write("src/AGENTS.md", "blanks");
  Write("src/deep/CLAUDE.md", "two blanks");
  Write("other/AGENTS.md", "elsewhere");
  using RuleNames = std::vector<std::string>;
  EXPECT_EQ(NamesOf({}), (RuleNames{"AGENTS.md", "CLAUDE.md", ".context/project.md"}));
  EXPECT_EQ(NamesOf({"src/deep/*.cc", "README.md"}),
            (RuleNames{"src/deep/CLAUDE.md", "src/AGENTS.md", "AGENTS.md", "CLAUDE.md", ".context/project.md"}));
  EXPECT_EQ(NamesOf({"../AGENTS.md", "/etc/x"}), NamesOf({})) << "nothing outside the project";
}

TEST_F(Rules, OneThatRepeatsAnotherOrPointsToItIsLeftOut) {
  Write("AGENTS.md", "tabs\n");
  Write("CLAUDE.md", "tabs");
  Write(".context/project.md", "@AGENTS.md\n");
  EXPECT_EQ(NamesOf({}), std::vector<std::string>{"AGENTS.md"});
}

TEST_F(Rules, TogetherTheyKeepToTheBudgetAndSayWhatWasCut) {
  std::string longer;
  while (longer.size() < kMostOfRules) longer += "one rule and another rule\n";
  Write("AGENTS.md", longer);
  Write("CLAUDE.md", "the last rule\n");
  const auto rules = Of({});
  ASSERT_EQ(rules.size(), 2U);
  EXPECT_LE(rules[0].text.size() + rules[1].text.size(), kMostOfRules + 200);
  EXPECT_TRUE(rules[0].text.ends_with("rule\n(cut here: read the rest of AGENTS.md yourself)\n")) << rules[0].text;
  EXPECT_EQ(rules[1].text, "the last rule\n") << "a long file leaves the short ones whole";
}

TEST_F(Rules, LongFilesShareWhatTheShortOnesLeave) {
  std::string longer;
  while (longer.size() < 2 * kMostOfRules) longer += "one rule and another rule\n";
  Write("src/AGENTS.md", longer);
  Write("AGENTS.md", "one of its own\n" + longer);
  Write("CLAUDE.md", "the last rule\n");
  const auto rules = Of({"src/a.cc"});
  ASSERT_EQ(rules.size(), 3U);
  EXPECT_GT(rules[0].text.size(), kMostOfRules / 2 - 100);
  EXPECT_GT(rules[1].text.size(), kMostOfRules / 2 - 100);
  EXPECT_LE(rules[0].text.size() + rules[1].text.size(), kMostOfRules + 200);
  EXPECT_EQ(rules[2].text, "the last rule\n");
}

TEST_F(Rules, ATextThatIsCutAtTheEndOfALineSaysSoToo) {
  constexpr std::size_t kMost = 80;
  std::string rules;
  for (int i = 0; i < 50; ++i) rules += "- rule 1\n";  // its 81st byte ends a line
  Write("AGENTS.md", rules);
  Project project;
  project.root = directory_.path();
  const auto read = [](const std::string& path) { return ReadRuleFile(path, kMost); };
  const auto shown = ProjectRules(project, {}, read, kMost);
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_TRUE(shown[0].text.ends_with("(cut here: read the rest of AGENTS.md yourself)\n")) << shown[0].text;
  EXPECT_EQ(shown[0].budget, 20);
  EXPECT_EQ(shown[0].left_out, std::vector<std::string>{"the rest of AGENTS.md"});
}

TEST_F(Rules, NoFileNoRule) { EXPECT_TRUE(Of({"a.txt"}).empty()); }

}  // namespace
}  // namespace forge
