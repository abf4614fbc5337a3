#include "agent/oauth/login_store.h"

#include <algorithm>
#include <chrono>

#include "base/strings.h"
#include "model/json.h"
#include "os/files/files.h"
#include "os/files/private_file.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::int64_t kLongestTurnMs = 20'000;
constexpr std::int64_t kLookMs = 100;  // whether it was stopped meanwhile

}  // namespace

// By the address and not by the server's name: a project cannot get the token of another server by naming its own
// alike.
std::string LoginStore::PathOf(const std::string& url) const {
  return JoinPath(directory_, Sha256(url).substr(0, 32) + ".json");
}

std::optional<OauthLogin> LoginStore::Read(const std::string& url) const {
  const auto text = ReadFile(PathOf(url), std::size_t{1} << 20);
  if (!text) return std::nullopt;
  const auto json = ParseJson(*text);
  if (!json || (*json)["url"].AsString() != url) return std::nullopt;
  const auto read = [&](std::string_view key) { return (*json)[key].AsString(); };
  OauthLogin login;
  login.url = url;
  login.issuer = read("issuer");
  login.token_endpoint = read("token_endpoint");
  login.client_id = read("client_id");
  login.client_secret = read("client_secret");
  login.auth_method = read("auth_method");
  login.resource = read("resource");
  login.scope = read("scope");
  login.missing_scope = read("missing_scope");
  login.access_token = read("access_token");
  login.refresh_token = read("refresh_token");
  login.expires_ms = (*json)["expires_ms"].AsInt();
  return login;
}

Status LoginStore::Write(const OauthLogin& login) const {
  const Json json = Json::MakeObject()
                        .Set("url", login.url)
                        .Set("issuer", login.issuer)
                        .Set("token_endpoint", login.token_endpoint)
                        .Set("client_id", login.client_id)
                        .Set("client_secret", login.client_secret)
                        .Set("auth_method", login.auth_method)
                        .Set("resource", login.resource)
                        .Set("scope", login.scope)
                        .Set("missing_scope", login.missing_scope)
                        .Set("access_token", login.access_token)
                        .Set("refresh_token", login.refresh_token)
                        .Set("expires_ms", login.expires_ms);
  return WritePrivateFile(PathOf(login.url), json.Dump(2) + "\n");
}

Result<FileLock> LoginStore::TakeTurn(const std::string& url, std::int64_t until_ms,
                                      const std::stop_token& stop) const {
  until_ms = std::min(until_ms, SteadyMs() + kLongestTurnMs);
  while (true) {
    const std::chrono::milliseconds look(std::clamp<std::int64_t>(until_ms - SteadyMs(), 0, kLookMs));
    auto turn = FileLock::Take(PathOf(url) + ".turn", {look, look});
    if (turn || turn.error().code != Code::kExhausted || SteadyMs() >= until_ms) return turn;
    if (stop.stop_requested()) return Fail(Code::kCancelled, "stopped on request");
  }
}

Result<bool> LoginStore::Remove(const std::string& url) const {
  const std::string path = PathOf(url);
  if (!Exists(path)) return false;
  TRY(RemoveFile(path));
  return true;
}

}  // namespace forge
