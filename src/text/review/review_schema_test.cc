#include "text/review/review_schema.h"

#include <gtest/gtest.h>

#include "model/json.h"
#include "text/review/result_block.h"

namespace forge {
namespace {

TEST(ReviewSchema, AsksForFindingsWithATitle) {
  const auto fits = [](const char* json) { return CheckSchema(ParseJson(json).value(), ReviewSchema()).empty(); };
  EXPECT_TRUE(fits(R"({"findings": []})"));
  EXPECT_TRUE(fits(R"({"findings": [{"severity": "low", "title": "a", "text": "b", "same_as": "F2"}],
                       "dismissed": [{"id": "F1", "state": "fixed", "why": "it is tested"}]})"));
  EXPECT_FALSE(fits(R"({"findings": [{"severity": "low", "text": "b"}]})"));
  EXPECT_FALSE(fits(R"({"findings": [], "dismissed": [{"id": "F1"}]})"));
}

TEST(ReviewSchema, OnlyTheSeverityNeedsItsName) {
  const auto fits = [](const char* json) { return CheckSchema(ParseJson(json).value(), LeastOfReview()).empty(); };
  EXPECT_TRUE(fits(R"({"findings": [{"severity": "low", "message": "b", "path": "a.cc"}]})"));
  EXPECT_FALSE(fits(R"({"findings": [{"priority": "low", "message": "b", "path": "a.cc"}]})"));
}

TEST(ReviewSchema, IsForgivingWhereTheMeaningIsPlain) {
  const Json said =
      ParseJson(R"({"findings": [{"severity": "low", "text": "b"}], "dismissed": [{"id": "F1", "state": "gone"}]})")
          .value();
  EXPECT_FALSE(CheckSchema(said, ReviewSchema()).empty());
  EXPECT_TRUE(CheckSchema(said, LeastOfReview()).empty());
  const Json critical = ParseJson(R"({"findings": [{"severity": "critical", "title": "a", "text": "b"}]})").value();
  EXPECT_FALSE(CheckSchema(critical, ReviewSchema()).empty()) << "it is not asked for";
  EXPECT_TRUE(CheckSchema(critical, LeastOfReview()).empty()) << "but read";
  EXPECT_FALSE(CheckSchema(ParseJson(R"({"findings": [{"text": "b"}]})").value(), LeastOfReview()).empty());
}

TEST(ReviewSchema, OfARoleIsItsOwnWithoutASecondVerdict) {
  EXPECT_EQ(SchemaForReview(Json()), ReviewSchema());
  const Json own = ParseJson(R"({"type": "object", "required": ["approved", "objections"],
      "properties": {"approved": {"type": "boolean"}, "objections": {"type": "array"}}})")
                       .value();
  EXPECT_EQ(SchemaForReview(own).Dump(),
            R"({"type":"object","required":["objections"],"properties":{"objections":{"type":"array"}}})");
}

TEST(ReviewSchema, LosesWhatAPromptDoesNotShow) {
  const std::string less = WithoutProperties(ReviewSchema(), {"same_as", "dismissed"}).Dump();
  EXPECT_EQ(less.find("same_as"), std::string::npos);
  EXPECT_EQ(less.find("concern"), std::string::npos);
  EXPECT_NE(less.find("\"fix\""), std::string::npos);
}

TEST(ReviewSchema, AnyWordIsTakenForASeverityAndReadAsOneOfThree) {
  const Json least = WithAnySeverity(LeastOfReview());
  const auto read = [&](const char* word) {
    Json finding = Json::MakeObject().Set("severity", word).Set("title", "t");
    Json said = Json::MakeObject().Set("findings", Json(Json::Array{std::move(finding)}));
    EXPECT_TRUE(CheckSchema(said, least).empty()) << word;
    return WithPlainSeverities(said)["findings"].AsArray()[0]["severity"].AsString();
  };
  for (const char* word : {"high", "Critical", "BLOCKER", "p0", "medium-high", "catastrophic", ""})
    EXPECT_EQ(read(word), "high") << word;
  for (const char* word : {"medium", "major", "warning", "low/medium"}) EXPECT_EQ(read(word), "medium") << word;
  for (const char* word : {"low", "nit", "info", "Minor."}) EXPECT_EQ(read(word), "low") << word;
  EXPECT_FALSE(CheckSchema(ParseJson(R"({"findings": "none"})").value(), least).empty());
  EXPECT_EQ(WithPlainSeverities(ParseJson(R"({"ok": true})").value()).Dump(), R"({"ok":true})");
}

}  // namespace
}  // namespace forge
