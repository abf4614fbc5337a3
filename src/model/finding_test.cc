#include "model/finding.h"

#include <gtest/gtest.h>

#include <string>

namespace forge {
namespace {

Finding Read(std::string_view text) {
  auto json = ParseJson(text);
  EXPECT_TRUE(json) << text;
  return FindingFromJson(*json, "lens");
}

TEST(Finding, IsReadUnderItsOwnNames) {
  const Finding finding = Read(R"x({"file":"src/a.cc","line":12,"severity":"error","category":"Silent Failure",
                                    "description":"swallows it","element":"Open()","fix":"pass it on"})x");
  EXPECT_EQ(finding.file, "src/a.cc");
  EXPECT_EQ(finding.line, 12);
  EXPECT_EQ(finding.level, FindingLevel::kHigh);
  EXPECT_EQ(finding.severity, "error");
  EXPECT_EQ(finding.category, "silent-failure");
  EXPECT_EQ(finding.description, "swallows it");
  EXPECT_EQ(finding.element, "Open()");
  EXPECT_EQ(finding.fix, "pass it on");
  EXPECT_EQ(finding.source, "lens");
  EXPECT_EQ(finding.state, FindingState::kOpen);
  EXPECT_TRUE(finding.notes.empty());
}

TEST(Finding, IsReadUnderTheNamesOthersUse) {
  const Finding finding =
      Read(R"({"path":"./src//x/../a.cc","line_number":"L7","priority":"P2","type":"style_issue","message":"odd"})");
  EXPECT_EQ(finding.file, "src/a.cc");
  EXPECT_EQ(finding.line, 7);
  EXPECT_EQ(finding.level, FindingLevel::kMedium);
  EXPECT_EQ(finding.category, "style-issue");
  EXPECT_EQ(finding.description, "odd");
}

TEST(Finding, TakesTheLineFromThePathWhenItStandsThere) {
  EXPECT_EQ(Read(R"({"file":"src/a.cc:31","text":"x"})").line, 31);
  EXPECT_EQ(Read(R"({"file":"src/a.cc:31","text":"x"})").file, "src/a.cc");
  EXPECT_EQ(Read(R"({"file":"src/a.cc:31:4","line":9,"text":"x"})").line, 9);
}

TEST(Finding, KeepsAnAbsurdLineAsANote) {
  for (const char* line : {"0", "-4", "1e300", "99999999999", "\"near the end\"", "[3]", "true", "3.0e15"}) {
    const Finding finding = Read(std::string(R"({"file":"a","text":"x","line":)") + line + "}");
    EXPECT_EQ(finding.line, 0) << line;
    ASSERT_EQ(finding.notes.size(), 1U) << line;
    EXPECT_NE(finding.notes[0].find("is not a line"), std::string::npos);
  }
  EXPECT_TRUE(Read(R"({"file":"a","text":"x","line":null})").notes.empty());
  EXPECT_EQ(Read(R"({"file":"a","text":"x","line":"12-15"})").line, 12);
}

TEST(Finding, SaysWhenThePlaceIsNotOfThisRepository) {
  for (const char* path : {"/etc/passwd", "../other/a.cc", "C:\\\\work\\\\a.cc", "a/../../b"}) {
    const Finding finding = Read(std::string(R"({"text":"x","file":")") + path + "\"}");
    EXPECT_TRUE(finding.foreign) << path;
    EXPECT_EQ(finding.notes.size(), 1U) << path;
    EXPECT_FALSE(finding.file.empty());
  }
  EXPECT_EQ(Read(R"({"text":"x","file":"src\\a.cc"})").file, "src/a.cc");
}

TEST(Finding, KeepsASeverityItDoesNotKnow) {
  const Finding finding = Read(R"({"text":"x","severity":"Spicy"})");
  EXPECT_EQ(finding.severity, "Spicy");
  EXPECT_EQ(finding.level, FindingLevel::kUnknown);
  ASSERT_EQ(finding.notes.size(), 1U);
  EXPECT_EQ(ToJson(finding)["severity"].AsString(), "Spicy");
  EXPECT_EQ(ToJson(finding)["level"].AsString(), "unknown");
}

TEST(Finding, KnowsTheUsualWordsForHowBad) {
  for (const char* word : {"error", "ERROR", "critical", "Blocker", "P0", "high"})
    EXPECT_EQ(LevelOf(word), FindingLevel::kHigh) << word;
  for (const char* word : {"warning", "medium", "Major", "p2"}) EXPECT_EQ(LevelOf(word), FindingLevel::kMedium) << word;
  for (const char* word : {"note", "low", "minor", "nit", "P3"}) EXPECT_EQ(LevelOf(word), FindingLevel::kLow) << word;
  for (const char* word : {"", "highest", "errors?", "5"}) EXPECT_EQ(LevelOf(word), FindingLevel::kUnknown) << word;
}

TEST(Finding, NulsAndControlBytesDoNotTravel) {
  const Finding finding = FindingFromJson(
      Json::MakeObject().Set("description", std::string("a\0b\x1b[31m", 8)).Set("file", std::string("x\0y.cc", 6)), "");
  EXPECT_EQ(finding.description.find('\0'), std::string::npos);
  EXPECT_EQ(finding.description.find('\x1b'), std::string::npos);
  EXPECT_EQ(finding.file.find('\0'), std::string::npos);
  EXPECT_EQ(finding.notes.size(), 2U);
}

TEST(Finding, OfTenMegabytesKeepsHeadAndTailAndSaysSo) {
  const std::string text = "begins" + std::string(10'000'000, 'x') + "ends";
  const Finding finding = FindingFromJson(Json::MakeObject().Set("description", text), "");
  EXPECT_LT(finding.description.size(), kLongestDescription + 200);
  EXPECT_TRUE(finding.description.starts_with("begins"));
  EXPECT_TRUE(finding.description.ends_with("ends"));
  ASSERT_EQ(finding.notes.size(), 1U);
  EXPECT_NE(finding.notes[0].find("10000010 bytes"), std::string::npos);
}

TEST(Finding, OfAnyShapeIsKept) {
  EXPECT_EQ(Read(R"("just words")").description, "just words");
  EXPECT_EQ(Read("42").description, "42");
  EXPECT_EQ(Read("{}").description, "(no description)");
  EXPECT_EQ(Read("\" \"").description, "(no description)");
  EXPECT_EQ(Read(R"({"text":{"deep":1}})").description, R"({"deep":1})");
  EXPECT_EQ(Read(R"({"text":{"deep":1}})").notes.size(), 1U);
}

TEST(Finding, ListsAreFoundUnderAnyOfTheirNames) {
  for (const char* name : {"findings", "issues", "objections", "concerns"}) {
    auto json = ParseJson(std::string("{\"") + name + R"(":[{"text":"a"},"b",null]})");
    EXPECT_EQ(FindingsFromJson(*json, "").size(), 3U) << name;
  }
  EXPECT_TRUE(FindingsFromJson(Json(), "").empty());
  EXPECT_TRUE(FindingsFromJson(*ParseJson(R"({"approved":true})"), "").empty());
  EXPECT_EQ(FindingsFromJson(*ParseJson(R"({"findings":"one thing"})"), "").size(), 1U);
}

TEST(Finding, RoundTripsThroughJson) {
  Finding finding =
      Read(R"({"file":"a.cc","line":3,"severity":"low","text":"x","element":"f","category":"c","fix":"y"})");
  finding.state = FindingState::kRejected;
  finding.reason = "by design";
  EXPECT_EQ(FindingFromJson(ToJson(finding), "lens"), finding);
}

TEST(Finding, ElementsAreComparedByTheirLastName) {
  for (const char* said :
       {"Open", "open()", "`Store::Open`", "the method Open", "store.open(path, mode)", "Open function"})
    EXPECT_EQ(ElementKey(said), "open") << said;
  EXPECT_EQ(ElementKey(""), "");
  EXPECT_EQ(ElementKey("the function"), "");
}

TEST(Finding, ItsKeySurvivesMovedLinesAndPunctuation) {
  const Finding a = Read(R"({"file":"a.cc","line":3,"text":"Leaks the handle."})");
  const Finding b = Read(R"({"file":"./a.cc","line":90,"text":"leaks  the handle"})");
  EXPECT_EQ(FindingKey(a), FindingKey(b));
  EXPECT_NE(FindingKey(a), FindingKey(Read(R"({"file":"b.cc","line":3,"text":"Leaks the handle."})")));
  EXPECT_EQ(FindingKey(a).size(), 8U);
}

TEST(Finding, EveryStateHasANameThatReadsBack) {
  for (FindingState state : {FindingState::kOpen, FindingState::kFixed, FindingState::kRejected,
                             FindingState::kDeferred, FindingState::kFollowUp})
    EXPECT_EQ(ParseFindingState(Name(state)), state);
  EXPECT_EQ(ParseFindingState("done"), std::nullopt);
}

TEST(Finding, LooksTheSameByItsElementOrByMostOfTheWords) {
  const auto made = [](const char* json) { return FindingFromJson(ParseJson(json).value()); };
  const Finding one = made(R"({"file":"a","line":10,"category":"race","text":"two callers race"})");
  EXPECT_TRUE(LooksSame(one, made(R"({"file":"a","line":15,"text":"here two callers race"})")));
  EXPECT_FALSE(LooksSame(one, made(R"({"file":"a","line":16,"text":"two callers race"})")));
  EXPECT_FALSE(LooksSame(one, made(R"({"file":"a","line":10,"text":"unsynchronised access"})")))
      << "a place alone is no finding";
  EXPECT_FALSE(LooksSame(one, made(R"({"file":"a","line":10,"severity":"low","text":"two callers race"})")));
  const Finding medium = made(R"({"file":"a","line":10,"severity":"medium","text":"two callers race"})");
  EXPECT_TRUE(LooksSame(medium, made(R"({"file":"a","line":10,"severity":"low","text":"two callers race"})")));
  EXPECT_FALSE(LooksSame(medium, made(R"({"file":"a","line":10,"severity":"high","text":"two callers race"})")));
  EXPECT_TRUE(LooksSame(medium, made(R"({"file":"a","line":12,"severity":"low","text":"find a better word"})")));
  EXPECT_FALSE(LooksSame(medium, made(R"({"file":"a","line":12,"severity":"medium","text":"find a better word"})")));
  EXPECT_FALSE(LooksSame(one, made(R"({"file":"b","line":10,"text":"two callers race"})")));
  EXPECT_FALSE(LooksSame(one, made(R"({"file":"a","line":10,"category":"leak","text":"two callers race"})")));
  const Finding named = made(R"({"file":"a","line":10,"element":"the method Open","text":"x"
})");
  EXPECT_TRUE(LooksSame(named, made(R"({"file":"a","line":90,"element":"Store::Open","text":"y"})")));
  EXPECT_FALSE(LooksSame(named, made(R"({"file":"a","line":10,"element":"Close","text":"x"})")));
  const Finding loose = made(R"({"text":"the timeout is never passed to the client"})");
  EXPECT_TRUE(LooksSame(loose, made(R"({"text":"The client never gets passed the timeout."})")));
  EXPECT_FALSE(LooksSame(loose, made(R"({"text":"the retry is never passed to the server"})")));
}

TEST(Finding, NamesTheOneThatItRepeats) {
  EXPECT_EQ(FindingFromJson(ParseJson(R"({"same_as":"F3","text":"x"})").value()).same_as, "F3");
  EXPECT_EQ(FindingFromJson(ParseJson(R"({"id":"F3","text":"x"})").value()).same_as, "")
      << "reviewers number their own findings too";
}

}  // namespace
}  // namespace forge
