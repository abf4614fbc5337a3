// Who confirms a fact or a triple, and how often: a family of runs once, a session once, a person each time.
#include "memory/witness.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "store/memory/memory_schema.h"
#include "store/memory/sqlite_memory.h"
#include "store/open.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

class Witnesses : public ::testing::Test {
 protected:
  void SetUp() override {
    auto store = OpenSqliteMemory(directory_ / "memory.db", FactScope::kProject);
    ASSERT_OK(store);
    store_ = *std::move(store);
  }
  static Provenance Agent(std::int64_t run, std::int64_t root, const std::string& project = "/a") {
    Provenance from;
    from.voice = Voice::kAgent;
    from.run = RunId{run};
    from.witness = FamilyWitness(project, RunId{root});
    return from;
  }
  static Provenance InSession(const std::string& session) {
    Provenance from;
    from.voice = Voice::kAgent;
    from.witness = SessionWitness(session);
    return from;
  }
  Saved Say(const Provenance& from, const std::string& text = "The parser is generated", const std::string& key = "") {
    NewFact fact;
    fact.text = text;
    fact.from = from;
    fact.key = key;
    const auto saved = store_->facts().Save({&fact, 1}, kNow);
    EXPECT_TRUE(saved && saved->front());
    return saved && saved->front() ? *saved->front() : Saved();
  }
  Triple SayTriple(const Provenance& from) {
    Triple triple;
    triple.subject = "parser";
    triple.predicate = "made-by";
    triple.object = "bison";
    triple.from = from;
    return store_->knowledge().AddTriple(triple, false, kNow).value_or(Triple());
  }

  TempDirectory directory_;
  std::unique_ptr<MemoryStore> store_;
};

TEST_F(Witnesses, ALaterRunConfirmsOnceHoweverOftenItSaysIt) {
  Say(Agent(1, 1));
  EXPECT_EQ(Say(Agent(2, 2)).kind, SaveKind::kConfirmed);
  for (const char* text : {"The parser is generated", "the parser is generated!", "generated is the parser"}) {
    const Saved again = Say(Agent(2, 2), text);
    EXPECT_EQ(again.kind, SaveKind::kKnown) << text;
    EXPECT_EQ(again.fact.hits, 1);
  }
  EXPECT_EQ(Say(Agent(1, 1)).kind, SaveKind::kKnown) << "nor the first, after the second";
  EXPECT_EQ(Say(Agent(3, 3)).fact.hits, 2);
}

TEST_F(Witnesses, AllRunsOfAFamilyTogetherConfirmOnce) {
  EXPECT_EQ(Say(Agent(2, 1)).fact.status, FactStatus::kDraft);
  EXPECT_EQ(Say(Agent(3, 1)).kind, SaveKind::kKnown) << "a child beside it";
  EXPECT_EQ(Say(Agent(1, 1)).kind, SaveKind::kKnown) << "the run above them";
  EXPECT_EQ(Say(Agent(1, 1)).fact.status, FactStatus::kDraft);
  EXPECT_EQ(Say(Agent(5, 4)).kind, SaveKind::kConfirmed) << "another family";
  EXPECT_EQ(Say(Agent(6, 4)).fact.hits, 1);
}

TEST_F(Witnesses, RunsOfTwoProjectsAreTwoWhateverTheirNumbers) {
  Say(Agent(1, 1, "/a"));
  EXPECT_EQ(Say(Agent(1, 1, "/b")).kind, SaveKind::kConfirmed);
}

TEST_F(Witnesses, ASessionConfirmsOnce) {
  Say(InSession("x"));
  EXPECT_EQ(Say(InSession("x")).fact.status, FactStatus::kDraft);
  EXPECT_EQ(Say(InSession("y")).fact.status, FactStatus::kAccepted);
  EXPECT_EQ(Say(InSession("y")).fact.hits, 1);
}

TEST_F(Witnesses, APersonConfirmsEachTime) {
  Say(Agent(1, 1));
  EXPECT_EQ(Say({}).fact.hits, 1);
  EXPECT_EQ(Say({}).fact.hits, 2);
}

TEST_F(Witnesses, AFactThatTheEngineKeepsIsCountedOncePerFamilyAndFollowsItsWords) {
  const std::string key = "failure:test:1";
  Say(Agent(1, 1), "it failed", key);
  EXPECT_EQ(Say(Agent(2, 2), "it failed", key).fact.hits, 1);
  const Saved resumed = Say(Agent(1, 1), "it failed twice", key);
  EXPECT_EQ(resumed.kind, SaveKind::kKnown) << "a run that ended before, went on and ended again";
  EXPECT_EQ(resumed.fact.hits, 1);
  EXPECT_EQ(resumed.fact.text, "it failed twice");
}

TEST_F(Witnesses, AForgottenFactHasNone) {
  const FactId id = Say(Agent(1, 1)).fact.id;
  ASSERT_OK(store_->facts().Change(id, FactChange::kForget, kNow));
  Say({});  // a person overrides
  EXPECT_EQ(Say(Agent(1, 1)).kind, SaveKind::kConfirmed);
}

TEST_F(Witnesses, ATripleIsConfirmedOnceByEach) {
  EXPECT_EQ(SayTriple(Agent(1, 1)).status, FactStatus::kDraft);
  EXPECT_EQ(SayTriple(Agent(2, 1)).status, FactStatus::kDraft) << "of the same family";
  EXPECT_EQ(SayTriple(Agent(3, 3)).hits, 1);
  EXPECT_EQ(SayTriple(Agent(3, 3)).hits, 1);
  EXPECT_EQ(SayTriple(Agent(4, 3)).hits, 1);
  EXPECT_EQ(SayTriple({}).hits, 2);
  Provenance import;
  import.voice = Voice::kImport;
  EXPECT_EQ(SayTriple(import).hits, 2) << "an import confirms nothing";
}

TEST(WitnessMigration, AnOlderFileKeepsItsFactsAndWhoSaidThem) {
  TempDirectory directory;
  const std::string path = directory / "memory.db";
  {
    auto database = OpenDatabase(path, {.database = {}, .migrations = MemoryMigrations().first(2)});
    ASSERT_OK(database);
    ASSERT_OK(database->Run(
        "INSERT INTO fact (text, tokens, digest, category, status, confidence, hits, uses, voice, who, run, step, "
        "tree, "
        "source, key, derived, superseded_by, created, confirmed, used, expires) VALUES ('The parser is generated', "
        "'parser generat', 'x', 'convention', 'draft', 0.7, 2, 0, 'agent', 'lesson-keeper', 7, '', '', '', '', '', 0, "
        "5, 5, 0, 0)"));
    ASSERT_OK(database->Run("INSERT INTO fact_text (rowid, tokens) VALUES (1, 'parser generat')"));
    ASSERT_OK(database->Run("INSERT INTO term VALUES ('parser', 1), ('generat', 1)"));
    ASSERT_OK(database->Run("UPDATE corpus SET facts = 1, terms = 2"));
    ASSERT_OK(
        database->Run("INSERT INTO triple (subject, predicate, object, status, hits, since, until, voice, who, run, "
                      "step, tree, source) VALUES ('parser', 'made-by', 'bison', 'draft', 0, 5, 0, 'agent', 'x', 7, "
                      "'', '', '')"));
  }
  auto store = OpenSqliteMemory(path, FactScope::kProject);
  ASSERT_OK(store);
  const auto facts = (*store)->facts().List({});
  ASSERT_OK(facts);
  ASSERT_EQ(facts->size(), 1U);
  EXPECT_EQ(facts->front().hits, 2);
  EXPECT_EQ(facts->front().status, FactStatus::kDraft);
  NewFact again;
  again.text = "The parser is generated";
  again.from.voice = Voice::kAgent;
  again.from.run = RunId{7};
  again.from.witness = FamilyWitness("/a", RunId{6});
  EXPECT_EQ((*store)->facts().Save({&again, 1}, kNow)->front()->kind, SaveKind::kKnown) << "run 7 said it before";
  again.from.run = RunId{8};
  EXPECT_EQ((*store)->facts().Save({&again, 1}, kNow)->front()->kind, SaveKind::kConfirmed);
  Triple triple;
  triple.subject = "parser";
  triple.predicate = "made-by";
  triple.object = "bison";
  triple.from = again.from;
  triple.from.run = RunId{7};
  EXPECT_EQ((*store)->knowledge().AddTriple(triple, false, kNow)->hits, 0);
  EXPECT_TRUE((*store)->Examine(false)->empty());
}

// The numbers of an older Forge name no project: in the user's own store they may be of any.
TEST(WitnessMigration, ANumberAloneIsAWitnessOnlyInAProjectsOwnStore) {
  for (const FactScope scope : {FactScope::kProject, FactScope::kGlobal}) {
    TempDirectory directory;
    auto store = OpenSqliteMemory(directory / "memory.db", scope);
    ASSERT_OK(store);
    NewFact fact;
    fact.text = "The parser is generated";
    fact.from.voice = Voice::kAgent;
    fact.from.run = RunId{7};
    Triple triple;
    triple.subject = "parser";
    triple.predicate = "made-by";
    triple.object = "bison";
    triple.from = fact.from;  // without a witness: as an older Forge stored it
    ASSERT_OK((*store)->facts().Save({&fact, 1}, kNow));
    ASSERT_OK((*store)->knowledge().AddTriple(triple, false, kNow));
    fact.from.witness = triple.from.witness = FamilyWitness("/b", RunId{7});
    const bool same = scope == FactScope::kProject;
    EXPECT_EQ((*store)->facts().Save({&fact, 1}, kNow)->front()->kind, same ? SaveKind::kKnown : SaveKind::kConfirmed);
    EXPECT_EQ((*store)->knowledge().AddTriple(triple, false, kNow)->hits, same ? 0 : 1);
  }
}

}  // namespace
}  // namespace forge
