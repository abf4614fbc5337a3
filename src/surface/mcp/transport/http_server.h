// Serves HTTP/1.1 on a listener: a thread for each connection, keep-alive, bodies with a limit, answers as a whole or
// as a stream. Knows no MCP.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "service/host/mcp_pipe.h"
#include "surface/mcp/transport/http_wire.h"

namespace forge::mcp {

struct HttpResponse {
  int status = 200;
  std::map<std::string, std::string> headers;
  std::string body;

  struct Part {
    std::string text;  // may be empty: nothing yet
    bool last = false;
  };
  // Instead of a body: asked for the next part until it was the last or the client has gone; should not wait long.
  std::function<Part()> stream;
  std::function<void()> at_end;  // of the stream, however it came

  void SetContent(std::string text, std::string type);
};

// Called from many threads at once.
using HttpHandler = std::function<HttpResponse(const HttpRequest& request)>;

class HttpServer {
 public:
  // A longer body is refused with 413.
  HttpServer(HttpHandler handler, std::size_t longest_body) : handler_(std::move(handler)), longest_(longest_body) {}

  // Until `ended` says so; then streams end, and it returns when every connection is closed.
  void Serve(Listener& listener, const std::function<bool()>& ended);

 private:
  void Talk(Connection& connection);
  // An error is the status to refuse with; 0: the client has gone.
  std::expected<HttpRequest, int> Receive(Connection& connection, std::string& bytes) const;
  int ReceiveBody(Connection& connection, std::string& bytes, HttpRequest& request) const;
  // More bytes; false: none came in time, or none will.
  bool More(Connection& connection, std::string& bytes) const;
  bool Send(Connection& connection, const HttpRequest& request, HttpResponse& response) const;
  bool SendStream(Connection& connection, const HttpRequest& request, HttpResponse& response) const;

  const HttpHandler handler_;
  const std::size_t longest_;
  std::atomic<bool> ending_ = false;
  std::atomic<int> open_ = 0;
};

}  // namespace forge::mcp
