// The pages of the two formats, held against the code.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/strings.h"
#include "base/testing/source_dir.h"
#include "pipeline/builtin.h"
#include "pipeline/file_words.h"
#include "pipeline/load.h"
#include "pipeline/roles.h"

namespace forge {
namespace {

std::string Page(const std::string& name) {
  std::ifstream file(SourceDir() + "/docs/" + name);
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
        AllWords<CheckMode>(), AllWords<Over>(), AllWords<VerdictForm>(), AllWords<Converge>(), AllWords<Display>(),
        KnownTiers(), KnownEfforts(), KnownRuntimes(), KnownChecks(), KnownSights()}) {
    words.insert(words.end(), more.begin(), more.end());
  }
  for (const std::string& word : words) EXPECT_TRUE(Mentions(page, word)) << word;
}

// The keys a checker knows, as its own hint for an unknown one lists them.
std::vector<std::string> KnownKeys(const std::vector<Problem>& problems) {
  const std::string opening = "known keys: ";
  std::vector<std::string> keys;
  for (const Problem& problem : problems) {
    if (!problem.hint.starts_with(opening)) continue;
    const std::string list = problem.hint.substr(opening.size());
    for (const std::string_view key : Split(list, ',')) keys.emplace_back(Trim(key));
  }
  return keys;
}

TEST(PipelinesPage, ExplainsEveryKeyOfEveryTable) {
  const std::string page = Page("pipelines.md");
  const std::string stage = "name = \"x\"\n[[stage]]\nname = \"a\"\n";
  for (const std::string& file :
       {"qqqqqqqqqq = 1\n" + stage + "role = \"b\"\n", stage + "role = \"b\"\nqqqqqqqqqq = 1\n",
        stage + "kind = \"panel\"\n[[stage.member]]\nname = \"m\"\nrole = \"b\"\nqqqqqqqqqq = 1\n",
        stage + "role = \"b\"\nbudget = { qqqqqqqqqq = 1 }\n",
        stage + "kind = \"check\"\nchecks = [\"graph\"]\non_revision = { role = \"b\", qqqqqqqqqq = 1 }\n"}) {
    const auto keys = KnownKeys(ParsePipeline(file, "x").problems);
    EXPECT_FALSE(keys.empty()) << file;
    for (const std::string& key : keys) {
      const bool table = Mentions(page, "[[" + key + "]]") || Mentions(page, "[[stage." + key + "]]");
      EXPECT_TRUE(table || Mentions(page, key) || page.find("{ " + key + " =") != std::string::npos ||
                  page.find(", " + key + " =") != std::string::npos)
          << key;
    }
  }
}

TEST(RolesPage, ExplainsEveryKey) {
  const std::string page = Page("roles.md");
  const auto keys = KnownKeys(ParseRole("name = \"x\"\npersona = \"y\"\nqqqqqqqqqq = 1\n", "x").problems);
  ASSERT_FALSE(keys.empty());
  for (const std::string& key : keys)
    EXPECT_TRUE(Mentions(page, key) || page.find("[" + key) != std::string::npos) << key;
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
