// What servers say about how to log in to them: the challenge of a refused request (RFC 6750), the metadata of a
// protected resource (RFC 9728) and of its authorization server (RFC 8414, OpenID). Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/json.h"

namespace forge {

struct OauthChallenge {
  std::string resource_metadata;  // an address
  std::string scope;              // that is needed; empty: not said
  std::string error;              // "insufficient_scope", ...
};

OauthChallenge ReadChallenge(std::string_view www_authenticate);

struct OauthResource {
  std::string resource;  // exactly as the server calls itself
  std::string issuer;    // its authorization server
  std::vector<std::string> scopes;
};

// Where the metadata of the server at this address may be; the first that exists counts.
std::vector<std::string> ResourceMetadataUrls(const std::string& server_url, const OauthChallenge& challenge);
// kInvalid: it speaks of another server, or names no authorization server.
Result<OauthResource> ReadResource(const Json& json, const std::string& server_url);

struct OauthServer {
  std::string issuer;
  std::string authorization_endpoint, token_endpoint;
  std::string registration_endpoint;      // empty: clients cannot register themselves
  std::vector<std::string> auth_methods;  // of the token endpoint; empty: not said
  std::vector<std::string> scopes;
  bool takes_client_documents = false;  // a client's id may be the address of its metadata
  bool names_itself = false;            // in every answer: `iss`
};

std::vector<std::string> ServerMetadataUrls(const std::string& issuer);
// kInvalid: it is another's, lacks PKCE, or has an endpoint where others could read along.
Result<OauthServer> ReadServer(const Json& json, const std::string& issuer);
// The endpoints of servers from before there was metadata, 2025-03-26.
OauthServer ServerWithoutMetadata(const std::string& origin);

// The union, each once, in this order.
std::string JoinScopes(std::string_view first, std::string_view second);
bool HasScopes(std::string_view all, std::string_view wanted);

}  // namespace forge
