#include "surface/view/shape.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

constexpr ShapeField kFields[] = {{"fact", Blank::kNull, "id"}, {"reason", Blank::kText},
                                  {"hits", Blank::kZero},       {"checkpoint", Blank::kFalse},
                                  {"sources", Blank::kList},    {"created", Blank::kTime, "created_ms"},
                                  {"used", Blank::kTime}};

TEST(Shape, WhatTheKeptFormLeavesOutIsThere) {
  EXPECT_EQ(Shaped(Json::MakeObject(), kFields).Dump(),
            R"({"fact":null,"reason":"","hits":0,"checkpoint":false,"sources":[],"created":null,"used":null})");
}

TEST(Shape, FieldsAreRenamedTimesAreIsoAndOthersDropped) {
  const Json kept = Json::MakeObject().Set("created_ms", 1000).Set("id", "p1").Set("used", 0).Set("secret", 1);
  EXPECT_EQ(Shaped(kept, kFields).Dump(), R"({"fact":"p1","reason":"","hits":0,"checkpoint":false,"sources":[],)"
                                          R"("created":"1970-01-01T00:00:01.000Z","used":null})");
}

TEST(Shape, AListIsShapedOneByOne) {
  const Json kept = Json::MakeArray().Append(Json::MakeObject().Set("x", 1)).Append(Json::MakeObject());
  const ShapeField fields[] = {{"x"}};
  EXPECT_EQ(ShapedList(kept, fields).Dump(), R"([{"x":1},{"x":null}])");
}

}  // namespace
}  // namespace forge
