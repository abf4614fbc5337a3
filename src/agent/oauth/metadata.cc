#include "agent/oauth/metadata.h"

#include <fmt/core.h>

#include <algorithm>

#include "agent/oauth/url_text.h"
#include "base/strings.h"

namespace forge {
namespace {

std::vector<std::string> Words(const Json& array) {
  std::vector<std::string> words;
  for (const Json& word : array.AsArray()) {
    if (!word.AsString().empty()) words.push_back(word.AsString());
  }
  return words;
}

std::vector<std::string> ScopesIn(std::string_view text) {
  std::vector<std::string> scopes;
  for (const std::string_view part : Split(text, ' ')) {
    if (!part.empty() && std::ranges::find(scopes, part) == scopes.end()) scopes.emplace_back(part);
  }
  return scopes;
}

// The value of a parameter, quoted or not; "" if there is none.
std::string Parameter(std::string_view header, std::string_view name) {
  for (std::size_t at = header.find(name); at != std::string_view::npos; at = header.find(name, at + 1)) {
    std::string_view rest = header.substr(at + name.size());
    if (at > 0 && !IsOneOf(header.substr(at - 1, 1), {" ", ",", "\t"})) continue;
    if (!rest.starts_with('=')) continue;
    rest.remove_prefix(1);
    if (rest.starts_with('"')) return std::string(rest.substr(1, rest.find('"', 1) - 1));
    return std::string(rest.substr(0, rest.find_first_of(", \t")));
  }
  return "";
}

// The server's address is this resource, or is below it.
bool IsResourceOf(const std::string& resource, const std::string& server_url) {
  const UrlParts named = SplitUrl(resource);
  const UrlParts server = SplitUrl(server_url);
  if (named.origin.empty() || !EqualsIgnoreCase(named.origin, server.origin)) return false;
  std::string above = named.path;
  while (above.ends_with('/')) above.pop_back();
  return server.path == above || server.path.starts_with(above + "/");
}

}  // namespace

OauthChallenge ReadChallenge(std::string_view www_authenticate) {
  return {Parameter(www_authenticate, "resource_metadata"), Parameter(www_authenticate, "scope"),
          Parameter(www_authenticate, "error")};
}

std::vector<std::string> ResourceMetadataUrls(const std::string& server_url, const OauthChallenge& challenge) {
  if (!challenge.resource_metadata.empty()) return {challenge.resource_metadata};
  const UrlParts server = SplitUrl(server_url);
  const std::string root = server.origin + "/.well-known/oauth-protected-resource";
  if (server.path.empty() || server.path == "/") return {root};
  return {root + server.path, root};
}

Result<OauthResource> ReadResource(const Json& json, const std::string& server_url) {
  OauthResource resource{json["resource"].AsString(),
                         json["authorization_servers"].AsArray().empty()
                             ? std::string()
                             : json["authorization_servers"].AsArray()[0].AsString(),
                         Words(json["scopes_supported"])};
  if (!IsResourceOf(resource.resource, server_url)) {
    return Fail(Code::kInvalid, fmt::format("its metadata are those of `{}`", resource.resource));
  }
  if (resource.issuer.empty()) return Fail(Code::kInvalid, "its metadata name no authorization server");
  return resource;
}

std::vector<std::string> ServerMetadataUrls(const std::string& issuer) {
  const UrlParts parts = SplitUrl(issuer);
  std::string path = parts.path;
  while (path.ends_with('/')) path.pop_back();
  std::vector<std::string> urls = {parts.origin + "/.well-known/oauth-authorization-server" + path,
                                   parts.origin + "/.well-known/openid-configuration" + path};
  if (!path.empty()) urls.push_back(parts.origin + path + "/.well-known/openid-configuration");
  return urls;
}

Result<OauthServer> ReadServer(const Json& json, const std::string& issuer) {
  OauthServer server;
  server.issuer = json["issuer"].AsString();
  // Compared as text: who could choose another spelling could choose another server.
  if (server.issuer != issuer) {
    return Fail(Code::kInvalid, fmt::format("the metadata of `{}` are those of `{}`", issuer, server.issuer));
  }
  server.authorization_endpoint = json["authorization_endpoint"].AsString();
  server.token_endpoint = json["token_endpoint"].AsString();
  server.registration_endpoint = json["registration_endpoint"].AsString();
  for (const std::string* url :
       {&server.authorization_endpoint, &server.token_endpoint, &server.registration_endpoint}) {
    if (url == &server.registration_endpoint && url->empty()) continue;
    if (!IsPrivateUrl(*url)) return Fail(Code::kInvalid, fmt::format("`{}` names no safe address: `{}`", issuer, *url));
  }
  const std::vector<std::string> challenges = Words(json["code_challenge_methods_supported"]);
  if (std::ranges::find(challenges, "S256") == challenges.end()) {
    return Fail(Code::kInvalid, fmt::format("`{}` does not protect logins (PKCE with S256)", issuer));
  }
  server.auth_methods = Words(json["token_endpoint_auth_methods_supported"]);
  server.scopes = Words(json["scopes_supported"]);
  server.takes_client_documents = json["client_id_metadata_document_supported"].AsBool();
  server.names_itself = json["authorization_response_iss_parameter_supported"].AsBool();
  return server;
}

OauthServer ServerWithoutMetadata(const std::string& origin) {
  OauthServer server;
  server.issuer = origin;
  server.authorization_endpoint = origin + "/authorize";
  server.token_endpoint = origin + "/token";
  server.registration_endpoint = origin + "/register";
  return server;
}

std::string JoinScopes(std::string_view first, std::string_view second) {
  return Join(ScopesIn(std::string(first) + " " + std::string(second)), " ");
}

bool HasScopes(std::string_view all, std::string_view wanted) {
  const std::vector<std::string> have = ScopesIn(all);
  return std::ranges::all_of(ScopesIn(wanted),
                             [&](const std::string& scope) { return std::ranges::find(have, scope) != have.end(); });
}

}  // namespace forge
