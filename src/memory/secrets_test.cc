#include "memory/secrets.h"

#include <gtest/gtest.h>

#include <string>

#include "memory/fact.h"

namespace forge {
namespace {

// Put together here, so that no scanner of repositories takes them for real ones.
std::string Key(std::string_view prefix, std::string_view body) { return std::string(prefix) + std::string(body); }

TEST(Secrets, KnownShapesAreFound) {
  for (const std::string& text :
       {Key("AK", "IAIOSFODNN7EXAMPL3"), Key("gh", "p_16C7e42F292c6912E7710c838347Ae178B4a"),
        Key("sk", "-ant-api03-abc123def456ghi789"), Key("xo", "xb-123456789012-abcdef"),
        Key("-----BEGIN RSA PRIV", "ATE KEY-----\nMIIE"),
        Key("ey", "JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc1"), Key("https://ada:", "hunter22@example.org/x"),
        Key("the password", " = correcthorse1"), Key("DB_PASS", "WORD: s3cretValue"),
        Key("use aB3dE5fG7h", "J9kL1mN2pQ4rS6 to sign in"),
        Key("the token is 9f8e7d6c5b4a3928", "1706f5e4d3c2b1a0ffeeddcc"), Key("the password was hunter", "2hunter2"),
        Key("sign in with k3j4h5m2q3w4", "z5x2c3v4b6n7t8y9")}) {
    EXPECT_TRUE(FindSecret(text)) << text;
    EXPECT_TRUE(FindSecret("before " + text + " after")) << text;
  }
}

TEST(Secrets, WhatPeopleWriteIsNone) {
  for (const char* text :
       {"Run `make test` before every commit", "the token expires after a day", "token: the lexer's unit of text",
        "commit 9ae44c7f6d1c2b3a4958671029384756afbecd01 broke it", "set PASSWORD=${DB_PASSWORD} in the environment",
        "password: <your password>", "src/service/unit_executor_with_a_very_long_name.cc holds it",
        "MakeTemporaryDirectoryForIntegrationTests is slow", "https://example.org/a/b?c=d", "sk-learn is not used",
        "the secret is kept in the vault", "uses AES256GCM and SHA512", "eyJ is how a token begins",
        "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "password hashing uses argon2id", "the token is base64url-encoded",
        "the secret is 32 bytes", "the token is HS256-signed", "the private_key is rotated weekly"}) {
    EXPECT_FALSE(FindSecret(text)) << text << " taken for " << *FindSecret(text);
  }
}

TEST(Secrets, TheRefusalDoesNotRepeatThem) {
  NewFact fact;
  fact.text = Key("deploy with gh", "p_16C7e42F292c6912E7710c838347Ae178B4a");
  const auto admitted = Admit(fact);
  ASSERT_FALSE(admitted);
  EXPECT_EQ(Describe(admitted.error()).find("16C7"), std::string::npos);
  EXPECT_NE(admitted.error().message.find("GitHub token"), std::string::npos);
}

TEST(Secrets, AreMaskedWhereTheyStand) {
  EXPECT_EQ(MaskSecrets(Key("export GH=gh", "p_16C7e42F292c6912E7710c838347Ae178B4a; make")), "export <secret>; make");
  EXPECT_EQ(MaskSecrets(Key("clone https://ada:", "hunter22@example.org/x")),
            "clone https://ada:<secret>@example.org/x");
  EXPECT_EQ(MaskSecrets(Key("PASS", "WORD=hunter22\nall well")), "PASSWORD=<secret>\nall well");
  EXPECT_EQ(MaskSecrets(Key("-----BEGIN RSA PRIV", "ATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nnext")),
            "<secret>\nnext");
  EXPECT_EQ(MaskSecrets(Key("a sk", "-ant-api03-abc123def456ghi789 b xo") + "xb-123456789012-abcdef c"),
            "a <secret> b <secret> c");
}

TEST(Secrets, ACharacterOrSyllableWithinAValueMakesNoPlaceholder) {
  for (const std::string value : {"k9*Lm2%pQ7zt", "sevenvolts77x", "yourTk93kd83jd72hs", "Tr0ub4dor$39xq", "a<b>c{d}12",
                                  "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "12...34ab56"}) {
    const std::string masked = MaskSecrets(Key("DB_PASS", "WORD=") + value + " next");
    EXPECT_TRUE(masked.ends_with("<secret> next")) << masked;
    EXPECT_EQ(MaskSecrets(Key("pass", "word: \"") + value + "\","), "password: \"<secret>\",") << value;
  }
}

TEST(Secrets, WhatACallGetsIsNoPlaceholder) {
  for (const char* value : {"decrypt(\"hunter2Trombone9\")", "hunter2Trombone9("}) {
    EXPECT_TRUE(FindSecret(Key("pass", "word = ") + value)) << value;
  }
}

TEST(Secrets, PlaceholdersStayReadable) {
  for (const char* value : {"<token-1>", "${TOKEN_1}", "$TOKEN_1", "$(cat token1)", "%TOKEN_1%", "********", "sk-12...",
                            "your-token-1", "YOUR_API_KEY_1", "example_key_1", "process.env.TOKEN1", "{{token_1}}",
                            "os.environ['A1']", "%(token1)s", "xxxxxxxx"}) {
    const std::string text = Key("pass", "word = ") + value;
    EXPECT_EQ(MaskSecrets(text), text) << value;
    EXPECT_FALSE(FindSecret(text)) << value;
  }
}

TEST(Secrets, ProgramTextStaysReadable) {
  for (const char* text : {"token = lexer.Next()", "auto token = tokens[i2];", "password = form.password.value",
                           "if (secret == nullptr) return;", "", "make test"}) {
    EXPECT_EQ(MaskSecrets(text), text);
  }
}

TEST(Facts, ADeadEndIsAFailurePattern) {
  NewFact fact;
  fact.category = FactCategory::kConvention;
  fact.text = "Tried to mock the clock in tests; the loop never ended";
  EXPECT_EQ(Admit(fact)->category, FactCategory::kFailurePattern);
  fact.text = "The clock is a port";
  EXPECT_EQ(Admit(fact)->category, FactCategory::kConvention);
}

TEST(Facts, TextIsOneTidyLine) {
  NewFact fact;
  fact.text = "  two\n\n lines\t\x01 \xff end  ";
  EXPECT_EQ(Admit(fact)->text, "two lines \xEF\xBF\xBD end");
  fact.text = " \n ";
  EXPECT_FALSE(Admit(fact));
  fact.text = std::string(kLongestFact + 1, 'x');
  EXPECT_FALSE(Admit(fact));
}

TEST(Facts, IdsAndWordsReadBack) {
  EXPECT_EQ(ToText(*ParseFactId("g7")), "g7");
  EXPECT_EQ(ToText(*ParseFactId("12")), "p12");
  for (const char* bad : {"", "p", "x1", "p-1", "p0", "1p"}) EXPECT_FALSE(ParseFactId(bad)) << bad;
  for (const std::string& name : FactCategoryNames()) EXPECT_EQ(Name(*ParseFactCategory(name)), name);
  EXPECT_EQ(ParseFactCategory("command"), FactCategory::kTestCommand);
  EXPECT_FALSE(ParseFactCategory("nonsense"));
}

}  // namespace
}  // namespace forge
