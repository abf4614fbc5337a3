#include "text/gates.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace forge {
namespace {

std::string OnlyProblem(std::string_view directive) {
  ParsedGate parsed = ParseGate(directive);
  EXPECT_TRUE(parsed.gate.empty()) << directive;
  if (parsed.problems.size() != 1) return "(" + std::to_string(parsed.problems.size()) + " problems)";
  return parsed.problems[0].what;
}

GateDirective OnlyDirective(std::string_view text) {
  ParsedGate parsed = ParseGate(text);
  for (const auto& problem : parsed.problems) ADD_FAILURE() << text << ": " << problem.what;
  return parsed.gate.size() == 1 ? parsed.gate[0] : GateDirective{};
}

TEST(Gates, AnArtifactIsAPathWithBlanksAndAnOptionalSize) {
  GateDirective plain = OnlyDirective("artifact docs/my plan.md");
  EXPECT_EQ(plain.kind, GateDirective::Kind::kArtifact);
  EXPECT_EQ(plain.subject, "docs/my plan.md");
  EXPECT_EQ(plain.min_bytes, 0);
  GateDirective sized = OnlyDirective("  artifact\t{dir}/PLAN.md   min=200  ");
  EXPECT_EQ(sized.subject, "{dir}/PLAN.md");
  EXPECT_EQ(sized.min_bytes, 200);
  EXPECT_EQ(OnlyDirective("artifact xmin=200").subject, "xmin=200");
  EXPECT_EQ(OnlyDirective("artifact a min=2 b").subject, "a min=2 b");
  EXPECT_EQ(OnlyDirective("artifact \"my plan.md\" min=3").subject, "my plan.md");
}

TEST(Gates, APredicateHasAFieldAnOperatorAndTheRestOfTheLine) {
  GateDirective equal = OnlyDirective("require task.status == in review # really");
  EXPECT_EQ(equal.kind, GateDirective::Kind::kRequire);
  EXPECT_EQ(equal.subject, "task.status");
  EXPECT_EQ(equal.op, GateOp::kEqual);
  EXPECT_EQ(equal.values, std::vector<std::string>{"in review # really"});
  EXPECT_EQ(OnlyDirective("forbid a != b").op, GateOp::kNotEqual);
  GateDirective in = OnlyDirective("forbid task.status in [ committed,, blocked , ]");
  EXPECT_EQ(in.kind, GateDirective::Kind::kForbid);
  EXPECT_EQ(in.op, GateOp::kIn);
  EXPECT_EQ(in.values, (std::vector<std::string>{"committed", "blocked"}));
  EXPECT_TRUE(OnlyDirective("require a.b in []").values.empty());
}

TEST(Gates, QuotesAreStrippedOnlyWhenTheyEncloseTheWholeValue) {
  EXPECT_EQ(OnlyDirective("require a.b == \" x \"").values[0], " x ");
  EXPECT_EQ(OnlyDirective("require a.b == \"\"").values[0], "");
  EXPECT_EQ(OnlyDirective("require a.b == \"x").values[0], "\"x");
  EXPECT_EQ(OnlyDirective("require a.b == \"x\" or \"y\"").values[0], "\"x\" or \"y\"");
  EXPECT_EQ(OnlyDirective("require a.b in [\"x, y\", z, \"w]").values, (std::vector<std::string>{"x, y", "z", "\"w"}));
}

TEST(Gates, AfterTakesThreeVerdictsInAnyCaseWithOrWithoutBlanks) {
  EXPECT_EQ(OnlyDirective("after review-plan=Approved").values[0], "approved");
  EXPECT_EQ(OnlyDirective("after review-plan  =  revision").subject, "review-plan");
  EXPECT_EQ(OnlyDirective("after triage = N/A").values[0], "n/a");
}

TEST(Gates, EveryMistakeHasItsMessage) {
  EXPECT_EQ(OnlyProblem("artifact"), "artifact directive missing path");
  EXPECT_EQ(OnlyProblem("artifact min=20"), "artifact directive missing path");
  EXPECT_EQ(OnlyProblem("artifact P min=x"), "\"min=\" needs a number of bytes, not \"x\"");
  EXPECT_EQ(OnlyProblem("artifact P min=99999999999999999999"),
            "\"min=\" needs a number of bytes, not \"99999999999999999999\"");
  EXPECT_EQ(OnlyProblem("artifact P min=-1"), "\"min=\" needs a number of bytes, not \"-1\"");
  EXPECT_EQ(OnlyProblem("demand x == y"), "unknown directive \"demand\"");
  EXPECT_EQ(OnlyProblem("forbids a == b"), "unknown directive \"forbids\" (did you mean forbid?)");
  for (const char* predicate :
       {"require", "require a", "require a ==", "require a == ", "require a = b", "require a==b", "require a in x",
        "require a in [x", "require a in", "require a.. == b", "require .a == b", "require a/b == c", "forbid a > 3"}) {
    EXPECT_TRUE(OnlyProblem(predicate).starts_with("unknown predicate op or malformed predicate")) << predicate;
  }
  EXPECT_EQ(OnlyProblem("after x"), "malformed \"after\" directive \"after x\"");
  EXPECT_EQ(OnlyProblem("after = approved"), "malformed \"after\" directive \"after = approved\"");
  EXPECT_EQ(OnlyProblem("after a b = approved"), "malformed \"after\" directive \"after a b = approved\"");
  EXPECT_EQ(OnlyProblem("after x = done"), "\"after\" verdict must be approved, revision or n/a, not \"done\"");
  EXPECT_EQ(OnlyProblem(std::string_view("artifact a\0b", 12)), "control character in the directive");
}

TEST(Gates, BlankLinesAndCommentsAreSkippedAndLinesCounted) {
  ParsedGate parsed = ParseGate("# why\r\n\r\n  # more\nrequire a.b == c\r\nbad\n");
  ASSERT_EQ(parsed.gate.size(), 1U);
  EXPECT_EQ(parsed.gate[0].line, 4);
  EXPECT_EQ(parsed.gate[0].values[0], "c");
  EXPECT_EQ(parsed.gate[0].text, "require a.b == c");
  ASSERT_EQ(parsed.problems.size(), 1U);
  EXPECT_EQ(parsed.problems[0].line, 5);
}

TEST(GateFile, BlocksAreFoundByPhaseWithLinesOfTheFile) {
  GateFile file = ParseGateFile(
      "# Workflow\n\n```gates phase=plan\nforbid task.status == done\n```\ntext\n"
      "```gates   phase=review-plan_2  \r\nartifact P min=2\r\n```\r\n```gates phase=writeback\n```");
  EXPECT_TRUE(file.problems.empty());
  ASSERT_EQ(file.phases.size(), 3U);
  EXPECT_EQ(file.phases.at("plan").at(0).line, 4);
  EXPECT_EQ(file.phases.at("review-plan_2").at(0).min_bytes, 2);
  EXPECT_TRUE(file.phases.at("writeback").empty());
}

TEST(GateFile, OtherFencesAndIndentedOnesAreNoGates) {
  GateFile file = ParseGateFile("```gatesish\n```\n ```gates phase=x\nnonsense\n```\n~~~gates phase=y\n~~~\n````\n");
  EXPECT_TRUE(file.phases.empty());
  EXPECT_TRUE(file.problems.empty());
}

TEST(GateFile, ABlockMayStandInALongerFence) {
  EXPECT_TRUE(ParseGateFile("````md\n```gates phase=x\n```\n````\n").phases.contains("x"));
}

TEST(GateFile, AllProblemsAreReportedWithLineAndBlock) {
  GateFile file = ParseGateFile(
      "```gates phase=a\nnope\nartifact\n```\n"
      "```gates\nwhat\n```\n"
      "```gates phase=a b\n```\n"
      "```gates phase=a\n```\n"
      "```gates phase=c\nrequire x.y == z\n"
      "```gates phase=d\nalso bad\n");
  std::vector<std::string> seen;
  for (const auto& p : file.problems) seen.push_back(std::to_string(p.line) + "/" + p.block + ": " + p.what);
  EXPECT_EQ(seen, (std::vector<std::string>{
                      "2/a: unknown directive \"nope\"",
                      "3/a: artifact directive missing path",
                      "5/: malformed gates fence \"```gates\": write ```gates phase=NAME",
                      "6/: unknown directive \"what\"",
                      "8/: malformed gates fence \"```gates phase=a b\": write ```gates phase=NAME",
                      "10/a: duplicate gates block for phase \"a\"",
                      "12/c: unterminated ```gates fence opened at line 12",
                      "15/d: unknown directive \"also\"",
                      "14/d: unterminated ```gates fence opened at line 14",
                  }));
}

TEST(GateFile, RubbishOfAnySizeEndsInAFewProblems) {
  std::string text = "```gates phase=x\n";
  for (int i = 0; i < 1'000'000; ++i) text += "\xFF\n";
  GateFile file = ParseGateFile(text);
  ASSERT_EQ(file.problems.size(), 101U);
  EXPECT_EQ(file.problems.back().what, "further problems are not listed");
  std::string many = "```gates phase=x\n";
  for (int i = 0; i < 20'000; ++i) many += "artifact a\n";
  file = ParseGateFile(many + "```\n");
  ASSERT_EQ(file.problems.size(), 1U);
  EXPECT_EQ(file.problems[0].line, 10'002);
}

// Evaluation.

GateFacts Facts(std::string_view records) {
  GateFacts facts;
  facts.records = ParseJson(records).value();
  facts.variables = {{"dir", "runs/17"}, {"task", "T1"}};
  facts.file_size = [](const std::string& path) -> std::optional<std::int64_t> {
    if (path == "runs/17/T1/PLAN.md") return 199;
    if (path == "empty") return 0;
    return std::nullopt;
  };
  return facts;
}

std::vector<std::string> Failures(std::string_view gate, const GateFacts& facts) {
  ParsedGate parsed = ParseGate(gate);
  for (const auto& problem : parsed.problems) ADD_FAILURE() << problem.what;
  std::vector<std::string> failures;
  for (const auto& failure : EvaluateGate(parsed.gate, facts)) failures.push_back(failure.kind + ": " + failure.text);
  return failures;
}

using Texts = std::vector<std::string>;

TEST(EvaluateGate, ArtifactsMustExistAndBeLargeEnough) {
  GateFacts facts = Facts("{}");
  EXPECT_EQ(Failures("artifact {dir}/{task}/PLAN.md min=199\nartifact empty\n", facts), Texts{});
  EXPECT_EQ(Failures("artifact {dir}/{task}/PLAN.md min=200", facts),
            Texts{"artifact-small: artifact too small (stub): runs/17/T1/PLAN.md (199 bytes, need >= 200)"});
  EXPECT_EQ(Failures("artifact {dir}/{who}/{PLAN.md", facts),
            Texts{"artifact-missing: artifact missing: runs/17/{who}/{PLAN.md"});
  facts.file_size = nullptr;
  EXPECT_EQ(Failures("artifact empty", facts), Texts{"artifact-missing: artifact missing: empty"});
}

TEST(EvaluateGate, VariablesAreNotSubstitutedTwice) {
  GateFacts facts = Facts("{}");
  facts.variables["dir"] = "{task}";
  EXPECT_EQ(Failures("artifact {dir}", facts), Texts{"artifact-missing: artifact missing: {task}"});
}

TEST(EvaluateGate, PredicatesCompareTextAsWritten) {
  GateFacts facts = Facts(R"({"task": {"status": "draft", "n": 3, "x": 3.0, "ok": true, "no": null,
                               "tags": ["a", "b"], "sub": {"k": "v"}, "name": "\u00e9t\u00e9", "length": 7},
                               "size": "complex"})");
  for (const char* gate :
       {"require task.status == draft", "forbid task.status == Draft", "require task.n == 3", "forbid task.n == 3.0",
        "require task.x == 3.0", "require task.ok == true", "require task.no == null", "require task.tags == a,b",
        "require task.tags.length == 2", "require task.tags.1 == b", "require task.sub.k != w",
        "require task.name.length == 3", "require task.length == 7", "require size == complex",
        "require task.status in [x, draft]", "forbid task.status in []", "require task.sub == {\"k\":\"v\"}"}) {
    EXPECT_EQ(Failures(gate, facts), Texts{}) << gate;
  }
  EXPECT_EQ(Failures("require task.status == done", facts),
            Texts{"require: require failed: task.status == done (got \"draft\")"});
  EXPECT_EQ(Failures("require task.status != draft", facts),
            Texts{"require: require failed: task.status != draft (got \"draft\")"});
  EXPECT_EQ(Failures("require task.status in []", facts),
            Texts{"require: require failed: task.status in [] (got \"draft\")"});
  EXPECT_EQ(Failures("require task.no == x", facts), Texts{"require: require failed: task.no == x (got null)"});
  EXPECT_EQ(Failures("forbid task.status in [a, draft]", facts),
            Texts{"forbid: forbid triggered: task.status in [a, draft]"});
}

TEST(EvaluateGate, AMissingFieldPassesForbidAndFailsRequireWhateverTheOperator) {
  GateFacts facts = Facts(R"({"task": {"status": "draft"}})");
  for (const char* op : {"== undefined", "!= x", "in [x]", "== x"}) {
    EXPECT_EQ(Failures(std::string("forbid task.owner ") + op, facts), Texts{}) << op;
    EXPECT_EQ(Failures(std::string("require task.owner ") + op, facts),
              Texts{std::string("require: require failed: task.owner ") + op + " (task.owner is missing)"});
  }
  EXPECT_EQ(Failures("forbid task.status.deeper == x\nforbid task.list.9 == x", facts), Texts{});
}

TEST(EvaluateGate, AMissingRecordFailsWhateverThePredicate) {
  for (const char* records : {"{}", "null", R"({"task": null})", R"({"tasks": {"status": "x"}})", "[]"}) {
    GateFacts facts = Facts(records);
    EXPECT_EQ(Failures("forbid task.status == x", facts),
              Texts{"unknown-record: forbid failed: task.status == x (there is no record \"task\")"});
    EXPECT_EQ(Failures("require task.status != x", facts),
              Texts{"unknown-record: require failed: task.status != x (there is no record \"task\")"});
  }
}

TEST(EvaluateGate, AfterReadsTheRecordWithoutAVerdictOfTheRun) {
  GateFacts facts = Facts(R"({"task": {"status": "approved", "summaries": {
      "review_plan": {"verdict": "approved"}, "code_review": {"verdict": "revision"},
      "plan": {"verdict": "n/a"}, "validate": {"verdict": "maybe"}}}})");
  EXPECT_EQ(Failures("after review-plan = approved\nafter plan = n/a\nafter review-code = revision\n"
                     "after approve = approved",
                     facts),
            Texts{});
  EXPECT_EQ(Failures("after review-code = approved", facts),
            Texts{"after: after failed: review-code = approved (got revision)"});
  EXPECT_EQ(Failures("after validate = approved\nafter nowhere = n/a", facts),
            (Texts{"after: after failed: validate = approved (validate has no verdict)",
                   "after: after failed: nowhere = n/a (nowhere has no verdict)"}));
  EXPECT_EQ(Failures("after plan = n/a", Facts("{}")),
            Texts{"unknown-record: after failed: plan = n/a (there is no record)"});
}

TEST(EvaluateGate, AVerdictOfARecordIsComparedAsItIsWritten) {
  for (const char* word : {"Approved", "APPROVED", "approved ", "approve"}) {
    GateFacts facts = Facts(fmt::format(R"({{"task": {{"summaries": {{"plan": {{"verdict": "{}"}}}}}}}})", word));
    EXPECT_EQ(Failures("after plan = approved", facts),
              Texts{"after: after failed: plan = approved (plan has no verdict)"})
        << word;
  }
}

TEST(EvaluateGate, AfterAsksTheFactsFirst) {
  GateFacts facts = Facts(R"({"task": {"summaries": {"plan": {"verdict": "approved"}}}})");
  facts.verdict = [](const std::string& phase) -> std::optional<std::string> {
    if (phase == "plan") return "revision";
    return std::nullopt;
  };
  EXPECT_EQ(Failures("after plan = revision", facts), Texts{});
  EXPECT_EQ(Failures("after plan = approved", facts), Texts{"after: after failed: plan = approved (got revision)"});
  EXPECT_EQ(Failures("after other = approved", facts),
            Texts{"after: after failed: other = approved (other has no verdict)"});
}

TEST(EvaluateGate, FailuresComeInTheOrderArtifactRequireForbidAfter) {
  GateFacts facts = Facts(R"({"t": {"a": "1"}})");
  std::vector<std::string> kinds;
  for (const auto& failure : EvaluateGate(
           ParseGate("after p = approved\nforbid t.a == 1\nrequire t.a == 2\nartifact x\nrequire t.b == 2\n").gate,
           facts)) {
    kinds.push_back(failure.kind);
  }
  EXPECT_EQ(kinds, (Texts{"artifact-missing", "require", "require", "forbid", "after"}));
}

}  // namespace
}  // namespace forge
