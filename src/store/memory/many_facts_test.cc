// Many facts saved at once: the same outcome as one by one, and no more work for each however many there are.
#include <gtest/gtest.h>

#include <fmt/core.h>

#include <algorithm>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "os/system.h"
#include "store/memory/fact_table.h"
#include "store/memory/memory_schema.h"
#include "store/memory/sqlite_memory.h"
#include "store/open.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

NewFact Remembered(std::string text) {
  NewFact fact;
  fact.text = std::move(text);
  fact.from.voice = Voice::kImport;
  return fact;
}

// Letters only: digits would be words of their own.
std::string WordOf(std::size_t number) {
  std::string word = "k";
  for (int i = 0; i < 4; ++i, number /= 20) word += "bcdfghjklmnpqrtvwxyz"[number % 20];
  return word + "o";
}

// Sentences of a small language; one in ten repeats one before it with a word more.
std::vector<NewFact> Sentences(std::size_t count, unsigned seed, std::size_t vocabulary) {
  std::mt19937 random(seed);
  std::vector<NewFact> facts;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t kind = random() % 10;
    if (kind == 0 && !facts.empty()) {
      facts.push_back(Remembered("here " + facts[random() % facts.size()].text));
      continue;
    }
    std::string text = "module";
    for (int word = 0; word < 6; ++word) text += " " + WordOf(random() % vocabulary);
    facts.push_back(Remembered(fmt::format("{} keeps number {}", text, i)));
  }
  return facts;
}

struct Outcome {
  std::vector<SaveKind> kinds;
  std::size_t contradictions = 0;
};

Outcome SaveIn(FactStore& store, const std::vector<NewFact>& facts, std::size_t batch) {
  Outcome outcome;
  for (std::size_t at = 0; at < facts.size(); at += batch) {
    const auto saved = store.Save(std::span(facts).subspan(at, std::min(batch, facts.size() - at)), kNow);
    EXPECT_TRUE(saved);
    if (!saved) return outcome;
    for (const Result<Saved>& one : *saved) {
      EXPECT_TRUE(one);
      if (!one) continue;
      outcome.kinds.push_back(one->kind);
      outcome.contradictions += one->contradicts.size();
    }
  }
  return outcome;
}

std::unique_ptr<MemoryStore> OpenAt(const std::string& path) {
  auto store = OpenSqliteMemory(path, FactScope::kProject);
  EXPECT_TRUE(store) << (store ? "" : Describe(store.error()));
  return store ? *std::move(store) : nullptr;
}

TEST(ManyFacts, SavedAtOnceBecomeWhatTheyBecomeOneByOne) {
  TempDirectory directory;
  const unsigned seed = static_cast<unsigned>(std::stoul(Environment("FORGE_SEED").value_or("1")));
  SCOPED_TRACE(fmt::format("FORGE_SEED={}", seed));
  const std::vector<NewFact> facts = Sentences(600, seed, 8'000);
  auto one_by_one = OpenAt(directory / "one.db");
  auto at_once = OpenAt(directory / "many.db");
  const Outcome slow = SaveIn(one_by_one->facts(), facts, 1);
  const Outcome quick = SaveIn(at_once->facts(), facts, 250);
  EXPECT_EQ(slow.kinds, quick.kinds);
  EXPECT_GT(std::count(quick.kinds.begin(), quick.kinds.end(), SaveKind::kKnown), 20) << "repeats among them";
  EXPECT_EQ(one_by_one->facts().Count()->accepted, at_once->facts().Count()->accepted);
  // Index, counts of words and totals are those of the facts.
  EXPECT_TRUE(at_once->Examine(false)->empty());
}

TEST(ManyFacts, WhatAnotherProcessSavedInBetweenIsKnown) {
  TempDirectory directory;
  auto mine = OpenAt(directory / "memory.db");
  auto other = OpenAt(directory / "memory.db");
  ASSERT_OK(mine->facts().Save(Sentences(200, 3, 8'000), kNow));
  const NewFact said = Remembered("the gateway keeps its certificates below etc");
  ASSERT_OK(other->facts().Save({&said, 1}, kNow));
  std::vector<NewFact> more = Sentences(200, 4, 8'000);
  more.push_back(Remembered("the gateway always keeps its certificates below etc"));
  const auto saved = mine->facts().Save(more, kNow);
  ASSERT_OK(saved);
  EXPECT_EQ(saved->back()->kind, SaveKind::kKnown);
  EXPECT_TRUE(mine->Examine(false)->empty());
}

TEST(ManyFacts, WhatWasForgottenInBetweenIsGone) {
  TempDirectory directory;
  auto store = OpenAt(directory / "memory.db");
  std::vector<NewFact> facts = Sentences(200, 5, 8'000);
  facts.push_back(Remembered("the gateway keeps its certificates below etc"));
  const FactId id = store->facts().Save(facts, kNow)->back()->fact.id;
  ASSERT_OK(store->facts().Change(id, FactChange::kForget, kNow));
  std::vector<NewFact> more = Sentences(200, 6, 8'000);
  more.push_back(Remembered("the gateway always keeps its certificates below etc"));
  EXPECT_EQ(store->facts().Save(more, kNow)->back()->kind, SaveKind::kAdded);
  EXPECT_TRUE(store->Examine(false)->empty());
}

// Steps of SQLite's machine, not times: a batch into a store that is sixteen times as large costs the same.
TEST(ManyFacts, CostTheSameHoweverManyAreThere) {
  TempDirectory directory;
  auto database = OpenDatabase(directory / "memory.db", {.database = {}, .migrations = MemoryMigrations()});
  ASSERT_OK(database);
  std::mutex mutex;
  FactTable table(*database, mutex, FactScope::kProject);
  const std::vector<NewFact> facts = Sentences(17 * 500, 1, 2'600);
  std::vector<std::int64_t> costs;
  for (std::size_t at = 0; at < facts.size(); at += 500) {
    const std::int64_t before = database->steps();
    ASSERT_OK(table.Save(std::span(facts).subspan(at, 500), kNow));
    costs.push_back(database->steps() - before);
  }
  EXPECT_LT(costs.back(), costs[1] * 3 / 2) << costs[1] << " steps at first, " << costs.back() << " at last";
}

}  // namespace
}  // namespace forge
