#include "text/said_statements.h"

#include <gtest/gtest.h>

#include "text/said_commands.h"
#include "text/said_labels.h"

namespace forge {
namespace {

using Commands = std::vector<std::string>;

TEST(SaidStatements, AConditionSaysOnlyWhenOrWhere) {
  for (const char* sentence : {"After the merge.",
                               "On Windows.",
                               "In production.",
                               "When the server is up.",
                               "Once merged.",
                               "If it fails.",
                               "For step b.",
                               "For reference.",
                               "Only after the merge.",
                               "But only after the merge.",
                               "In an emergency.",
                               "Example.",
                               "Example only.",
                               "This is an example.",
                               "The old command was this.",
                               "That was the old one.",
                               "Run it after the merge.",
                               "To be run after the merge.",
                               "After the merge, run it.",
                               "After the merge, in CI."})
    EXPECT_TRUE(IsCondition(sentence) && !IsStatement(sentence)) << sentence;
  for (const char* sentence : {"", "From the root.", "In the repository.", "Unit tests:", "To test:", "How to test:",
                               "If it fails, look at the log.", "If a file is missing, the command says so.",
                               "It must not regress.", "By hand: look at it.", "For compatibility keep the old name.",
                               "Do not use mocks.", "The reader takes a path."})
    EXPECT_FALSE(IsCondition(sentence)) << sentence;
}

TEST(SaidStatements, AStatementIsAWholeSentenceAboutTheWork) {
  for (const char* sentence :
       {"It must not regress.", "The error names the file.", "Existing tests should not change.", "It is quick.",
        "There are no manual steps.", "If a file is missing, the command says so.", "Do not use mocks.",
        "Do not change the API.", "Never call external APIs.", "Other files are not changed.",
        "The new test covers it.", "A regression test proves the fix.", "The unit tests cover this case.",
        "No regressions.", "No new warnings.", "Without errors."})
    EXPECT_TRUE(IsStatement(sentence)) << sentence;
  for (const char* sentence : {"Billing.",
                               "Windows only.",
                               "Next release.",
                               "How to deploy.",
                               "What CI does.",
                               "A bad idea.",
                               "Ask first.",
                               "Start the server.",
                               "Merge the branch.",
                               "Wait for the merge.",
                               "The branch must be merged first.",
                               "The server must be running.",
                               "The other step does it.",
                               "Somebody must run it.",
                               "This is a bad idea.",
                               "The nightly test covers it.",
                               "CI covers it.",
                               "The other test covers it.",
                               "The test of step b covers it.",
                               "The new test covers it, not this.",
                               "The new tests run it.",
                               "A test covers it later.",
                               "No tests.",
                               "No.",
                               "No need.",
                               "No network.",
                               "No regressions in CI.",
                               "Without a server."})
    EXPECT_FALSE(IsStatement(sentence)) << sentence;
}

// Each of them was run once.
TEST(SaidStatements, CodeBehindOtherWordsIsNotRun) {
  for (const char* line : {"After the merge. Run `make x`.",
                           "On Windows. `make x`",
                           "Windows only. Run `make x`.",
                           "Billing. `make x`",
                           "Next release. Run `make x`",
                           "When the server is up. Run `make x`.",
                           "For reference. Run `make x`",
                           "Example. Run `make x`",
                           "The old command was this. `make x`",
                           "What CI does. `make x`",
                           "How to deploy. Run `make x`",
                           "If it fails. Run `make x`",
                           "Ask first. Then run `make x`",
                           "Start the server. Then run `make x`",
                           "Merge the branch. Run `make x`.",
                           "The other step does it. Run `make x`",
                           "To be run after the merge. `make x`; `make y`",
                           "After the merge. Run `make x`. Then run `make y`.",
                           "After the merge, run `make x`. Then run `make y`.",
                           "Do not run `make x`. Then run `make y`.",
                           "Start the server with `make up`. Then run `make y`.",
                           "Run `make x`. But only after the merge.",
                           "`make x`. On Windows.",
                           "`make x`. For step b.",
                           "`make x`. Example only.",
                           "`make x`. That was the old one.",
                           "After the merge.\n`make x`",
                           "`# make x`"})
    EXPECT_EQ(ReadSaidCommands(line).commands, Commands{}) << line;
  for (const char* line : {"After the merge.", "When the server is up:", "Example:", "On Windows."})
    EXPECT_FALSE(LetsRunBelow(line, false)) << line;
  EXPECT_EQ(ReadSaidCommands("`make a`. `make b`. After the merge.").commands, Commands{"make a"});
}

TEST(SaidStatements, CodeBehindStatementsAndOrdersIsRun) {
  for (const char* line :
       {"All tests must pass. `make x`", "The reader takes a path. Run `make x`.", "Do not change the reader. `make x`",
        "Run the tests. `make x`", "It must not regress. `make x`", "`make x`. It must not regress.",
        "The new test covers it. Run `make x`.", "No regressions. `make x`", "`make x`. No regressions.",
        "`make x`. From the root.", "`make x`. If it fails, look at the log.", "First. `make x`",
        "The tests cover the deploy. Run `make x`."})
    EXPECT_EQ(ReadSaidCommands(line).commands, Commands{"make x"}) << line;
  EXPECT_EQ(ReadSaidCommands("Run `make x`. Then run `make y`.").commands, (Commands{"make x", "make y"}));
  EXPECT_EQ(ReadSaidCommands("The tests cover the deploy. Run `make deploy`.").commands, Commands{})
      << "what ships stands alone, whatever is said before it";
  EXPECT_EQ(ReadSaidProof("Retries stop at three. `make x`").commands, Commands{"make x"})
      << "a criterion says what the code proves";
  EXPECT_EQ(ReadSaidProof("After the merge. `make x`").commands, Commands{});
}

TEST(SaidStatements, CodeThatASentenceWarnsOfIsNotRun) {
  for (const char* sentence :
       {"Careful.", "Be careful.", "Careful: it deletes the data.", "This is dangerous.", "Warning: it takes the port.",
        "Ask the team first.", "Check with ops before.", "It needs approval.", "Get approval first."}) {
    EXPECT_TRUE(Warns(sentence)) << sentence;
    EXPECT_EQ(ReadSaidCommands(std::string("Run `make x`. ") + sentence).commands, Commands{}) << sentence;
    EXPECT_EQ(ReadSaidCommands(std::string(sentence) + " Run `make x`.").commands, Commands{}) << sentence;
    EXPECT_EQ(ReadSaidProof(std::string(sentence) + " `make x`").commands, Commands{}) << sentence;
  }
  for (const char* sentence : {"It wipes the disk.", "This will delete the data.", "The command deploys the site.",
                               "That also publishes the package.", "It then drops the table."}) {
    EXPECT_TRUE(SaysItDestroys(sentence)) << sentence;
    EXPECT_EQ(ReadSaidCommands(std::string("Run `make x`. ") + sentence).commands, Commands{}) << sentence;
  }
  EXPECT_TRUE(TakesBack("It wipes the disk."));
  for (const char* sentence : {"", "No warnings.", "Read it carefully.", "It must not regress.",
                               "It does not delete files.", "It should not drop a line.", "The reader drops the line.",
                               "Check the log.", "Nothing destructive.", "The approval page stays."}) {
    EXPECT_FALSE(Warns(sentence) || SaysItDestroys(sentence)) << sentence;
    EXPECT_FALSE(TakesBack(sentence)) << sentence;
  }
  EXPECT_EQ(ReadSaidCommands("It drops the old line. Run `make x`.").commands, Commands{"make x"})
      << "the words before are about the work";
}

TEST(SaidStatements, ASentenceMayGoOnWithTheOneBefore) {
  for (const char* sentence : {"Then run `a`", "Afterwards `a`", "2. Then `a`", "And `a`", "Finally, `a`"})
    EXPECT_TRUE(GoesOnWithBefore(sentence)) << sentence;
  for (const char* sentence : {"", "Run `a`", "`a`", "First `a`", "2."}) EXPECT_FALSE(GoesOnWithBefore(sentence));
}

}  // namespace
}  // namespace forge
