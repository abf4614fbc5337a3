#include "memory/terms.h"

#include <gtest/gtest.h>

#include "memory/letters.h"

namespace forge {
namespace {

using Words = std::vector<std::string>;

TEST(Terms, AnIdentifierGivesItsPartsAndTheWhole) {
  EXPECT_EQ(Terms("parseHTTPReply"), (Words{"pars", "http", "reply", "parsehttpreply"}));
  EXPECT_EQ(Terms("snake_case_name"), Terms("snakeCaseName"));
  EXPECT_EQ(Terms("kebab-case"), Terms("kebabCase"));
  EXPECT_EQ(Terms("utf8"), Words{"utf8"});
  EXPECT_EQ(Terms("Http2Server"), (Words{"http2", "server", "http2server"}));
}

TEST(Terms, EndingsAndCaseAreLevelled) {
  EXPECT_EQ(Terms("caching"), Terms("Caches"));
  EXPECT_EQ(Terms("cached"), Terms("cache"));
  EXPECT_EQ(Terms("stopped"), Terms("stop"));
  EXPECT_EQ(Terms("dependencies"), Terms("deps"));
  EXPECT_EQ(Terms("configured"), Terms("config"));
  EXPECT_NE(Terms("process"), Terms("proces"));
}

TEST(Terms, WordsWithoutMeaningAreLeftOut) {
  EXPECT_TRUE(Terms("the of and to it is").empty());
  EXPECT_EQ(Terms("is it not"), Words{"not"});
}

TEST(Terms, AnyTextIsSafe) {
  for (const char* text : {"", " ", "\"", "a-b:c*d(e)", "'", "--", ":", "NEAR(x y)", "\xff\xfe", "🎉🎉",
                           "a AND OR NOT b", "{x}^2", "\\", "x'--; DROP"}) {
    for (const std::string& term : Terms(text)) {
      EXPECT_FALSE(term.empty());
      for (char c : term) {
        const auto byte = static_cast<unsigned char>(c);
        EXPECT_TRUE((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || byte >= 0x80) << text << " gave " << term;
      }
    }
  }
  EXPECT_TRUE(Terms("🎉🎉").empty());
}

TEST(Terms, AccentsAndCaseOfOtherScriptsAreLevelled) {
  EXPECT_EQ(Terms("Über"), Terms("uber"));
  EXPECT_EQ(Terms("ПРИВЕТ Мир"), Terms("привет мир"));
  EXPECT_EQ(Terms("ΛΌΓΟΣ"), Terms("λογος"));
  EXPECT_EQ(Terms("Ｆｏｒｇｅ"), Terms("forge"));
}

TEST(Terms, ScriptsWithoutBlanksGivePairs) {
  EXPECT_EQ(Terms("数据库"), (Words{"数据", "据库"}));
  EXPECT_EQ(Terms("库"), Words{"库"});
  EXPECT_EQ(Terms("用Postgres库"), (Words{"用", "postgr", "库"}));
}

TEST(Terms, AnApostropheStaysInsideAWord) { EXPECT_EQ(Terms("don't"), Words{"dont"}); }

TEST(Terms, AHugeWordIsNoTerm) { EXPECT_TRUE(Terms(std::string(100'000, 'x')).empty()); }

TEST(Terms, SaidTermsKeepTheWordsAsTheyWereWritten) {
  const std::string text = "The DB-config of http_reply, Sessions and 日本";
  Words terms;
  Words said;
  for (const SaidTerm& word : SaidTerms(text)) {
    terms.push_back(word.term);
    said.push_back(word.said);
  }
  EXPECT_EQ(terms, DistinctTerms(text));
  EXPECT_EQ(said, (Words{"DB", "config", "DB-config", "http", "reply", "http_reply", "Sessions", "日本"}));
}

TEST(Letters, Utf8IsWrittenAsItIsRead) {
  for (char32_t point : {U'a', U'é', U'Я', U'数', U'🎉'}) {
    std::string text;
    AppendUtf8(text, point);
    EXPECT_EQ(FirstCodePoint(text).value, point);
    EXPECT_EQ(FirstCodePoint(text).bytes, text.size());
  }
}

}  // namespace
}  // namespace forge
