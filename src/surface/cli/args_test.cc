#include "surface/cli/args.h"

#include <gtest/gtest.h>

namespace forge::cli {
namespace {

Form SampleForm() {
  return {.positionals = {{"RUN", "the run"}, {"STEP", "the step", false}},
          .options = {{"pipeline", "NAME", "which"},
                      {"size", "WORD", "how big", ValueType::kText, false, {"quick", "complex"}},
                      {"count", "N", "how many", ValueType::kPositive},
                      {"usd", "N", "how much", ValueType::kNumber},
                      {"flag", "NAME=VALUE", "a flag", ValueType::kPair, true},
                      {"full", "", "all of it"}}};
}

Result<Args> Parse(const std::vector<std::string>& words) { return Args::Parse("sample", SampleForm(), words); }

Error ErrorOf(const std::vector<std::string>& words) {
  auto args = Parse(words);
  EXPECT_FALSE(args);
  return args ? Error{} : args.error();
}

TEST(Args, AreReadInAnyOrder) {
  auto args = Parse({"--full", "17", "--pipeline", "task", "s1", "--count=3", "--json"});
  ASSERT_TRUE(args);
  EXPECT_EQ(args->Get("RUN"), "17");
  EXPECT_EQ(args->Get("STEP"), "s1");
  EXPECT_EQ(args->Get("pipeline"), "task");
  EXPECT_EQ(args->GetInt("count"), 3);
  EXPECT_TRUE(args->Has("full"));
  EXPECT_TRUE(args->json());
  EXPECT_FALSE(args->Has("usd"));
}

TEST(Args, KeepTextThatLooksLikeAList) {
  auto args = Parse({"[a, b]", "--pipeline", "[x]", "--flag", "k=[1,2]"});
  ASSERT_TRUE(args);
  EXPECT_EQ(args->Get("RUN"), "[a, b]");
  EXPECT_EQ(args->Get("pipeline"), "[x]");
  EXPECT_EQ(args->Pairs("flag")["k"], "[1,2]");
}

TEST(Args, TakeOneDashAsAWordAndTwoAsTheEndOfOptions) {
  EXPECT_EQ(Parse({"-"})->Get("RUN"), "-");
  EXPECT_EQ(Parse({"--", "--full"})->Get("RUN"), "--full");
  EXPECT_FALSE(Parse({"--", "--help"})->help());
}

TEST(Args, ALetterIsTheSameAsItsOption) {
  const Form form = {
      .positionals = {{"RUN", "the run"}},
      .options = {Lettered("n", {"last", "N", "how many", ValueType::kCount}), Lettered("f", {"follow", "", "go on"})}};
  auto args = Args::Parse("sample", form, {"1", "-f", "-n", "3"});
  ASSERT_TRUE(args);
  EXPECT_TRUE(args->Has("follow"));
  EXPECT_EQ(args->GetInt("last"), 3);
  EXPECT_EQ(Args::Parse("sample", form, {"1", "-n3"})->GetInt("last"), 3);
  EXPECT_EQ(Args::Parse("sample", form, {"1", "-n", "3", "--last", "4"}).error().message,
            "sample: --last was given twice");
}

TEST(Args, TakeEmptyText) { EXPECT_EQ(Parse({""})->Get("RUN"), ""); }

TEST(Args, MayRepeatWhatRepeats) {
  auto args = Parse({"1", "--flag", "a=1", "--flag", "b=x=y", "--flag", "a=2"});
  ASSERT_TRUE(args);
  EXPECT_EQ(args->Pairs("flag"), (std::map<std::string, std::string>{{"a", "2"}, {"b", "x=y"}}));
  EXPECT_EQ(ErrorOf({"1", "--pipeline", "a", "--pipeline", "b"}).message, "sample: --pipeline was given twice");
}

TEST(Args, ForHelpAreAskedBeforeAnythingIsWrong) {
  EXPECT_TRUE(Parse({"--help"})->help());
  EXPECT_TRUE(Parse({"--nonsense", "-h"})->help());
}

TEST(Args, ThatAreMissingAreNamed) {
  EXPECT_EQ(ErrorOf({}).message, "sample: RUN is missing");
  EXPECT_EQ(ErrorOf({"1", "--pipeline"}).message, "sample: --pipeline needs a value");
}

TEST(Args, ThatAreUnknownAreRefusedWithASuggestion) {
  EXPECT_EQ(ErrorOf({"1", "--pipelin", "x"}).message, "sample: unknown option `--pipelin`");
  EXPECT_EQ(ErrorOf({"1", "--pipelin", "x"}).hint, "did you mean `--pipeline`?");
  EXPECT_EQ(ErrorOf({"1", "--jsn"}).hint, "did you mean `--json`?");
  EXPECT_EQ(ErrorOf({"1", "-x"}).message, "sample: unknown option `-x`");
  EXPECT_EQ(ErrorOf({"1", "2", "3"}).message, "sample: unexpected argument `3`");
}

TEST(Args, OfAWrongKindAreRefused) {
  EXPECT_EQ(ErrorOf({"1", "--size", "enormous"}).hint, "one of: quick, complex");
  EXPECT_EQ(ErrorOf({"1", "--count", "0"}).hint, "wanted a whole number, 1 or more");
  EXPECT_EQ(ErrorOf({"1", "--count", "x"}).message, "sample: --count: invalid value `x`");
  EXPECT_EQ(ErrorOf({"1", "--usd", "nan"}).hint, "wanted a number, 0 or more");
  EXPECT_EQ(ErrorOf({"1", "--flag", "novalue"}).hint, "wanted name=value");
  EXPECT_EQ(ErrorOf({"1", "--flag", "=x"}).hint, "wanted name=value");
  EXPECT_EQ(ErrorOf({"1", "--full=yes"}).code, Code::kInvalid);
}

}  // namespace
}  // namespace forge::cli
