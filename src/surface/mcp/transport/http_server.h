// Serves HTTP/1.1 on a listener: a thread for each connection that has brought a request that may be answered (the
// others wait at the door), keep-alive, limits of size, time and number, answers as a whole or as a stream. Knows no
// MCP.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "service/host/mcp_pipe.h"
#include "surface/mcp/transport/http_door.h"
#include "surface/mcp/transport/http_wire.h"

namespace forge {
class WorkerPool;
}

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

// What one client may use up, whoever it is.
struct HttpLimits {
  std::size_t body = kLongestMessage;         // bytes; a longer one is refused with 413
  std::chrono::milliseconds idle{5'000};      // until a request begins; then the connection is closed
  std::chrono::milliseconds head{10'000};     // from its first byte until its head is there; then 408
  std::chrono::milliseconds content{60'000};  // from there until its body is there; then 408
  int connections = 400;                      // let in at once; a further one gets 503 and is closed
  int per_client = 100;                       // of these, with one address
  std::size_t waiting = 256;                  // not let in yet; for a further one the oldest gives way
};

// All are called from many threads at once.
struct HttpCallbacks {
  std::function<HttpResponse(const HttpRequest& request)> handle;
  // Sees the head, before the body is read; a response refuses the request.
  std::function<std::optional<HttpResponse>(const HttpRequest& head)> refuse;
  std::function<std::int64_t()> now_ms;  // monotonic
};

class HttpServer {
 public:
  HttpServer(HttpCallbacks callbacks, HttpLimits limits) : callbacks_(std::move(callbacks)), limits_(limits) {}

  // Until `ended` says so; then streams end, and it returns when every connection is closed.
  void Serve(Listener& listener, const std::function<bool()>& ended);

 private:
  // False: there are too many, of this client or in all.
  bool Enter(const std::string& client);
  void Leave(const std::string& client);

  // False: there is no room.
  bool LetIn(Visitor& visitor, WorkerPool& pool);
  void Talk(Visitor& visitor);
  // The words that refuse this head; nothing: it may be answered.
  std::optional<std::string> Refusal(const HttpRequest& head) const;
  // An error is the status to refuse with; 0: the client has gone.
  std::expected<HttpRequest, int> ReceiveHead(Connection& connection, std::string& bytes, RequestReader& reader) const;
  // The status to refuse with; 200: it is there; 0: the client has gone.
  int ReceiveBody(Connection& connection, std::string& bytes, RequestReader& reader, HttpRequest& request) const;
  // More bytes; false: none came until then, or none will.
  bool More(Connection& connection, std::string& bytes, std::int64_t until_ms) const;
  bool Send(Connection& connection, const HttpRequest& request, HttpResponse& response) const;
  bool SendStream(Connection& connection, const HttpRequest& request, HttpResponse& response) const;

  const HttpCallbacks callbacks_;
  const HttpLimits limits_;
  std::atomic<bool> ending_ = false;
  std::mutex mutex_;  // guards what follows
  int open_ = 0;
  std::map<std::string, int> open_of_;  // by client
};

}  // namespace forge::mcp
