#include "agent/oauth/login_store.h"

#include <gtest/gtest.h>

#include "os/files/files.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

TEST(LoginStore, KeepsALoginPerAddress) {
  const TempDirectory base;
  const LoginStore store(base / "logins");
  EXPECT_FALSE(store.Read("https://a.org/mcp"));
  OauthLogin login;
  login.url = "https://a.org/mcp";
  login.issuer = "https://login.org";
  login.token_endpoint = "https://login.org/token";
  login.client_id = "c";
  login.client_secret = "s";
  login.auth_method = "client_secret_post";
  login.resource = "https://a.org";
  login.scope = "read";
  login.missing_scope = "write";
  login.access_token = "t";
  login.refresh_token = "r";
  login.expires_ms = 7;
  ASSERT_TRUE(store.Write(login));
  const auto kept = store.Read("https://a.org/mcp");
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->issuer, "https://login.org");
  EXPECT_EQ(kept->client_secret, "s");
  EXPECT_EQ(kept->auth_method, "client_secret_post");
  EXPECT_EQ(kept->missing_scope, "write");
  EXPECT_EQ(kept->refresh_token, "r");
  EXPECT_EQ(kept->expires_ms, 7);
  EXPECT_FALSE(store.Read("https://b.org/mcp"));
  EXPECT_TRUE(store.Remove("https://a.org/mcp").value());
  EXPECT_FALSE(store.Remove("https://a.org/mcp").value());
  EXPECT_FALSE(store.Read("https://a.org/mcp"));
}

TEST(LoginStore, AFileThatCannotBeReadIsNoLogin) {
  const TempDirectory base;
  const LoginStore store(base.path());
  OauthLogin login;
  login.url = "https://a.org/mcp";
  ASSERT_TRUE(store.Write(login));
  const std::string path = base / ListDirectory(base.path()).value().at(0);
  ASSERT_TRUE(WriteFileAtomic(path, "{ not json"));
  EXPECT_FALSE(store.Read("https://a.org/mcp"));
  ASSERT_TRUE(WriteFileAtomic(path, R"({"url": "https://b.org/mcp", "access_token": "t"})"));
  EXPECT_FALSE(store.Read("https://a.org/mcp")) << "that is the login of another address";
}

}  // namespace
}  // namespace forge
