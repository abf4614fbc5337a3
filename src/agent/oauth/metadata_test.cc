#include "agent/oauth/metadata.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

using Urls = std::vector<std::string>;

Json Metadata(const std::string& more = "") {
  return ParseJson(R"({"issuer": "https://a.org", "authorization_endpoint": "https://a.org/authorize",
      "token_endpoint": "https://a.org/token", "code_challenge_methods_supported": ["plain", "S256"])" +
                   more + "}")
      .value();
}

TEST(OauthMetadata, TheChallengeNamesMetadataAndScope) {
  const OauthChallenge challenge = ReadChallenge(
      R"(Bearer realm="x", error="insufficient_scope", scope="a b", resource_metadata="https://a.org/prm")");
  EXPECT_EQ(challenge.error, "insufficient_scope");
  EXPECT_EQ(challenge.scope, "a b");
  EXPECT_EQ(challenge.resource_metadata, "https://a.org/prm");
  EXPECT_EQ(ReadChallenge("Bearer error_description=\"error\", error=invalid_token").error, "invalid_token");
  EXPECT_EQ(ReadChallenge("").scope, "");
  EXPECT_EQ(ReadChallenge("Bearer scope=\"unended").scope, "unended");
}

TEST(OauthMetadata, IsLookedForBelowTheAddressAndThenAtTheRoot) {
  EXPECT_EQ(ResourceMetadataUrls("https://a.org/mcp", {}),
            (Urls{"https://a.org/.well-known/oauth-protected-resource/mcp",
                  "https://a.org/.well-known/oauth-protected-resource"}));
  EXPECT_EQ(ResourceMetadataUrls("https://a.org/", {}), Urls{"https://a.org/.well-known/oauth-protected-resource"});
  EXPECT_EQ(ResourceMetadataUrls("https://a.org/mcp", {.resource_metadata = "https://b/prm", .scope = "", .error = ""}),
            Urls{"https://b/prm"});
  EXPECT_EQ(ServerMetadataUrls("https://a.org"), (Urls{"https://a.org/.well-known/oauth-authorization-server",
                                                       "https://a.org/.well-known/openid-configuration"}));
  EXPECT_EQ(ServerMetadataUrls("https://a.org/t"), (Urls{"https://a.org/.well-known/oauth-authorization-server/t",
                                                         "https://a.org/.well-known/openid-configuration/t",
                                                         "https://a.org/t/.well-known/openid-configuration"}));
}

TEST(OauthMetadata, OfAnotherServerIsRefused) {
  const auto read = [](const std::string& resource) {
    return ReadResource(Json::MakeObject()
                            .Set("resource", resource)
                            .Set("authorization_servers", Json::MakeArray().Append("https://login.org")),
                        "https://a.org/mcp");
  };
  EXPECT_EQ(read("https://a.org/mcp")->issuer, "https://login.org");
  EXPECT_EQ(read("https://a.org")->resource, "https://a.org");
  EXPECT_FALSE(read("https://evil.org/mcp"));
  EXPECT_FALSE(read("https://a.org.evil.org/mcp"));
  EXPECT_FALSE(read("https://a.org/mc"));
  EXPECT_FALSE(read("https://a.org/mcp/deeper"));
  EXPECT_FALSE(read(""));
  EXPECT_FALSE(ReadResource(Json::MakeObject().Set("resource", "https://a.org/mcp"), "https://a.org/mcp"));
}

TEST(OauthMetadata, OfAnAuthorizationServerIsReadOnlyIfItIsSafe) {
  const auto server = ReadServer(
      Metadata(
          R"(, "registration_endpoint": "https://a.org/r", "authorization_response_iss_parameter_supported": true)"),
      "https://a.org");
  ASSERT_TRUE(server) << Describe(server.error());
  EXPECT_EQ(server->registration_endpoint, "https://a.org/r");
  EXPECT_TRUE(server->names_itself);
  EXPECT_FALSE(ReadServer(Metadata(), "https://a.org/")) << "compared as text";
  EXPECT_FALSE(ReadServer(Metadata(R"(, "token_endpoint": "http://a.org/token")"), "https://a.org"));
  EXPECT_FALSE(ReadServer(Metadata(R"(, "registration_endpoint": "http://a.org/r")"), "https://a.org"));
  EXPECT_FALSE(ReadServer(Metadata(R"(, "code_challenge_methods_supported": ["plain"])"), "https://a.org"));
  EXPECT_FALSE(ReadServer(Metadata(R"(, "code_challenge_methods_supported": null)"), "https://a.org"));
}

TEST(OauthMetadata, ScopesAreSets) {
  EXPECT_EQ(JoinScopes("b a", " a  c"), "b a c");
  EXPECT_EQ(JoinScopes("", ""), "");
  EXPECT_TRUE(HasScopes("a b", "b"));
  EXPECT_TRUE(HasScopes("a b", ""));
  EXPECT_FALSE(HasScopes("a b", "b c"));
}

}  // namespace
}  // namespace forge
