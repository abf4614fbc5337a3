#include "surface/mcp/transport/http_rules.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "surface/mcp/testing/twin.h"

namespace forge::mcp {
namespace {

Headers Given(std::map<std::string, std::string> values) {
  return [values = std::move(values)](const std::string& name) -> std::optional<std::string> {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
}

TEST(Hosts, OnlyOurOwnNamesAreAccepted) {
  for (const char* host : {"localhost", "LOCALHOST:80", "127.0.0.1:3001", "[::1]", "[::1]:99"}) {
    EXPECT_TRUE(IsOwnHost(host, {})) << host;
  }
  for (const char* host : {"evil.example.com", "localhost.evil.com", "127.0.0.1.nip.io", "", "[::1", "[::2]:1",
                           "localhost:x", "127.0.0.1:80:90"}) {
    EXPECT_FALSE(IsOwnHost(host, {})) << host;
  }
  EXPECT_TRUE(IsOwnHost("box.lan:8080", {"", "box.lan"}));
  EXPECT_FALSE(IsOwnHost(":8080", {""}));
}

TEST(Hosts, AnOriginNeedsAScheme) {
  EXPECT_TRUE(IsOwnOrigin("http://localhost:3001", {}));
  EXPECT_FALSE(IsOwnOrigin("http://evil.example.com", {}));
  EXPECT_FALSE(IsOwnOrigin("localhost", {}));
  EXPECT_FALSE(IsOwnOrigin("null", {}));
}

TEST(Tokens, AreBroughtAsBearerInAnyCase) {
  for (const char* value : {"Bearer sesame", "bearer sesame", "BEARER  sesame "}) {
    EXPECT_TRUE(BringsToken(value, "sesame")) << value;
  }
  for (const char* value : {"", "sesame", "Bearer", "Bearer ", "Bearer sesam", "Bearer sesame2", "Basic sesame",
                            "Bearer Sesame", "Bearersesame"}) {
    EXPECT_FALSE(BringsToken(value, "sesame")) << value;
  }
  EXPECT_FALSE(BringsToken("Bearer ", ""));
}

TEST(HeaderValues, Base64IsDecodedAndAnythingElseIsLiteral) {
  EXPECT_EQ(DecodeHeader("  plain "), "plain");
  EXPECT_EQ(DecodeHeader("=?base64?SGVsbG8=?="), "Hello");
  EXPECT_EQ(DecodeHeader("=?base64?SGk=?="), "Hi");
  EXPECT_EQ(DecodeHeader("=?base64?"
                         "?="),
            "");
  EXPECT_EQ(DecodeHeader("SGVsbG8="), "SGVsbG8=");
  EXPECT_FALSE(DecodeHeader("=?base64?SGVsbG8?="));
  EXPECT_FALSE(DecodeHeader("=?base64?SGV!bG8=?="));
}

TEST(ModernHeaders, RepeatTheBodyOrAreRefused) {
  const Catalog none;
  const Json body = MakeRequest(1, "tools/call", ModernParams(Json::MakeObject().Set("name", "echo")));
  const std::map<std::string, std::string> right = {
      {"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", " echo "}};
  EXPECT_TRUE(CheckModernHeaders(Given(right), body, none));
  for (const auto& [name, value] : right) {
    auto changed = right;
    changed[name] = "TOOLS/CALL";
    EXPECT_EQ(CheckModernHeaders(Given(changed), body, none).error().code, kHeaderMismatch) << name;
    changed.erase(name);
    EXPECT_EQ(CheckModernHeaders(Given(changed), body, none).error().code, kHeaderMismatch) << name;
  }
}

TEST(ModernHeaders, AnArgumentWithAHeaderOfItsOwnMustAgreeWithIt) {
  Catalog catalog;
  Tool tool{"t", "", ""};
  Json region = Json::MakeObject().Set("type", "string").Set("x-mcp-header", "Region");
  tool.input_schema.Set("properties", Json::MakeObject().Set("region", region));
  catalog.tools = {tool};
  std::map<std::string, std::string> headers = {
      {"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "t"}};
  Json params = Json::MakeObject().Set("name", "t").Set("arguments", Json::MakeObject().Set("region", "eu"));
  const Json body = MakeRequest(1, "tools/call", ModernParams(params));
  EXPECT_FALSE(CheckModernHeaders(Given(headers), body, catalog));
  headers["Mcp-Param-Region"] = "us";
  EXPECT_FALSE(CheckModernHeaders(Given(headers), body, catalog));
  headers["Mcp-Param-Region"] = "=?base64?ZXU=?=";
  EXPECT_TRUE(CheckModernHeaders(Given(headers), body, catalog));
  const Json without = MakeRequest(1, "tools/call", ModernParams(Json::MakeObject().Set("name", "t")));
  EXPECT_FALSE(CheckModernHeaders(Given(headers), without, catalog));
}

}  // namespace
}  // namespace forge::mcp
