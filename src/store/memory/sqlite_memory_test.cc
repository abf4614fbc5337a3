// A memory file through its ports: saving, confirming, searching, changing, and many processes at once.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "base/strings.h"
#include "memory/confidence.h"
#include "memory/rank.h"
#include "memory/terms.h"
#include "os/process/process.h"
#include "os/system.h"
#include "store/memory/sqlite_memory.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

std::unique_ptr<MemoryStore> MustOpenMemory(const std::string& path, FactScope scope = FactScope::kProject) {
  auto store = OpenSqliteMemory(path, scope);
  EXPECT_TRUE(store) << (store ? "" : Describe(store.error()));
  return store ? std::move(*store) : nullptr;
}

NewFact Said(std::string text, Voice voice = Voice::kPerson, std::int64_t run = 0) {
  NewFact fact;
  fact.text = std::move(text);
  fact.from.voice = voice;
  fact.from.run = RunId{run};
  return fact;
}

class MemoryFile : public ::testing::Test {
 protected:
  Result<Saved> Save(const NewFact& fact, TimePoint now = kNow) {
    auto saved = store_->facts().Save({&fact, 1}, now);
    if (!saved) return std::unexpected(saved.error());
    return std::move(saved->front());
  }
  std::vector<Hit> Recall(std::string_view query, TimePoint now = kNow) {
    auto findings = store_->facts().Search(DistinctTerms(query), 100);
    EXPECT_TRUE(findings) << (findings ? "" : Describe(findings.error()));
    return findings ? RankFacts(*findings, now) : std::vector<Hit>();
  }
  std::vector<std::string> Texts(std::string_view query) {
    std::vector<std::string> texts;
    for (const Hit& hit : Recall(query)) texts.push_back(hit.fact.text);
    return texts;
  }

  TempDirectory directory_;
  std::unique_ptr<MemoryStore> store_ = MustOpenMemory(directory_ / "memory.db");
};

using Words = std::vector<std::string>;

NewFact Proposed(std::string text, std::int64_t run) {
  NewFact fact = Said(std::move(text), Voice::kEngine, run);
  fact.key = "gotcha:x";
  fact.proposed = true;
  return fact;
}

TEST_F(MemoryFile, WhatIsProposedIsADraftUntilAPersonAcceptsItAndThenKeepsItsWords) {
  const FactId id = Save(Proposed("it fails again", 3))->fact.id;
  EXPECT_EQ(store_->facts().Find(id).value()->status, FactStatus::kDraft);
  EXPECT_EQ(Save(Proposed("it fails once more", 4))->fact.status, FactStatus::kDraft);
  ASSERT_TRUE(store_->facts().Rewrite(id, "close the port first", kNow));
  const auto again = Save(Proposed("it fails still", 5));
  EXPECT_EQ(again->fact.id, id);
  EXPECT_EQ(again->fact.text, "close the port first");
  EXPECT_EQ(again->fact.status, FactStatus::kAccepted);
}

TEST_F(MemoryFile, WhatIsRejectedIsNotProposedAgainUnderItsKeyWhateverItsWords) {
  const FactId id = Save(Proposed("it fails again", 3))->fact.id;
  ASSERT_TRUE(store_->facts().Change(id, FactChange::kReject, kNow));
  EXPECT_EQ(Save(Proposed("it fails on port 7", 4))->kind, SaveKind::kRejected);
}

TEST_F(MemoryFile, AFailureNamesTheRunsThatHaveSeenIt) {
  NewFact failure = Said("it failed", Voice::kEngine, 3);
  failure.category = FactCategory::kFailurePattern;
  failure.key = "failure:x";
  EXPECT_EQ(Save(failure)->fact.from.source, "");
  failure.from.run = RunId{7};
  EXPECT_EQ(Save(failure)->fact.from.source, "runs 3, 7");
  failure.from.run = RunId{9};
  const FactId id = Save(failure)->fact.id;
  EXPECT_EQ(store_->facts().Find(id).value()->from.source, "runs 3, 7, 9");
}

TEST_F(MemoryFile, WhatIsSaidIsRecalledByItsWords) {
  ASSERT_OK(Save(Said("The retry policy lives in HttpClient::sendWithBackoff")));
  ASSERT_OK(Save(Said("Migrations are numbered by date")));
  EXPECT_EQ(Texts("backoff"), Words{"The retry policy lives in HttpClient::sendWithBackoff"});
  EXPECT_EQ(Texts("send_with_backoff"), Words{"The retry policy lives in HttpClient::sendWithBackoff"});
  EXPECT_EQ(Texts("migration"), Words{"Migrations are numbered by date"});
  EXPECT_EQ(Texts("migra"), Words{"Migrations are numbered by date"}) << "a word's beginning finds it";
  EXPECT_TRUE(Texts("kubernetes").empty());
  EXPECT_NE(Why(Recall("retry").front()).find("about retry"), std::string::npos);
}

TEST_F(MemoryFile, AnyQueryIsSafe) {
  ASSERT_OK(Save(Said("数据库 migrations: use `db-migrate`")));
  for (const char* query :
       {"", "\"", "reply-worker", "a:b", "it's", "NEAR(a b)", "* OR", "数据库", "\xff", "--", "{", "^a"}) {
    (void)Recall(query);
  }
  EXPECT_EQ(Texts("数据库").size(), 1U);
}

TEST_F(MemoryFile, TheSameAgainConfirmsInsteadOfDoubling) {
  const Saved first = *Save(Said("Run `make test` before every commit"));
  const Saved again = *Save(Said("before every commit run `make test`"));
  EXPECT_EQ(again.kind, SaveKind::kConfirmed);
  EXPECT_EQ(again.fact.id, first.fact.id);
  EXPECT_EQ(again.fact.hits, 1);
  EXPECT_GT(again.fact.confidence, first.fact.confidence);
  EXPECT_EQ(store_->facts().List({})->size(), 1U);
}

TEST_F(MemoryFile, AContradictionIsKeptAndNamed) {
  const Saved first = *Save(Said("The dev server listens on port 8080"));
  const Saved other = *Save(Said("The dev server listens on port 9090"));
  EXPECT_EQ(other.kind, SaveKind::kAdded);
  EXPECT_EQ(other.contradicts, std::vector<FactId>{first.fact.id});
}

TEST_F(MemoryFile, AnAgentsWordIsADraftUntilAnotherRunSaysItToo) {
  const Saved draft = *Save(Said("The parser is generated", Voice::kAgent, 3));
  EXPECT_EQ(draft.fact.status, FactStatus::kDraft);
  EXPECT_EQ(draft.fact.expires.ms, kNow.ms + kDraftDays * kDayMs);
  EXPECT_EQ(Save(Said("The parser is generated", Voice::kAgent, 3))->kind, SaveKind::kKnown);
  EXPECT_EQ(Recall("parser").size(), 1U);
  EXPECT_TRUE(Recall("parser", {kNow.ms + 40 * kDayMs}).empty()) << "expired";
  const Saved accepted = *Save(Said("The parser is generated", Voice::kAgent, 4));
  EXPECT_EQ(accepted.kind, SaveKind::kConfirmed);
  EXPECT_EQ(accepted.fact.status, FactStatus::kAccepted);
  EXPECT_EQ(Recall("parser", {kNow.ms + 40 * kDayMs}).size(), 1U);
}

TEST_F(MemoryFile, AnAgentThatWasShownAFactOnlyEchoesIt) {
  const Saved draft = *Save(Said("The parser is generated", Voice::kAgent, 3));
  ASSERT_OK(store_->facts().NoteUse({&draft.fact.id, 1}, kNow));
  EXPECT_EQ(Save(Said("The parser is generated", Voice::kAgent, 4))->kind, SaveKind::kKnown);
  EXPECT_EQ(Save(Said("The parser is generated"))->kind, SaveKind::kConfirmed);
}

TEST_F(MemoryFile, WhatWasRejectedIsNotProposedAgain) {
  const Saved draft = *Save(Said("The moon is made of cheese", Voice::kAgent, 3));
  ASSERT_OK(store_->facts().Change(draft.fact.id, FactChange::kReject, kNow));
  EXPECT_EQ(Save(Said("the moon is made of cheese", Voice::kAgent, 4))->kind, SaveKind::kRejected);
  EXPECT_TRUE(Texts("moon").empty());
  EXPECT_EQ(Save(Said("The moon is made of cheese"))->kind, SaveKind::kAdded) << "a person overrides a rejection";
}

TEST_F(MemoryFile, AForgottenFactLeavesNoStaleHit) {
  const Saved first = *Save(Said("alpha beta gamma"));
  ASSERT_OK(store_->facts().Change(first.fact.id, FactChange::kForget, kNow));
  EXPECT_TRUE(Texts("alpha").empty());
  const Saved next = *Save(Said("delta epsilon"));
  EXPECT_NE(next.fact.id, first.fact.id) << "ids are not used twice";
  EXPECT_TRUE(Texts("beta").empty());
  EXPECT_FALSE(store_->facts().Change(first.fact.id, FactChange::kConfirm, kNow));
}

TEST_F(MemoryFile, ASupersededFactIsKeptButNotRecalled) {
  const Saved first = *Save(Said("Deploys go through Jenkins"));
  NewFact newer = Said("Deploys go through GitHub Actions");
  newer.supersedes = first.fact.id;
  const Saved second = *Save(newer);
  EXPECT_EQ(Texts("deploys"), Words{"Deploys go through GitHub Actions"});
  const Fact old = **store_->facts().Find(first.fact.id);
  EXPECT_EQ(old.status, FactStatus::kSuperseded);
  EXPECT_EQ(old.superseded_by, second.fact.id);
  EXPECT_FALSE(store_->facts().Change(first.fact.id, FactChange::kConfirm, kNow));
  newer.text = "Deploys are manual";
  newer.supersedes = {FactScope::kProject, 999};
  EXPECT_FALSE(Save(newer));
}

TEST_F(MemoryFile, ADerivedFactWeighsLessThanItsSources) {
  NewFact source = Said("Tests need a database");
  source.confidence = 0.6;
  const Saved first = *Save(source);
  NewFact derived = Said("CI must start one before anything else");
  derived.confidence = 1.0;
  derived.derived_from = {first.fact.id};
  EXPECT_LT(Save(derived)->fact.confidence, 0.6);
}

TEST_F(MemoryFile, AKeyedFactFollowsWhatIsSo) {
  NewFact fact = Said("Runs take 3m", Voice::kEngine, 1);
  fact.key = "shape:forge";
  const Saved first = *Save(fact);
  fact.text = "Runs take 5m";
  fact.from.run = RunId{2};
  const Saved second = *Save(fact);
  EXPECT_EQ(second.fact.id, first.fact.id);
  EXPECT_EQ(second.fact.text, "Runs take 5m");
  EXPECT_EQ(Texts("5m").size(), 1U);
  EXPECT_TRUE(Texts("3m").empty());
}

TEST_F(MemoryFile, AnEditedDraftIsAcceptedInItsNewWords) {
  const Saved draft = *Save(Said("tests use portt 1", Voice::kAgent, 3));
  ASSERT_OK(store_->facts().Rewrite(draft.fact.id, "tests use port 1", kNow));
  EXPECT_EQ(Texts("port"), Words{"tests use port 1"});
  EXPECT_TRUE(Texts("portt").empty());
}

TEST_F(MemoryFile, ASecretIsRefusedAndStopsNoOther) {
  const std::vector<NewFact> facts = {Said("one fine fact"),
                                      Said("password"
                                           " = hunter2hunter2"),
                                      Said("another one")};
  const auto saved = *store_->facts().Save(facts, kNow);
  ASSERT_EQ(saved.size(), 3U);
  EXPECT_TRUE(saved[0]);
  EXPECT_FALSE(saved[1]);
  EXPECT_TRUE(saved[2]);
  EXPECT_EQ(store_->facts().List({})->size(), 2U);
}

TEST_F(MemoryFile, ConfirmationsKeepWhatTimeTakes) {
  const Saved lone = *Save(Said("Logs are JSON"));
  const Saved often = *Save(Said("Names are snake case"));
  for (int day = 1; day <= 5; ++day) {
    ASSERT_OK(store_->facts().Change(often.fact.id, FactChange::kConfirm, {kNow.ms + day * kDayMs}));
  }
  const TimePoint later{kNow.ms + 300 * kDayMs};
  EXPECT_GT(Faded(**store_->facts().Find(often.fact.id), later), Faded(**store_->facts().Find(lone.fact.id), later));
}

TEST_F(MemoryFile, TriplesEndAndAreConfirmed) {
  Triple triple;
  triple.subject = "billing";
  triple.predicate = "uses";
  triple.object = "postgres";
  ASSERT_OK(store_->knowledge().AddTriple(triple, false, {10}));
  EXPECT_EQ(store_->knowledge().AddTriple(triple, false, {11})->hits, 1);
  triple.object = "sqlite";
  ASSERT_OK(store_->knowledge().AddTriple(triple, true, {20}));
  TripleFilter filter;
  filter.subject = "Billing";
  const auto now = *store_->knowledge().FindTriples(filter);
  ASSERT_EQ(now.size(), 1U);
  EXPECT_EQ(now[0].object, "sqlite");
  filter.at = {15};
  EXPECT_EQ(store_->knowledge().FindTriples(filter)->front().object, "postgres");
  filter.at = {};
  EXPECT_EQ(*store_->knowledge().InvalidateTriples(filter, {30}), 1);
  EXPECT_TRUE(store_->knowledge().FindTriples(filter)->empty());
  filter.current_only = false;
  EXPECT_EQ(store_->knowledge().FindTriples(filter)->size(), 2U);
}

TEST_F(MemoryFile, ADoubtedTripleStaysUntilAPersonAgrees) {
  KnowledgeStore& knowledge = store_->knowledge();
  Triple triple;
  triple.subject = "billing";
  triple.predicate = "uses";
  triple.object = "postgres";
  ASSERT_OK(knowledge.AddTriple(triple, false, {10}));
  TripleFilter billing;
  billing.subject = "Billing";
  TripleFilter waiting;
  waiting.drafts = true;
  for (const bool agreed : {false, true}) {
    auto doubted = knowledge.DoubtTriples(billing, {{20}, "lesson-keeper", RunId{3}, "the driver is gone"});
    ASSERT_OK(doubted);
    EXPECT_EQ(*doubted, 1);
    EXPECT_EQ(knowledge.FindTriples(billing)->size(), 1U) << "still so";
    ASSERT_EQ(knowledge.FindTriples(waiting)->size(), 1U);
    EXPECT_EQ(knowledge.FindTriples(waiting)->front().doubt.why, "the driver is gone");
    ASSERT_OK(knowledge.SettleTriple(1, agreed, {30}));
    EXPECT_TRUE(knowledge.FindTriples(waiting)->empty());
    EXPECT_EQ(knowledge.FindTriples(billing)->size(), agreed ? 0U : 1U);
  }
  billing.current_only = false;
  EXPECT_EQ(knowledge.FindTriples(billing)->front().until.ms, 30);
  EXPECT_EQ(*knowledge.DoubtTriples(billing, {{40}, "x", RunId{4}, ""}), 0) << "what has ended cannot end again";
  EXPECT_EQ(knowledge.SettleTriple(1, true, {50}).error().code, Code::kNotFound);
  EXPECT_EQ(knowledge.DoubtTriples({}, {{40}, "x", RunId{4}, ""}).error().code, Code::kInvalid);
}

TEST_F(MemoryFile, ATripleThatIsSaidAgainIsNoLongerDoubted) {
  Triple triple;
  triple.subject = "billing";
  triple.predicate = "uses";
  triple.object = "postgres";
  ASSERT_OK(store_->knowledge().AddTriple(triple, false, {10}));
  TripleFilter billing;
  billing.subject = "billing";
  ASSERT_OK(store_->knowledge().DoubtTriples(billing, {{20}, "x", RunId{3}, ""}));
  ASSERT_OK(store_->knowledge().AddTriple(triple, false, {30}));
  billing.drafts = true;
  EXPECT_TRUE(store_->knowledge().FindTriples(billing)->empty());
}

TEST_F(MemoryFile, ATwinIsFoundAmongManyThatShareItsWords) {
  std::vector<NewFact> facts;
  for (int i = 0; i < 600; ++i)
    facts.push_back(Said("The server of shard " + std::to_string(i) + " listens on a port"));
  facts.push_back(Said("The gateway keeps its certificates below /etc/gateway"));
  ASSERT_OK(store_->facts().Save(facts, kNow));
  auto again = Save(Said("The gateway keeps all its certificates below /etc/gateway"));
  ASSERT_OK(again);
  EXPECT_EQ(again->kind, SaveKind::kConfirmed);
  auto common = Save(Said("the server of shard 599 listens on a port!"));
  ASSERT_OK(common);
  EXPECT_EQ(common->kind, SaveKind::kConfirmed) << common->fact.text;
}

TEST_F(MemoryFile, ContradictingSpikesAreBothKeptAndFlagged) {
  Spike spike;
  spike.assumption = "the API paginates by cursor";
  spike.confirmed = true;
  spike.tested = kNow;
  const Spike first = *store_->knowledge().AddSpike(spike);
  EXPECT_EQ(store_->knowledge().AddSpike(spike)->id, first.id) << "tested again";
  spike.confirmed = false;
  spike.actual = "by offset";
  const Spike second = *store_->knowledge().AddSpike(spike);
  EXPECT_EQ(second.contradicts, std::vector<std::int64_t>{first.id});
  const auto all = *store_->knowledge().ListSpikes();
  ASSERT_EQ(all.size(), 2U);
  for (const Spike& one : all) EXPECT_EQ(one.contradicts.size(), 1U);
  EXPECT_TRUE(Usable(all[0], {kNow.ms + 29 * kDayMs}));
  EXPECT_FALSE(Usable(all[0], {kNow.ms + 31 * kDayMs}));
}

TEST_F(MemoryFile, ARunRecordedTwiceCountsOnce) {
  RunRecord run;
  run.run = RunId{7};
  run.subsystems = {"store", "engine"};
  run.gates = {{"test", 3, 1}};
  ASSERT_OK(store_->history().RecordRun(run));
  ASSERT_OK(store_->history().RecordRun(run));
  const auto runs = *store_->history().ListRuns();
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(RiskOf(runs).front().fail_rate, 0.25);
  EXPECT_EQ(CoFailuresOf(runs).size(), 1U);
}

TEST(MemoryFiles, ACorruptFileIsRefusedWithItsName) {
  TempDirectory directory;
  WriteBytes(directory / "store.db", std::string(5000, 'x'));
  const auto store = OpenSqliteMemory(directory / "store.db", FactScope::kGlobal);
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().code, Code::kCorrupt);
  EXPECT_NE(store.error().message.find(directory / "store.db"), std::string::npos);
}

constexpr const char* kMemoryPath = "FORGE_MEMORY_TEST_PATH";
constexpr const char* kMemoryWho = "FORGE_MEMORY_TEST_WHO";
constexpr int kProcesses = 16;
constexpr int kFactsEach = 20;

// The processes below run this test too, all on one file.
TEST(StoreProcess, AddsAndRecalls) {
  TempDirectory directory;
  const std::string who = Environment(kMemoryWho).value_or("0");
  auto store = MustOpenMemory(Environment(kMemoryPath).value_or(directory / "memory.db"));
  ASSERT_TRUE(store);
  for (int i = 0; i < kFactsEach; ++i) {
    const NewFact own = Said("module" + who + "x" + std::to_string(i) + " belongs to worker" + who);
    const NewFact shared = Said("everybody agrees on topic" + std::to_string(i) + " all the time");
    for (const NewFact* fact : {&own, &shared}) {
      auto saved = store->facts().Save({fact, 1}, kNow);
      ASSERT_OK(saved);
      ASSERT_OK(saved->front());
    }
    const auto found = store->facts().Search(DistinctTerms("module" + who + "x" + std::to_string(i)), 10);
    ASSERT_OK(found);
    ASSERT_EQ(found->found.size(), 1U);
  }
}

TEST(MemoryFiles, SixteenProcessesAtOnceLoseNothing) {
  TempDirectory directory;
  std::vector<std::jthread> threads;
  for (int i = 0; i < kProcesses; ++i) {
    threads.emplace_back([&, i] {
      const auto result = RunProcess(ThisProgram(
          "StoreProcess.AddsAndRecalls", {{kMemoryPath, directory / "store.db"}, {kMemoryWho, std::to_string(i)}}));
      ASSERT_OK(result);
      EXPECT_TRUE(result->ok()) << result->out << result->err;
    });
  }
  threads.clear();
  auto store = MustOpenMemory(directory / "store.db");
  const auto facts = *store->facts().List({});
  EXPECT_EQ(facts.size(), static_cast<std::size_t>(kProcesses * kFactsEach + kFactsEach));
  std::int64_t confirmations = 0;
  for (const Fact& fact : facts) confirmations += fact.hits;
  EXPECT_EQ(confirmations, (kProcesses - 1) * kFactsEach) << "every second saying of a shared fact counted, once";
}

}  // namespace
}  // namespace forge
