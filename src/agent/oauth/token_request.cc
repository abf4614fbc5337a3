#include "agent/oauth/token_request.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>

#include "agent/native/http_client.h"
#include "agent/oauth/url_text.h"
#include "base/base64.h"
#include "base/strings.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::size_t kLargestMetadata = std::size_t{1} << 20;
constexpr std::int64_t kRequestMs = 20'000;

bool Lists(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// What we ask for when we register: no secret, if the server can do without.
std::string WantedMethod(const OauthServer& server) {
  if (server.auth_methods.empty()) return "client_secret_basic";
  for (const char* method : {"none", "client_secret_basic", "client_secret_post"}) {
    if (Lists(server.auth_methods, method)) return method;
  }
  return "none";
}

// With a secret, or without one.
std::string MethodWith(const OauthServer& server, const std::string& secret) {
  if (secret.empty()) return "none";
  if (server.auth_methods.empty() || Lists(server.auth_methods, "client_secret_basic")) return "client_secret_basic";
  return Lists(server.auth_methods, "client_secret_post") ? "client_secret_post" : "none";
}

std::string WordsOf(const Json& error) {
  const std::string& words = error["error_description"].AsString();
  return words.empty() ? error["error"].AsString("no reason given") : words;
}

}  // namespace

Result<TokenRequests::Answer> TokenRequests::Send(const std::string& url, const std::string& method,
                                                  const std::string& type, const std::string& body,
                                                  const std::string& authorization) const {
  if (!IsPrivateUrl(url)) return Fail(Code::kInvalid, fmt::format("`{}` is no safe address for a login", url));
  HttpRequest request;
  request.url = url;
  request.method = method;
  request.body = body;
  request.headers = {{"Accept", "application/json"}};
  if (!type.empty()) request.headers.emplace_back("Content-Type", type);
  if (!authorization.empty()) request.headers.emplace_back("Authorization", authorization);
  request.most = kLargestMetadata;
  const std::int64_t left = std::max<std::int64_t>(1, std::min(until_ms_ - SteadyMs(), kRequestMs));
  request.connect = request.wall = std::chrono::milliseconds(left);
  HttpClient client(environment_);
  std::string whole;
  const auto take = [&](std::string_view chunk) {
    whole += chunk;
    return true;
  };
  const HttpAnswer answer = client.Post(request, take, stop_);
  if (answer.end == HttpAnswer::End::kCancelled) return Fail(Code::kCancelled, "stopped on request");
  if (answer.end != HttpAnswer::End::kComplete) {
    return Fail(Code::kUnavailable, fmt::format("{} does not answer: {}", SplitUrl(url).origin, answer.error));
  }
  auto json = ParseJson(answer.status < 300 ? whole : answer.body);
  return Answer{answer.status, json ? *std::move(json) : Json()};
}

Result<std::optional<Json>> TokenRequests::FindMetadata(const std::vector<std::string>& urls) const {
  for (const std::string& url : urls) {
    Answer answer = TRY(Send(url, "GET", "", "", ""));
    if (answer.status == 200 && answer.json.is_object()) return std::move(answer.json);
  }
  return std::nullopt;
}

Status TokenRequests::Identify(const OauthServer& server, const OauthClient& client, const std::string& redirect_uri,
                               OauthLogin& login) const {
  if (!client.client_id.empty()) {
    login.client_id = client.client_id;
    login.client_secret = client.client_secret;
    login.auth_method = MethodWith(server, client.client_secret);
    return {};
  }
  if (server.takes_client_documents && !client.document.empty()) {
    login.client_id = client.document;
    login.client_secret.clear();
    login.auth_method = "none";
    return {};
  }
  if (server.registration_endpoint.empty()) {
    return Fail(Code::kInvalid, fmt::format("{} registers no clients", server.issuer),
                "register Forge there by hand, and write `oauth = { client_id = \"...\" }` into mcp.toml");
  }
  Json wanted = Json::MakeObject()
                    .Set("client_name", "Forge")
                    .Set("redirect_uris", Json::MakeArray().Append(redirect_uri))
                    .Set("grant_types", Json::MakeArray().Append("authorization_code").Append("refresh_token"))
                    .Set("response_types", Json::MakeArray().Append("code"))
                    .Set("token_endpoint_auth_method", WantedMethod(server))
                    .Set("application_type", "native");
  const Answer answer = TRY(Send(server.registration_endpoint, "", "application/json", wanted.Dump(), ""));
  login.client_id = answer.json["client_id"].AsString();
  if (answer.status >= 300 || login.client_id.empty()) {
    return Fail(Code::kUnavailable, fmt::format("{} does not register us: {}", server.issuer, WordsOf(answer.json)));
  }
  login.client_secret = answer.json["client_secret"].AsString();
  login.auth_method = answer.json["token_endpoint_auth_method"].AsString(MethodWith(server, login.client_secret));
  return {};
}

Status TokenRequests::GetTokens(std::vector<std::pair<std::string, std::string>> fields, std::int64_t now_ms,
                                OauthLogin& login) const {
  std::string authorization;
  if (login.auth_method == "client_secret_basic") {
    const std::string words = PercentEncoded(login.client_id) + ":" + PercentEncoded(login.client_secret);
    authorization = "Basic " + Base64(words);
  } else {
    fields.emplace_back("client_id", login.client_id);
    if (login.auth_method == "client_secret_post") fields.emplace_back("client_secret", login.client_secret);
  }
  fields.emplace_back("resource", login.resource);
  const Answer answer =
      TRY(Send(login.token_endpoint, "", "application/x-www-form-urlencoded", FormText(fields), authorization));
  const std::string& token = answer.json["access_token"].AsString();
  if (answer.status >= 300 || token.empty()) {
    return Fail(Code::kUnavailable, fmt::format("{} gives no token: {}", login.issuer, WordsOf(answer.json)));
  }
  if (!EqualsIgnoreCase(answer.json["token_type"].AsString("Bearer"), "Bearer")) {
    return Fail(Code::kUnavailable, fmt::format("{} gives a token that is no bearer token", login.issuer));
  }
  login.access_token = token;
  // A refresh may keep the old one.
  if (const std::string& refresh = answer.json["refresh_token"].AsString(); !refresh.empty()) {
    login.refresh_token = refresh;
  }
  if (const std::string& scope = answer.json["scope"].AsString(); !scope.empty()) login.scope = scope;
  const std::int64_t seconds = answer.json["expires_in"].AsInt();
  login.expires_ms = seconds > 0 ? now_ms + seconds * 1000 : 0;
  return {};
}

}  // namespace forge
