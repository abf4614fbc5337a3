// What servers say about logins and headers: read without harm, and what is accepted is safe to use.
#include <algorithm>
#include <string>
#include <string_view>

#include "agent/oauth/metadata.h"
#include "agent/oauth/url_text.h"
#include "agent/tools/mcp_headers.h"
#include "base/result.h"
#include "base/strings.h"
#include "model/json.h"
#include "target.h"

namespace {

using namespace forge;

void ReadMetadata(const Json& json) {
  if (const auto resource = ReadResource(json, "https://a.org/mcp")) {
    CHECK(Lower(resource->resource).starts_with("https://a.org"));
  }
  if (const auto server = ReadServer(json, json["issuer"].AsString())) {
    CHECK(IsPrivateUrl(server->authorization_endpoint) && IsPrivateUrl(server->token_endpoint));
    CHECK(!ServerMetadataUrls(server->issuer).empty());
  }
  if (const auto mirrors = FindMirrors(json)) (void)MirrorArguments(*mirrors, json);
}

}  // namespace

FUZZ_TARGET(login) {
  const OauthChallenge challenge = ReadChallenge(text);
  for (const std::string* value : {&challenge.resource_metadata, &challenge.scope, &challenge.error}) {
    CHECK(text.find(*value) != std::string_view::npos);
  }
  for (const auto& [name, value] : QueryOf(text)) {
    if (!value.empty()) CHECK(QueryOf("?" + FormText({{"k", value}}))["k"] == value);
  }
  CHECK(HasScopes(JoinScopes(text, challenge.scope), challenge.scope));
  CHECK(std::ranges::all_of(HeaderText(text), [](char c) { return c >= ' ' && c <= '~'; }));
  if (const auto json = ParseJson(text)) ReadMetadata(*json);
}
