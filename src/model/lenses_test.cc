#include "model/lenses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "base/testing/seed.h"

namespace forge {
namespace {

Finding At(const std::string& file, std::int64_t line, const std::string& severity = "warning",
           const std::string& element = "", const std::string& category = "") {
  Finding finding;
  finding.file = file;
  finding.line = line;
  finding.severity = severity;
  finding.level = LevelOf(severity);
  finding.element = element;
  finding.category = category;
  finding.description = "something about " + file;
  return finding;
}

LensAnswer Lens(const std::string& name, std::vector<Finding> findings) { return {name, false, std::move(findings)}; }
LensAnswer Silent(const std::string& name) { return {name, true, {}}; }

std::vector<std::size_t> Sizes(const std::vector<LensGroup>& groups) {
  std::vector<std::size_t> sizes;
  sizes.reserve(groups.size());
  for (const LensGroup& group : groups) sizes.push_back(group.all.size());
  return sizes;
}

struct Case {
  const char* name;
  std::vector<LensAnswer> answers;
  std::vector<std::size_t> must_fix, advisory;  // findings in each group
  bool blocked;
};

TEST(Lenses, CountAgreementByPlace) {
  const std::vector<Case> cases = {
      {"no lens found anything", {Lens("a", {}), Lens("b", {}), Lens("c", {})}, {}, {}, false},
      {"two on one line", {Lens("a", {At("x", 10)}), Lens("b", {At("x", 10)}), Lens("c", {})}, {2}, {}, true},
      {"five lines apart", {Lens("a", {At("x", 10)}), Lens("b", {At("x", 15)}), Lens("c", {})}, {2}, {}, true},
      {"six lines apart", {Lens("a", {At("x", 10)}), Lens("b", {At("x", 16)}), Lens("c", {})}, {}, {1, 1}, false},
      {"a chain is cut where its ends are too far apart",
       {Lens("a", {At("x", 10)}), Lens("b", {At("x", 15)}), Lens("c", {At("x", 20)})},
       {2},
       {1},
       true},
      {"other file", {Lens("a", {At("x", 10)}), Lens("b", {At("y", 10)})}, {}, {1, 1}, false},
      {"one lens twice is one lens", {Lens("a", {At("x", 10), At("x", 11)}), Lens("b", {})}, {}, {2}, false},
      {"different elements are different findings",
       {Lens("a", {At("x", 10, "warning", "Open")}), Lens("b", {At("x", 11, "warning", "Close")})},
       {},
       {1, 1},
       false},
      {"one element in two spellings",
       {Lens("a", {At("x", 10, "warning", "Store::Open()")}), Lens("b", {At("x", 11, "warning", "open")})},
       {2},
       {},
       true},
      {"who names no element means what is there",
       {Lens("a", {At("x", 10, "warning", "Open")}), Lens("b", {At("x", 12)})},
       {2},
       {},
       true},
      {"without a line by file and element",
       {Lens("a", {At("x", 0, "warning", "Open")}), Lens("b", {At("x", 0, "warning", "Open")}),
        Lens("c", {At("x", 0, "warning", "Close")})},
       {2},
       {1},
       true},
      {"without line and element by words", {Lens("a", {At("x", 0)}), Lens("b", {At("x", 0)})}, {2}, {}, true},
      {"one lens, an error that makes no sound",
       {Lens("a", {At("x", 1, "error", "", "silent-failure")}), Lens("b", {})},
       {1},
       {},
       true},
      {"one lens, only a warning",
       {Lens("a", {At("x", 1, "warning", "", "silent-failure")}), Lens("b", {})},
       {},
       {1},
       false},
      {"one lens, an error of another kind",
       {Lens("a", {At("x", 1, "error", "", "style")}), Lens("b", {})},
       {},
       {1},
       false},
      {"one lens, an unknown severity",
       {Lens("a", {At("x", 1, "spicy", "", "silent-failure")}), Lens("b", {})},
       {},
       {1},
       false},
      {"a silent lens: two still decide", {Lens("a", {At("x", 10)}), Lens("b", {}), Silent("c")}, {}, {1}, false},
      {"two silent lenses: one decides nothing", {Lens("a", {}), Silent("b"), Silent("c")}, {}, {}, true},
      {"no lens at all", {}, {}, {}, true},
  };
  for (const Case& one : cases) {
    const LensVerdict verdict = AggregateLenses(one.answers);
    EXPECT_EQ(Sizes(verdict.must_fix), one.must_fix) << one.name;
    EXPECT_EQ(Sizes(verdict.advisory), one.advisory) << one.name;
    EXPECT_EQ(verdict.blocked, one.blocked) << one.name;
  }
}

TEST(Lenses, EveryCategoryThatMakesNoSoundCountsAlone) {
  for (const char* category : {"silent-failure", "contract-mismatch", "schema-drift", "silent-production-failure"}) {
    EXPECT_EQ(AggregateLenses({Lens("a", {At("x", 1, "error", "", category)}), Lens("b", {})}).must_fix.size(), 1U)
        << category;
  }
}

TEST(Lenses, SpeakForAGroupWithTheWorstSaidOfIt) {
  const LensVerdict verdict = AggregateLenses({Lens("b", {At("x", 12, "error")}), Lens("a", {At("x", 10, "warning")})});
  ASSERT_EQ(verdict.must_fix.size(), 1U);
  EXPECT_EQ(verdict.must_fix[0].finding.line, 12);
  EXPECT_EQ(verdict.must_fix[0].finding.severity, "error");
  EXPECT_EQ(verdict.must_fix[0].lenses, (std::vector<std::string>{"a", "b"}));
}

TEST(Lenses, ThatStaySilentAreNamed) {
  const LensVerdict verdict = AggregateLenses({Lens("a", {}), Silent("c"), Lens("b", {}), Silent("d")});
  EXPECT_EQ(verdict.silent, (std::vector<std::string>{"c", "d"}));
  EXPECT_EQ(verdict.answered, 2);
  EXPECT_TRUE(verdict.decided);
}

TEST(Lenses, AreReadFromJson) {
  auto json = ParseJson(R"([{"lens":"A","issues":[{"file":"x","line":1,"description":"d"}]},{"lens":"B","issues":null},
                            {"lens":"C"},{"issues":[]},"rubbish"])");
  auto answers = LensesFromJson(*json);
  ASSERT_TRUE(answers);
  ASSERT_EQ(answers->size(), 5U);
  EXPECT_FALSE((*answers)[0].silent);
  EXPECT_EQ((*answers)[0].findings.size(), 1U);
  EXPECT_TRUE((*answers)[1].silent);
  EXPECT_TRUE((*answers)[2].silent);
  EXPECT_EQ((*answers)[3].lens, "lens 4");
  EXPECT_FALSE((*answers)[3].silent);
  EXPECT_TRUE((*answers)[4].silent);
  EXPECT_FALSE(LensesFromJson(*ParseJson("{}")));
}

std::vector<LensAnswer> RandomAnswers(std::mt19937& random) {
  auto pick = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
  const std::vector<std::string> severities = {"error", "warning", "note", "odd"};
  const std::vector<std::string> categories = {"", "silent-failure", "style"};
  const std::vector<std::string> elements = {"", "", "open", "close"};
  std::vector<LensAnswer> answers;
  const int lenses = 2 + pick(4);
  for (int i = 0; i < lenses; ++i) {
    LensAnswer answer = Lens(std::string(1, static_cast<char>('a' + i)), {});
    const int count = pick(8);
    for (int k = 0; k < count; ++k) {
      answer.findings.push_back(At(pick(2) ? "x" : "y", pick(30), severities[static_cast<std::size_t>(pick(4))],
                                   elements[static_cast<std::size_t>(pick(4))],
                                   categories[static_cast<std::size_t>(pick(3))]));
    }
    answers.push_back(std::move(answer));
  }
  return answers;
}

std::multiset<std::string> MustFix(const LensVerdict& verdict) {
  std::multiset<std::string> texts;
  for (const LensGroup& group : verdict.must_fix) {
    for (const Finding& finding : group.all) texts.insert(ToJson(finding).Dump());
  }
  return texts;
}

TEST(Lenses, TheOrderOfInputsDoesNotMatter) {
  const unsigned seed = TestSeed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 500; ++round) {
    std::vector<LensAnswer> answers = RandomAnswers(random);
    const std::string before = ToJson(AggregateLenses(answers)).Dump();
    std::shuffle(answers.begin(), answers.end(), random);
    for (LensAnswer& answer : answers) std::shuffle(answer.findings.begin(), answer.findings.end(), random);
    ASSERT_EQ(ToJson(AggregateLenses(answers)).Dump(), before);
  }
}

TEST(Lenses, AnAgreeingLensNeverTurnsAMustFixIntoAdvice) {
  const unsigned seed = TestSeed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 500; ++round) {
    std::vector<LensAnswer> answers = RandomAnswers(random);
    const std::multiset<std::string> before = MustFix(AggregateLenses(answers));
    LensAnswer agreeing = Lens("z", {});
    for (const LensAnswer& answer : answers) {
      for (const Finding& finding : answer.findings) {
        if (random() % 2 == 0) agreeing.findings.push_back(finding);
      }
    }
    answers.push_back(std::move(agreeing));
    const std::multiset<std::string> after = MustFix(AggregateLenses(answers));
    ASSERT_TRUE(std::includes(after.begin(), after.end(), before.begin(), before.end()));
  }
}

TEST(Lenses, ALensThatAgreesWithAWholeGroupNeverTearsIt) {
  const unsigned seed = TestSeed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 500; ++round) {
    std::vector<LensAnswer> answers;
    for (const char* name : {"a", "b", "c"}) {
      LensAnswer answer = Lens(name, {});
      for (int k = 0; k < 4; ++k) answer.findings.push_back(At("x", 1 + static_cast<int>(random() % 30)));
      answers.push_back(std::move(answer));
    }
    const LensVerdict verdict = AggregateLenses(answers);
    if (verdict.must_fix.empty()) continue;
    const LensGroup& group = verdict.must_fix[random() % verdict.must_fix.size()];
    auto [low, high] = std::minmax_element(group.all.begin(), group.all.end(),
                                           [](const Finding& a, const Finding& b) { return a.line < b.line; });
    const std::int64_t first = std::max<std::int64_t>(1, high->line - kLensReach);
    const std::int64_t last = low->line + kLensReach;
    const auto width = static_cast<unsigned>(last - first + 1);
    answers.push_back(Lens("z", {At("x", first + static_cast<std::int64_t>(random() % width))}));
    const std::multiset<std::string> after = MustFix(AggregateLenses(answers));
    for (const Finding& finding : group.all) ASSERT_TRUE(after.contains(ToJson(finding).Dump()));
  }
}

TEST(Lenses, NothingIsLost) {
  const unsigned seed = TestSeed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    const std::vector<LensAnswer> answers = RandomAnswers(random);
    std::size_t said = 0;
    for (const LensAnswer& answer : answers) said += answer.findings.size();
    const LensVerdict verdict = AggregateLenses(answers);
    std::size_t kept = 0;
    for (const auto* groups : {&verdict.must_fix, &verdict.advisory}) {
      for (const LensGroup& group : *groups) {
        kept += group.all.size();
        for (const Finding& a : group.all) {
          for (const Finding& b : group.all) ASSERT_LE(a.line - b.line, kLensReach);
        }
      }
    }
    ASSERT_EQ(kept, said);
  }
}

}  // namespace
}  // namespace forge
