#include "agent/oauth/browser.h"

#include <fmt/core.h>

#include <chrono>
#include <optional>
#include <utility>

#include "agent/oauth/url_text.h"
#include "base/strings.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::string_view kPath = "/callback";
constexpr std::size_t kLongestHead = 32 * 1024;
constexpr std::chrono::milliseconds kStep{200};  // between looks at `stop`
constexpr std::int64_t kHeadMs = 5000;           // for a request to arrive

// The target of a GET; nothing for anything else.
std::optional<std::string> ReadTarget(Connection& connection) {
  std::string head;
  const std::int64_t until = SteadyMs() + kHeadMs;
  while (head.find("\r\n\r\n") == std::string::npos) {
    if (head.size() > kLongestHead || SteadyMs() > until) return std::nullopt;
    if (connection.Read(head, kStep) == Connection::Got::kEnd) break;
  }
  if (!head.starts_with("GET ")) return std::nullopt;
  return head.substr(4, head.find(' ', 4) - 4);
}

void Reply(Connection& connection, std::string_view status, std::string_view text) {
  const std::string page = fmt::format("<!doctype html><title>Forge</title><p>{}</p>\n", text);
  connection.Write(fmt::format("HTTP/1.1 {}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n"
                               "Cache-Control: no-store\r\nConnection: close\r\n\r\n{}",
                               status, page.size(), page),
                   std::chrono::milliseconds(kHeadMs));
  connection.EndOutput();
}

}  // namespace

Result<Browser> Browser::Open(std::function<void(const std::string&)> show) {
  return Browser(TRY(Listener::Open("127.0.0.1", 0)), std::move(show));
}

std::string Browser::redirect_uri() const { return fmt::format("http://127.0.0.1:{}{}", listener_.port(), kPath); }

Result<std::string> Browser::Visit(const std::string& address, const std::string& state, std::int64_t until_ms,
                                   const std::stop_token& stop) {
  show_(address);
  while (SteadyMs() < until_ms) {
    if (stop.stop_requested()) return Fail(Code::kCancelled, "stopped on request");
    std::optional<Connection> connection = listener_.Accept(kStep);
    if (!connection) continue;
    const auto target = ReadTarget(*connection);
    if (!target || target->substr(0, target->find('?')) != kPath) {
      Reply(*connection, "404 Not Found", "There is nothing here.");
    } else if (QueryOf(*target)["state"] != state) {
      Reply(*connection, "400 Bad Request", "This login was not begun here.");
    } else {
      Reply(*connection, "200 OK", "Forge has the answer. You can close this page.");
      return *target;
    }
  }
  return Fail(Code::kUnavailable, "the login was not finished in time");
}

}  // namespace forge
