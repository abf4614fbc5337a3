#include "agent/oauth/session.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "agent/oauth/url_text.h"
#include "base/base64.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::int64_t kSoonMs = 5 * 60 * 1000;

// 32 random bytes for a URL: more than can be guessed.
Result<std::string> RandomText() {
  const std::string bytes = TRY_WITH("make a secret", ReadFileHead("/dev/urandom", 32));
  if (bytes.size() != 32) return Fail(Code::kIo, "make a secret: the machine gave too few random bytes");
  return Base64Url(bytes);
}

bool EndsSoon(const OauthLogin& login) { return login.expires_ms > 0 && login.expires_ms < WallClock().ms + kSoonMs; }

// It was stopped, or another has the turn: that says nothing of the login.
bool Passes(const Error& error) { return error.code == Code::kCancelled || error.code == Code::kExhausted; }

std::string FromHex(std::string_view hex) {
  std::string bytes;
  const auto digit = [](char c) { return IsDigit(c) ? c - '0' : c - 'a' + 10; };
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
  }
  return bytes;
}

std::string ScopeFor(const OauthLogin& before, const OauthChallenge& challenge, const OauthResource& resource,
                     const OauthServer& server) {
  std::string scope = challenge.scope.empty() ? Join(resource.scopes, " ") : challenge.scope;
  // Who asks for more must not lose what was granted.
  if (before.issuer == server.issuer) scope = JoinScopes(before.scope, JoinScopes(before.missing_scope, scope));
  const bool may_stay = std::ranges::find(server.scopes, "offline_access") != server.scopes.end();
  return !scope.empty() && may_stay ? JoinScopes(scope, "offline_access") : scope;
}

// The code in the answer of the authorization server, if the answer is really its own.
Result<std::string> CodeOf(const std::string& target, const OauthServer& server) {
  std::map<std::string, std::string> answer = QueryOf(target);
  const std::string issuer = answer["iss"];
  if ((server.names_itself || !issuer.empty()) && issuer != server.issuer) {
    return Fail(Code::kInvalid, fmt::format("the answer to the login is not from {}", server.issuer));
  }
  if (const std::string error = answer["error"]; !error.empty()) {
    const std::string words = answer["error_description"];
    return Fail(Code::kInvalid, fmt::format("{} refused the login: {}", server.issuer, words.empty() ? error : words));
  }
  if (answer["code"].empty()) return Fail(Code::kInvalid, "the answer to the login has no code");
  return answer["code"];
}

}  // namespace

OauthSession::OauthSession(OauthPlace place)
    : place_(std::move(place)), store_(place_.directory), login_(store_.Read(place_.url)) {}

std::string OauthSession::token() {
  const std::scoped_lock lock(mutex_);
  return login_ ? login_->access_token : "";
}

std::string OauthSession::FreshToken(std::int64_t until_ms, const std::stop_token& stop) {
  const std::scoped_lock lock(mutex_);
  if (!login_) return "";
  if (EndsSoon(*login_) && !login_->refresh_token.empty()) (void)Refresh(until_ms, stop);
  return login_->access_token;
}

Status OauthSession::LogInNow(const std::string& challenge, std::int64_t until_ms, const std::stop_token& stop) {
  const std::scoped_lock lock(mutex_);
  return LogIn({place_.environment, until_ms, stop}, ReadChallenge(challenge), until_ms, stop);
}

Status OauthSession::Renew(const std::string& refused, const std::string& challenge, std::int64_t until_ms,
                           const std::stop_token& stop) {
  const std::scoped_lock lock(mutex_);
  if (login_ && !login_->access_token.empty() && login_->access_token != refused) return {};  // by another thread
  if (!failed_) return failed_;
  Status renewed = RenewOnce(refused, ReadChallenge(challenge), until_ms, stop);
  if (renewed || !Passes(renewed.error())) failed_ = renewed;
  return renewed;
}

Status OauthSession::RenewOnce(const std::string& refused, const OauthChallenge& challenge, std::int64_t until_ms,
                               const std::stop_token& stop) {
  const TokenRequests requests(place_.environment, until_ms, stop);
  if (challenge.error != "insufficient_scope") {
    // Another process may have renewed it.
    if (auto stored = store_.Read(place_.url);
        stored && stored->access_token != refused && !stored->access_token.empty()) {
      login_ = std::move(stored);
      return {};
    }
    if (login_ && !login_->refresh_token.empty()) {
      Status refreshed = Refresh(until_ms, stop);
      if (refreshed || Passes(refreshed.error())) return refreshed;
    }
  } else if (login_ && HasScopes(login_->scope, challenge.scope)) {
    return Fail(Code::kUnavailable, fmt::format("it wants the scope `{}`, which the login has", challenge.scope));
  }
  if (place_.browser == nullptr) return NeedsLogin(challenge);
  return LogIn(requests, challenge, until_ms, stop);
}

std::unexpected<Error> OauthSession::NeedsLogin(const OauthChallenge& challenge) {
  if (login_ && !challenge.scope.empty()) {
    login_->missing_scope = JoinScopes(login_->missing_scope, challenge.scope);
    (void)store_.Write(*login_);
  }
  const bool more = challenge.error == "insufficient_scope";
  return Fail(Code::kUnavailable, fmt::format("it needs {}: type `forge mcp login {}`",
                                              more ? "a login with more rights" : "a login", place_.name));
}

Status OauthSession::Refresh(std::int64_t until_ms, const std::stop_token& stop) {
  // Other units have the same login, and a token that is used twice may end it: one at a time, with the latest token.
  const FileLock turn = TRY(store_.TakeTurn(place_.url, until_ms, stop));
  auto stored = store_.Read(place_.url);
  if (!stored) return Fail(Code::kUnavailable, "its login is gone");
  OauthLogin login = *std::move(stored);
  if (login.access_token != login_->access_token && !EndsSoon(login)) {
    login_ = std::move(login);
    return {};
  }
  TRY(TokenRequests(place_.environment, until_ms, stop)
          .GetTokens({{"grant_type", "refresh_token"}, {"refresh_token", login.refresh_token}}, WallClock().ms, login));
  return Keep(std::move(login));
}

Status OauthSession::Keep(OauthLogin login) {
  TRY(store_.Write(login));
  login_ = std::move(login);
  return {};
}

Result<OauthServer> OauthSession::FindServer(const TokenRequests& requests, const OauthChallenge& challenge,
                                             OauthResource& resource) const {
  const auto described = TRY(requests.FindMetadata(ResourceMetadataUrls(place_.url, challenge)));
  if (described) {
    resource = TRY(ReadResource(*described, place_.url));
  } else {
    resource.resource = place_.url;
    resource.issuer = SplitUrl(place_.url).origin;  // as in 2025-03-26
  }
  const auto found = TRY(requests.FindMetadata(ServerMetadataUrls(resource.issuer)));
  if (found) return ReadServer(*found, resource.issuer);
  if (described) return Fail(Code::kInvalid, fmt::format("{} does not say how to log in", resource.issuer));
  return ServerWithoutMetadata(resource.issuer);
}

Status OauthSession::LogIn(const TokenRequests& requests, const OauthChallenge& challenge, std::int64_t until_ms,
                           const std::stop_token& stop) {
  OauthResource resource;
  const OauthServer server = TRY(FindServer(requests, challenge, resource));
  const OauthLogin before = login_.value_or(OauthLogin());
  OauthLogin login;
  login.url = place_.url;
  login.issuer = server.issuer;
  login.token_endpoint = server.token_endpoint;
  login.resource = resource.resource;
  login.scope = ScopeFor(before, challenge, resource, server);
  const std::string redirect = place_.browser->redirect_uri();
  TRY(requests.Identify(server, place_.client, redirect, login));
  const std::string verifier = TRY(RandomText());
  const std::string state = TRY(RandomText());
  const std::string query = FormText({{"response_type", "code"},
                                      {"client_id", login.client_id},
                                      {"redirect_uri", redirect},
                                      {"code_challenge", Base64Url(FromHex(Sha256(verifier)))},
                                      {"code_challenge_method", "S256"},
                                      {"state", state},
                                      {"scope", login.scope},
                                      {"resource", login.resource}});
  const std::string address = WithQuery(server.authorization_endpoint, query);
  const std::string code = TRY(CodeOf(TRY(place_.browser->Visit(address, state, until_ms, stop)), server));
  TRY(requests.GetTokens(
      {{"grant_type", "authorization_code"}, {"code", code}, {"redirect_uri", redirect}, {"code_verifier", verifier}},
      WallClock().ms, login));
  return Keep(std::move(login));
}

}  // namespace forge
