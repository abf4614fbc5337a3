// The logins to MCP servers: one private file per address, in the user's data directory. Never in the store or a log.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "os/files/file_lock.h"

namespace forge {

struct OauthLogin {
  std::string url;                                    // of the MCP server
  std::string issuer;                                 // the authorization server, which alone knows this client
  std::string token_endpoint;                         // of it
  std::string client_id, client_secret, auth_method;  // none, client_secret_basic, client_secret_post
  std::string resource;                               // what the tokens are for
  std::string scope;                                  // that was asked for or granted
  std::string missing_scope;                          // that the server wanted since; for the next login
  std::string access_token, refresh_token;            // empty: none
  std::int64_t expires_ms = 0;                        // wall clock; 0: unknown
};

class LoginStore {
 public:
  explicit LoginStore(std::string directory) : directory_(std::move(directory)) {}

  // Nothing: no login, or a file that cannot be read.
  std::optional<OauthLogin> Read(const std::string& url) const;
  Status Write(const OauthLogin& login) const;
  // To be held while a token is refreshed: of all who have this login, one at a time. Waits until `until_ms` (of
  // SteadyMs) at most, and not long in any case.
  Result<FileLock> TakeTurn(const std::string& url, std::int64_t until_ms, const std::stop_token& stop) const;
  // False: there was none.
  Result<bool> Remove(const std::string& url) const;

 private:
  std::string PathOf(const std::string& url) const;

  std::string directory_;
};

}  // namespace forge
