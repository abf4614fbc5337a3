#include "surface/chat/grammar.h"

#include <gtest/gtest.h>

#include <random>

#include "base/strings.h"

namespace forge::chat {
namespace {

Message Plan(std::string action, std::string args = "") { return {"plan", std::move(action), std::move(args)}; }
Message Of(std::string action, std::string args = "") { return {"forge", std::move(action), std::move(args)}; }

TEST(Grammar, ACommandStandsAtTheBeginningInLowerCase) {
  EXPECT_EQ(ParseMessage("  !plan list \n"), Plan("list"));
  EXPECT_EQ(ParseMessage("!forge status"), Of("status"));
  for (const char* text :
       {"", "hello", "please !plan list", "!Plan list", "!PLAN", "!FORGE x", "! plan list", "plan", "!pla", "!"}) {
    EXPECT_EQ(ParseMessage(text), Message{}) << text;
  }
}

TEST(Grammar, AWordThatOnlyBeginsLikeACommandIsNone) {
  for (const char* text : {"!planning the party", "!plan-17", "!plan:", "!plans", "!forging", "!forge:", "!forged x"}) {
    EXPECT_EQ(ParseMessage(text), Message{}) << text;
  }
}

TEST(Grammar, ACommandAloneAsksForHelp) {
  EXPECT_EQ(ParseMessage("!plan"), Plan("help"));
  EXPECT_EQ(ParseMessage("!plan \t "), Plan("help"));
  EXPECT_EQ(ParseMessage("!forge"), Of("help"));
  EXPECT_EQ(ParseMessage("!plan help me"), Plan("help", "me"));
}

TEST(Grammar, ActionsCountInAnyCaseAndArgumentsStayAsWritten) {
  EXPECT_EQ(ParseMessage("!plan RUN Plan-011"), Plan("run", "Plan-011"));
  EXPECT_EQ(ParseMessage("!plan\nrun plan-011"), Plan("run", "plan-011"));
  EXPECT_EQ(ParseMessage("!plan run-one   17 "), Plan("run-one", "17"));
  EXPECT_EQ(ParseMessage("!plan skip-to 17 phase-2"), Plan("skip-to", "17 phase-2"));
  EXPECT_EQ(ParseMessage("!plan phases --regenerate 17"), Plan("phases", "--regenerate 17"));
}

TEST(Grammar, StepsArePhasesByAnotherName) {
  EXPECT_EQ(ParseMessage("!plan steps 17"), Plan("phases", "17"));
  EXPECT_EQ(ParseMessage("!plan run-step 17 s1"), Plan("run-phase", "17 s1"));
  EXPECT_EQ(ParseMessage("!plan run-phase 17 s1"), Plan("run-phase", "17 s1"));
}

TEST(Grammar, WhateverElseIsADescription) {
  EXPECT_EQ(ParseMessage("!plan Add  webhooks\n- a"), Plan("create", "Add  webhooks\n- a"));
  EXPECT_EQ(ParseMessage("!plan running shoes"), Plan("create", "running shoes"));
  EXPECT_EQ(ParseMessage("!plan list-view"), Plan("create", "list-view"));
  EXPECT_EQ(ParseMessage("!forge plan-18"), Of("create", "plan-18"));
  EXPECT_EQ(ParseMessage("!forge audit plan-18"), Of("audit", "plan-18"));
}

TEST(Grammar, ATextThatIsNearlyACommandIsAskedAbout) {
  const auto is_plan = [](const std::string& name) { return name == "17" || name == "plan-001"; };
  const auto why = [&](const char* text) { return WhyNoDescription(ParseMessage(text), is_plan); };
  EXPECT_EQ(
      why("!plan shwo plan-001"),
      "`shwo` is not a command. Did you mean `!plan show plan-001`? Nothing was created: a description begins with "
      "another word.");
  EXPECT_EQ(why("!forge plan-001 skip files without words"),
            "`plan-001` is a plan. Continue it with `!forge plan-001`, or see `!plan help`. Nothing was created: a "
            "description begins with another word.");
  EXPECT_NE(why("!plan delete plan-001").find("See `!plan help`"), std::string::npos);
  EXPECT_NE(why("!plan aprove 17").find("`!plan approve 17`"), std::string::npos);
  EXPECT_NE(why("!plan lst").find("`!plan list`"), std::string::npos);
  EXPECT_NE(why("!plan aprove 4").find("`!plan approve 4`"), std::string::npos);
  EXPECT_NE(why("!plan skp-to 17 s2").find("`!plan skip-to 17 s2`"), std::string::npos);
  EXPECT_NE(why("!plan modfy plan-001 skip files without words").find("`!plan modify plan-001 skip"),
            std::string::npos);
  EXPECT_NE(why("!plan 17 show").find("`!plan show 17`"), std::string::npos);
  EXPECT_NE(why("!plan plan-001").find("`plan-001` is a plan"), std::string::npos);
  for (const char* text : {"!plan lnad 17", "!plan lnad plan-001", "!plan add 17"}) {
    EXPECT_NE(why(text).find("See `!plan help`"), std::string::npos) << text;
    EXPECT_EQ(why(text).find("!plan land"), std::string::npos) << text;
  }
  for (const char* text :
       {"!plan Add webhooks", "!plan running shoes", "!plan list-view", "!forge plan-18", "!forge 18",
        "!plan 3 retries for webhooks", "!plan lists users by name", "!plan show plan-001", "!plan", "hello",
        "!plan webhooks", "!plan add 2 buttons", "!plan add 17 buttons", "!plan lists 4 users", "!plan 17 buttons",
        "!plan 4 show", "!plan compare plan-001 with plan-002"}) {
    EXPECT_EQ(why(text), "") << text;
  }
}

TEST(Grammar, ATextThatBeginsWithAPlanIsAskedAboutWhateverFollowsIt) {
  const auto is_plan = [](const std::string& name) {
    return name == "1" || EqualsIgnoreCase(name, "plan-001") || name == "run-1" || name == "plan-001-greet";
  };
  const auto why = [&](const char* text) { return WhyNoDescription(ParseMessage(text), is_plan); };
  for (const char* text :
       {"!forge plan-001: be nice", "!forge plan-001, be nice", "!forge plan-001?", "!forge `plan-001` be nice",
        "!forge PLAN-001: be nice", "!forge run-1: be nice", "!forge plan 1: be nice", "!forge plan-001-greet: be nice",
        "!forge 1: be nice", "!forge 1?", "!forge #1", "!forge plan 1", "!plan 1", "!plan 1?", "!plan #1"}) {
    EXPECT_NE(why(text).find("is a plan. Continue it with `!forge "), std::string::npos) << text << why(text);
  }
  EXPECT_NE(why("!plan plan-001: show").find("Did you mean `!plan show plan-001`?"), std::string::npos);
  EXPECT_NE(why("!forge plan-001, skip").find("Did you mean `!plan skip plan-001`?"), std::string::npos);
  EXPECT_NE(why("!plan 1 modify be nice to all").find("`!plan modify 1 be nice to all`"), std::string::npos);
  EXPECT_NE(why("!forge 1 shwo").find("`!plan show 1`"), std::string::npos);
  EXPECT_NE(why("!plan 7").find("`7` is a number"), std::string::npos);
  for (const char* text : {"!forge plan-001", "!forge plan-001-greet", "!forge 1", "!forge 7", "!forge run-1",
                           "!plan 1 button for each user", "!plan 1. Add a button", "!forge plan 3 talks",
                           "!forge plan the release", "!plan 1 step for each user of the list"}) {
    EXPECT_EQ(why(text), "") << text;
  }
}

TEST(Grammar, ATextThatBeginsWithTheSlugOfAPlanIsAskedAbout) {
  const auto is_plan = [](const std::string& name) { return name == "two-files" || name == "greet"; };
  const auto why = [&](const char* text) { return WhyNoDescription(ParseMessage(text), is_plan); };
  EXPECT_NE(why("!plan two-files").find("`two-files` is a plan. Continue it with `!forge two-files`"),
            std::string::npos);
  EXPECT_NE(why("!forge two-files: be nice").find("`two-files` is a plan."), std::string::npos);
  EXPECT_NE(why("!forge two-files nicer").find("`two-files` is a plan."), std::string::npos);
  EXPECT_NE(why("!plan two-files show").find("Did you mean `!plan show two-files`?"), std::string::npos);
  EXPECT_NE(why("!forge show two-files").find("Did you mean `!plan show two-files`?"), std::string::npos);
  EXPECT_NE(why("!plan greet").find("`greet` is a plan."), std::string::npos);
  EXPECT_NE(why("!plan greet show").find("Did you mean `!plan show greet`?"), std::string::npos);
  for (const char* text : {"!forge two-files", "!forge greet", "!forge greet people by their names",
                           "!plan three-files", "!forge show three-files"}) {
    EXPECT_EQ(why(text), "") << text;
  }
}

TEST(Grammar, AnIdIsReadWithAnyMarkAndAPlanThatDoesNotExistIsNotCalledOne) {
  const auto is_plan = [](const std::string& name) { return name == "plan-001"; };
  const auto why = [&](const char* text) { return WhyNoDescription(ParseMessage(text), is_plan); };
  for (const char* text : {"!forge plan001 nicer", "!forge plan_001 nicer", "!forge plan#001: nicer", "!forge plan001"})
    EXPECT_NE(why(text).find("`plan-001` is a plan. Continue it with `!forge plan-001`"), std::string::npos) << text;
  EXPECT_NE(why("!plan plan_001 show").find("Did you mean `!plan show plan-001`?"), std::string::npos);
  EXPECT_EQ(why("!forge plan-099 do it"),
            "There is no plan `plan-099`. See `!plan list`. Nothing was created: a description begins with another "
            "word.");
  EXPECT_NE(why("!plan plan-099 show").find("There is no plan `plan-099`."), std::string::npos);
  for (const char* text : {"!forge planes for 2", "!forge plan the release"}) EXPECT_EQ(why(text), "") << text;
}

TEST(Grammar, ATextThatBeginsWithACommandOfEitherKindIsAskedAbout) {
  const auto is_plan = [](const std::string& name) { return name == "1"; };
  const auto why = [&](const char* text) { return WhyNoDescription(ParseMessage(text), is_plan); };
  const auto meant = [&](const char* text) {
    const std::string said = why(text);
    const std::size_t at = said.find("Did you mean `");
    return at == std::string::npos ? said : said.substr(at + 14, said.find("`?", at) - at - 14);
  };
  EXPECT_EQ(why("!forge show 1"),
            "`show` is a command of `!plan`. Did you mean `!plan show 1`? Nothing was created: a description begins "
            "with another word.");
  EXPECT_EQ(meant("!forge modify plan-001 be nice to all of them"), "!plan modify plan-001 be nice to all of them");
  EXPECT_EQ(meant("!forge approve plan-001 and then run it"), "!plan approve plan-001");
  EXPECT_EQ(meant("!forge please approve plan-001 and then run it"), "!plan approve plan-001");
  EXPECT_EQ(meant("!forge approve: plan-001, then run it"), "!plan approve plan-001");
  EXPECT_EQ(meant("!plan modfy 1 greet all the people"), "!plan modify 1 greet all the people");
  EXPECT_EQ(meant("!forge land 1"), "!plan land 1");
  EXPECT_EQ(meant("!forge list"), "!plan list");
  EXPECT_EQ(meant("!forge approve"), "!plan approve <plan-id>");
  EXPECT_EQ(meant("!forge run it"), "!plan run <plan-id>");
  EXPECT_EQ(meant("!forge stop"), "!forge cancel");
  EXPECT_EQ(meant("!forge stop plan-001"), "!forge cancel plan-001");
  EXPECT_EQ(meant("!plan status"), "!forge status");
  EXPECT_EQ(meant("!plan status 1"), "!plan show 1");
  EXPECT_EQ(meant("!forge status?"), "!forge status");
  EXPECT_NE(why("!plan merge 1").find("See `!plan help`"), std::string::npos);
  EXPECT_NE(why("!plan resume 1").find("See `!plan help`"), std::string::npos);
  for (const char* text :
       {"!forge show the median in the report", "!forge list open files in the CLI", "!forge run the tests nightly",
        "!forge stop the spinner when a job fails", "!plan merge the two parsers", "!plan status bar with colours",
        "!forge change 3 labels", "!forge lists 1 user per line", "!forge approve orders above 10 dollars by hand",
        "!forge show 7 lines of context", "!plan python 3"}) {
    EXPECT_EQ(why(text), "") << text;
  }
}

TEST(Grammar, ASentenceBehindACommandAndANumberIsADescription) {
  const auto is_plan = [](const std::string& name) { return name == "2"; };
  const auto why = [&](const char* text) { return WhyNoDescription(ParseMessage(text), is_plan); };
  for (const char* text :
       {"!forge show 2 columns in the table view", "!forge show 2 columns", "!forge list 2 users per line",
        "!forge run 2 workers for each queue", "!forge skip 2 header lines of a file", "!forge close 2 idle sockets",
        "!forge shows 2 columns", "!forge ship 2 packages for each order", "!forge show 2, 3 or 4 columns",
        "!forge show 2 and 3 columns"}) {
    EXPECT_EQ(why(text), "") << text;
  }
  for (const char* text :
       {"!forge show 2", "!forge show 2?", "!forge show #2", "!forge show 2 now", "!forge show 2 again, please",
        "!forge show plan-002 columns in the table view", "!forge approve 2 and then run it",
        "!forge approve 2, then run it", "!forge approve 2 and run it", "!plan shwo 2", "!plan shwo 2 columns",
        "!plan aprove 2 for me", "!forge modify 2 greet all the people", "!plan skp-to 2 s2"}) {
    EXPECT_NE(why(text).find("Nothing was created"), std::string::npos) << text;
  }
}

TEST(Grammar, TheNumberOfAPlanMayStandApart) {
  EXPECT_EQ(ParseMessage("!plan approve plan 1").args, "plan-1");
  EXPECT_EQ(ParseMessage("!plan modify Plan 012 be nice").args, "plan-012 be nice");
  for (const char* args : {"planes 1", "plan", "plan one", "plan 1st", "plan1", "the plan 1"})
    EXPECT_EQ(ParseMessage(std::string("!plan audit ") + args).args, args);
  const auto is_plan = [](const std::string& name) { return name == "1" || name == "plan-1"; };
  const auto why = [&](const char* text) { return WhyNoDescription(ParseMessage(text), is_plan); };
  EXPECT_NE(why("!forge approve plan 1").find("Did you mean `!plan approve plan-1`?"), std::string::npos);
  EXPECT_NE(why("!forge please run plan 1").find("Did you mean `!plan run plan-1`?"), std::string::npos);
  EXPECT_NE(why("!forge show plan 1?").find("Did you mean `!plan show plan-1`?"), std::string::npos);
  EXPECT_NE(why("!plan modfy plan 1 be nice").find("`!plan modify plan-1 be nice`"), std::string::npos);
  for (const char* text : {"!forge approve plan 2", "!forge a page that lists plan 1 and plan 2 beside each other"})
    EXPECT_EQ(why(text), "") << text;
}

TEST(Grammar, JsonIsNullThroughoutWhenItIsNoCommand) {
  EXPECT_EQ(ToJson(ParseMessage("hi")).Dump(), R"({"command":null,"action":null,"args":null})");
  EXPECT_EQ(ToJson(ParseMessage("!plan list")).Dump(), R"({"command":"plan","action":"list","args":""})");
}

TEST(Grammar, PhasesTakeOnePlanAndKnownSwitchesInAnyOrder) {
  auto request = ParsePhases("17 --keep-done --regenerate");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->plan, "17");
  EXPECT_TRUE(request->regenerate && request->keep_done);
  for (const char* args : {"", "--regenerate", "1 2", "--regen 1", "--keep-done 1"}) EXPECT_FALSE(ParsePhases(args));
}

TEST(Grammar, NumbersNamePlansAndSentencesDoNot) {
  for (const char* text : {"18", "018", "plan-18"}) EXPECT_TRUE(LooksLikePlan(text)) << text;
  for (const char* text : {"", "plan-", "plan-18-slug", "18 x", "add 18"}) EXPECT_FALSE(LooksLikePlan(text)) << text;
}

// Whatever is typed: it is one of the two commands or none, and a description is never changed but for its ends.
TEST(Grammar, AnyTextIsReadAndNothingOfADescriptionIsLost) {
  std::mt19937 random(7);
  const std::vector<std::string> pieces = {"!plan", "!forge", " ", "\n",  "run", "list",
                                           "x",     "ä",      "-", "RUN", "`",   "\t"};
  for (int round = 0; round < 5000; ++round) {
    std::string text;
    for (std::size_t n = random() % 7; n > 0; --n) text += pieces[random() % pieces.size()];
    const Message message = ParseMessage(text);
    if (message.command.empty()) {
      EXPECT_EQ(message, Message{}) << text;
      continue;
    }
    EXPECT_TRUE(Trim(text).starts_with("!" + message.command)) << text;
    EXPECT_FALSE(message.action.empty()) << text;
    EXPECT_EQ(message.args, Trim(message.args)) << text;
    const std::string_view rest = Trim(Trim(text).substr(message.command.size() + 1));
    EXPECT_TRUE(message.action != "create" || message.args == rest) << text;
    EXPECT_TRUE(rest.ends_with(message.args)) << text;
  }
}

}  // namespace
}  // namespace forge::chat
