#include "pipeline/load.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "base/strings.h"

namespace forge {
namespace {

// "3:8: what | hint", one per line: what a person would read.
std::string Listing(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& p : problems) {
    text += std::to_string(p.pos.line) + ":" + std::to_string(p.pos.column) + ": " + p.what;
    if (!p.hint.empty()) text += " | " + p.hint;
    text += "\n";
  }
  return text;
}

std::string ProblemsOf(std::string_view text) { return Listing(ParsePipeline(text, "x.toml").problems); }

constexpr std::string_view kHead = "name = \"x\"\n";
std::string WithHead(std::string_view stages) { return std::string(kHead) + std::string(stages); }

TEST(Load, ReadsEveryKeyOfEveryKind) {
  const ParsedPipeline parsed = ParsePipeline(R"toml(
name = "all"
about = "everything"
display = "modules"
budget = { tokens = 1000, usd = 2.5, wall = "1h30m", units = 7 }

[[stage]]
name = "write"
role = "engineer"
prompt = "do it"
sees = ["objective", "NOTES.md"]
produces = "plan"
result = true
when = "require run.size == quick"
gate = "artifact NOTES.md min=3"
retry = 0
timeout = "90s"
tier = "heavy"
effort = "xhigh"
model = "m-1"
runtime = "claude"
budget = { usd = 1 }

[[stage]]
name = "read"
role = "reviewer"
verdict = "REVIEW.md"
verdict_form = "severity"
on_revision = "write"
max_iterations = 5
rounds_setting = "max_audit_rounds"
on_exhausted = "accept"
converge = "decreasing"
timeout = 20

[[stage]]
name = "panel"
kind = "panel"
aggregate = "dialectic"
sees = ["diff"]
  [[stage.member]]
  name = "a"
  role = "challenger"
  sees = ["plan"]
  runtime = "codex"
  model = "m-2"
  tier = "light"
  effort = "low"
  prompt = "attack"
  [[stage.member]]
  name = "b"
  role = "defender"
  after = ["a"]

[[stage]]
name = "check"
kind = "check"
checks = ["graph"]
commands = ["step", "make test"]
mode = "advisory"

[[stage]]
name = "ask"
kind = "ask"
question = "ok?"
options = ["yes", "later"]
shows = "NOTES.md"
unattended = "defer"

[[stage]]
name = "fan"
kind = "each"
over = "runs"
pipeline = "task"
max_concurrent = 6
apart = true
attended = false
flags = ["no-triage"]

[[stage]]
name = "land"
kind = "integrate"
how = "land"
message = "{title}"

[[stage]]
name = "learn"
kind = "learn"
role = "lesson-keeper"
)toml",
                                              "x.toml");
  ASSERT_EQ(Listing(parsed.problems), "");
  const Pipeline& p = *parsed.pipeline;
  EXPECT_EQ(p.origin, "x.toml");
  EXPECT_EQ(p.about, "everything");
  EXPECT_EQ(p.display, Display::kModules);
  EXPECT_EQ(p.budget, (Budget{1000, 2.5, 5'400'000, 7}));
  ASSERT_EQ(p.stages.size(), 8U);

  Stage write;
  write.name = "write";
  write.pos = {7, 1};
  write.role = "engineer";
  write.prompt = "do it";
  write.sees = {"objective", "NOTES.md"};
  write.produces = "plan";
  write.result = true;
  write.when = "require run.size == quick";
  write.gate = "artifact NOTES.md min=3";
  write.retry = 0;
  write.timeout_ms = 90'000;
  write.tier = "heavy";
  write.effort = "xhigh";
  write.model = "m-1";
  write.runtime = "claude";
  write.budget.usd = 1;
  EXPECT_EQ(p.stages[0], write);

  const Stage& read = p.stages[1];
  EXPECT_EQ(read.verdict, "REVIEW.md");
  EXPECT_EQ(read.verdict_form, VerdictForm::kSeverity);
  EXPECT_EQ(read.on_revision, "write");
  EXPECT_EQ(read.max_iterations, 5);
  EXPECT_EQ(read.rounds_setting, "max_audit_rounds");
  EXPECT_EQ(read.on_exhausted, OnExhausted::kAccept);
  EXPECT_EQ(read.converge, Converge::kDecreasing);
  EXPECT_EQ(read.timeout_ms, 20'000);

  const Stage& panel = p.stages[2];
  EXPECT_EQ(panel.aggregate, Aggregate::kDialectic);
  ASSERT_EQ(panel.members.size(), 2U);
  EXPECT_EQ(panel.members[0], (Member{"a", "challenger", {"plan"}, {}, "codex", "m-2", "light", "low", "attack"}));
  EXPECT_EQ(panel.members[1].after, (std::vector<std::string>{"a"}));

  EXPECT_EQ(p.stages[3].commands, (std::vector<std::string>{"step", "make test"}));
  EXPECT_EQ(p.stages[3].mode, CheckMode::kAdvisory);
  EXPECT_EQ(p.stages[4].options, (std::vector<std::string>{"yes", "later"}));
  EXPECT_EQ(p.stages[4].shows, "NOTES.md");
  EXPECT_EQ(p.stages[4].unattended, Unattended::kDefer);
  EXPECT_EQ(p.stages[5].over, Over::kRuns);
  EXPECT_EQ(p.stages[5].pipeline, "task");
  EXPECT_EQ(p.stages[5].max_concurrent, 6);
  EXPECT_TRUE(p.stages[5].apart);
  EXPECT_FALSE(p.stages[5].attended);
  EXPECT_EQ(p.stages[5].flags, (std::vector<std::string>{"no-triage"}));
  EXPECT_EQ(p.stages[6].how, "land");
  EXPECT_EQ(p.stages[6].message, "{title}");
  EXPECT_EQ(p.stages[7].kind, StageKind::kLearn);
}

TEST(Load, NewFilesGetTheNewRulesAndOldJournalsDoNot) {
  const ParsedPipeline parsed = ParsePipeline(WithHead(R"(
[[stage]]
name = "debate"
kind = "panel"
aggregate = "dialectic"
result = true
member = [{ name = "a", role = "challenger" }, { name = "b", role = "defender" }]
[[stage]]
name = "strict"
kind = "panel"
asks_again = "changed"
member = [{ name = "a", role = "reviewer" }]
[[stage]]
name = "form"
kind = "check"
checks = ["structure", "graph"]
[[stage]]
name = "proof"
kind = "check"
checks = ["evidence"]
[[stage]]
name = "before"
kind = "check"
commands = ["step"]
mode = "baseline"
must_fail = true
)"),
                                              "x.toml");
  ASSERT_EQ(Listing(parsed.problems), "");
  const std::vector<Stage>& stages = parsed.pipeline->stages;
  EXPECT_TRUE(stages[0].stops_early);
  EXPECT_EQ(stages[0].asks_again, AsksAgain::kUnconvinced);
  EXPECT_FALSE(stages[1].stops_early) << "only a debate can end early";
  EXPECT_EQ(stages[1].asks_again, AsksAgain::kChanged);
  EXPECT_EQ(stages[2].unattended, Unattended::kStop);
  EXPECT_EQ(stages[3].unattended, Unattended::kWait) << "evidence is not about form";
  EXPECT_EQ(stages[4].mode, CheckMode::kBaseline);
  EXPECT_TRUE(stages[4].must_fail);
  const PipelineSet old =
      PipelineSetFromJson(ParseJson(R"({"pipelines":[{"stages":[{"kind":"panel"}]}]})").value()).value();
  EXPECT_FALSE(old.pipelines[0].stages[0].stops_early);
  EXPECT_EQ(old.pipelines[0].stages[0].asks_again, AsksAgain::kChanged);
}

TEST(Load, RefusesNewKeysWhereTheyMeanNothing) {
  EXPECT_NE(ProblemsOf(WithHead("[[stage]]\nname = \"p\"\nkind = \"panel\"\naggregate = \"lenses\"\nasks_again = "
                                "\"one\"\nmember = [{ name = \"a\", role = \"reviewer\" }]\n"))
                .find("one member cannot decide for the others"),
            std::string::npos);
  EXPECT_NE(ProblemsOf(WithHead("[[stage]]\nname = \"p\"\nkind = \"panel\"\nstops_early = true\nmember = [{ name = "
                                "\"a\", role = \"reviewer\" }]\n"))
                .find("has no debate to end"),
            std::string::npos);
  EXPECT_NE(ProblemsOf(WithHead("[[stage]]\nname = \"c\"\nkind = \"check\"\ncommands = [\"x\"]\nmust_fail = true\n"))
                .find("needs a baseline"),
            std::string::npos);
  EXPECT_NE(
      ProblemsOf(WithHead("[[stage]]\nname = \"c\"\nkind = \"check\"\ncommands = [\"x\"]\nunattended = \"fix\"\n"))
          .find("of a check it is wait or stop"),
      std::string::npos);
  const std::string ask = "[[stage]]\nname = \"q\"\nkind = \"ask\"\nquestion = \"?\"\nunattended = \"fix\"\n";
  EXPECT_NE(ProblemsOf(WithHead(ask)).find("has no findings to fix"), std::string::npos);
  EXPECT_EQ(ProblemsOf(WithHead(ask + "shows = \"OPEN.md\"\noptions = [\"fix\", \"follow-up\"]\n"))
                .find("has no findings to fix"),
            std::string::npos);
}

TEST(Load, AQuestionAboutAPlanNeedsAStageThatWritesIt) {
  const std::string ask = "[[stage]]\nname = \"q\"\nkind = \"ask\"\nquestion = \"?\"\nshows = \"plan\"\n";
  const std::string plan = "[[stage]]\nname = \"p\"\nrole = \"planner\"\nproduces = \"plan\"\n";
  const std::string each = "[[stage]]\nname = \"e\"\nkind = \"each\"\npipeline = \"forge-step\"\n";
  const std::string problem = "6:9: stage `q` shows `plan`, and no earlier stage writes one";
  for (const std::string& stages : {ask, ask + plan, ask + plan + each})
    EXPECT_NE(ProblemsOf(WithHead(stages)).find(problem), std::string::npos) << ProblemsOf(WithHead(stages));
  for (const std::string& stages : {plan + ask, ask + each})
    EXPECT_EQ(ProblemsOf(WithHead(stages)).find("no earlier stage writes one"), std::string::npos) << stages;
}

TEST(Load, FillsInTheAnswersOfAQuestionAndTheFormOfACommit) {
  const ParsedPipeline parsed = ParsePipeline(WithHead(R"(
[[stage]]
name = "plan"
role = "planner"
[[stage]]
name = "a"
kind = "ask"
question = "ok?"
[[stage]]
name = "b"
kind = "ask"
question = "ok?"
on_revision = "plan"
[[stage]]
name = "c"
kind = "integrate"
)"),
                                              "x.toml");
  ASSERT_EQ(Listing(parsed.problems), "");
  EXPECT_EQ(parsed.pipeline->stages[1].options, (std::vector<std::string>{"yes", "no"}));
  EXPECT_EQ(parsed.pipeline->stages[2].options, (std::vector<std::string>{"yes", "modify", "no"}));
  EXPECT_EQ(parsed.pipeline->stages[3].how, "commit");
}

TEST(Load, ReportsEverythingAtOnceInTheOrderOfTheFile) {
  EXPECT_EQ(ProblemsOf(R"(name = "Bad Name"
abuot = "x"
budget = { usd = -1, tokens = "many", wal = "1h" }

[[stage]]
name = "plan"
rolle = "planner"
sees = "objective"
timeout = "soon"

[[stage]]
name = "review"
role = "reviewer"
verdict = "REVIEW.md"
on_revision = "paln"
max_iterations = 0
tier = "huge"

[[stage]]
name = "review"
kind = "check"
role = "reviewer"
checks = ["grahp"]
mode = "loud"
)"),
            "1:8: `name` of the pipeline cannot be `Bad Name` | a name is lower-case letters, digits, - and _, at most "
            "64, and begins with a letter or digit\n"
            "2:1: unknown key `abuot` in the pipeline | did you mean `about`?\n"
            "3:18: `usd` of the budget of the pipeline must be above 0 | for no limit, remove the key\n"
            "3:31: `tokens` of the budget of the pipeline must be an integer, not a string\n"
            "3:39: unknown key `wal` in the budget of the pipeline | did you mean `wall`?\n"
            "5:1: stage `plan` has no `role` | who does it? role = \"engineer\"\n"
            "7:1: unknown key `rolle` in stage `plan` | did you mean `role`?\n"
            "8:8: `sees` of stage `plan` must be a list of strings, not a string\n"
            "9:11: `timeout` of stage `plan` is not a duration | write \"90s\", \"10m\", \"1h30m\", \"500ms\" or whole "
            "seconds\n"
            "15:15: unknown stage `paln` in `on_revision` of stage `review` | did you mean `plan`?\n"
            "16:18: `max_iterations` of stage `review` is 0, outside 1 to 100 | a loop needs a cap; the default is 3\n"
            "17:8: `tier` of stage `review` cannot be `huge` | one of light, standard, heavy, max\n"
            "20:8: duplicate stage name `review` | the first one is in line 11\n"
            "22:1: key `role` of stage `review` does not belong to kind `check` | it belongs to agent, learn\n"
            "23:10: unknown check `grahp` in stage `review` | did you mean `graph`?\n"
            "24:8: `mode` of stage `review` cannot be `loud` | one of blocking, advisory, disabled, baseline\n");
}

struct BadFile {
  std::string name;
  std::string text;
  std::string problems;
};

void PrintTo(const BadFile& file, std::ostream* out) { *out << file.name; }

class EveryBadFile : public testing::TestWithParam<BadFile> {};

TEST_P(EveryBadFile, HasExactlyTheseProblems) { EXPECT_EQ(ProblemsOf(GetParam().text), GetParam().problems); }

const std::string kPlan = "name = \"x\"\n[[stage]]\nname = \"plan\"\nrole = \"planner\"\n";

INSTANTIATE_TEST_SUITE_P(
    Load, EveryBadFile,
    testing::ValuesIn(std::vector<BadFile>{
        {"empty", "",
         "1:1: the pipeline has no `name` | add name = \"...\" at the top\n1:1: the pipeline has no stages | add a "
         "[[stage]]\n"},
        {"no_stages", "name = \"x\"\n", "1:1: the pipeline has no stages | add a [[stage]]\n"},
        {"empty_stage_list", "name = \"x\"\nstage = []\n", "2:1: the pipeline has no stages | add a [[stage]]\n"},
        {"stage_not_a_list", "name = \"x\"\n[stage]\nname = \"plan\"\n",
         "2:1: `stage` of the pipeline must be a list of tables: [[stage]], not a table\n"},
        {"stage_of_numbers", "name = \"x\"\nstage = [1]\n",
         "2:10: `stage` must hold tables, not an integer | write [[stage]]\n"},
        {"name_is_a_number", "name = 3\n[[stage]]\nname = \"plan\"\nrole = \"planner\"\n",
         "1:8: `name` of the pipeline must be a string, not an integer\n"},
        {"stage_without_name", "name = \"x\"\n[[stage]]\nrole = \"planner\"\n", "2:1: stage 1 has no `name`\n"},
        {"unknown_kind", "name = \"x\"\n[[stage]]\nname = \"plan\"\nkind = \"agnet\"\nquestion = \"?\"\n",
         "4:8: `kind` of stage `plan` cannot be `agnet` | did you mean `agent`?\n"},
        {"empty_prompt", kPlan + "prompt = \" \"\n",
         "5:10: `prompt` of stage `plan` is empty | remove the key instead\n"},
        {"mixed_list", kPlan + "sees = [\"plan\", 3, \"plan\"]\n",
         "5:17: `sees` of stage `plan` must hold strings only, not an integer\n5:20: `sees` of stage `plan` names "
         "`plan` twice\n"},
        {"unknown_sight", kPlan + "sees = [\"dif\"]\n",
         "5:8: `sees` of stage `plan` names `dif`, which is neither a known word nor an artifact | did you mean "
         "`diff`?\n"},
        {"artifact_outside", kPlan + "produces = \"../x.md\"\n",
         "5:12: `produces` of stage `plan` cannot be `../x.md` | an artifact is named like a file: NOTES.md, or "
         "`plan`, the run's plan\n"},
        {"artifact_like_a_word", kPlan + "verdict = \"review\"\n",
         "5:11: `verdict` of stage `plan` cannot be `review` | an artifact is named like a file: NOTES.md\n"},
        {"derived_steps_of_no_plan", kPlan + "produces = \"NOTES.md\"\nderive_steps = true\n",
         "6:1: `derive_steps` of stage `plan` is not used | it is for a stage with produces = \"plan\"\n"},
        {"form_without_verdict", kPlan + "verdict_form = \"severity\"\n",
         "5:1: `verdict_form` of stage `plan` needs a `verdict` | add verdict = \"REVIEW.md\", or remove it\n"},
        {"runtime", kPlan + "runtime = \"cluade\"\neffort = \"extreme\"\n",
         "5:11: `runtime` of stage `plan` cannot be `cluade` | did you mean `claude`?\n6:10: `effort` of stage `plan` "
         "cannot be `extreme` | one of low, medium, high, xhigh, max\n"},
        {"too_many_rounds", kPlan + "verdict = \"R.md\"\non_revision = \"plan\"\nmax_iterations = 101\n",
         "7:18: `max_iterations` of stage `plan` is 101, outside 1 to 100 | a loop needs a cap; the default is 3\n"},
        {"revision_without_review", kPlan + "on_revision = \"plan\"\n",
         "5:1: stage `plan` has `on_revision` but never asks for a revision | add verdict = \"REVIEW.md\" to make it a "
         "review\n"},
        {"revision_forward",
         kPlan + "verdict = \"R.md\"\non_revision = \"late\"\n[[stage]]\nname = \"late\"\nrole = \"worker\"\n",
         "6:15: `on_revision` of stage `plan` names the later stage `late` | work can only go back: name an earlier "
         "stage, or this one\n"},
        {"steps_that_are_no_runs_have_one_pipeline",
         "name = \"x\"\n[[stage]]\nname = \"fan\"\nkind = \"each\"\npipeline = \"y\"\nreading_pipeline = \"z\"\n",
         "6:20: `reading_pipeline` of stage `fan` is not used | it is for steps that are runs: over = \"runs\"\n"},
        {"steps_that_are_no_runs_ask_as_the_run_does",
         "name = \"x\"\n[[stage]]\nname = \"fan\"\nkind = \"each\"\npipeline = \"y\"\nattended = false\n"
         "flags = [\"a\"]\n",
         "6:12: `attended` of stage `fan` is not used | it is for steps that are runs: over = \"runs\"\n"
         "7:9: `flags` of stage `fan` is not used | it is for steps that are runs: over = \"runs\"\n"},
        {"each_sends_nothing_back",
         kPlan + "[[stage]]\nname = \"fan\"\nkind = \"each\"\npipeline = \"y\"\non_revision = \"plan\"\n",
         "9:1: stage `fan` has `on_revision` but never asks for a revision | only reviews, panels, checks, questions "
         "and merges do\n"},
        {"gathering_panel_sends_nothing_back",
         kPlan + "[[stage]]\nname = \"p\"\nkind = \"panel\"\naggregate = \"collect\"\non_revision = "
                 "\"plan\"\n[[stage.member]]\nname = \"a\"\nrole = \"b\"\n",
         "9:1: stage `p` has `on_revision` but never asks for a revision | a panel that aggregates by `collect` only "
         "gathers answers\n"},
        {"what_each_kind_needs",
         "name = \"x\"\n[[stage]]\nname = \"a\"\nkind = \"panel\"\n[[stage]]\nname = \"b\"\nkind = "
         "\"check\"\n[[stage]]\nname = \"c\"\nkind = \"ask\"\n[[stage]]\nname = \"d\"\nkind = \"each\"\n",
         "2:1: stage `a` has no `member` | add at least one [[stage.member]]\n5:1: stage `b` has no `commands` | name "
         "what to check: checks = [...] or commands = [...]\n8:1: stage `c` has no `question` | what should the person "
         "decide? question = \"...\"\n11:1: stage `d` has no `pipeline` | what does every step go through? pipeline = "
         "\"...\"\n"},
        {"modify_nowhere",
         kPlan + "[[stage]]\nname = \"a\"\nkind = \"ask\"\nquestion = \"?\"\noptions = [\"yes\", \"modify\"]\n",
         "9:11: stage `a` offers `modify` but has no `on_revision` | name the stage that makes the changes: "
         "on_revision = \"plan\"\n"},
        {"modify_not_offered",
         kPlan + "[[stage]]\nname = \"a\"\nkind = \"ask\"\nquestion = \"?\"\noptions = [\"yes\", \"no\"]\non_revision "
                 "= \"plan\"\n",
         "10:15: `on_revision` of stage `a` is never used | only the answers `modify` and `fix` send work back: add "
         "one to `options`\n"},
        {"members",
         "name = \"x\"\n[[stage]]\nname = \"p\"\nkind = \"panel\"\naggregate = \"lenses\"\n[[stage.member]]\nname = "
         "\"a\"\nafter = [\"c\", \"b\"]\n",
         "2:1: stage `p` aggregates by `lenses` but has one member | it needs at least two\n6:1: member `a` of stage "
         "`p` has no `role`\n8:9: unknown member `c` in `after` of member `a` of stage `p` | the members are a\n8:9: "
         "unknown member `b` in `after` of member `a` of stage `p` | the members are a\n"},
        {"member_twice",
         "name = \"x\"\n[[stage]]\nname = \"p\"\nkind = \"panel\"\n[[stage.member]]\nname = \"a\"\nrole = "
         "\"b\"\n[[stage.member]]\nname = \"a\"\nrole = \"b\"\nanswer = 1\n",
         "9:8: duplicate member name `a` in stage `p`\n11:1: unknown key `answer` in member `a` of stage `p` | known "
         "keys: name, role, sees, after, runtime, model, tier, effort, prompt\n"},
        {"open_debate_without_a_debate",
         "name = \"x\"\n[[stage]]\nname = \"p\"\nkind = \"panel\"\non_failure = \"open\"\nasks_open = \"pause\"\n"
         "[[stage.member]]\nname = \"a\"\nrole = \"b\"\n",
         "5:1: `on_failure` of stage `p` has no debate to speak of | it needs aggregate = \"dialectic\" and result = "
         "true\n6:1: `asks_open` of stage `p` has no debate to speak of | it needs aggregate = \"dialectic\" and "
         "result = true\n"},
        {"mode_of_no_review", kPlan + "mode = \"advisory\"\n",
         "5:1: `mode` of stage `plan` needs a `verdict` | add verdict = \"REVIEW.md\", or remove it\n"},
        {"blind_member",
         "name = \"x\"\n[[stage]]\nname = \"p\"\nkind = \"panel\"\nsees = [\"plan\"]\n[[stage.member]]\nname = "
         "\"a\"\nrole = \"b\"\nsees = []\n",
         "9:8: `sees` of member `a` of stage `p` is empty | name what it sees: sees = [\"objective\"]; without the key "
         "it sees what the stage sees\n"},
        {"members_in_a_circle",
         "name = \"x\"\n[[stage]]\nname = \"p\"\nkind = \"panel\"\n[[stage.member]]\nname = \"a\"\nrole = \"r\"\nafter "
         "= [\"b\"]\n[[stage.member]]\nname = \"b\"\nrole = \"r\"\nafter = [\"c\"]\n[[stage.member]]\nname = "
         "\"c\"\nrole = \"r\"\nafter = [\"b\"]\n",
         "2:1: the members of stage `p` wait for each other: b → c → b | one of them must come first\n"},
        {"gate_lines",
         kPlan + "gate = \"\"\"\nrequire run.size == quick\n  require run.size\nafter plann = approved\n\"\"\"\nwhen = "
                 "\"\"\"unless true\"\"\"\n",
         "7:3: `gate` of stage `plan`: unknown predicate op or malformed predicate \"require run.size\"\n10:8: `when` "
         "of stage `plan`: unknown directive \"unless\"\n"},
        {"gate_on_no_stage",
         kPlan + "[[stage]]\nname = \"b\"\nrole = \"r\"\ngate = '''\n# why\n\n\tafter plann = approved\n'''\n",
         "11:2: unknown stage `plann` in `gate` of stage `b` | did you mean `plan`?\n"},
        {"gate_on_no_verdict", kPlan + "[[stage]]\nname = \"b\"\nrole = \"r\"\ngate = \"after plan = approved\"\n",
         "8:8: `gate` of stage `b` can never hold: stage `plan` is never approved | write `after plan = n/a`, or give "
         "that stage a `verdict`\n"},
        {"gate_on_later",
         kPlan + "gate = \"after b = approved\"\n[[stage]]\nname = \"b\"\nrole = \"r\"\nverdict = \"R.md\"\n",
         "5:8: `gate` of stage `plan` can never hold: stage `b` does not come earlier | `gate` can only use earlier "
         "stages; `when` may use a later stage that leads back here\n"},
        {"when_on_later_without_loop",
         kPlan + "when = \"after b = revision\"\n[[stage]]\nname = \"b\"\nrole = \"r\"\nverdict = "
                 "\"R.md\"\non_revision = \"b\"\n",
         "5:8: `when` of stage `plan` can never hold, so the stage is unreachable: nothing leads back from `b` | give "
         "that stage, or a later one, an `on_revision` that leads to this stage or an earlier one\n"},
        {"contradiction",
         kPlan + "when = \"\"\"\nrequire run.size in [quick, vague]\nforbid run.size == quick\nrequire run.size != "
                 "vague\n\"\"\"\ngate = \"require run.size in []\"\n",
         "8:1: `when` of stage `plan` can never hold, so the stage is unreachable: `require run.size != vague` "
         "contradicts the lines above it or itself\n10:8: `gate` of stage `plan` can never hold: `require run.size in "
         "[]` contradicts the lines above it or itself\n"},
        {"gate_of_comments", kPlan + "gate = \"# nothing\"\n",
         "5:8: `gate` of stage `plan` is empty | write artifact, require, forbid or after lines\n"},
        {"budget_not_a_table", kPlan + "budget = 3\nretry = 21\ntimeout = -1\n",
         "5:10: `budget` of stage `plan` must be a table, not an integer\n6:9: `retry` of stage `plan` is 21, outside "
         "0 to 20\n7:11: `timeout` of stage `plan` is not a duration | write \"90s\", \"10m\", \"1h30m\", \"500ms\" or "
         "whole seconds\n"},
        {"date", kPlan + "timeout = 2024-01-01\n",
         "5:11: `timeout` of stage `plan` must be a duration, not a date or time\n"},
    }),
    [](const auto& bad) { return bad.param.name; });

TEST(Load, LetsAStageRunOnlyWhenALaterReviewSentWorkBack) {
  EXPECT_EQ(ProblemsOf(kPlan + R"(
[[stage]]
name = "revise"
role = "reviser"
when = "after audit = revision"
[[stage]]
name = "audit"
role = "auditor"
verdict = "A.md"
on_revision = "revise"
)"),
            "");
}

TEST(Load, TakesAMergeThatSendsWorkBack) {
  EXPECT_EQ(ProblemsOf(kPlan + R"(
[[stage]]
name = "again"
role = "worker"
when = "after merge = revision"
[[stage]]
name = "merge"
kind = "integrate"
on_revision = "again"
)"),
            "");
}

TEST(Load, SaysWhereTextStopsBeingToml) {
  const ParsedPipeline parsed = ParsePipeline("name = \"x\"\nstage = [\n", "x.toml");
  EXPECT_FALSE(parsed.pipeline);
  ASSERT_EQ(parsed.problems.size(), 1U);
  EXPECT_EQ(parsed.problems[0].pos.line, 2);
  EXPECT_TRUE(parsed.problems[0].what.starts_with("not valid TOML: ")) << parsed.problems[0].what;
}

TEST(Load, DescribesAProblemWithItsPlaceAndHint) {
  EXPECT_EQ(Describe(Problem{"a.toml", {12, 3}, "unknown key `rolle`", "did you mean `role`?"}),
            "a.toml:12:3: unknown key `rolle`\n  hint: did you mean `role`?");
  EXPECT_EQ(Describe(Problem{"a.toml", {}, "gone", ""}), "a.toml: gone");
}

TEST(Load, ReadsWindowsLineEndsWithTheSamePositions) {
  const std::string text = ReplaceAll(kPlan + "gate = \"\"\"\nrequire x\n\"\"\"\n", "\n", "\r\n");
  EXPECT_EQ(ProblemsOf(text),
            "6:1: `gate` of stage `plan`: unknown predicate op or malformed predicate \"require x\"\n");
}

TEST(Load, NeverTakesHarmFromRubbish) {
  std::mt19937 random(7);
  for (int round = 0; round < 40; ++round) {
    std::string text;
    for (int i = 0; i < 2500; ++i) text += static_cast<char>(random() & 0xFF);
    EXPECT_FALSE(ParsePipeline(text, "x").problems.empty());
  }
  const std::vector<std::string> hostile = {
      std::string(100'000, '\0'),
      std::string(100'000, '['),
      std::string(100'000, '.'),
      "\xff\xfe name = \"x\"",
      "name = \"x\xc3\x28\"",
      "a" + ReplaceAll(std::string(100'000, '.'), ".", ".a") + " = 1",
      "[" + ReplaceAll(std::string(100'000, 'a'), "a", "a.") + "a]",
      "\"a\"" + ReplaceAll(std::string(20'000, '.'), ".", ".\"a\"") + " = 1",
      "x = " + ReplaceAll(std::string(300, '['), "[", "[{a.a.a.a.a=") + "1",
      "name = \"\"\"" + std::string(100'000, '"'),
      std::string(2 << 20, '#'),
  };
  for (const std::string& text : hostile) {
    const ParsedPipeline parsed = ParsePipeline(text, "x");
    ASSERT_FALSE(parsed.problems.empty());
    for (const Problem& problem : parsed.problems) EXPECT_EQ(ValidUtf8(problem.what), problem.what);
  }
}

TEST(Load, ListsOnlySoManyProblemsOfOneFile) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "k" + std::to_string(i) + " = 1\n";
  const ParsedPipeline parsed = ParsePipeline(text, "x");
  EXPECT_LE(parsed.problems.size(), 201U);
}

}  // namespace
}  // namespace forge
