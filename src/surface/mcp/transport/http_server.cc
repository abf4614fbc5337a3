#include "surface/mcp/transport/http_server.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "service/unit/worker_pool.h"

namespace forge::mcp {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPoll{100};  // how late the end of the server is noticed
constexpr milliseconds kWriteLimit{10'000};
constexpr int kLastReads = 64;

// The last words of a connection. Closed with bytes unread it would be reset, and the client never see them.
void EndWith(Connection& connection, const std::string& words, milliseconds patience) {
  if (!connection.Write(words, patience)) return;
  connection.EndOutput();
  std::string dropped;
  const milliseconds wait = std::min(patience, kPoll);
  for (int i = 0; i < kLastReads && connection.Read(dropped, wait) == Connection::Got::kBytes; ++i) dropped.clear();
}

}  // namespace

void HttpResponse::SetContent(std::string text, std::string type) {
  body = std::move(text);
  headers["Content-Type"] = std::move(type);
}

bool HttpServer::Enter(const std::string& client) {
  const std::scoped_lock lock(mutex_);
  // Without an address there is one client: the user.
  const bool full = open_ >= limits_.connections || (!client.empty() && open_of_[client] >= limits_.per_client);
  if (full) return false;
  ++open_;
  ++open_of_[client];
  return true;
}

void HttpServer::Leave(const std::string& client) {
  const std::scoped_lock lock(mutex_);
  --open_;
  if (--open_of_[client] == 0) open_of_.erase(client);
}

void HttpServer::Serve(Listener& listener, const std::function<bool()>& ended) {
  WorkerPool pool;
  HttpDoor door({[this](const HttpRequest& head) { return Refusal(head); },
                 [this, &pool](Visitor& visitor) { return LetIn(visitor, pool); }, callbacks_.now_ms},
                {limits_.waiting, limits_.body, limits_.idle, limits_.head});
  while (!ended()) door.Attend(listener);
  ending_ = true;
}

bool HttpServer::LetIn(Visitor& visitor, WorkerPool& pool) {
  const std::string client = visitor.connection.peer();
  if (!Enter(client)) return false;
  // Shared only because a job is copied: it has one owner at a time.
  auto one = std::make_shared<Visitor>(std::move(visitor));
  const bool talks = pool.Run([this, one, client]() mutable {
    Talk(*one);
    one.reset();  // first: who is told that there is room must find it
    Leave(client);
  });
  if (talks) return true;
  Leave(client);
  EndWith(one->connection, WriteRefusal(503), milliseconds(0));
  return true;
}

std::optional<std::string> HttpServer::Refusal(const HttpRequest& head) const {
  auto refusal = callbacks_.refuse(head);
  if (!refusal) return std::nullopt;
  refusal->headers["Content-Length"] = std::to_string(refusal->body.size());
  refusal->headers["Connection"] = "close";
  return WriteHead(refusal->status, refusal->headers) + refusal->body;
}

void HttpServer::Talk(Visitor& visitor) {
  Connection& connection = visitor.connection;
  while (!ending_) {
    if (const int status = ReceiveBody(connection, visitor.bytes, *visitor.reader, visitor.request); status != 200) {
      if (status != 0) EndWith(connection, WriteRefusal(status), kWriteLimit);
      return;
    }
    HttpResponse response = callbacks_.handle(visitor.request);
    if (!Send(connection, visitor.request, response) || !visitor.request.keeps_open) return;
    // The next one of this client.
    visitor.reader = std::make_unique<RequestReader>(limits_.body);
    auto request = ReceiveHead(connection, visitor.bytes, *visitor.reader);
    if (!request) {
      if (request.error() != 0) EndWith(connection, WriteRefusal(request.error()), kWriteLimit);
      return;
    }
    if (const auto words = Refusal(*request)) return EndWith(connection, *words, kWriteLimit);
    visitor.request = *std::move(request);
  }
}

bool HttpServer::More(Connection& connection, std::string& bytes, std::int64_t until_ms) const {
  while (!ending_) {
    const std::int64_t left = until_ms - callbacks_.now_ms();
    if (left <= 0) return false;
    switch (connection.Read(bytes, std::min(kPoll, milliseconds(left)))) {
      case Connection::Got::kBytes: return true;
      case Connection::Got::kEnd: return false;
      case Connection::Got::kNothing: break;
    }
  }
  return false;
}

std::expected<HttpRequest, int> HttpServer::ReceiveHead(Connection& connection, std::string& bytes,
                                                        RequestReader& reader) const {
  if (bytes.empty() && !More(connection, bytes, callbacks_.now_ms() + limits_.idle.count())) return std::unexpected(0);
  const std::int64_t until = callbacks_.now_ms() + limits_.head.count();
  for (std::size_t looked = 0;;) {
    auto head = reader.TakeHead(bytes, looked);
    if (!head) return std::unexpected(head.error());
    if (*head) {
      (*head)->local = connection.local();
      return **std::move(head);
    }
    looked = bytes.size();
    if (!More(connection, bytes, until)) return std::unexpected(408);
  }
}

int HttpServer::ReceiveBody(Connection& connection, std::string& bytes, RequestReader& reader,
                            HttpRequest& request) const {
  if (request.wants_continue && !connection.Write("HTTP/1.1 100 Continue\r\n\r\n", kWriteLimit)) return 0;
  const std::int64_t until = callbacks_.now_ms() + limits_.content.count();
  for (;;) {
    switch (reader.TakeBody(bytes)) {
      case RequestReader::State::kDone: request.body = std::move(reader.body()); return 200;
      case RequestReader::State::kBroken: return 400;
      case RequestReader::State::kTooLarge: return 413;
      case RequestReader::State::kMore:
        if (!More(connection, bytes, until)) return 408;
    }
  }
}

bool HttpServer::Send(Connection& connection, const HttpRequest& request, HttpResponse& response) const {
  if (!request.keeps_open) response.headers["Connection"] = "close";
  if (response.stream) return SendStream(connection, request, response);
  if (response.status != 204) response.headers["Content-Length"] = std::to_string(response.body.size());
  // In one piece: two would cost another trip.
  return connection.Write(WriteHead(response.status, response.headers) + response.body, kWriteLimit);
}

bool HttpServer::SendStream(Connection& connection, const HttpRequest& request, HttpResponse& response) const {
  if (!request.old) response.headers["Transfer-Encoding"] = "chunked";
  bool there = connection.Write(WriteHead(response.status, response.headers), kWriteLimit);
  while (there) {
    const HttpResponse::Part part = response.stream();
    if (!part.text.empty()) {
      there = connection.Write(request.old ? part.text : WriteChunk(part.text), kWriteLimit);
    } else {
      there = connection.alive();
    }
    if (part.last || ending_) break;
  }
  if (there && !request.old) there = connection.Write(WriteChunk(""), kWriteLimit);
  if (response.at_end) response.at_end();
  return there && !request.old;
}

}  // namespace forge::mcp
