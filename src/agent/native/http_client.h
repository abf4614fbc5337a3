// Streamed HTTP requests to a provider, one at a time. The one place that knows libcurl; knows no API.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/result.h"

namespace forge {

struct HttpRequest {
  std::string url;
  std::string method;  // empty: POST. GET has no body
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  std::chrono::milliseconds connect{10'000};  // until it is connected
  std::chrono::milliseconds first{0};         // until the first byte of the body; 0: none
  std::chrono::milliseconds silence{0};       // between bytes of the body; 0: none
  std::chrono::milliseconds wall{0};          // all of it; 0: none
  std::chrono::milliseconds linger{300};  // to finish after `take` returned false, so that the connection can be reused
  std::size_t most = std::size_t{256} << 20;  // bytes of a body, at most
  bool public_only = false;       // connects to addresses of the public internet only; a proxy may be anywhere
  std::function<void()> on_head;  // when the status is known, before the body; on the calling thread
};

struct HttpAnswer {
  enum class End {
    kComplete,   // status says how it went
    kCut,        // the body was cut off
    kNetwork,    // no connection, no answer
    kTimedOut,   // one of the deadlines above
    kCancelled,  // by `stop`
    kUnwanted,   // `take` returned false
    kTooLarge,
  };
  End end = End::kNetwork;
  int status = 0;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;                            // the beginning, if the status is not 2xx
  std::string error;                           // for people, if not kComplete
};

// Reuses its connection. One thread at a time.
class HttpClient {
 public:
  // Proxies (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY in either case) and certificates (SSL_CERT_FILE,
  // CURL_CA_BUNDLE) are taken from this environment, never from the process's own.
  explicit HttpClient(const std::map<std::string, std::string>& environment);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // `take` gets the body of a 2xx answer as it arrives, on this thread; it returns false to end it. `stop` ends it at
  // once.
  HttpAnswer Post(const HttpRequest& request, const std::function<bool(std::string_view)>& take, std::stop_token stop);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Loads libcurl early, which takes a few milliseconds, so that no unit waits for it. Any thread. kUnavailable: libcurl
// is missing.
Status PrepareHttp();

std::optional<TimePoint> ParseHttpDate(const std::string& text);  // "Sun, 06 Nov 1994 08:49:37 GMT"

std::string_view HostOfUrl(std::string_view url);  // without user and port; an IPv6 address has its brackets
bool IsLoopbackUrl(std::string_view url);
bool IsHttpUrl(std::string_view url);  // http:// or https:// and a host

}  // namespace forge
