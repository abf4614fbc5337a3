// `on_revision = { ... }`: the stage it makes, and where that stands.
#include <gtest/gtest.h>

#include "base/strings.h"
#include "pipeline/builtin.h"
#include "pipeline/load.h"
#include "pipeline/testing/builtin_library.h"

namespace forge {
namespace {

constexpr const char* kBuild = "name = \"x\"\n[[stage]]\nname = \"build\"\nrole = \"engineer\"\n";

std::string Check(const std::string& name, const std::string& on_revision) {
  return "[[stage]]\nname = \"" + name + "\"\nkind = \"check\"\ncommands = [\"step\"]\non_revision = " + on_revision +
         "\n";
}

std::string Order(const ParsedPipeline& parsed) {
  std::vector<std::string> names;
  for (const Stage& stage : parsed.pipeline->stages) names.push_back(stage.name);
  return Join(names, " ");
}

TEST(RevisionStage, IsMadeOnTheSpot) {
  const ParsedPipeline parsed = ParsePipeline(
      kBuild +
          Check("verify",
                "{ role = \"debugger\", prompt = \"repair it\", sees = [\"diff\"], result = true, tier = \"heavy\", "
                "retry = 1, timeout = \"9s\", gate = \"artifact A.md min=1\", budget = { usd = 1 } }"),
      "x.toml");
  ASSERT_EQ(Describe(parsed.problems), "");
  ASSERT_EQ(Order(parsed), "build verify-fix verify");
  Stage made;
  made.name = "verify-fix";
  made.pos = {9, 15};
  made.role = "debugger";
  made.prompt = "repair it";
  made.sees = {"diff"};
  made.result = true;
  made.tier = "heavy";
  made.retry = 1;
  made.timeout_ms = 9000;
  made.when = "after verify = revision";
  made.gate = "artifact A.md min=1";
  made.budget.usd = 1;
  EXPECT_EQ(parsed.pipeline->stages[1], made);
  EXPECT_EQ(parsed.pipeline->stages[2].on_revision, "verify-fix");
}

TEST(RevisionStage, IsTheSameAsOneWrittenByHand) {
  const ParsedPipeline made =
      ParsePipeline(kBuild + Check("verify", "{ name = \"repair\", role = \"debugger\" }"), "x");
  const ParsedPipeline written = ParsePipeline(std::string(kBuild) +
                                                   "[[stage]]\nname = \"repair\"\nrole = \"debugger\"\n"
                                                   "when = \"after verify = revision\"\n" +
                                                   Check("verify", "\"repair\""),
                                               "x");
  ASSERT_EQ(Describe(made.problems) + Describe(written.problems), "");
  Pipeline a = *made.pipeline;
  Pipeline b = *written.pipeline;
  for (Pipeline* pipeline : {&a, &b}) {
    for (Stage& stage : pipeline->stages) stage.pos = {};
  }
  EXPECT_EQ(a, b);
}

// The last to send work back comes first: what `commit` sends back meets nothing that `verify` or `review` made, and
// what those send back begins behind it.
TEST(RevisionStage, StandsBeforeTheStageItLeadsTo) {
  const ParsedPipeline parsed =
      ParsePipeline(kBuild + Check("verify", "{ role = \"debugger\" }") +
                        Check("review", "{ role = \"engineer\", name = \"rework\", then = \"verify\" }") +
                        Check("evidence", "{ role = \"engineer\" }") +
                        Check("commit", "{ role = \"engineer\", name = \"reconcile\", then = \"verify\" }"),
                    "x");
  ASSERT_EQ(Describe(parsed.problems), "");
  EXPECT_EQ(Order(parsed), "build reconcile rework verify-fix verify review evidence-fix evidence commit");
}

TEST(RevisionStage, GivesAQuestionItsAnswerModify) {
  const ParsedPipeline parsed = ParsePipeline(std::string(kBuild) +
                                                  "[[stage]]\nname = \"ask\"\nkind = \"ask\"\nquestion = \"ok?\"\n"
                                                  "[stage.on_revision]\nrole = \"reviser\"\n",
                                              "x");
  ASSERT_EQ(Describe(parsed.problems), "");
  EXPECT_EQ(Order(parsed), "build ask-fix ask");
  EXPECT_EQ(parsed.pipeline->stages[2].options, (std::vector<std::string>{"yes", "modify", "no"}));
}

TEST(RevisionStage, KeepsTheIndexOfEachBehindIt) {
  Library library = BuiltinLibrary();
  library.find_pipeline = [](const std::string& name) -> std::optional<PipelineText> {
    const std::string commit = "[[stage]]\nname = \"commit\"\nkind = \"integrate\"\n";
    if (name != "x")
      return PipelineText{"name = \"y\"\n[[stage]]\nname = \"w\"\nrole = \"worker\"\n" + commit, "y.toml"};
    return PipelineText{kBuild + Check("verify", "{ role = \"debugger\" }") +
                            "[[stage]]\nname = \"fan\"\nkind = \"each\"\npipeline = \"y\"\n" + commit,
                        "x.toml"};
  };
  const ResolvedPipelines resolved = Resolve("x", library);
  ASSERT_EQ(Describe(resolved.problems), "");
  EXPECT_EQ(resolved.set.pipelines[0].stages[2].revision_index, 1);
  EXPECT_EQ(resolved.set.pipelines[0].stages[3].pipeline_index, 1);
}

TEST(RevisionStage, SaysWhatIsWrongWithIt) {
  const auto problems = [](const std::string& table) {
    return Describe(ParsePipeline(kBuild + Check("verify", table), "x").problems);
  };
  EXPECT_EQ(problems("{ prompt = \"p\" }"),
            "x:9:15: `on_revision` of stage `verify` has no `role`\n  hint: who does it? role = \"engineer\"");
  EXPECT_EQ(problems("{ role = \"r\", when = \"after build = n/a\" }"),
            "x:9:29: unknown key `when` in `on_revision` of stage `verify`\n  hint: did you mean `then`?");
  EXPECT_EQ(problems("{ role = \"r\", then = \"biuld\" }"),
            "x:9:36: unknown stage `biuld` in `then` of `on_revision` of stage `verify`\n"
            "  hint: did you mean `build`?");
  EXPECT_EQ(problems("{ role = \"r\", name = \"build\" }"),
            "x:9:36: duplicate stage name `build`\n  hint: the first one is in line 2");
  EXPECT_EQ(problems("3"), "x:9:15: `on_revision` of stage `verify` must be a string, not an integer");
  EXPECT_EQ(Describe(ParsePipeline(std::string(kBuild) + "on_revision = { role = \"r\" }\n", "x").problems),
            "x:5:1: stage `build` has `on_revision` but never asks for a revision\n"
            "  hint: add verdict = \"REVIEW.md\" to make it a review");
}

}  // namespace
}  // namespace forge
