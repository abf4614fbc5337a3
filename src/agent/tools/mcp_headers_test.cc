#include "agent/tools/mcp_headers.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

Json Parsed(std::string_view text) { return ParseJson(text).value(); }

TEST(McpHeaders, RepeatTheArgumentsThatTheSchemaNames) {
  const Json schema = Parsed(R"({"type": "object", "properties": {
      "region": {"type": "string", "x-mcp-header": "Region"}, "count": {"type": ["integer", "null"], "x-mcp-header": "Count"},
      "loud": {"type": "boolean", "x-mcp-header": "Loud"}, "query": {"type": "string"},
      "place": {"type": "object", "properties": {"zone": {"type": "string", "x-mcp-header": "Zone"}}}}})");
  const auto mirrors = FindMirrors(schema);
  ASSERT_TRUE(mirrors) << Describe(mirrors.error());
  const Json arguments =
      Parsed(R"({"region": "us", "count": 42.0, "loud": false, "query": "q", "place": {"zone": "b"}})");
  EXPECT_EQ(MirrorArguments(*mirrors, arguments), (McpHeaders{{"Mcp-Param-Region", "us"},
                                                              {"Mcp-Param-Count", "42"},
                                                              {"Mcp-Param-Loud", "false"},
                                                              {"Mcp-Param-Zone", "b"}}));
  EXPECT_EQ(MirrorArguments(*mirrors, Parsed(R"({"region": null, "place": "none"})")), McpHeaders{});
}

TEST(McpHeaders, AToolWhoseHeadersAreInvalidIsRefused) {
  const auto problem = [](std::string_view properties) {
    const auto mirrors = FindMirrors(Parsed(std::string(R"({"properties": )") + std::string(properties) + "}"));
    return mirrors ? std::string("none") : mirrors.error().message;
  };
  EXPECT_EQ(problem(R"({"a": {"type": "string", "x-mcp-header": ""}})"), "`a` has no valid header name");
  EXPECT_EQ(problem(R"({"a": {"type": "string", "x-mcp-header": 7}})"), "`a` has no valid header name");
  EXPECT_EQ(problem(R"({"a": {"type": "string", "x-mcp-header": "A b"}})"), "`a` has no valid header name");
  EXPECT_EQ(problem(R"({"a": {"type": "string", "x-mcp-header": "A:b"}})"), "`a` has no valid header name");
  EXPECT_EQ(problem(R"({"a": {"type": "string", "x-mcp-header": "Bé"}})"), "`a` has no valid header name");
  EXPECT_EQ(problem(R"({"a": {"type": "number", "x-mcp-header": "A"}})"), "`a` is no string, integer or boolean");
  EXPECT_EQ(problem(R"({"a": {"type": "object", "x-mcp-header": "A"}})"), "`a` is no string, integer or boolean");
  EXPECT_EQ(problem(R"({"a": {"type": "null", "x-mcp-header": "A"}})"), "`a` is no string, integer or boolean");
  EXPECT_EQ(problem(R"({"a": {"x-mcp-header": "A"}})"), "`a` is no string, integer or boolean");
  EXPECT_EQ(problem(R"({"a": {"type": "string", "x-mcp-header": "A"}, "b": {"type": "string", "x-mcp-header": "a"}})"),
            "`b` has the header of another argument");
}

TEST(McpHeaders, ValuesThatAHeaderCannotCarryAreEncoded) {
  EXPECT_EQ(HeaderText("us west 1"), "us west 1");
  EXPECT_EQ(HeaderText(""), "");
  EXPECT_EQ(HeaderText(" padded "), "=?base64?IHBhZGRlZCA=?=");
  EXPECT_EQ(HeaderText("a\r\nX-Evil: 1"), "=?base64?YQ0KWC1FdmlsOiAx?=");
  EXPECT_EQ(HeaderText("世"), "=?base64?5LiW?=");
  EXPECT_EQ(HeaderText("=?base64?QQ==?="), "=?base64?PT9iYXNlNjQ/UVE9PT89?=");
}

}  // namespace
}  // namespace forge
