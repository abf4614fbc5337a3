// Memory's use cases over real files: imports, sweeping, a broken store of the user's own, health, what stages are
// told.
#include "service/memory/memory.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/strings.h"
#include "os/files/files.h"
#include "service/memory/learn.h"
#include "service/memory/memory_brief.h"

namespace forge {
namespace {

constexpr TimePoint kMemoryNow{1'000 * kDayMs};

class MemoryTest : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = MakeTempDirectory("forge-memory").value();
    machine_.data_directory = directory_ + "/data";
    project_.root = directory_ + "/repo";
    project_.forge = project_.root + "/.forge";
    project_.state = project_.forge + "/state";
    ASSERT_TRUE(MakeDirectories(project_.state));
  }
  void TearDown() override { ASSERT_TRUE(RemoveTree(directory_)); }

  Memory Open() {
    auto memory = Memory::Open(machine_, project_, true);
    EXPECT_TRUE(memory) << (memory ? "" : Describe(memory.error()));
    return memory ? std::move(*memory) : Memory();
  }
  std::string Write(const std::string& name, const std::string& text) {
    const std::string path = directory_ + "/" + name;
    EXPECT_TRUE(MakeDirectories(DirName(path)));
    EXPECT_TRUE(WriteFileAtomic(path, text));
    return path;
  }
  Fact Add(Memory& memory, const std::string& text, FactCategory category = FactCategory::kConvention,
           TimePoint now = kMemoryNow, FactScope scope = FactScope::kProject) {
    NewFact fact;
    fact.text = text;
    fact.category = category;
    auto saved = memory.Add(scope, fact, now);
    EXPECT_TRUE(saved) << (saved ? "" : Describe(saved.error()));
    return saved ? saved->fact : Fact();
  }
  std::vector<std::string> Kinds(Memory& memory, bool apply, TimePoint now = kMemoryNow) {
    auto findings = memory.Sweep(apply, now);
    EXPECT_TRUE(findings) << (findings ? "" : Describe(findings.error()));
    std::vector<std::string> kinds;
    if (!findings) return kinds;
    for (const SweepFinding& finding : *findings) {
      kinds.push_back(finding.id + " " + finding.kind + (finding.removed ? " removed" : ""));
    }
    return kinds;
  }

  std::string directory_;
  Machine machine_;
  Project project_;
};

using Words = std::vector<std::string>;

TEST_F(MemoryTest, AnImportWithOneBadLineInTwentyTakesTheRestAndNamesThem) {
  std::string lines;
  Words expected;
  for (int i = 1; i <= 400; ++i) {
    if (i % 20 == 0) {
      lines += i % 40 == 0 ? "{\"pattern\": \"cut off\n" : "{\"pattern\": \"of no known kind\", \"category\": \"x\"}\n";
      expected.push_back(std::to_string(i));
      continue;
    }
    lines += fmt::format("{{\"pattern\": \"subject{} talks to peer{} by channel{}\", \"category\": \"pattern\"}}\n", i,
                         i * 7, i * 13);
  }
  Memory memory = Open();
  auto report = memory.Import(Write("project.jsonl", lines), FactScope::kProject, kMemoryNow);
  ASSERT_TRUE(report) << Describe(report.error());
  EXPECT_EQ(report->added, 380);
  Words bad;
  for (const BadLine& line : report->bad) bad.push_back(std::to_string(line.line));
  EXPECT_EQ(bad, expected);
  EXPECT_EQ(memory.List(FactScope::kProject, {})->size(), 380U);
}

TEST_F(MemoryTest, AFolderOfFragmentsIsOneImport) {
  const std::string folder = directory_ + "/fragments";
  Write("fragments/T01.json",
        R"({"unit_id": "M001/S01/T01", "facts": ["Use pnpm here"], "category": "tool_usage", "confidence": 0.8})");
  Write("fragments/T02.json",
        R"([{"unit_id": "T02", "facts": [{"text": "Ports are fixed", "category": "gotcha"}, ""]}])");
  Write("fragments/T03.json", "{ cut off");
  Write("fragments/AUTO-MEMORY.md",
        "# Auto-Memory\n\n- [MEM001] (architecture) confidence:0.90 hits:3 \xE2\x80\x94 The store is one file\n"
        "  source: M001 | updated: 2026-04-15\n");
  Memory memory = Open();
  auto report = memory.Import(folder, FactScope::kProject, kMemoryNow);
  ASSERT_TRUE(report) << Describe(report.error());
  EXPECT_EQ(report->format, "fragments");
  EXPECT_EQ(report->added, 3);
  ASSERT_EQ(report->bad.size(), 2U);
  Words why;
  for (const BadLine& bad : report->bad) why.push_back(bad.why);
  std::sort(why.begin(), why.end());
  EXPECT_TRUE(why[0].starts_with("T02.json: ")) << why[0];
  EXPECT_TRUE(why[1].starts_with("T03.json: ")) << why[1];
  auto again = memory.Import(folder, FactScope::kProject, kMemoryNow);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->added + again->confirmed, 0) << "importing twice confirms nothing";
  EXPECT_EQ(again->known, 3);
  auto hits = memory.Recall({.query = "store file", .scope = {}, .stage = {}}, kMemoryNow);
  ASSERT_TRUE(hits);
  ASSERT_FALSE(hits->empty());
  EXPECT_EQ(hits->front().fact.hits, 3);
}

TEST_F(MemoryTest, SweepingNamesWhatIsProbablyNoLongerSoAndRemovesItWhenTold) {
  Memory memory = Open();
  ASSERT_TRUE(MakeDirectories(project_.root + "/src"));
  ASSERT_TRUE(WriteFileAtomic(project_.root + "/src/here.cc", ""));
  Add(memory, "The parser is in src/here.cc");
  Add(memory, "The printer is in src/gone.cc");
  Add(memory, "Ada prefers tabs", FactCategory::kPreference, TimePoint{kMemoryNow.ms - 100 * kDayMs});
  Add(memory, "We chose sqlite over files", FactCategory::kDecision, TimePoint{kMemoryNow.ms - 100 * kDayMs});
  Add(memory, "The dev server listens on port 8080");
  Add(memory, "The dev server listens on port 9090");
  NewFact draft;
  draft.text = "Perhaps the moon matters";
  draft.from.voice = Voice::kAgent;
  ASSERT_TRUE(memory.Add(FactScope::kProject, draft, TimePoint{kMemoryNow.ms - 31 * kDayMs}));
  const Words found = {"p7 expired-draft", "p3 unused", "p2 stale-pointer", "p5 contradiction"};
  EXPECT_EQ(Kinds(memory, false), found);
  EXPECT_EQ(Kinds(memory, false), found) << "looking changes nothing";
  EXPECT_EQ(Kinds(memory, true),
            (Words{"p7 expired-draft removed", "p3 unused removed", "p2 stale-pointer removed", "p5 contradiction"}));
  EXPECT_EQ(Kinds(memory, false), Words{"p5 contradiction"}) << "which side is right, a person says";
}

TEST_F(MemoryTest, ProposalsAboutTriplesExpireLikeDrafts) {
  Memory memory = Open();
  KnowledgeStore& knowledge = memory.project()->knowledge();
  Triple so;
  so.subject = "billing";
  so.predicate = "uses";
  so.object = "postgres";
  ASSERT_TRUE(knowledge.AddTriple(so, false, kMemoryNow));
  TripleFilter billing;
  billing.subject = "billing";
  ASSERT_TRUE(knowledge.DoubtTriples(billing, {kMemoryNow, "lesson-keeper", RunId{1}, ""}));
  so.object = "sqlite";
  so.from.voice = Voice::kAgent;
  ASSERT_TRUE(knowledge.AddTriple(so, false, kMemoryNow));
  EXPECT_TRUE(Kinds(memory, true, TimePoint{kMemoryNow.ms + 29 * kDayMs}).empty());
  const TimePoint late{kMemoryNow.ms + 30 * kDayMs};
  EXPECT_EQ(Kinds(memory, true, late), (Words{"t1 expired-draft removed", "t2 expired-draft removed"}));
  const auto left = knowledge.FindTriples({});
  ASSERT_TRUE(left);
  ASSERT_EQ(left->size(), 1U) << "what was doubted is still so";
  EXPECT_EQ(left->front().object, "postgres");
  EXPECT_TRUE(Kinds(memory, false, late).empty());
}

TEST_F(MemoryTest, SweepingKeepsWhatIsUsed) {
  Memory memory = Open();
  Fact fact = Add(memory, "Ada prefers tabs", FactCategory::kPreference, TimePoint{kMemoryNow.ms - 100 * kDayMs});
  Hit hit;
  hit.fact = fact;
  memory.NoteUse({hit}, TimePoint{kMemoryNow.ms - 10 * kDayMs});
  EXPECT_TRUE(Kinds(memory, false).empty());
  EXPECT_EQ(Kinds(memory, false, TimePoint{kMemoryNow.ms + 60 * kDayMs}), Words{"p1 unused"});
}

TEST_F(MemoryTest, ABrokenStoreOfTheUsersIsOneWarningAndTheProjectsGoesOn) {
  Write("data/memory.db", std::string(4096, 'x'));
  Memory memory = Open();
  ASSERT_EQ(memory.warnings().size(), 1U);
  Add(memory, "Deploy with make release");
  auto hits = memory.Recall({.query = "deploy", .scope = {}, .stage = {}}, kMemoryNow);
  ASSERT_TRUE(hits) << Describe(hits.error());
  EXPECT_EQ(hits->size(), 1U);
  EXPECT_FALSE(memory.Recall({.query = "deploy", .scope = FactScope::kGlobal, .stage = {}}, kMemoryNow));
  const std::string brief = MemoryBrief(machine_, project_, {"implement", "deploy with make", {}, true}, kMemoryNow);
  EXPECT_NE(brief.find("Deploy with make release"), std::string::npos) << brief;
}

TEST_F(MemoryTest, TheDoctorLooksAtBothFiles) {
  {
    Memory memory = Open();
    Add(memory, "Deploy with make release");
  }
  std::vector<MemoryHealth> files = ExamineMemory(machine_, project_, false);
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].path, project_.state + "/memory.db");
  EXPECT_EQ(files[1].path, machine_.data_directory + "/memory.db");
  for (const MemoryHealth& file : files) EXPECT_TRUE(file.there && !file.error && file.findings.empty());
  ASSERT_TRUE(RemoveTree(machine_.data_directory));
  Write("data/memory.db", std::string(4096, 'x'));
  ASSERT_TRUE(RemoveFile(project_.state + "/memory.db"));
  files = ExamineMemory(machine_, project_, true);
  EXPECT_FALSE(files[0].there);
  EXPECT_FALSE(Exists(files[0].path)) << "looking makes no file";
  ASSERT_TRUE(files[1].error);
}

TEST_F(MemoryTest, WhatAnAgentProposesWaitsForAPerson) {
  Memory memory = Open();
  Triple so;
  so.subject = "billing";
  so.predicate = "uses";
  so.object = "postgres";
  ASSERT_TRUE(memory.project()->knowledge().AddTriple(so, false, kMemoryNow));
  const auto result = ParseJson(R"({
    "facts": [{"category": "gotcha", "text": "Tests need port 5433"},
              {"category": "gotcha", "text": "api key token=abcd1234efgh5678"},
              {"category": "preference", "text": "Ada likes rebasing", "scope": "global"}],
    "spikes": [{"assumption": "pages by cursor", "result": "refuted", "actual": "by offset"},
               {"assumption": "half", "result": "perhaps"}],
    "triples": [{"subject": "web", "predicate": "uses", "object": "redis"}],
    "no_longer": [{"subject": "billing", "predicate": "uses", "why": "moved to sqlite"}, {"subject": "nobody"}],
    "diary": "a good day"})");
  ASSERT_TRUE(result);
  Provenance from;
  from.voice = Voice::kAgent;
  from.who = "lesson-keeper";
  from.run = RunId{4};
  const Lessons lessons = KeepProposals(memory, *result, from, false, kMemoryNow);
  EXPECT_TRUE(lessons.warnings.empty());
  EXPECT_EQ(lessons.drafts, 4) << "two facts, a triple, a doubt";
  EXPECT_EQ(lessons.turned_away, 3) << "a secret, a spike without result, a doubt about nothing";
  const auto facts = memory.List({}, {});
  ASSERT_TRUE(facts);
  for (const Fact& fact : *facts) EXPECT_EQ(fact.status, FactStatus::kDraft) << fact.text;
  TripleFilter waiting;
  waiting.drafts = true;
  EXPECT_EQ(memory.project()->knowledge().FindTriples(waiting)->size(), 2U);
  EXPECT_EQ(memory.project()->knowledge().FindTriples({})->size(), 1U) << "nothing ended yet, nothing begun";
  EXPECT_EQ(memory.global()->facts().Count()->drafts, 1);
}

TEST_F(MemoryTest, WhatAFailedStageFoundIsAFailurePattern) {
  Memory memory = Open();
  const auto result = ParseJson(R"({"facts": [{"category": "convention", "text": "Mocks replace the clock"}]})");
  Provenance from;
  from.voice = Voice::kAgent;
  KeepProposals(memory, *result, from, true, kMemoryNow);
  const auto facts = memory.List({}, {});
  ASSERT_TRUE(facts);
  ASSERT_EQ(facts->size(), 1U);
  EXPECT_EQ(facts->front().category, FactCategory::kFailurePattern);
}

RunRecord Past(std::int64_t run, std::vector<std::string> subsystems, std::int64_t passed, std::int64_t failed) {
  RunRecord record;
  record.run = RunId{run};
  record.objective = fmt::format("objective {}", run);
  record.pipeline = "forge";
  record.subsystems = std::move(subsystems);
  record.gates = {{"tests", passed, failed}};
  record.ended = kMemoryNow;
  return record;
}

TEST_F(MemoryTest, PlannersAreToldOfPrecedentsAndBuildersAreNot) {
  ASSERT_TRUE(WriteFileAtomic(project_.forge + "/subsystems.toml",
                              "store = [\"src/store/**\"]\nweb = [\"src/web/**\"]\nidle = [\"idle/**\"]\n"));
  Memory memory = Open();
  HistoryStore& history = memory.project()->history();
  ASSERT_TRUE(history.RecordRun(Past(1, {"store", "web"}, 1, 3)));
  ASSERT_TRUE(history.RecordRun(Past(2, {"idle"}, 9, 0)));
  ASSERT_TRUE(history.AddDiary({0, kMemoryNow, RunId{1}, "forge", "the store was hard"}));
  Triple so;
  so.subject = "store";
  so.predicate = "owned-by";
  so.object = "data team";
  ASSERT_TRUE(memory.project()->knowledge().AddTriple(so, false, kMemoryNow));
  Add(memory, "The store is one file", FactCategory::kArchitecture);
  Add(memory, "The usual plan of a store run has 3 steps and 0 retries", FactCategory::kSuccessPattern);
  BriefRequest request{"plan", "mend the store", {"src/store/open.cc"}, false};
  const std::string plan = MemoryBrief(machine_, project_, request, kMemoryNow);
  for (const char* said : {"The store is one file", "run 1 (completed): objective 1", "store: 3 of 4 checks failed",
                           "store and web tend to fail together (75 % of 4 checks)", "store owned-by data team"}) {
    EXPECT_NE(plan.find(said), std::string::npos) << said << "\n" << plan;
  }
  EXPECT_EQ(plan.find("objective 2"), std::string::npos) << "another subsystem's run";
  for (const char* noise : {"median", "retries", "the store was hard"})
    EXPECT_EQ(plan.find(noise), std::string::npos) << noise << "\n" << plan;
  request.stage = "implement";
  const std::string build = MemoryBrief(machine_, project_, request, kMemoryNow);
  EXPECT_EQ(build.find("Earlier runs"), std::string::npos) << build;
  request.stage = "close";
  EXPECT_EQ(MemoryBrief(machine_, project_, request, kMemoryNow).find("retries"), std::string::npos);
}

TEST_F(MemoryTest, ABriefKeepsItsBudget) {
  Memory memory = Open();
  for (int i = 0; i < 50; ++i) {
    Add(memory, fmt::format("Module{} of the parser reads kind{} of tokens and nothing else at all", i, i * 3),
        FactCategory::kArchitecture);
  }
  for (const std::size_t tokens : {0U, 20U, 60U, 200U}) {
    BriefRequest request{"plan", "the parser reads tokens", {}, false, tokens};
    EXPECT_LE(RoughTokens(MemoryBrief(machine_, project_, request, kMemoryNow)), tokens) << tokens;
  }
}

}  // namespace
}  // namespace forge
