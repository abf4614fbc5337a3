// A login to one MCP server, kept in the user's data directory: the token, its renewal, and, where there is a person,
// the login itself (OAuth 2.1 with PKCE, docs/mcp.md).
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "agent/oauth/authorizer.h"
#include "agent/oauth/browser.h"
#include "agent/oauth/login_store.h"
#include "agent/oauth/metadata.h"
#include "agent/oauth/token_request.h"

namespace forge {

struct OauthPlace {
  std::string name;  // of the server in mcp.toml
  std::string url;
  OauthClient client;
  std::string directory;                           // of the logins
  std::map<std::string, std::string> environment;  // for proxies
  Browser* browser = nullptr;                      // null: no person is here; borrowed
};

class OauthSession : public Authorizer {
 public:
  explicit OauthSession(OauthPlace place);

  std::string token() override;
  Status Renew(const std::string& refused, const std::string& challenge, std::int64_t until_ms,
               const std::stop_token& stop) override;
  // Needs a browser. Also if there is a token already.
  Status LogInNow(const std::string& challenge, std::int64_t until_ms, const std::stop_token& stop);
  // The token, renewed if it expires soon; empty: there is none.
  std::string FreshToken(std::int64_t until_ms, const std::stop_token& stop);

 private:
  // These need the lock.
  Status RenewOnce(const std::string& refused, const OauthChallenge& challenge, std::int64_t until_ms,
                   const std::stop_token& stop);
  Status Refresh(std::int64_t until_ms, const std::stop_token& stop);
  Status LogIn(const TokenRequests& requests, const OauthChallenge& challenge, std::int64_t until_ms,
               const std::stop_token& stop);
  Result<OauthServer> FindServer(const TokenRequests& requests, const OauthChallenge& challenge,
                                 OauthResource& resource) const;
  std::unexpected<Error> NeedsLogin(const OauthChallenge& challenge);
  Status Keep(OauthLogin login);

  const OauthPlace place_;
  const LoginStore store_;
  std::mutex mutex_;  // guards what follows
  std::optional<OauthLogin> login_;
  Status failed_;  // a login that failed is not tried again
};

}  // namespace forge
