#include "agent/native/http_client.h"

// Its type checks are macros around functions; here we have pointers.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/public_address.h"
#include "os/shared_library.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::size_t kErrorBody = std::size_t{64} << 10;
// A stop wakes us; this only limits how late we notice a deadline.
constexpr int kPollMs = 50;

// libcurl loads thirty libraries, which would more than double the start time of every command. So it is loaded for the
// first HTTP request.
struct Curl {
  decltype(&::curl_easy_cleanup) easy_cleanup = nullptr;
  decltype(&::curl_easy_init) easy_init = nullptr;
  decltype(&::curl_easy_reset) easy_reset = nullptr;
  decltype(&::curl_easy_setopt) easy_setopt = nullptr;
  decltype(&::curl_easy_strerror) easy_strerror = nullptr;
  decltype(&::curl_getdate) getdate = nullptr;
  decltype(&::curl_global_init) global_init = nullptr;
  decltype(&::curl_multi_add_handle) multi_add_handle = nullptr;
  decltype(&::curl_multi_cleanup) multi_cleanup = nullptr;
  decltype(&::curl_multi_info_read) multi_info_read = nullptr;
  decltype(&::curl_multi_init) multi_init = nullptr;
  decltype(&::curl_multi_perform) multi_perform = nullptr;
  decltype(&::curl_multi_poll) multi_poll = nullptr;
  decltype(&::curl_multi_remove_handle) multi_remove_handle = nullptr;
  decltype(&::curl_multi_wakeup) multi_wakeup = nullptr;
  decltype(&::curl_slist_append) slist_append = nullptr;
  decltype(&::curl_slist_free_all) slist_free_all = nullptr;

  static Result<Curl> Load() {
    const SharedLibrary library = TRY(SharedLibrary::Load("libcurl.so.4"));
    Curl curl;
    TRY(library.Find("curl_easy_cleanup", curl.easy_cleanup));
    TRY(library.Find("curl_easy_init", curl.easy_init));
    TRY(library.Find("curl_easy_reset", curl.easy_reset));
    TRY(library.Find("curl_easy_setopt", curl.easy_setopt));
    TRY(library.Find("curl_easy_strerror", curl.easy_strerror));
    TRY(library.Find("curl_getdate", curl.getdate));
    TRY(library.Find("curl_global_init", curl.global_init));
    TRY(library.Find("curl_multi_add_handle", curl.multi_add_handle));
    TRY(library.Find("curl_multi_cleanup", curl.multi_cleanup));
    TRY(library.Find("curl_multi_info_read", curl.multi_info_read));
    TRY(library.Find("curl_multi_init", curl.multi_init));
    TRY(library.Find("curl_multi_perform", curl.multi_perform));
    TRY(library.Find("curl_multi_poll", curl.multi_poll));
    TRY(library.Find("curl_multi_remove_handle", curl.multi_remove_handle));
    TRY(library.Find("curl_multi_wakeup", curl.multi_wakeup));
    TRY(library.Find("curl_slist_append", curl.slist_append));
    TRY(library.Find("curl_slist_free_all", curl.slist_free_all));
    curl.global_init(CURL_GLOBAL_DEFAULT);
    return curl;
  }

  static const Result<Curl>& Get() {
    static const Result<Curl> curl = Load();
    return curl;
  }
};

// Loaded before the first client is made.
const Curl& Loaded() { return *Curl::Get(); }

struct ListFree {
  void operator()(curl_slist* list) const { Loaded().slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, ListFree>;

const std::string* FindVariable(const std::map<std::string, std::string>& environment, const std::string& name) {
  for (const std::string& spelling : {Lower(name), name}) {
    auto found = environment.find(spelling);
    if (found != environment.end() && !found->second.empty()) return &found->second;
  }
  return nullptr;
}

std::string Value(const std::map<std::string, std::string>& environment, const std::string& name) {
  const std::string* value = FindVariable(environment, name);
  return value == nullptr ? "" : *value;
}

}  // namespace

// The state of one running request, for curl's callbacks.
struct Exchange {
  const std::function<bool(std::string_view)>& take;
  const std::function<void()>& on_head;
  std::size_t most;
  HttpAnswer answer;
  std::size_t bytes = 0;
  std::int64_t last_byte_ms = 0;
  std::int64_t enough_ms = 0;  // when `take` returned false
  bool too_large = false;
  std::string refused = {};  // an address that is not public

  std::size_t Body(std::string_view chunk) {
    bytes += chunk.size();
    last_byte_ms = SteadyMs();
    if (answer.status < 200 || answer.status > 299) {
      answer.body += chunk.substr(0, kErrorBody - std::min(kErrorBody, answer.body.size()));
      if (bytes > (kErrorBody << 2) && enough_ms == 0) enough_ms = last_byte_ms;  // enough to describe the error
      return chunk.size();
    }
    too_large = bytes > most;
    if (too_large) return 0;
    if (enough_ms == 0 && !take(chunk)) enough_ms = last_byte_ms;
    return chunk.size();
  }

  void Header(std::string_view line) {
    if (line.starts_with("HTTP/")) {  // of a proxy first, then of the server
      answer.headers.clear();
      const std::size_t blank = std::min(line.find(' '), line.size());
      answer.status = static_cast<int>(ParseInt(Trim(line.substr(blank)).substr(0, 3)).value_or(0));
      return;
    }
    if (Trim(line).empty() && on_head && answer.status >= 200) on_head();
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return;
    answer.headers[Lower(Trim(line.substr(0, colon)))] = Trim(line.substr(colon + 1));
  }
};

struct HttpClient::Parts {
  CURLM* multi = nullptr;
  CURL* easy = nullptr;
  std::string http_proxy, https_proxy, no_proxy, ca_file, ca_path;

  void Configure(const HttpRequest& request, const curl_slist* headers, Exchange& exchange) const;
  CURLcode Perform(const HttpRequest& request, Exchange& exchange, const std::stop_token& stop) const;
  static bool IsLate(const HttpRequest& request, Exchange& exchange, std::int64_t began);
};

namespace {

std::size_t OnBody(char* data, std::size_t size, std::size_t count, void* exchange) {
  return static_cast<Exchange*>(exchange)->Body({data, size * count});
}

std::size_t OnHeader(char* data, std::size_t size, std::size_t count, void* exchange) {
  static_cast<Exchange*>(exchange)->Header({data, size * count});
  return size * count;
}

// Asked for each address of the host, so a name that changes where it leads cannot pass.
curl_socket_t OnSocket(void* exchange, curlsocktype /*purpose*/, curl_sockaddr* address) {
  if (!IsPublicAddress(&address->addr, address->addrlen)) {
    static_cast<Exchange*>(exchange)->refused = AddressText(&address->addr, address->addrlen);
    return CURL_SOCKET_BAD;
  }
  return OpenSocket(address->family, address->socktype, address->protocol);
}

HttpAnswer::End EndOf(CURLcode code, const Exchange& exchange) {
  using enum HttpAnswer::End;
  if (exchange.too_large) return kTooLarge;
  if (code == CURLE_OK) return kComplete;
  // An error status counts even if its body is incomplete.
  if (exchange.answer.status > 299) return kComplete;
  if (exchange.enough_ms > 0) return kUnwanted;
  return exchange.answer.status >= 200 ? kCut : kNetwork;
}

}  // namespace

Status PrepareHttp() {
  const Result<Curl>& curl = Curl::Get();
  if (!curl)
    return Fail(Code::kUnavailable, curl.error().message, "apt-get install libcurl4 (or your system's package)");
  return {};
}

HttpClient::HttpClient(const std::map<std::string, std::string>& environment) : parts_(std::make_unique<Parts>()) {
  if (!PrepareHttp()) return;
  parts_->multi = Loaded().multi_init();
  parts_->easy = Loaded().easy_init();
  CHECK(parts_->multi != nullptr && parts_->easy != nullptr);
  const std::string all = Value(environment, "ALL_PROXY");
  parts_->https_proxy = Value(environment, "HTTPS_PROXY");
  parts_->http_proxy = Value(environment, "HTTP_PROXY");
  if (parts_->https_proxy.empty()) parts_->https_proxy = all;
  if (parts_->http_proxy.empty()) parts_->http_proxy = all;
  parts_->no_proxy = Value(environment, "NO_PROXY");
  parts_->ca_file = Value(environment, "CURL_CA_BUNDLE");
  if (parts_->ca_file.empty()) parts_->ca_file = Value(environment, "SSL_CERT_FILE");
  // From the hashed directory single certificates are read; the whole bundle would be parsed for every unit.
  if (parts_->ca_file.empty() && Exists("/etc/ssl/certs/ca-certificates.crt")) parts_->ca_path = "/etc/ssl/certs";
}

HttpClient::~HttpClient() {
  if (parts_->easy == nullptr) return;
  Loaded().easy_cleanup(parts_->easy);
  Loaded().multi_cleanup(parts_->multi);
}

void HttpClient::Parts::Configure(const HttpRequest& request, const curl_slist* headers, Exchange& exchange) const {
  Loaded().easy_reset(easy);
  auto set = [this](CURLoption option, auto value) { Loaded().easy_setopt(easy, option, value); };
  set(CURLOPT_URL, request.url.c_str());
  if (request.method != "GET") {
    set(CURLOPT_POST, 1L);
    set(CURLOPT_POSTFIELDS, request.body.data());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    if (!request.method.empty()) set(CURLOPT_CUSTOMREQUEST, request.method.c_str());
  }
  set(CURLOPT_HTTPHEADER, headers);
  set(CURLOPT_WRITEFUNCTION, &OnBody);
  set(CURLOPT_WRITEDATA, static_cast<void*>(&exchange));
  set(CURLOPT_HEADERFUNCTION, &OnHeader);
  set(CURLOPT_HEADERDATA, static_cast<void*>(&exchange));
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request.connect.count()));
  set(CURLOPT_NOSIGNAL, 1L);
  // A redirect would send the key elsewhere.
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_ACCEPT_ENCODING, "");
  set(CURLOPT_TCP_NODELAY, 1L);
  set(CURLOPT_TCP_KEEPALIVE, 1L);
  // Set even if empty: otherwise curl reads the process's environment.
  const std::string& proxy = request.url.starts_with("https:") ? https_proxy : http_proxy;
  set(CURLOPT_PROXY, IsLoopbackUrl(request.url) ? "" : proxy.c_str());
  // What may only reach the internet goes through the proxy, if there is one, whatever its name.
  set(CURLOPT_NOPROXY, request.public_only ? "" : no_proxy.c_str());
  if (request.public_only && (proxy.empty() || IsLoopbackUrl(request.url))) {
    set(CURLOPT_OPENSOCKETFUNCTION, &OnSocket);
    set(CURLOPT_OPENSOCKETDATA, static_cast<void*>(&exchange));
  }
  if (!ca_file.empty()) set(CURLOPT_CAINFO, ca_file.c_str());
  if (!ca_path.empty()) {
    set(CURLOPT_CAINFO, static_cast<const char*>(nullptr));
    set(CURLOPT_CAPATH, ca_path.c_str());
  }
}

bool HttpClient::Parts::IsLate(const HttpRequest& request, Exchange& exchange, std::int64_t began) {
  const std::int64_t now = SteadyMs();
  auto late = [&](std::chrono::milliseconds limit, std::int64_t since, std::string_view what) {
    if (limit.count() <= 0 || now - since < limit.count()) return false;
    exchange.answer.error = fmt::format("{} within {}", what, FormatDuration(limit.count()));
    return true;
  };
  if (late(request.wall, began, "no complete answer")) return true;
  if (exchange.bytes == 0) return late(request.first, began, "no first byte of the answer");
  return late(request.silence, exchange.last_byte_ms, "no further byte of the answer");
}

CURLcode HttpClient::Parts::Perform(const HttpRequest& request, Exchange& exchange, const std::stop_token& stop) const {
  const std::int64_t began = SteadyMs();
  std::stop_callback wake(stop, [this] { Loaded().multi_wakeup(multi); });
  int running = 1;
  while (running > 0) {
    if (stop.stop_requested()) {
      exchange.answer.end = HttpAnswer::End::kCancelled;
      return CURLE_ABORTED_BY_CALLBACK;
    }
    if (Loaded().multi_perform(multi, &running) != CURLM_OK) return CURLE_FAILED_INIT;
    if (running == 0) break;
    if (exchange.enough_ms > 0 && SteadyMs() - exchange.enough_ms >= request.linger.count()) {
      return CURLE_ABORTED_BY_CALLBACK;
    }
    if (IsLate(request, exchange, began)) {
      exchange.answer.end = HttpAnswer::End::kTimedOut;
      return CURLE_ABORTED_BY_CALLBACK;
    }
    Loaded().multi_poll(multi, nullptr, 0, kPollMs, nullptr);
  }
  int left = 0;
  while (const CURLMsg* message = Loaded().multi_info_read(multi, &left)) {
    if (message->msg == CURLMSG_DONE) return message->data.result;
  }
  return CURLE_FAILED_INIT;
}

HttpAnswer HttpClient::Post(const HttpRequest& request, const std::function<bool(std::string_view)>& take,
                            std::stop_token stop) {
  Exchange exchange{.take = take, .on_head = request.on_head, .most = request.most, .answer = {}};
  if (const Status ready = PrepareHttp(); !ready) {
    exchange.answer.error = Describe(ready.error());
    return std::move(exchange.answer);
  }
  curl_slist* list = nullptr;
  for (const auto& [name, value] : request.headers) {
    // To curl, "Name:" removes a header and "Name;" is one without a value.
    const std::string line = value.empty() ? name + ";" : fmt::format("{}: {}", name, value);
    list = Loaded().slist_append(list, line.c_str());
  }
  // Without it curl waits a second for a server without "100 Continue".
  HeaderList headers(Loaded().slist_append(list, "Expect:"));
  parts_->Configure(request, headers.get(), exchange);
  std::array<char, CURL_ERROR_SIZE> words{};
  Loaded().easy_setopt(parts_->easy, CURLOPT_ERRORBUFFER, words.data());
  if (Loaded().multi_add_handle(parts_->multi, parts_->easy) != CURLM_OK) {
    exchange.answer.error = "cannot make a request";
    return std::move(exchange.answer);
  }
  const CURLcode code = parts_->Perform(request, exchange, stop);
  Loaded().multi_remove_handle(parts_->multi, parts_->easy);
  Loaded().easy_setopt(parts_->easy, CURLOPT_ERRORBUFFER, nullptr);
  HttpAnswer answer = std::move(exchange.answer);
  if (answer.end == HttpAnswer::End::kCancelled) answer.error = "stopped on request";
  if (answer.end == HttpAnswer::End::kCancelled || answer.end == HttpAnswer::End::kTimedOut) return answer;
  answer.end = EndOf(code, exchange);
  if (answer.end == HttpAnswer::End::kTooLarge) answer.error = fmt::format("more than {} MB", request.most >> 20);
  if (answer.end == HttpAnswer::End::kCut || answer.end == HttpAnswer::End::kNetwork) {
    answer.error = words[0] == '\0' ? Loaded().easy_strerror(code) : words.data();
  }
  if (answer.end == HttpAnswer::End::kNetwork && !exchange.refused.empty()) {
    answer.error = fmt::format("{} is not an address of the public internet", exchange.refused);
  } else if (answer.end == HttpAnswer::End::kNetwork) {
    const std::string& proxy = request.url.starts_with("https:") ? parts_->https_proxy : parts_->http_proxy;
    const bool by_proxy = !proxy.empty() && !IsLoopbackUrl(request.url);
    answer.error +=
        by_proxy ? "; check the proxy (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY)" : "; check the base URL and the network";
  }
  return answer;
}

std::optional<TimePoint> ParseHttpDate(const std::string& text) {
  if (!PrepareHttp()) return std::nullopt;
  const time_t seconds = Loaded().getdate(text.c_str(), nullptr);
  if (seconds < 0) return std::nullopt;
  return TimePoint{std::int64_t{seconds} * 1000};
}

std::string_view HostOfUrl(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return "";
  std::string_view rest = url.substr(scheme + 3);
  rest = rest.substr(0, rest.find_first_of("/?#"));
  if (const std::size_t at = rest.rfind('@'); at != std::string_view::npos) rest.remove_prefix(at + 1);
  if (rest.starts_with('[')) return rest.substr(0, std::min(rest.find(']') + 1, rest.size()));
  return rest.substr(0, rest.find(':'));
}

bool IsLoopbackUrl(std::string_view url) {
  const std::string_view host = HostOfUrl(url);
  return host == "localhost" || host == "[::1]" || host == "0.0.0.0" ||
         (host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos);
}

bool IsHttpUrl(std::string_view url) {
  return (url.starts_with("http://") || url.starts_with("https://")) && !HostOfUrl(url).empty();
}

}  // namespace forge
