// The requests to an authorization server: metadata, registration, tokens. Knows no person and no files.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "agent/oauth/login_store.h"
#include "agent/oauth/metadata.h"
#include "base/result.h"
#include "model/json.h"

namespace forge {

// How a client calls itself, if not by registration.
struct OauthClient {
  std::string client_id, client_secret;  // registered by hand
  std::string document;                  // the address of its metadata
};

class TokenRequests {
 public:
  // Proxies and certificates are taken from the environment. Every request ends by `until_ms` (of SteadyMs).
  TokenRequests(const std::map<std::string, std::string>& environment, std::int64_t until_ms, std::stop_token stop)
      : environment_(environment), until_ms_(until_ms), stop_(std::move(stop)) {}

  // The first of these that is there; nothing: none is.
  Result<std::optional<Json>> FindMetadata(const std::vector<std::string>& urls) const;
  // Fills in client_id, client_secret and auth_method.
  Status Identify(const OauthServer& server, const OauthClient& client, const std::string& redirect_uri,
                  OauthLogin& login) const;
  // Fills in the tokens. `fields` are those of the grant.
  Status GetTokens(std::vector<std::pair<std::string, std::string>> fields, std::int64_t now_ms,
                   OauthLogin& login) const;

 private:
  struct Answer {
    int status = 0;
    Json json;
  };
  Result<Answer> Send(const std::string& url, const std::string& method, const std::string& type,
                      const std::string& body, const std::string& authorization) const;

  const std::map<std::string, std::string>& environment_;
  const std::int64_t until_ms_;
  const std::stop_token stop_;
};

}  // namespace forge
