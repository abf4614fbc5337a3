// Databases of the gated workflow (reference 2) as it writes them, and ones that only look alike.
#include "store/memory/foreign_memory.h"

#include <gtest/gtest.h>

#include "store/database.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

constexpr const char* kProjectTables = R"sql(
CREATE TABLE forges (id INTEGER PRIMARY KEY, slug TEXT, status TEXT, context TEXT, completed_at TEXT);
CREATE TABLE spikes (id INTEGER PRIMARY KEY, forge_id INTEGER, assumption TEXT, result TEXT, actual TEXT,
                     tested_at TEXT, permanent INTEGER DEFAULT 0);
CREATE TABLE process_learnings (id INTEGER PRIMARY KEY, learning TEXT, evidence_count INTEGER);
CREATE TABLE palace_drafts (id INTEGER PRIMARY KEY, forge_id INTEGER, draft_type TEXT, payload_json TEXT, status TEXT);
)sql";

class GatedDatabase : public ::testing::Test {
 protected:
  void Write(const std::string& sql) {
    auto database = Database::Open(path_, {});
    ASSERT_OK(database);
    ASSERT_OK(database->Script(sql));
  }
  Imported Read() {
    auto imported = ReadGatedDatabase(path_);
    EXPECT_TRUE(imported) << (imported ? "" : Describe(imported.error()));
    return imported ? *imported : Imported();
  }

  TempDirectory directory_;
  std::string path_ = directory_ / "forge.db";
};

TEST_F(GatedDatabase, GivesItsSpikesWithResultAndDay) {
  Write(kProjectTables);
  Write(
      "INSERT INTO spikes VALUES (1, 1, 'the API pages by cursor', 'refuted', 'by offset', '2026-01-02 00:00:00', 1),"
      "(2, 1, 'redis is there', 'CONFIRMED', NULL, '1970-01-03T00:00:00Z', 0),"
      "(3, 1, '', 'confirmed', '', '', 0), (4, 1, 'half tested', 'pending', '', '', 0)");
  const Imported imported = Read();
  EXPECT_EQ(imported.format, "gated");
  ASSERT_EQ(imported.spikes.size(), 2U);
  EXPECT_FALSE(imported.spikes[0].confirmed);
  EXPECT_TRUE(imported.spikes[0].permanent);
  EXPECT_EQ(imported.spikes[0].actual, "by offset");
  EXPECT_TRUE(imported.spikes[1].confirmed);
  EXPECT_EQ(imported.spikes[1].tested.ms, 2 * kDayMs);
  EXPECT_EQ(imported.spikes[1].from.voice, Voice::kImport);
  ASSERT_EQ(imported.bad.size(), 2U);
  EXPECT_EQ(imported.bad[0].why, "spike 3: no assumption or no result");
  EXPECT_EQ(imported.bad[1].why, "spike 4: no assumption or no result");
}

TEST_F(GatedDatabase, GivesLessonsOfEndedRunsAndWhatItLearnedOfItself) {
  Write(kProjectTables);
  Write(
      "INSERT INTO forges VALUES (1, 'auth', 'completed', '{\"lesson\": \"tokens expire early\"}', '2026-01-02'),"
      "(2, 'web', 'active', '{\"lesson\": \"not over yet\"}', NULL), (3, 'db', 'abandoned', 'no json', NULL);"
      "INSERT INTO process_learnings VALUES (1, 'review before tests', 4)");
  const Imported imported = Read();
  ASSERT_EQ(imported.facts.size(), 2U);
  EXPECT_EQ(imported.facts[0].fact.text, "review before tests");
  EXPECT_EQ(imported.facts[0].fact.hits, 3);
  EXPECT_EQ(imported.facts[1].fact.text, "auth: tokens expire early");
  EXPECT_EQ(imported.facts[1].fact.category, FactCategory::kGotcha);
}

TEST_F(GatedDatabase, GivesPendingDraftsAsDrafts) {
  Write(kProjectTables);
  Write(
      "INSERT INTO palace_drafts VALUES "
      "(1, 1, 'kg_add', '{\"subject\": \"billing\", \"predicate\": \"uses\", \"object\": \"postgres\"}', 'pending'),"
      "(2, 1, 'add_drawer', '{\"content\": \"Refuted: pages by cursor\"}', 'pending'),"
      "(3, 1, 'kg_invalidate', '{\"subject\": \"billing\", \"predicate\": \"uses\"}', 'pending'),"
      "(4, 1, 'kg_invalidate', '{\"triple_id\": 12}', 'pending'),"
      "(5, 1, 'kg_add', 'not json', 'pending'), (6, 1, 'add_drawer', '{\"content\": \"old\"}', 'committed')");
  const Imported imported = Read();
  ASSERT_EQ(imported.triples.size(), 1U);
  EXPECT_EQ(imported.triples[0].object, "postgres");
  EXPECT_EQ(imported.triples[0].from.voice, Voice::kAgent);
  ASSERT_EQ(imported.facts.size(), 1U);
  EXPECT_EQ(imported.facts[0].fact.from.voice, Voice::kAgent);
  ASSERT_EQ(imported.doubted.size(), 1U);
  EXPECT_EQ(imported.doubted[0].subject, "billing");
  ASSERT_EQ(imported.bad.size(), 2U);
  EXPECT_EQ(imported.bad[0].why, "draft 4 (kg_invalidate): names a triple of another store by its number");
  EXPECT_EQ(imported.bad[1].why, "draft 5 (kg_add): not understood");
}

TEST_F(GatedDatabase, OfAllProjectsGivesPatternsAndSpikes) {
  Write(
      "CREATE TABLE global_patterns (id INTEGER PRIMARY KEY, pattern TEXT, category TEXT, confidence REAL, "
      "evidence_count INTEGER, last_confirmed TEXT);"
      "CREATE TABLE global_spikes (id INTEGER PRIMARY KEY, technology TEXT, assumption TEXT, result TEXT, actual TEXT, "
      "tested_at TEXT, permanent INTEGER);"
      "INSERT INTO global_patterns VALUES (1, 'pin the toolchain', 'security', 0.9, 3, '1970-01-02'),"
      "(2, 'small commits', 'whatever', 0.5, 1, 'no day');"
      "INSERT INTO global_spikes VALUES (1, 'redis', 'it keeps order', 'refuted', '', '1970-01-02', 0)");
  const Imported imported = Read();
  ASSERT_EQ(imported.facts.size(), 2U);
  EXPECT_EQ(imported.facts[0].fact.category, FactCategory::kGotcha);
  EXPECT_EQ(imported.facts[0].fact.hits, 2);
  EXPECT_EQ(imported.facts[0].fact.said.ms, kDayMs);
  EXPECT_EQ(imported.facts[1].fact.category, FactCategory::kPattern);
  EXPECT_EQ(imported.facts[1].fact.said.ms, 0);
  ASSERT_EQ(imported.spikes.size(), 1U);
  EXPECT_EQ(imported.spikes[0].technology, "redis");
}

TEST_F(GatedDatabase, OfAnotherProgramIsRefused) {
  Write("CREATE TABLE bookmarks (url TEXT)");
  auto imported = ReadGatedDatabase(path_);
  ASSERT_FALSE(imported);
  EXPECT_EQ(imported.error().code, Code::kInvalid);
  EXPECT_FALSE(ReadGatedDatabase(directory_ / "absent.db"));
  EXPECT_FALSE(Exists(directory_ / "absent.db")) << "reading makes no file";
}

}  // namespace
}  // namespace forge
