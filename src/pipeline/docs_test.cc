// The pages of the two formats, held against the code.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/strings.h"
#include "pipeline/builtin.h"
#include "pipeline/load.h"
#include "pipeline/roles.h"
#include "pipeline/words.h"

namespace forge {
namespace {

std::string Page(const std::string& name) {
  std::ifstream file(std::string(FORGE_SOURCE_DIR) + "/docs/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The fenced TOML blocks that are whole files.
std::vector<std::string> Examples(const std::string& page) {
  std::vector<std::string> examples;
  std::string block;
  bool inside = false;
  for (const std::string_view line : Lines(page)) {
    if (inside && line == "```") {
      if (block.starts_with("name ")) examples.push_back(block);
      inside = false;
    } else if (inside) {
      block += std::string(line) + "\n";
    } else if (line == "```toml") {
      inside = true;
      block.clear();
    }
  }
  return examples;
}

bool Mentions(const std::string& page, const std::string& word) {
  return page.find("`" + word + "`") != std::string::npos;
}

TEST(PipelinesPage, HasExamplesThatHold) {
  const auto examples = Examples(Page("pipelines.md"));
  ASSERT_FALSE(examples.empty());
  for (const std::string& example : examples) {
    for (const Problem& problem : ParsePipeline(example, "docs/pipelines.md").problems)
      ADD_FAILURE() << Describe(problem);
  }
}

TEST(PipelinesPage, NamesEveryBuiltInAndEveryWordTheFormatKnows) {
  const std::string page = Page("pipelines.md");
  std::vector<std::string> words = PresetNames(PresetKind::kPipeline);
  for (const auto& more :
       {AllWords<StageKind>(), AllWords<OnExhausted>(), AllWords<Unattended>(), AllWords<Aggregate>(),
        AllWords<CheckMode>(), AllWords<Over>(), AllWords<VerdictForm>(), AllWords<Converge>(), KnownTiers(),
        KnownEfforts(), KnownRuntimes(), KnownChecks(), KnownSights()}) {
    words.insert(words.end(), more.begin(), more.end());
  }
  for (const std::string& word : words) EXPECT_TRUE(Mentions(page, word)) << word;
}

// The checker itself lists the keys it knows; each must be on the page.
TEST(PipelinesPage, ExplainsEveryKey) {
  const std::string page = Page("pipelines.md");
  const auto problems =
      ParsePipeline("name = \"x\"\n[[stage]]\nname = \"a\"\nrole = \"b\"\nqqqqqqqqqq = 1\n", "x").problems;
  ASSERT_EQ(problems.size(), 1U);
  const std::string known = problems[0].hint.substr(std::string("known keys: ").size());
  for (const std::string_view key : Split(known, ',')) {
    const std::string name(Trim(key));
    EXPECT_TRUE(Mentions(page, name) || name == "member") << name;
  }
}

TEST(RolesPage, HasExamplesThatHold) {
  const auto examples = Examples(Page("roles.md"));
  ASSERT_FALSE(examples.empty());
  for (const std::string& example : examples) {
    for (const Problem& problem : ParseRole(example, "docs/roles.md").problems) ADD_FAILURE() << Describe(problem);
  }
}

TEST(RolesPage, ListsEveryBuiltInRoleAsItIs) {
  const std::string page = Page("roles.md");
  for (const std::string& name : BuiltinRoleNames()) {
    const Role role = *FindBuiltinRole(name);
    const std::string row = "| `" + name + "` | " + (role.writes ? "yes " : "") + "| " + role.about + " |";
    EXPECT_NE(page.find(row), std::string::npos) << row;
  }
}

}  // namespace
}  // namespace forge
