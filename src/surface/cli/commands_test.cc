#include "surface/cli/commands.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace forge::cli {
namespace {

TEST(Commands, AreSortedByNameAndEachIsThereOnce) {
  for (std::size_t i = 1; i < Commands().size(); ++i) {
    EXPECT_LT(Commands()[i - 1]->name, Commands()[i]->name);
  }
}

TEST(Commands, ShowExamplesThatBeginWithTheCommandItself) {
  for (const Command* command : Commands()) {
    const Form form = command->form();
    ASSERT_FALSE(form.examples.empty()) << command->name;
    bool found = false;
    for (const Example& example : form.examples) {
      found = found || example.line.find("forge " + std::string(command->name)) != std::string::npos;
    }
    EXPECT_TRUE(found || command->name == "version" || command->name.ends_with(" list")) << command->name;
  }
}

TEST(Commands, SayWhatEveryArgumentIsFor) {
  for (const Command* command : Commands()) {
    EXPECT_FALSE(command->about.empty());
    EXPECT_FALSE(command->about.ends_with('.')) << command->name;
    std::set<std::string> names = {"json", "help"};
    const Form form = command->form();
    for (const Positional& positional : form.positionals) EXPECT_FALSE(positional.about.empty()) << command->name;
    for (const Option& option : form.options) {
      EXPECT_FALSE(option.about.empty()) << command->name;
      EXPECT_TRUE(names.insert(option.name).second) << command->name << " --" << option.name;
    }
  }
}

TEST(Commands, HaveTheLettersThatGitAndGhHave) {
  const std::map<std::string, std::string> letters = {{"follow", "f"},  {"message", "m"}, {"comment", "m"},
                                                      {"reason", "m"},  {"last", "n"},    {"limit", "n"},
                                                      {"dry-run", "n"}, {"quiet", "q"}};
  std::set<std::string> seen;
  for (const Command* command : Commands()) {
    const Form form = command->form();
    for (const Option& option : form.options) {
      const auto letter = letters.find(option.name);
      EXPECT_EQ(option.letter, letter == letters.end() ? "" : letter->second) << command->name << " --" << option.name;
      seen.insert(option.letter);
    }
  }
  EXPECT_EQ(seen, (std::set<std::string>{"", "f", "m", "n", "q"}));
}

TEST(Commands, ThatAnswerInMillisecondsLoadNothing) {
  for (const char* name :
       {"help", "version", "check verdict", "check audit", "check gates", "check error", "completion"}) {
    ASSERT_NE(FindCommand(name), nullptr) << name;
    EXPECT_EQ(FindCommand(name)->needs, Needs::kNothing) << name;
  }
}

TEST(Commands, AreSuggestedForWordsThatAreClose) {
  EXPECT_EQ(SuggestCommand("statsu"), "did you mean `status`?");
  EXPECT_EQ(SuggestCommand("chek"), "did you mean `check`?");
  EXPECT_EQ(SuggestCommand("check verdit"), "did you mean `check verdict`?");
  EXPECT_EQ(SuggestCommand("xyzzy"), "`forge help` lists the commands");
}

TEST(Commands, ThatBeginWithTheWordAreSuggestedBeforeThoseThatAreClose) {
  EXPECT_EQ(SuggestCommand("stat"), "did you mean `status`?");
  EXPECT_EQ(SuggestCommand("pipe"), "did you mean `pipeline`?");
  EXPECT_EQ(SuggestCommand("check verd"), "did you mean `check verdict`?");
}

TEST(Commands, OfAFamilyAreFoundByItsWord) {
  EXPECT_EQ(Family("check").size(), 8u);
  EXPECT_TRUE(Family("run").empty());
  EXPECT_TRUE(Family("chec").empty());
}

}  // namespace
}  // namespace forge::cli
