#include "text/security_words.h"

#include <gtest/gtest.h>

#include "base/strings.h"

namespace forge {
namespace {

std::string Words(std::string_view text) { return Join(FindSecurityWords(text).words, ","); }

TEST(SecurityWords, WholeWordsAndTheirInflectionsCount) {
  EXPECT_EQ(Words("Check the auth of every request"), "auth");
  EXPECT_EQ(Words("authentication, encrypted tokens"), "auth,token,encrypt");
  EXPECT_EQ(Words("give the user a role"), "role");
}

TEST(SecurityWords, WordsThatOnlyContainOneDoNot) {
  EXPECT_EQ(Words("the author's tokenizer of mysqldump, a parole, obsessions, hashtag, desalted, controller"), "");
  EXPECT_EQ(Words("\xC3\xA4"
                  "auth"),
            "");
}

TEST(SecurityWords, IdentifiersFallIntoTheirParts) {
  for (std::string_view text : {"api_key", "apiKey", "API key", "api-keys", "APIKey", "x.apikey", "OPENAI_API_KEY"})
    EXPECT_EQ(Words(text), "api key") << text;
  EXPECT_EQ(Words("refreshToken sessionId"), "token,session");
  EXPECT_EQ(Words("OAuth"), "oauth");
  EXPECT_EQ(Words("parseJWTClaims"), "jwt");
}

TEST(SecurityWords, WordsOfTwoSentencesAreNotOne) { EXPECT_EQ(Words("Call the API. Key by name."), ""); }

TEST(SecurityWords, TheWorstDomainMakesTheLevel) {
  EXPECT_EQ(FindSecurityWords("tls").level, SecurityLevel::kLow);
  EXPECT_EQ(FindSecurityWords("sanitize the sql over tls").level, SecurityLevel::kMedium);
  EXPECT_EQ(FindSecurityWords("a secret hash").level, SecurityLevel::kHigh);
  EXPECT_EQ(FindSecurityWords("a secret hash").domains, (std::vector<std::string>{"crypto", "secrets"}));
  EXPECT_EQ(FindSecurityWords("nothing").level, SecurityLevel::kNone);
}

TEST(SecurityWords, OnlyStepsThatHaveAnyAreMarked) {
  StepSpec plain;
  plain.id.value = "a";
  plain.what = "draw a picture";
  StepSpec marked;
  marked.id.value = "b";
  marked.what = "store the password";
  const auto marks = FindSecuritySteps({plain, marked});
  ASSERT_EQ(marks.size(), 1U);
  EXPECT_EQ(marks[0].step, StepId{"b"});
  EXPECT_EQ(marks[0].level, SecurityLevel::kHigh);
  EXPECT_EQ(marks[0].domains, std::vector<std::string>{"auth"});
  EXPECT_EQ(marks[0].words, std::vector<std::string>{"password"});
}

}  // namespace
}  // namespace forge
