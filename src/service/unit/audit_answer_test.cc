#include "service/unit/audit_answer.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(AuditAnswer, HasTheFieldsOfTheAuthorAndAsksForNoChange) {
  const Json schema =
      ParseJson(R"({"type":"object","required":["status","summary","files_changed"],"properties":{)"
                R"("status":{"enum":["done","blocked"],"description":"done: all of it"},)"
                R"("summary":{"type":"string","description":"what you changed and how you know that it works"},)"
                R"("files_changed":{"type":"array","description":"the paths that you changed"},)"
                R"("blocker":{"type":"string","description":"what stands in the way"}}})")
          .value();
  const Json answer = AuditAnswer(schema);
  EXPECT_FALSE(answer.Dump().contains("changed")) << answer.Dump();
  EXPECT_EQ(answer["required"].Dump(), R"(["status","summary"])");
  EXPECT_EQ(answer["properties"]["status"]["enum"].Dump(), R"(["done","blocked"])");
  EXPECT_TRUE(answer["properties"]["summary"]["description"].AsString().starts_with("what you compared with what"));
  EXPECT_EQ(answer["properties"]["blocker"], schema["properties"]["blocker"]);
}

TEST(AuditAnswer, AnyObjectStaysAnyObject) {
  EXPECT_TRUE(AuditAnswer(Json()).is_null());
  EXPECT_EQ(AuditAnswer(Json::MakeObject().Set("type", "object")).Dump(), R"({"type":"object"})");
}

}  // namespace
}  // namespace forge
