#include "surface/mcp/transport/http_server.h"

#include <chrono>
#include <memory>
#include <utility>

#include "service/unit/worker_pool.h"

namespace forge::mcp {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPoll{100};  // how late the end of the server is noticed
constexpr int kIdleLooks = 50;      // five seconds without a byte
constexpr milliseconds kWriteLimit{10'000};
constexpr int kMostConnections = 1000;

constexpr int kLastReads = 64;

std::string Refusal(int status) { return WriteHead(status, {{"Content-Length", "0"}, {"Connection", "close"}}); }

// Closed with bytes unread, the connection would be reset, and the client never see why.
void Refuse(Connection& connection, int status) {
  if (!connection.Write(Refusal(status), kWriteLimit)) return;
  connection.EndOutput();
  std::string dropped;
  for (int i = 0; i < kLastReads && connection.Read(dropped, kPoll) == Connection::Got::kBytes; ++i) dropped.clear();
}

}  // namespace

void HttpResponse::SetContent(std::string text, std::string type) {
  body = std::move(text);
  headers["Content-Type"] = std::move(type);
}

void HttpServer::Serve(Listener& listener, const std::function<bool()>& ended) {
  WorkerPool pool;
  while (!ended()) {
    auto connection = listener.Accept(kPoll);
    if (!connection) continue;
    if (open_ >= kMostConnections) {
      (void)connection->Write(Refusal(503), milliseconds(0));
      continue;
    }
    ++open_;
    // Shared only because a job is copied: it has one owner at a time.
    auto one = std::make_shared<Connection>(*std::move(connection));
    const bool talks = pool.Run([this, one] {
      Talk(*one);
      --open_;
    });
    if (talks) continue;
    --open_;
    (void)one->Write(Refusal(503), milliseconds(0));
  }
  ending_ = true;
}

void HttpServer::Talk(Connection& connection) {
  std::string bytes;
  while (!ending_) {
    auto request = Receive(connection, bytes);
    if (!request) {
      if (request.error() != 0) Refuse(connection, request.error());
      return;
    }
    HttpResponse response = handler_(*request);
    if (!Send(connection, *request, response) || !request->keeps_open) return;
  }
}

bool HttpServer::More(Connection& connection, std::string& bytes) const {
  for (int looks = 0; looks < kIdleLooks && !ending_; ++looks) {
    switch (connection.Read(bytes, kPoll)) {
      case Connection::Got::kBytes: return true;
      case Connection::Got::kEnd: return false;
      case Connection::Got::kNothing: break;
    }
  }
  return false;
}

std::expected<HttpRequest, int> HttpServer::Receive(Connection& connection, std::string& bytes) const {
  std::size_t length = 0;
  while ((length = HeadLength(bytes)) == 0) {
    if (bytes.size() > kLongestHead) return std::unexpected(431);
    if (!More(connection, bytes)) return std::unexpected(bytes.empty() ? 0 : 408);
  }
  if (length > kLongestHead) return std::unexpected(431);
  auto request = ReadHead(std::string_view(bytes).substr(0, length));
  if (!request) return request;
  bytes.erase(0, length);
  if (request->length > longest_) return std::unexpected(413);
  if (request->wants_continue && !connection.Write("HTTP/1.1 100 Continue\r\n\r\n", kWriteLimit)) {
    return std::unexpected(0);
  }
  if (const int status = ReceiveBody(connection, bytes, *request); status != 200) return std::unexpected(status);
  return request;
}

int HttpServer::ReceiveBody(Connection& connection, std::string& bytes, HttpRequest& request) const {
  if (!request.chunked) {
    while (bytes.size() < request.length) {
      if (!More(connection, bytes)) return 408;
    }
    request.body = bytes.substr(0, request.length);
    bytes.erase(0, request.length);
    return 200;
  }
  ChunkedBody body(longest_);
  for (;;) {
    switch (body.Take(bytes)) {
      case ChunkedBody::State::kDone: request.body = std::move(body.text()); return 200;
      case ChunkedBody::State::kBroken: return 400;
      case ChunkedBody::State::kTooLarge: return 413;
      case ChunkedBody::State::kMore:
        if (!More(connection, bytes)) return 408;
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
