#include "service/unit/prompt_work.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "service/unit/round_files.h"

namespace forge {
namespace {

constexpr PromptReader kPlanner{false, false};
constexpr PromptReader kEngineer{true, false};
constexpr PromptReader kReviewer{false, true};

const char* const kPlanToRevise =
    "# Plan: One\n\n**Status:** AUDITING\n\n## Objective\n\nWrite it.\n\n## Audit Log\n\n### Review 1\n\nno\n";

struct Told {
  std::map<std::string, std::string> artifacts;
  std::string plan;

  std::vector<PromptBlock> Blocks(const Job& job, const PromptReader& reader) const {
    WorkSources sources;
    sources.plan = [this] { return Result<std::string>(plan); };
    sources.artifact = [this](const std::string& name) -> Result<std::optional<std::string>> {
      const auto found = artifacts.find(name);
      if (found == artifacts.end()) return std::optional<std::string>();
      return std::optional(found->second);
    };
    sources.run_artifact = sources.artifact;
    return WorkBlocks(job, reader, sources).value();
  }
};

Job Planner(int iteration) {
  Job job;
  job.lane = "run";
  job.stage.name = "plan";
  job.stage.produces = "plan";
  job.unit.iteration = iteration;
  if (iteration > 1) job.plan_hash = "abc";
  return job;
}

Sender From(const std::string& stage, StageKind kind, bool here = true) {
  Sender sender;
  sender.stage = stage;
  sender.kind = kind;
  sender.round = 1;
  sender.of = kind == StageKind::kAsk ? 0 : 3;
  sender.here = here;
  return sender;
}

const PromptBlock* Find(const std::vector<PromptBlock>& blocks, const std::string& label) {
  const auto found =
      std::find_if(blocks.begin(), blocks.end(), [&](const PromptBlock& one) { return one.label == label; });
  return found == blocks.end() ? nullptr : &*found;
}

TEST(PromptWork, WhatCannotBeReadIsNotTakenForMissing) {
  WorkSources sources;
  sources.artifact = [](const std::string&) -> Result<std::optional<std::string>> { return Fail(Code::kIo, "EIO"); };
  Job job = Planner(2);
  job.senders = {From("form", StageKind::kCheck)};
  EXPECT_FALSE(WorkBlocks(job, kPlanner, sources));
}

TEST(PromptWork, WhoDoesAStepIsToldWhatTheReviewersOfThePlanRemarked) {
  Told told;
  told.artifacts["AUDIT.md"] =
      "Concern 1: an empty pattern\nIt may be taken for none.\nSeverity: low\n\nVerdict: Ready to approve.\n";
  told.artifacts["gates.skeptic.md"] =
      "Fine.\n\n```json\n{\"findings\":[{\"severity\":\"low\",\"title\":\"ties\",\"text\":\"say which comes "
      "first\"}]}\n```\n";
  Job job;
  job.lane = "cli";
  job.stage.name = "implement";
  job.step = StepSpec{};
  job.plan_reviews = {
      {"audit", "", "AUDIT.md"}, {"gates", "skeptic", "gates.skeptic.md"}, {"gates", "x", "gates.x.md"}};
  const std::vector<PromptBlock> blocks = told.Blocks(job, kEngineer);
  const PromptBlock* remarks = Find(blocks, "remarks");
  ASSERT_NE(remarks, nullptr);
  EXPECT_EQ(remarks->text,
            "Those who do the other steps are told these too, because they name no step:\n"
            "- an empty pattern: It may be taken for none.\n- ties: say which comes first\n");
  const std::vector<PromptBlock> reviewers = told.Blocks(job, kReviewer);
  ASSERT_NE(Find(reviewers, "remarks"), nullptr) << "who judges the step judges by what its author was told";
  EXPECT_EQ(Find(reviewers, "remarks")->text, remarks->text);
  job.member = Member{};
  EXPECT_EQ(Find(told.Blocks(job, kReviewer), "remarks"), nullptr) << "a member of a panel stays sealed";
}

TEST(PromptWork, WhoJudgesAFailureAgainSeesWhatItSaidAndWhatWasTried) {
  Job job;
  job.lane = "cli";
  job.stage.name = "diagnose";
  job.stage.result = true;
  job.unit.iteration = 2;
  job.answered_before = ParseJson(R"({"classification":"stuck","suggestion":"sort first"})").value();
  job.tried = {{"work", "Counted.", "why"}, {"debug", "", "Fix what validate found"}};
  const std::vector<PromptBlock> blocks = Told().Blocks(job, {});
  ASSERT_NE(Find(blocks, "your earlier answer"), nullptr);
  EXPECT_EQ(Find(blocks, "your earlier answer")->text, R"({"classification":"stuck","suggestion":"sort first"})");
  ASSERT_NE(Find(blocks, "tried"), nullptr);
  EXPECT_EQ(Find(blocks, "tried")->text, "- work: Counted.\n- debug: Fix what validate found\n");
  for (const PromptReader& other : {kEngineer, kReviewer}) EXPECT_EQ(Find(Told().Blocks(job, other), "tried"), nullptr);
}

TEST(PromptWork, ARemarkIsToldWholeAndWithItsFix) {
  Told told;
  const std::string text(600, 'x');
  told.artifacts["gates.skeptic.md"] =
      "Fine.\n\n```json\n{\"findings\":[{\"severity\":\"low\",\"title\":\"ties\",\"text\":\"" + text +
      "\",\"fix\":\"say which comes first\"}]}\n```\n";
  Job job;
  job.lane = "cli";
  job.stage.name = "implement";
  job.step = StepSpec{};
  job.plan_reviews = {{"gates", "skeptic", "gates.skeptic.md"}};
  const std::vector<PromptBlock> blocks = told.Blocks(job, kEngineer);
  ASSERT_NE(Find(blocks, "remarks"), nullptr);
  EXPECT_EQ(Find(blocks, "remarks")->text,
            "Those who do the other steps are told these too, because they name no step:\n- ties: " + text +
                "\n  Fix: say which comes first\n");
}

TEST(PromptWork, ARemarkAboutAPlanThatHasChangedSinceIsToldAsSuch) {
  const std::string judged = "# Plan: x\n\n## Steps\n\n### Step cli: Parse\n\n**Do:** parse it\n";
  Told told;
  told.artifacts["AUDIT.md"] = "Concern 1: too short\nSay more.\nSeverity: low\n\nVerdict: Ready to approve.\n";
  told.artifacts[PlanOfRound("audit", "", 1)] = judged;
  told.plan = judged;
  Job job;
  job.lane = "cli";
  job.stage.name = "implement";
  job.step = StepSpec{};
  job.step->id = StepId{"cli"};
  job.step->title = "Parse";
  job.step->what = "parse it";
  job.plan_reviews = {{"audit", "", "AUDIT.md", false, 2}};
  EXPECT_EQ(Find(told.Blocks(job, kEngineer), "remarks")->text,
            "Those who do the other steps are told these too, because they name no step:\n- too short: Say more.\n");
  job.step->what = "parse it, and say how";
  EXPECT_EQ(Find(told.Blocks(job, kEngineer), "remarks")->text,
            "The plan was changed after these: heed what still holds.\n- too short: Say more.\n");
}

TEST(PromptWork, WhoRevisesThePlanIsToldWhatThoseRemarkedWhoApprovedIt) {
  Told told;
  told.plan = kPlanToRevise;
  told.artifacts["gates.a.md"] =
      "**Verdict:** Revision Required\n\n```json\n{\"findings\":[{\"severity\":\"medium\",\"title\":\"a false "
      "claim\",\"text\":\"no such file\"}]}\n```\n";
  told.artifacts["gates.b.md"] =
      "**Verdict:** Approved\n\n```json\n{\"findings\":[{\"severity\":\"low\",\"title\":\"ties\",\"text\":\"say which "
      "comes first\"}]}\n```\n";
  told.artifacts["gates.c.md"] = "**Verdict:** Approved\n\n```json\n{\"findings\":[]}\n```\n";
  Job job = Planner(2);
  job.senders = {From("gates", StageKind::kPanel)};
  job.reviews = {{"gates", "a", "gates.a.md", true},
                 {"gates", "b", "gates.b.md", false, 0, true},
                 {"gates", "c", "gates.c.md", false, 0, true}};
  const auto blocks = told.Blocks(job, kPlanner);
  EXPECT_NE(Find(blocks, "gates.a.md"), nullptr);
  ASSERT_NE(Find(blocks, "advice"), nullptr);
  EXPECT_EQ(Find(blocks, "advice")->text, "- ties: say which comes first\n");
  job.has_done_steps = true;
  EXPECT_EQ(Find(told.Blocks(job, kPlanner), "advice"), nullptr) << "those who did the steps were told";
}

TEST(PromptWork, WhatADebateIsAboutIsTheWorkOfThoseWhoAnswer) {
  Told told;
  told.artifacts["review.challenge.md"] = "No.\n\n```json\n{\"objections\":[{\"id\":\"R1\",\"text\":\"late\"}]}\n```\n";
  Job job;
  job.lane = "run";
  job.stage.name = "review";
  job.stage.aggregate = Aggregate::kDialectic;
  job.member = Member{};
  job.member->name = "defence";
  job.member->after = {"challenge"};
  const auto blocks = told.Blocks(job, kReviewer);
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(blocks[0].lead, "The objections, by `challenge`");
  EXPECT_EQ(blocks[0].text, "- R1: late\n");
}

TEST(PromptWork, ADocumentThatTheTaskNamesIsWork) {
  Told told;
  told.artifacts["OPEN-POINTS.md"] = "- one\n";
  told.artifacts["SUMMARY.md"] = "done\n";
  Job job;
  job.lane = "run";
  job.stage.name = "refactor";
  job.stage.sees = {"OPEN-POINTS.md", "SUMMARY.md"};
  job.stage.prompt = "Settle the open points of OPEN-POINTS.md and nothing else.";
  const auto blocks = told.Blocks(job, kEngineer);
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(blocks[0].lead, "`OPEN-POINTS.md`, which your task is about");
  EXPECT_TRUE(IsWork(job, kEngineer, "OPEN-POINTS.md"));
  EXPECT_FALSE(IsWork(job, kEngineer, "SUMMARY.md"));
  job.reviews = {{"audit", "", "OPEN-POINTS.md"}};
  EXPECT_FALSE(IsWork(job, kReviewer, "OPEN-POINTS.md"));
}

TEST(PromptWork, WhoMayChangeNoFileIsNotToldToResolveWhatFailed) {
  Told told;
  told.artifacts["failures"] = "make: no\n";
  Job job = Planner(2);
  job.stage.produces = "";
  job.senders = {From("verify", StageKind::kCheck)};
  const auto lead_for = [&](const PromptReader& reader) { return Find(told.Blocks(job, reader), "failures")->lead; };
  EXPECT_EQ(lead_for(kPlanner), "What failed");
  EXPECT_EQ(lead_for(kEngineer), "What failed. Start from the cause, and resolve all of it");
}

TEST(PromptWork, WhoRevisesOrJudgesThePlanIsToldWhichCommandsAreNotRun) {
  Told told;
  told.plan =
      "# Plan: One\n\n## Testing\n\n- With `make leaks` there must be no report.\n\n## Steps\n\n### Step a: A\n\n"
      "**Writes:** `a.c`\n**Verify:** `make a`\n";
  Job planner = Planner(2);
  const PromptBlock* block = nullptr;
  const auto blocks = told.Blocks(planner, kPlanner);
  ASSERT_NE(block = Find(blocks, "not run"), nullptr);
  EXPECT_NE(block->text.find("`## Testing`: \"make leaks\" is not run"), std::string::npos) << block->text;
  planner.senders = {From("form", StageKind::kCheck)};
  EXPECT_EQ(Find(told.Blocks(planner, kPlanner), "not run"), nullptr) << "the failures say it";
  Job reviewer;
  reviewer.stage.name = "audit";
  reviewer.stage.sees = {"plan"};
  EXPECT_NE(Find(told.Blocks(reviewer, kReviewer), "not run"), nullptr);
  reviewer.stage.sees = {"plan", "diff"};
  EXPECT_EQ(Find(told.Blocks(reviewer, kReviewer), "not run"), nullptr) << "it judges the work";
}

TEST(PromptWork, TheFirstPlanRevisesNothing) {
  EXPECT_TRUE((Told{{{"failures", "old"}, {"AUDIT.md", "old"}}, ""}.Blocks(Planner(1), kPlanner).empty()));
  EXPECT_EQ(WhyAskedAgain(Planner(1), kPlanner), "");
}

TEST(PromptWork, ARevisionIsShownThePlanTheReviewsTheFailuresAndTheCommentsTogether) {
  Job job = Planner(3);
  job.senders = {From("form", StageKind::kCheck), From("audit", StageKind::kAgent), From("approve", StageKind::kAsk)};
  job.reviews = {{"audit", "", "AUDIT.md", true}, {"gates", "skeptic", "gates.skeptic.md", false}};
  job.words = {{"approve", "Build it?", "modify", "say it in French", true},
               {"approve", "Build it?", "modify", "and louder", true}};
  const Told told{{{"AUDIT.md", "too short"}, {"gates.skeptic.md", "settled"}, {"failures", "line 3: odd"}},
                  kPlanToRevise};
  const auto blocks = told.Blocks(job, kPlanner);
  ASSERT_NE(Find(blocks, "plan"), nullptr);
  EXPECT_TRUE(Find(blocks, "plan")->text.contains("Write it."));
  EXPECT_FALSE(Find(blocks, "plan")->text.contains("Audit Log"));
  EXPECT_TRUE(Find(blocks, "plan")->lead.contains("keep the rest word for word"));
  ASSERT_NE(Find(blocks, "AUDIT.md"), nullptr);
  EXPECT_EQ(Find(blocks, "gates.skeptic.md"), nullptr) << "what is settled is not shown as work";
  ASSERT_NE(Find(blocks, "failures"), nullptr);
  ASSERT_NE(Find(blocks, "comments"), nullptr);
  EXPECT_TRUE(Find(blocks, "comments")->text.contains("say it in French"));
  EXPECT_TRUE(Find(blocks, "comments")->text.contains("and louder"));
}

TEST(PromptWork, ACommentOutlastsTheChecksThatFailAfterIt) {
  Job job = Planner(3);
  job.senders = {From("form", StageKind::kCheck), From("approve", StageKind::kAsk)};
  job.words = {{"approve", "Build it?", "modify", "say it in French", true}};
  job.unit.note = "line 3: odd (and 2 more)";
  job.senders[0].summary = job.unit.note;
  EXPECT_NE(Find(Told{{{"failures", "line 3: odd"}}, kPlanToRevise}.Blocks(job, kPlanner), "comments"), nullptr);
}

TEST(PromptWork, FailuresOfACheckThatHasPassedSinceAreNotShown) {
  Job job = Planner(2);
  job.senders = {From("audit", StageKind::kAgent)};
  EXPECT_EQ(Find(Told{{{"failures", "note: nothing"}}, kPlanToRevise}.Blocks(job, kPlanner), "failures"), nullptr);
}

TEST(PromptWork, WhyItIsAskedAgainIsWholeSentences) {
  Job job = Planner(2);
  job.senders = {From("form", StageKind::kCheck), From("audit", StageKind::kAgent, false)};
  job.senders[0].summary = "the first line of something long (and 3 more)";
  job.unit.note = job.senders[0].summary;
  EXPECT_EQ(WhyAskedAgain(job, kPlanner), "The check `form` failed (round 1 of 3).");
  job.senders = {From("approve", StageKind::kAsk)};
  job.unit.note = "a person asked for changes";
  EXPECT_EQ(WhyAskedAgain(job, kPlanner), "A person asked for changes at `approve`.");
  job.unit.attempt = 2;
  job.unit.note = "it has faults:\n- one";
  EXPECT_EQ(WhyAskedAgain(job, kPlanner), "Your last attempt did not count: it has faults:\n- one");
  job.unit.note = "the answer is empty";
  EXPECT_EQ(WhyAskedAgain(job, kPlanner), "Your last attempt did not count: the answer is empty.");
  EXPECT_EQ(
      WhyAskedAgain(job, {.writes = true, .set_back = true}),
      "Your last attempt did not count: the answer is empty.\n\nWhat it changed was set back: the files are as they "
      "were before it. Do the work again.");
}

TEST(PromptWork, WhichProposalBecameThePlanIsNotToldToWhoRevisesIt) {
  Told told;
  told.plan = kPlanToRevise;
  Job job = Planner(1);
  job.stage.sees = {"plan", "answers"};
  job.words = {{"decide", "Which plan?", "standard: the draft as it is", "", false, true, true, "COMPARISON.md"}};
  job.words[0].chose_plan = true;
  EXPECT_NE(Find(told.Blocks(job, kPlanner), "answers"), nullptr);
  job.unit.iteration = 2;
  EXPECT_EQ(Find(told.Blocks(job, kPlanner), "answers"), nullptr);
  job.words[0].choice = false;
  job.words[0].comment = "and call it NOTE.txt";
  EXPECT_NE(Find(told.Blocks(job, kPlanner), "answers"), nullptr) << "what a person asked for stands";
}

TEST(PromptWork, TheEnginesOwnWordsStayBesideWhatAStageSaid) {
  Job job = Planner(2);
  job.stage.produces = "";
  job.senders = {From("verify", StageKind::kCheck)};
  job.senders[0].summary = "make test (exit 2)";
  job.unit.note = "2 must-haves are missing. The check said: make test (exit 2)";
  EXPECT_EQ(
      WhyAskedAgain(job, kEngineer),
      "The check `verify` failed (round 1 of 3). The work so far is in the working directory.\n\n2 must-haves are "
      "missing.");
}

TEST(PromptWork, AReviewerOfALaterRoundSeesItsOwnReviewAndWhatChangedInThePlan) {
  Job job;
  job.stage.name = "gates";
  job.stage.sees = {"plan"};
  job.member = Member{};
  job.member->name = "skeptic";
  job.unit.member = "skeptic";
  job.unit.iteration = 2;
  job.reviews = {{"gates", "skeptic", "gates.skeptic.md", true},
                 {"gates", "integration", "gates.integration.md", true}};
  const Told told{{{ReviewOfRound(job, 1), "the file is missing"},
                   {PlanOfRound(job, 1), "# Plan: One\n\n## Objective\n\nWrite nothing.\n"},
                   {"gates.skeptic.md", "the file is missing"},
                   {"gates.integration.md", "sealed"}},
                  kPlanToRevise};
  const auto blocks = told.Blocks(job, kReviewer);
  ASSERT_NE(Find(blocks, "your earlier review"), nullptr);
  EXPECT_TRUE(Find(blocks, "your earlier review")->lead.contains("is settled"));
  const PromptBlock* plan = Find(blocks, kMarkedPlan);
  ASSERT_NE(plan, nullptr);
  EXPECT_TRUE(plan->text.contains("Write [-nothing.-]\n{+it.+}") || plan->text.contains("[-nothing.-] {+it.+}") ||
              plan->text.contains("[-nothing.-]{+it.+}"))
      << plan->text;
  for (const PromptBlock& block : blocks) EXPECT_FALSE(block.text.contains("sealed")) << block.label;
}

TEST(PromptWork, WhoChecksForOthersIsShownWhatTheySaid) {
  Job job = Planner(2);
  job.stage.name = "gates";
  job.member = Member{};
  job.member->name = "b";
  job.unit.member = "b";
  job.unit.iteration = 2;
  job.speaks_for = {"a", "silent"};
  const Told told{{{ReviewOfRound("gates", "a", 1), "the file is missing"}}, ""};
  const auto blocks = told.Blocks(job, kReviewer);
  ASSERT_NE(Find(blocks, "a"), nullptr);
  EXPECT_EQ(Find(blocks, "a")->text, "the file is missing");
  EXPECT_EQ(Find(blocks, "silent"), nullptr);
  // A round whose verdict was repeated left no review.
  job.unit.iteration = 4;
  const auto later = told.Blocks(job, kReviewer);
  ASSERT_NE(Find(later, "a"), nullptr);
  EXPECT_TRUE(Find(later, "a")->lead.contains("said in round 1")) << Find(later, "a")->lead;
  // What was checked since is not checked again.
  const Told checked{{{ReviewOfRound("gates", "a", 1), "the file is missing"}, {ReviewOfRound("gates", "b", 2), "ok"}},
                     ""};
  EXPECT_EQ(Find(checked.Blocks(job, kReviewer), "a"), nullptr);
}

TEST(PromptWork, RemarksAboutOtherStepsAreLeftToTheReviewOfTheWhole) {
  Job job;
  job.lane = "one";
  job.stage.name = "implement";
  job.step = StepSpec{};
  job.step->id = StepId{"one"};
  job.step->writes = {"src/*.c"};
  job.plan_reviews = {{"gates", "x", "gates.x.md"}};
  const Told told{{{"gates.x.md", R"(**Verdict:** Approved
```json
{"findings":[{"severity":"low","title":"mine","text":"","file":"src/one.c"},
 {"severity":"low","title":"of another","text":"","file":"doc/two.md"},
 {"severity":"low","title":"about doc","text":"also src/*.c","file":"doc/two.md"},
 {"severity":"low","title":"of no file","text":""},
 {"severity":"low","title":"of a file that no step has","text":"","file":"README.md"}]}
```
)"}},
                  "# Plan: x\n\n## Steps\n\n### Step one: C\n\n**Writes:** `src/*.c`\n\n"
                  "### Step two: Document\n\n**Writes:** `doc/two.md`\n"};
  const auto blocks = told.Blocks(job, kEngineer);
  ASSERT_NE(Find(blocks, "remarks"), nullptr);
  EXPECT_EQ(Find(blocks, "remarks")->text,
            "- mine\n- about doc: also src/*.c\n\n"
            "Those who do the other steps are told these too, because they name no step:\n"
            "- of no file\n- of a file that no step has\n");
}

TEST(PromptWork, WhatAPersonDecidedStandsForThoseWhoWriteAndThoseWhoJudge) {
  Job job;
  job.words = {{"approve", "Build it?", "yes", "words first", false}};
  for (const PromptReader& reader : {kEngineer, kReviewer}) {
    const auto blocks = Told{}.Blocks(job, reader);
    ASSERT_EQ(blocks.size(), 1U);
    EXPECT_TRUE(blocks[0].text.contains("words first"));
  }
  job.member = Member{};
  EXPECT_TRUE(Told{}.Blocks(job, kReviewer).empty()) << "a member sees what its panel says it sees";
}

TEST(PromptWork, WhatAnAgentThatStoppedWasToldIsInItsNextRoundsToo) {
  Job job;
  job.stage.name = "repair-proof";
  job.unit.iteration = 2;
  job.senders = {From("evidence", StageKind::kCheck)};
  PersonsWord word{"repair-proof", "it says it is blocked: the output differs", "retry", "The proof is accepted."};
  word.to_agent = true;
  job.words = {word};
  const Told told;
  const PromptBlock* answers = nullptr;
  auto blocks = told.Blocks(job, kEngineer);
  ASSERT_NE(answers = Find(blocks, "answers"), nullptr);
  EXPECT_EQ(answers->text, "- repair-proof: it says it is blocked: the output differs\n  The proof is accepted.\n");
  blocks = told.Blocks(job, kReviewer);
  EXPECT_NE(Find(blocks, "answers"), nullptr) << "who judges what came of it knows it";
  // The attempt right after the answer has it as the reason why it is asked.
  job.unit.note = "You stopped, and said: it differs\nA person answers: The proof is accepted.";
  blocks = told.Blocks(job, kEngineer);
  EXPECT_EQ(Find(blocks, "answers"), nullptr);
  job.unit.note = "The proof is accepted.";
  EXPECT_NE(WhyAskedAgain(job, kEngineer).find("The proof is accepted."), std::string::npos);
}

TEST(PromptWork, AnAnswerThatCouldNotBeReadIsShownToItsAuthor) {
  Job job = Planner(1);
  job.unit.attempt = 2;
  const auto blocks = Told{{{RefusedAnswer(job), "# Plan: broken"}}, ""}.Blocks(job, kPlanner);
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(blocks[0].text, "# Plan: broken");
}

TEST(PromptWork, AnAnswerThatCouldNotBeReadIsShownAlsoAfterARetry) {
  Job job = Planner(3);
  job.unit.note = "it has no title";
  const std::string almost = std::string(kPlanToRevise) + "\nbroken\n";
  const Told told{{{RefusedAnswer(job, 2), almost}, {WhyRefused(job, 2), "it has no title"}}, kPlanToRevise};
  ASSERT_NE(Find(told.Blocks(job, kPlanner), "your last answer"), nullptr);
  EXPECT_EQ(Find(told.Blocks(job, kPlanner), "plan"), nullptr);
  job.unit.note = "it has no title\nAnd mind the gap.";
  EXPECT_NE(Find(told.Blocks(job, kPlanner), "your last answer"), nullptr);
  job.unit.note = "a check of the next answer failed";
  EXPECT_EQ(Find(told.Blocks(job, kPlanner), "your last answer"), nullptr) << "a later answer of that round was taken";
}

TEST(PromptWork, ARefusedRevisionIsShownInsteadOfThePlanUnlessItLostMostOfIt) {
  Job job = Planner(2);
  job.unit.attempt = 2;
  const std::string almost = std::string(kPlanToRevise) + "\nbroken\n";
  EXPECT_EQ(Find(Told{{{RefusedAnswer(job), almost}}, kPlanToRevise}.Blocks(job, kPlanner), "plan"), nullptr);
  const auto blocks = Told{{{RefusedAnswer(job), "# Plan: broken"}}, kPlanToRevise}.Blocks(job, kPlanner);
  EXPECT_NE(Find(blocks, "your last answer"), nullptr);
  ASSERT_NE(Find(blocks, "plan"), nullptr);
  EXPECT_TRUE(Find(blocks, "plan")->text.contains("Write it."));
}

TEST(PromptWork, AStepIsToBeDoneOrToBeJudgedBy) {
  Job job;
  job.stage.sees = {"step"};
  job.step = StepSpec{};
  job.step->id = StepId{"s1"};
  job.step->title = "write it";
  job.step->must_haves.truths = {"it greets"};
  const auto doing = Told{}.Blocks(job, kEngineer);
  ASSERT_EQ(doing.size(), 1U);
  EXPECT_EQ(doing[0].lead, "The step to do");
  EXPECT_TRUE(doing[0].text.starts_with("### Step s1: write it\n"));
  EXPECT_TRUE(doing[0].text.contains("it greets")) << "all fields of the step";
  EXPECT_EQ(Told{}.Blocks(job, kReviewer)[0].lead, "The step by which you judge");
}

TEST(PromptWork, WhatAPersonAnsweredAboutIsWork) {
  Job job;
  job.stage.sees = {"FINDINGS.md"};
  job.senders = {From("triage", StageKind::kAsk)};
  job.senders[0].shows = "FINDINGS.md";
  job.unit.note = "A person asks you to fix these, and only these: F2";
  const auto blocks = Told{{{"FINDINGS.md", "F2: odd"}}, ""}.Blocks(job, kEngineer);
  ASSERT_NE(Find(blocks, "FINDINGS.md"), nullptr);
  EXPECT_TRUE(IsWork(job, kEngineer, "FINDINGS.md"));
  EXPECT_EQ(WhyAskedAgain(job, kEngineer), job.unit.note + ".");
}

TEST(PromptWork, ADocumentThatWasApprovedIsWorkForWhoBuildsByIt) {
  Job job;
  job.stage.name = "implement";
  job.stage.sees = {"TRIAGE.md", "BUG_FIX_PLAN.md"};
  job.agreed = {{"BUG_FIX_PLAN.md", "review-plan"}};
  const Told told{{{"TRIAGE.md", "the cause"}, {"BUG_FIX_PLAN.md", "the fix"}}, ""};
  const auto blocks = told.Blocks(job, kEngineer);
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(blocks[0].lead, "`BUG_FIX_PLAN.md`, which `review-plan` approved. Do the work by it");
  EXPECT_TRUE(IsWork(job, kEngineer, "BUG_FIX_PLAN.md"));
  EXPECT_FALSE(IsWork(job, kEngineer, "TRIAGE.md"));
  EXPECT_FALSE(IsWork(job, kReviewer, "BUG_FIX_PLAN.md")) << "who judges only reads it";
}

TEST(PromptWork, WhoFollowsTheWorkIsNotAskedToResolveWhatWasSentToOthers) {
  Job job;
  job.stage.name = "writeback";
  job.stage.produces = "WRITEBACK.md";
  job.unit.iteration = 2;
  job.senders = {From("review-code", StageKind::kAgent, false), From("verify", StageKind::kCheck, false)};
  job.reviews = {{"review-code", "", "CODE_REVIEW.md", true}};
  const Told told{{{"CODE_REVIEW.md", "too short"}, {"WRITEBACK.md", "the list"}, {"failures", "line 3"}}, ""};
  const auto blocks = told.Blocks(job, kEngineer);
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_TRUE(blocks[0].lead.contains("Change what is no longer true")) << blocks[0].lead;
  EXPECT_FALSE(IsWork(job, kEngineer, "CODE_REVIEW.md"));
  job.senders[0].here = true;
  EXPECT_NE(Find(told.Blocks(job, kEngineer), "CODE_REVIEW.md"), nullptr);
  EXPECT_TRUE(told.Blocks(job, kEngineer)[0].lead.contains("Change what is asked for"));
}

TEST(PromptWork, APlanThatNoOneSentBackIsChangedByTheTask) {
  Job job;
  job.stage.name = "plan";
  job.stage.produces = "plan";
  job.plan_hash = "h1";
  const Told told{{}, kPlanToRevise};
  EXPECT_TRUE(Find(told.Blocks(job, kPlanner), "plan")->lead.contains("Change what your task asks for"));
  job.senders = {From("review", StageKind::kAgent, true)};
  EXPECT_TRUE(Find(told.Blocks(job, kPlanner), "plan")->lead.contains("Change what is asked for"));
}

TEST(PromptWork, ADocumentOfAnEarlierRoundIsRevisedNotWrittenAnew) {
  Job job;
  job.stage.name = "clarify";
  job.stage.produces = "BRIEF.md";
  job.unit.iteration = 2;
  const auto blocks = Told{{{"BRIEF.md", "the brief"}}, ""}.Blocks(job, kPlanner);
  ASSERT_NE(Find(blocks, "BRIEF.md"), nullptr);
  job.unit.iteration = 1;
  EXPECT_TRUE((Told{{{"BRIEF.md", "the brief"}}, ""}.Blocks(job, kPlanner).empty()));
}

TEST(PromptWork, WhatAPersonApprovedBelongsToTheObjective) {
  Told told;
  told.artifacts["BRIEF.md"] = "Q1: A or B?";
  Job job;
  job.stage.name = "gates";
  job.member.emplace();
  job.briefs = {{"BRIEF.md", true}};
  job.words = {{"brief", "Is this what you want?", "yes", "Q1: B", false, false, false, "BRIEF.md"}};
  job.stage.sees = {"objective", "diff"};
  EXPECT_TRUE(told.Blocks(job, kReviewer).empty()) << "it looks at one thing";
  job.stage.sees = {"objective", "diff", "answers"};
  const auto lens = told.Blocks(job, kReviewer);
  ASSERT_EQ(lens.size(), 1U) << "what it names, and no more";
  EXPECT_EQ(lens[0].label, "answers");
  EXPECT_NE(lens[0].text.find("Q1: B"), std::string::npos);
  job.stage.sees = {"objective", "plan"};
  const auto blocks = told.Blocks(job, kReviewer);
  ASSERT_NE(Find(blocks, "BRIEF.md"), nullptr);
  EXPECT_EQ(Find(blocks, "BRIEF.md")->lead, "`BRIEF.md`, which a person approved: it belongs to the objective");
  ASSERT_NE(Find(blocks, "answers"), nullptr);
  EXPECT_NE(Find(blocks, "answers")->text.find("Q1: B"), std::string::npos);
  job.briefs = {{"BRIEF.md", false}};
  EXPECT_NE(Find(told.Blocks(job, kReviewer), "BRIEF.md")->lead.find("what it recommends counts"), std::string::npos);
}

TEST(PromptWork, WhichWayTheRunTakesIsToldToThoseWhoSeeAnswers) {
  Told told;
  Job job = Planner(1);
  job.words = {{"decide", "Which plan?", "visionary: the alternative", "", false, false, true, "COMPARISON.md"}};
  EXPECT_EQ(Find(told.Blocks(job, kReviewer), "answers"), nullptr);
  EXPECT_EQ(Find(told.Blocks(job, kEngineer), "answers"), nullptr);
  job.stage.sees = {"answers"};
  EXPECT_NE(Find(told.Blocks(job, kPlanner), "answers"), nullptr);
}

TEST(PromptWork, AnAlternativeThatWasDecidedOnIsThereToBePlanned) {
  Told told;
  told.plan = kPlanToRevise;
  told.artifacts["vision.simpler.md"] = "Half the parts.";
  Job job = Planner(1);
  job.plan_hash = "abc";
  job.alternatives = {{"simpler", "vision.simpler.md"}};
  const auto blocks = told.Blocks(job, kPlanner);
  ASSERT_NE(Find(blocks, "vision.simpler.md"), nullptr);
  EXPECT_EQ(Find(blocks, "vision.simpler.md")->text, "Half the parts.");
  EXPECT_TRUE(Find(blocks, "plan")->lead.starts_with("The draft."));
}

TEST(PromptWork, WhoJudgesIsToldWhatAPersonAskedFor) {
  Told told;
  Job job;
  job.stage.name = "audit";
  job.stage.sees = {"objective", "plan", "answers"};
  job.words = {{"approve", "Build this plan?", "modify", "say how ties are ordered", true}};
  const auto blocks = told.Blocks(job, kReviewer);
  ASSERT_NE(Find(blocks, "comments"), nullptr);
  EXPECT_NE(Find(blocks, "comments")->text.find("say how ties are ordered"), std::string::npos);
  EXPECT_NE(Find(blocks, "comments")->lead.find("was asked for"), std::string::npos);
}

}  // namespace
}  // namespace forge
