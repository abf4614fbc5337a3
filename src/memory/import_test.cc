#include "memory/import.h"

#include <gtest/gtest.h>

#include "memory/export.h"
#include "memory/pointers.h"

namespace forge {
namespace {

TEST(Import, ReadsJsonLinesAndNamesTheBadOnes) {
  std::string text;
  for (int i = 1; i <= 100; ++i) {
    if (i % 20 == 0) {
      text += i % 40 == 0 ? "{broken\n" : "{\"pattern\":\"\",\"category\":\"convention\"}\n";
    } else {
      text += "{\"id\":\"mem_1_a\",\"timestamp\":\"2026-04-15T10:00:00Z\",\"pattern\":\"fact " + std::to_string(i) +
              "\",\"category\":\"test_command\",\"confidence\":0.8}\n";
    }
  }
  const Imported imported = ReadMemoryText(text, "project.jsonl");
  EXPECT_EQ(imported.format, "jsonl");
  EXPECT_EQ(imported.facts.size(), 95U);
  ASSERT_EQ(imported.bad.size(), 5U);
  EXPECT_EQ(imported.bad[0].line, 20);
  EXPECT_EQ(imported.bad[4].line, 100);
  const NewFact& fact = imported.facts[0].fact;
  EXPECT_EQ(fact.text, "fact 1");
  EXPECT_EQ(fact.category, FactCategory::kTestCommand);
  EXPECT_EQ(fact.confidence, 0.8);
  EXPECT_EQ(fact.said.ms, 1776211200000);
}

TEST(Import, RefusesWhatIsNoFact) {
  for (const char* line :
       {"[]", "1", "{\"pattern\":\"x\",\"category\":\"nonsense\"}", "{\"category\":\"convention\"}",
        "{\"pattern\":\"x\",\"confidence\":7}", "{\"pattern\":\"x\",\"confidence\":\"high\"}", "x"}) {
    const Imported imported = ReadMemoryText(line, "f");
    EXPECT_TRUE(imported.facts.empty()) << line;
    EXPECT_EQ(imported.bad.size(), 1U) << line;
  }
}

TEST(Import, ReadsAnAutoMemory) {
  const Imported imported = ReadMemoryText(
      "<!-- gsd-auto-memory | project: x | extraction_count: 5 -->\n\n## Gotcha\n"
      "- [MEM003] (gotcha) confidence:0.95 hits:4 \xE2\x80\x94 Hooks must swallow their errors.\n"
      "  source: execute-task/T02 | updated: 2026-04-15\n\n"
      "- [MEM004] [SUPERSEDED by MEM003] (gotcha) confidence:0.5 hits:0 \xE2\x80\x94 Hooks may throw.\n"
      "  source: x | updated: 2026-04-10\n"
      "- [MEM005] (nonsense) confidence:0.5 hits:0 \xE2\x80\x94 what\n"
      "- [MEM006] (preference) confidence:0.7 hits:0 \xE2\x80\x94 Short names\n  also for files\n",
      "AUTO-MEMORY.md");
  EXPECT_EQ(imported.format, "auto-memory");
  ASSERT_EQ(imported.facts.size(), 2U);
  EXPECT_EQ(imported.facts[0].fact.text, "Hooks must swallow their errors.");
  EXPECT_EQ(imported.facts[0].fact.hits, 4);
  EXPECT_EQ(imported.facts[0].fact.from.source, "execute-task/T02");
  EXPECT_EQ(imported.facts[0].fact.said.ms, 1776211200000);
  EXPECT_EQ(imported.facts[1].fact.text, "Short names also for files");
  ASSERT_EQ(imported.bad.size(), 1U);
  EXPECT_EQ(imported.bad[0].line, 9);
}

TEST(Import, ReadsFragments) {
  const Imported imported = ReadMemoryText(
      R"([{"unit_id":"M001/S01/T02","facts":["one","two"],"category":"pattern","confidence":0.85,"hits":2},
          {"unit_id":"T03","facts":[{"text":"three","category":"gotcha"},{"category":"gotcha"}]}])",
      "f.json");
  EXPECT_EQ(imported.format, "fragments");
  ASSERT_EQ(imported.facts.size(), 3U);
  EXPECT_EQ(imported.facts[1].fact.category, FactCategory::kPattern);
  EXPECT_EQ(imported.facts[1].fact.from.source, "M001/S01/T02");
  EXPECT_EQ(imported.facts[2].fact.category, FactCategory::kGotcha);
  EXPECT_EQ(imported.bad.size(), 1U);
}

std::vector<Fact> Sample() {
  Fact a;
  a.id.value = 1;
  a.text = "Run `make test`";
  a.category = FactCategory::kTestCommand;
  a.confidence = 0.8;
  a.hits = 3;
  Fact b;
  b.id.value = 2;
  b.text = "Names are --> short";
  b.category = FactCategory::kConvention;
  b.confidence = 0.9;
  return {a, b};
}

TEST(Export, JsonLinesReadBack) {
  const Imported imported = ReadMemoryText(ExportJsonl(Sample()), "x");
  ASSERT_EQ(imported.facts.size(), 2U);
  EXPECT_TRUE(imported.bad.empty());
  EXPECT_EQ(imported.facts[0].fact.text, "Run `make test`");
  EXPECT_EQ(imported.facts[0].fact.hits, 3);
  EXPECT_EQ(imported.facts[1].fact.category, FactCategory::kConvention);
}

TEST(Export, ASkillHasItsFrontMatter) {
  const std::string skill = ExportSkill(Sample(), "My Project");
  EXPECT_TRUE(skill.starts_with("---\nname: my-project-lessons\ndescription: \"")) << skill;
  EXPECT_NE(skill.find("## Test commands\n\n- Run `make test`\n"), std::string::npos) << skill;
  EXPECT_EQ(SkillName("\xE6\x95\xB0"), "project-lessons");
}

TEST(Export, TheSectionOfAgentsIsReplacedAndNothingElse) {
  const std::string section = ExportAgentsSection(Sample());
  EXPECT_EQ(section.find("-->", section.find("Names")), section.rfind("-->")) << "a fact cannot end the section";
  const std::string first = WithAgentsSection("# Rules\nBe kind.", section);
  EXPECT_TRUE(first.starts_with("# Rules\nBe kind.\n\n<!-- forge:memory:begin"));
  EXPECT_EQ(WithAgentsSection(first, section), first);
  const std::string more = first + "\n# After\n";
  EXPECT_EQ(WithAgentsSection(more, section), more);
  EXPECT_EQ(WithAgentsSection("", section), section);
}

TEST(Pointers, FindsPathsAndNothingElse) {
  EXPECT_EQ(PathsIn("see src/store/open.cc:12 and `docs/a.md`."),
            (std::vector<std::string>{"src/store/open.cc", "docs/a.md"}));
  EXPECT_TRUE(
      PathsIn("and/or TCP/IP https://example.org/a/b.html src/**/x.cc v1/2.0 /etc/passwd.txt ../x/y.md").empty());
}

}  // namespace
}  // namespace forge
