#include "agent/oauth/url_text.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(UrlText, SplitsOriginAndPath) {
  EXPECT_EQ(SplitUrl("https://a.org:8443/mcp/x?y=1#z").origin, "https://a.org:8443");
  EXPECT_EQ(SplitUrl("https://a.org:8443/mcp/x?y=1#z").path, "/mcp/x");
  EXPECT_EQ(SplitUrl("http://[::1]:3001").origin, "http://[::1]:3001");
  EXPECT_EQ(SplitUrl("http://[::1]:3001").path, "");
  EXPECT_EQ(SplitUrl("file:///etc/passwd").origin, "");
}

TEST(UrlText, ASecretGoesOnlyToAnAddressThatOthersCannotReadAlong) {
  EXPECT_TRUE(IsPrivateUrl("https://a.org/token"));
  EXPECT_TRUE(IsPrivateUrl("http://127.0.0.1:8080/token"));
  EXPECT_TRUE(IsPrivateUrl("http://localhost/token"));
  EXPECT_FALSE(IsPrivateUrl("http://a.org/token"));
  EXPECT_FALSE(IsPrivateUrl("http://localhost.a.org/token"));
  EXPECT_FALSE(IsPrivateUrl("file:///etc/passwd"));
}

TEST(UrlText, FormsAreEncodedAndQueriesDecoded) {
  EXPECT_EQ(FormText({{"scope", "a b"}, {"state", ""}, {"uri", "http://x/?y=1&z"}}),
            "scope=a%20b&uri=http%3A%2F%2Fx%2F%3Fy%3D1%26z");
  EXPECT_EQ(WithQuery("https://a/authorize", "x=1"), "https://a/authorize?x=1");
  EXPECT_EQ(WithQuery("https://a/authorize?t=2", "x=1"), "https://a/authorize?t=2&x=1");
  auto query = QueryOf("/callback?code=a%2Fb+c&state=%zz&empty=&flag#code=no");
  EXPECT_EQ(query["code"], "a/b c");
  EXPECT_EQ(query["state"], "%zz");
  EXPECT_EQ(query["flag"], "");
  EXPECT_TRUE(QueryOf("/callback").empty());
}

}  // namespace
}  // namespace forge
