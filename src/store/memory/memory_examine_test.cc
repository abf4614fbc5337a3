// A file of memory whose index no longer fits its facts, and one that an older Forge made.

#include <gtest/gtest.h>

#include "memory/rank.h"
#include "memory/terms.h"
#include "store/database.h"
#include "store/memory/memory_schema.h"
#include "store/memory/sqlite_memory.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

class ExaminedMemory : public ::testing::Test {
 protected:
  void SetUp() override {
    auto store = Open();
    std::vector<NewFact> facts(3);
    facts[0].text = "Deploy with make release";
    facts[1].text = "The dev server listens on port 8080";
    facts[2].text = "Sessions are kept in redis";
    ASSERT_OK(store->facts().Save(facts, kNow));
    NewFact newer;
    newer.text = "Sessions are kept in the database itself";
    newer.supersedes = {FactScope::kProject, 3};
    ASSERT_OK(store->facts().Save({&newer, 1}, kNow));
  }

  std::unique_ptr<MemoryStore> Open() {
    auto store = OpenSqliteMemory(directory_ / "memory.db", FactScope::kProject);
    EXPECT_TRUE(store) << (store ? "" : Describe(store.error()));
    return store ? std::move(*store) : nullptr;
  }

  void Break(const std::string& sql) {
    auto database = Database::Open(directory_ / "memory.db", {});
    ASSERT_OK(database);
    ASSERT_OK(database->Script(sql));
  }

  std::vector<MemoryFinding> Examine(bool repair) {
    auto findings = Open()->Examine(repair);
    EXPECT_TRUE(findings) << (findings ? "" : Describe(findings.error()));
    return findings ? *findings : std::vector<MemoryFinding>();
  }

  std::size_t Found(std::string_view query) {
    auto findings = Open()->facts().Search(DistinctTerms(query), 10);
    EXPECT_TRUE(findings);
    return findings ? RankFacts(*findings, kNow).size() : 0;
  }

  // Examine repairs nothing without `repair`; with it, everything, once.
  void ExpectRepaired(std::size_t problems) {
    for (const bool repair : {false, true}) {
      const std::vector<MemoryFinding> findings = Examine(repair);
      EXPECT_EQ(findings.size(), problems) << (findings.empty() ? "" : findings[0].what);
      for (const MemoryFinding& finding : findings) {
        EXPECT_TRUE(finding.repairable) << finding.what;
        EXPECT_EQ(finding.repaired, repair) << finding.what;
      }
    }
    EXPECT_TRUE(Examine(false).empty());
    EXPECT_EQ(Found("deploy"), 1U);
    EXPECT_EQ(Found("sessions"), 1U);
    EXPECT_EQ(Found("redis"), 0U) << "a superseded fact stays out of the index";
  }

  TempDirectory directory_;
};

TEST_F(ExaminedMemory, IsWellAsItWasWritten) { EXPECT_TRUE(Examine(false).empty()); }

TEST_F(ExaminedMemory, GetsAnIndexThatWasLostBack) {
  Break("INSERT INTO fact_text (fact_text) VALUES ('delete-all')");
  EXPECT_EQ(Found("deploy"), 0U);
  ExpectRepaired(1);
}

TEST_F(ExaminedMemory, GetsAnIndexThatContradictsItselfBack) {
  Break("INSERT INTO fact_text (fact_text, rowid, tokens) VALUES ('delete', 1, 'other words')");
  ExpectRepaired(1);
}

TEST_F(ExaminedMemory, LosesWhatTheIndexHoldsTooMuch) {
  Break("INSERT INTO fact_text (rowid, tokens) VALUES (3, 'redis')");
  ExpectRepaired(1);
}

TEST_F(ExaminedMemory, GetsItsCountsOfWordsBack) {
  Break("DELETE FROM term WHERE term = 'deploy'; UPDATE term SET facts = 9 WHERE term = 'port'");
  ExpectRepaired(1);
}

TEST_F(ExaminedMemory, GetsItsTotalsBack) {
  Break("UPDATE corpus SET facts = 77");
  ExpectRepaired(1);
}

TEST_F(ExaminedMemory, LosesNoFactByTheRepair) {
  Break("INSERT INTO fact_text (fact_text) VALUES ('delete-all'); DELETE FROM term; UPDATE corpus SET terms = 0");
  auto before = Open()->facts().List({});
  ExpectRepaired(3);
  auto after = Open()->facts().List({});
  ASSERT_OK(before);
  ASSERT_OK(after);
  EXPECT_EQ(*before, *after);
}

TEST(MemorySchema, AFileOfTheFirstVersionIsTakenOver) {
  TempDirectory directory;
  const std::string path = directory / "memory.db";
  {
    auto database = OpenDatabase(path, {.database = {}, .migrations = MemoryMigrations().first(1)});
    ASSERT_OK(database);
    ASSERT_OK(
        database->Run("INSERT INTO triple (subject, predicate, object, status, hits, since, until, voice, who, "
                      "run, step, tree, source) VALUES ('billing', 'uses', 'postgres', 'accepted', 0, 5, 0, "
                      "'person', 'ada', 0, '', '', '')"));
  }
  auto store = OpenSqliteMemory(path, FactScope::kProject);
  ASSERT_OK(store);
  auto triples = (*store)->knowledge().FindTriples({});
  ASSERT_OK(triples);
  ASSERT_EQ(triples->size(), 1U);
  EXPECT_EQ((*triples)[0].object, "postgres");
  EXPECT_EQ((*triples)[0].doubt.at.ms, 0);
}

}  // namespace
}  // namespace forge
